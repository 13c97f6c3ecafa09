#include "core/resampling.h"

#include <math.h>

#include "core/rng.h"
#include "tests/unit/test.h"

typedef struct sample {
    double value[50];
} sample;

static double weighted_mean(void *context, const uint32_t *weight) {
    const sample *s = context;
    double sum = 0, total = 0;
    for (int i = 0; i < 50; i++) sum += weight[i] * s->value[i], total += weight[i];
    return sum / total;
}

/* The mean of 50 units: coverage over 400 simulated samples within what chance allows around .95 (a percentile interval at n = 50 is a little short). */
static void bootstrap_covers(void) {
    hbs_error error = {0};
    unsigned covered = 0;
    for (uint64_t run = 0; run < 400; run++) {
        sample s;
        hbs_rng rng;
        hbs_rng_seed(&rng, 99, run, HBS_LANE_INSTANCE);
        for (int i = 0; i < 50; i++) s.value[i] = (double)hbs_rng_below(&rng, 1000001) / 1e6;
        hbs_estimate e;
        CHECK_OK(hbs_bootstrap(50, weighted_mean, &s, 400, run, .95, &e, &error));
        covered += e.ci_low <= .5 && .5 <= e.ci_high;
    }
    CU_ASSERT(covered >= 360 && covered <= 396);
}

static double mean_without(void *context, size_t unit) {
    const sample *s = context;
    double sum = 0;
    for (size_t i = 0; i < 50; i++) sum += i == unit ? 0 : s->value[i];
    return sum / 49;
}

/* For a mean the jackknife's variance is the usual s^2 / n. */
static void jackknife_of_a_mean(void) {
    sample s;
    double mean = 0, squares = 0;
    for (int i = 0; i < 50; i++) s.value[i] = (i * i) % 37;
    for (int i = 0; i < 50; i++) mean += s.value[i] / 50;
    for (int i = 0; i < 50; i++) squares += (s.value[i] - mean) * (s.value[i] - mean);
    const double half = hbs_student_quantile(.975, 49) * sqrt(squares / 49 / 50);
    const hbs_estimate e = hbs_jackknife(50, mean, mean_without, &s, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, mean - half, 1e-10);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, mean + half, 1e-10);
    CU_ASSERT_EQUAL(e.n, 50);
    CU_ASSERT(isnan(hbs_jackknife(1, mean, mean_without, &s, .95).ci_low));
}

typedef struct cells {
    uint64_t count[8];
    uint32_t cell_of[64], draws;
} cells;

static double equal_pairs(const uint64_t *count) {
    double equal = 0, n = 0;
    for (int i = 0; i < 8; i++) equal += .5 * (double)count[i] * ((double)count[i] - 1), n += (double)count[i];
    return equal / (n * (n - 1) / 2);
}

static double equal_without(void *context, size_t unit) {
    cells c = *(const cells *)context;
    c.count[c.cell_of[unit]]--;
    return equal_pairs(c.count);
}

/* The closed form of hbs_collisions is the general jackknife where that is the larger variance, and Garwood's limits where every cell is alike. */
static void collisions_are_the_jackknife(void) {
    static const uint32_t of[] = {20, 9, 3, 2, 1, 1, 0, 0}; /* one cell stands out */
    cells c = {.draws = 0};
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t k = 0; k < of[i]; k++) c.count[i]++, c.cell_of[c.draws++] = i;
    const double q = equal_pairs(c.count), pairs = c.draws * (c.draws - 1) / 2.;
    const double equal = q * pairs, variance = pairs * pairs * hbs_jackknife_variance(c.draws, equal_without, &c) - equal;
    const hbs_estimate e = hbs_collisions(c.count, 8, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, q, 1e-12);
    CU_ASSERT_EQUAL(e.n, 36);
    CU_ASSERT(variance > equal);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low * pairs, variance / equal * hbs_gamma_quantile(.025, equal * equal / variance), 1e-8);
    const uint64_t alike[4] = {2, 2, 2, 2};
    const hbs_estimate few = hbs_collisions(alike, 4, .95), garwood = hbs_poisson_limits(4, .95);
    CU_ASSERT_DOUBLE_EQUAL(few.ci_low * 28, garwood.ci_low, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(few.ci_high, fmax(garwood.ci_high / 28, pow(hbs_clopper_pearson(2, 8, .95).ci_high, 2)), 1e-8);
    const uint64_t none[3] = {1, 1, 1};
    CU_ASSERT_EQUAL(hbs_collisions(none, 3, .95).ci_low, 0);
    CU_ASSERT_DOUBLE_EQUAL(hbs_collisions(none, 3, .5).ci_high, fmax(-log(.25) / 3, pow(hbs_clopper_pearson(1, 3, .5).ci_high, 2)), 1e-10);
    CU_ASSERT(isnan(hbs_collisions(none, 1, .95).estimate));
}

typedef struct values {
    double item[64];
    size_t units;
    size_t asked;
} values;

static double difference(void *context, const uint8_t *side) {
    values *v = context;
    double sum[2] = {0, 0}, total[2] = {0, 0};
    for (size_t i = 0; i < v->units; i++) sum[side[i]] += v->item[i], total[side[i]]++;
    v->asked++;
    return fabs(sum[0] / total[0] - sum[1] / total[1]);
}

/* Fisher's own kind of table: 3 of 6 against the other 3, the most extreme division: 2 of 20. Drawn: near the listed p, and the same for the same seed. */
static void permutations(void) {
    hbs_error error = {0};
    values v = {.item = {1, 2, 3, 10, 11, 12}, .units = 6};
    double p, again;
    CHECK_OK(hbs_permutation_p(6, 3, difference, &v, 1000, 1, &p, &error));
    CU_ASSERT_DOUBLE_EQUAL(p, .1, 1e-12);
    CU_ASSERT_EQUAL(v.asked, 20);
    for (size_t i = 0; i < 16; i++) v.item[i] = (double)((i * 7) % 16) + (i < 8 ? 2.5 : 0);
    v.units = 16;
    double listed;
    CHECK_OK(hbs_permutation_p(16, 8, difference, &v, 20000, 1, &listed, &error));
    CHECK_OK(hbs_permutation_p(16, 8, difference, &v, 9999, 5, &p, &error));
    CHECK_OK(hbs_permutation_p(16, 8, difference, &v, 9999, 5, &again, &error));
    CU_ASSERT_EQUAL(p, again);
    CU_ASSERT_DOUBLE_EQUAL(p, listed, 5 * sqrt(listed / 9999));
    CHECK_OK(hbs_permutation_p(16, 0, difference, &v, 99, 5, &p, &error));
    CU_ASSERT_EQUAL(p, 1);
}

/* Under the null p <= a as rarely as a says, ties and few units included. */
static void permutations_hold_their_level(void) {
    hbs_error error = {0};
    unsigned low = 0;
    for (uint64_t run = 0; run < 2000; run++) {
        values v = {.units = 12};
        hbs_rng rng;
        double p;
        hbs_rng_seed(&rng, 7, run, HBS_LANE_INSTANCE);
        for (size_t i = 0; i < 12; i++) v.item[i] = (double)hbs_rng_below(&rng, 5);
        CHECK_OK(hbs_permutation_p(12, 5, difference, &v, 199, run, &p, &error));
        low += p <= .05;
    }
    CU_ASSERT(low > 20 && low <= 130); /* 100 expected at the most, three standard errors above */
}

const hbs_test hbs_tests[] = {{"bootstrap_covers", bootstrap_covers},
                              {"jackknife_of_a_mean", jackknife_of_a_mean},
                              {"collisions_are_the_jackknife", collisions_are_the_jackknife},
                              {"permutations", permutations},
                              {"permutations_hold_their_level", permutations_hold_their_level},
                              {NULL, NULL}};
