#include "core/resampling.h"

#include <math.h>

#include "core/rng.h"
#include "tests/unit/test.h"

typedef struct sample {
    double value[50];
} sample;

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
    CU_ASSERT_DOUBLE_EQUAL(hbs_jackknife_variance(50, mean_without, &s), squares / 49 / 50, 1e-12);
    CU_ASSERT(isnan(hbs_jackknife_variance(1, mean_without, &s)));
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

const hbs_test hbs_tests[] = {{"jackknife_of_a_mean", jackknife_of_a_mean},
                              {"permutations", permutations},
                              {"permutations_hold_their_level", permutations_hold_their_level},
                              {NULL, NULL}};
