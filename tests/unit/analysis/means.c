/* Means over units and their limits: values by hand, and the identities that the limits were made from. */
#include "analysis/means.h"

#include <math.h>

#include "tests/unit/test.h"

#define UNITS 12

typedef struct sample {
    double sum[UNITS][2], count[UNITS][2];
} sample;

static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const sample *s = context;
    for (int k = 0; k < 2; k++) sum[k] = s->sum[unit][k], count[k] = s->count[unit][k];
}

static double sum_of(const sample *s, size_t left_out) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < UNITS; i++)
        if (i != left_out) sum += s->sum[i][0], count += s->count[i][0];
    return sum / count;
}

/* Units of several sizes: the mean of instances, with the variance that leaving each unit out gives. */
static void variance_is_the_jackknife(void) {
    sample s;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < UNITS; i++)
        for (size_t k = 0; k < 2; k++) s.count[i][k] = (double)(1 + i * (k + 1) % 4), s.sum[i][k] = s.count[i][k] * (double)((i * i + 3 * k) % 7);
    for (size_t i = 0; i < UNITS; i++) mean += sum_of(&s, i) / UNITS;
    for (size_t i = 0; i < UNITS; i++) squares += (sum_of(&s, i) - mean) * (sum_of(&s, i) - mean);
    hbs_means m;
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(m.mean[0], sum_of(&s, UNITS), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(m.covariance[0][0], squares * (UNITS - 1) / UNITS, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(m.covariance[0][1], m.covariance[1][0], 0);
    CU_ASSERT(m.units[0] == UNITS && m.together[0][1] && m.freedom[0] < UNITS - 1 && m.freedom_of_values[0] < m.freedom[0]);
}

/* One value a unit: fifth powers, which are skewed, of 0.. or of what lies around 0. */
static double fifth(size_t i, double middle) { return pow((double)i - middle, 5); }

static hbs_means of_fifths(double middle) {
    sample s = {{{0}}, {{0}}};
    hbs_means m;
    for (size_t i = 0; i < UNITS; i++) s.count[i][0] = 1, s.sum[i][0] = fifth(i, middle);
    hbs_means_of(&m, 1, UNITS, of_unit, &s);
    return m;
}

/* G1 less what chance makes of it, by Hazen's factor, and G2 beyond 3/2 of that, both as the mean has them. */
static void shape_of(double middle, double *skewness, double *tails) {
    const double n = UNITS, by_chance = 6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3));
    double mean = 0, moment[5] = {0};
    for (size_t i = 0; i < UNITS; i++) mean += fifth(i, middle) / n;
    for (size_t i = 0; i < UNITS; i++)
        for (int k = 2; k < 5; k++) moment[k] += pow(fifth(i, middle) - mean, k) / n;
    const double g1 = moment[3] / pow(moment[2], 1.5) * sqrt(n * (n - 1)) / (n - 2), squared = fmax(0, g1 * g1 - by_chance);
    const double g2 = ((n + 1) * (moment[4] / (moment[2] * moment[2]) - 3) + 6) * (n - 1) / ((n - 2) * (n - 3));
    *skewness = squared > 0 ? squared / g1 * (1 + 8.5 / n) / sqrt(n) : 0;
    *tails = fmax(0, g2 - 1.5 * squared) / n;
}

/* The nearer the middle, the less the skewness and the longer the tails are beyond it; a little of it may be chance. */
static void shape_is_told_from_chance(void) {
    static const double middle[] = {0, 4, 5.4, 5.5, 11};
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++) {
        double skewness, tails;
        const hbs_means m = of_fifths(middle[i]);
        shape_of(middle[i], &skewness, &tails);
        CU_ASSERT_DOUBLE_EQUAL(m.skewness[0], skewness, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(m.tails[0], tails, 1e-9);
    }
    CU_ASSERT(of_fifths(0).skewness[0] > .5 && of_fifths(0).tails[0] == 0);
    CU_ASSERT(of_fifths(5.4).skewness[0] == 0 && of_fifths(5.4).tails[0] > 0);
}

static void limits_undo_the_skewness(void) {
    static const double middle[] = {0, 4, 11};
    for (size_t k = 0; k < sizeof middle / sizeof *middle; k++) {
        const hbs_means m = of_fifths(middle[k]);
        const hbs_estimate e = hbs_means_hall(&m, 0, .95);
        const double a = m.skewness[0], limit[2] = {e.ci_low, e.ci_high}, z = hbs_normal_quantile(.975), wide = hbs_student_quantile(.975, UNITS - 1) * (1 + (1 + 2 * z * z) / 6 * m.tails[0]);
        for (int i = 0; i < 2; i++) {
            const double t = (m.mean[0] - limit[i]) / sqrt(m.covariance[0][0]);
            CU_ASSERT_DOUBLE_EQUAL(t + a * t * t / 3 + a * a * t * t * t / 27 + a / 6, i ? -wide : wide, 1e-9);
        }
        CU_ASSERT((e.ci_high - m.mean[0] > m.mean[0] - e.ci_low) == (a > 0)); /* wider where values are far */
    }
    sample s = {{{0}}, {{0}}};
    hbs_means even; /* not skewed: Student's t */
    for (size_t i = 0; i < UNITS; i++) s.count[i][0] = 1, s.sum[i][0] = i % 2 ? 1 : -1;
    hbs_means_of(&even, 1, UNITS, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_hall(&even, 0, .95).ci_high, hbs_student_quantile(.975, UNITS - 1) * sqrt(1. / (UNITS - 1)), 1e-9);
}

/* Two groups of units, four and eight, of values that are not skewed: the difference of their means is Welch's. Ratios turn over with their sides; of the same units they know what both have in common. */
static void both_sides_have_the_freedom_of_the_whole(void) {
    sample s = {{{0}}, {{0}}};
    hbs_means m;
    for (size_t i = 0; i < UNITS; i++) s.count[i][i < 4] = 1, s.sum[i][i < 4] = 10 + (i % 2 ? 1 : -1) * (i < 4 ? 2 : 1);
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    const double x = 4. / 3, y = 1. / 7, freedom = (x + y) * (x + y) / (x * x / 5 + y * y / 9) - 2;
    const hbs_estimate d = hbs_means_difference(&m, 1, 0, .95), ratio = hbs_means_ratio(&m, 1, 0, .95), turned = hbs_means_ratio(&m, 0, 1, .95);
    CU_ASSERT_DOUBLE_EQUAL(d.ci_high, hbs_student_quantile(.975, freedom) * sqrt(x + y), 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(d.ci_low, -d.ci_high, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(ratio.ci_low * turned.ci_high, 1, 1e-12);
    CU_ASSERT(ratio.ci_low > .5 && ratio.ci_low < 1 && ratio.estimate == 1);
    for (size_t i = 0; i < UNITS; i++) s.count[i][0] = s.count[i][1] = 1, s.sum[i][0] = (double)i, s.sum[i][1] = 3 * (double)i;
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_ratio(&m, 1, 0, .95).ci_low, 3, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_ratio(&m, 1, 0, .95).ci_high, 3, 1e-6);
    for (size_t i = 0; i < UNITS; i++) s.sum[i][0] = 0;
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    CU_ASSERT(isnan(hbs_means_ratio(&m, 1, 0, .95).estimate) && hbs_means_ratio(&m, 0, 1, .95).estimate == 0);
}

static void one_unit_has_no_limits(void) {
    const sample s = {{{3, 1}}, {{2, 1}}};
    hbs_means m;
    hbs_means_of(&m, 1, 1, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(m.mean[0], 1.5, 0);
    CU_ASSERT(isnan(hbs_means_hall(&m, 0, .95).ci_low));
    hbs_means_of(&m, 2, UNITS, of_unit, &(sample){{{0}}, {{0}}});
    CU_ASSERT(isnan(m.mean[0]) && m.units[0] == 0);
}

/* Shares that vary apart: the difference is Newcombe's, for the trials that units amount to. */
static void sums_are_recovered(void) {
    static const double difference[HBS_MEANS_MAX] = {1, -1}, mean[HBS_MEANS_MAX] = {.5, .5};
    sample s;
    hbs_means m;
    for (size_t i = 0; i < UNITS; i++) s.count[i][0] = s.count[i][1] = 1, s.sum[i][0] = i < 6, s.sum[i][1] = i % 2 == 0;
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_correlation(&m, 0, 1), 0, 1e-12);
    const hbs_estimate limits[2] = {hbs_means_wilson(&m, 0, .95), hbs_means_wilson(&m, 1, .95)}, d = hbs_means_sum(&m, difference, limits, .95), recovered = hbs_recover_difference(&limits[0], &limits[1], 0, .95);
    CU_ASSERT_DOUBLE_EQUAL(d.ci_low, recovered.ci_low, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(d.ci_high, recovered.ci_high, 1e-12);
    for (size_t i = 0; i < UNITS; i++) s.sum[i][0] = s.sum[i][1] = 1; /* nothing varies: added they may go together, subtracted they are apart */
    hbs_means_of(&m, 2, UNITS, of_unit, &s);
    const hbs_estimate one = hbs_means_wilson(&m, 0, .95), all[2] = {one, one};
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_sum(&m, mean, all, .95).ci_low, one.ci_low, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_sum(&m, difference, all, .95).ci_low, one.ci_low - 1, 1e-12);
}

/* x / y: at the limits of the ratio nothing is lost when both are scaled. */
static void ratios_are_recovered(void) {
    const hbs_estimate x = {2, 1.5, 3, .95, 10, ""}, y = {4, 3, 7, .95, 10, ""}, twice = {4, 3, 6, .95, 10, ""};
    const hbs_estimate r = hbs_recover_ratio(&x, &y, 0, .95), scaled = hbs_recover_ratio(&twice, &y, 0, .95);
    CU_ASSERT(r.estimate == .5 && r.ci_low > 0 && r.ci_low < .5 && r.ci_high > .5);
    CU_ASSERT_DOUBLE_EQUAL(scaled.ci_low, 2 * r.ci_low, 1e-12);
    const hbs_estimate wide = {4, 3, 9, .95, 10, ""}; /* y's upper limit is more than twice y: the lower limit of the ratio solves the same equation */
    const double low = hbs_recover_ratio(&x, &wide, 0, .95).ci_low;
    CU_ASSERT(low > 0 && low < r.ci_low);
    CU_ASSERT_DOUBLE_EQUAL(pow(2 - 4 * low, 2), .25 + 25 * low * low, 1e-12);
}

const hbs_test hbs_tests[] = {
    {"variance is the jackknife", variance_is_the_jackknife}, {"shape is told from chance", shape_is_told_from_chance}, {"limits undo the skewness", limits_undo_the_skewness},
    {"one unit has no limits", one_unit_has_no_limits},       {"sums are recovered", sums_are_recovered},               {"ratios are recovered", ratios_are_recovered},
    {"both sides have the freedom of the whole", both_sides_have_the_freedom_of_the_whole}, {NULL, NULL}};
