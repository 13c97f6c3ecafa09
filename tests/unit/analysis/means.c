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

/* 1 to 3: a unit's values are their own mean; the skewness of the mean is that of the values over the root of their number, as unbiased as a third moment is. */
static void limits_undo_the_skewness(void) {
    sample s = {{{0}}, {{0}}};
    double squares = 0, cubes = 0, mean = 0;
    for (size_t i = 0; i < UNITS; i++) s.count[i][0] = 1, s.sum[i][0] = (double)(i * i), mean += s.sum[i][0] / UNITS;
    for (size_t i = 0; i < UNITS; i++) squares += pow(s.sum[i][0] - mean, 2), cubes += pow(s.sum[i][0] - mean, 3);
    hbs_means m;
    hbs_means_of(&m, 1, UNITS, of_unit, &s);
    const double a = cubes / pow(squares, 1.5) * UNITS / (UNITS - 2), spread = sqrt(squares / (UNITS - 1) / UNITS), z = hbs_student_quantile(.975, UNITS - 1);
    CU_ASSERT_DOUBLE_EQUAL(m.skewness[0], a, 1e-12);
    const hbs_estimate e = hbs_means_hall(&m, 0, .95);
    const double limit[2] = {e.ci_low, e.ci_high};
    for (int i = 0; i < 2; i++) {
        const double t = (mean - limit[i]) / spread;
        CU_ASSERT_DOUBLE_EQUAL(t + a * t * t / 3 + a * a * t * t * t / 27 + a / 6, i ? -z : z, 1e-9);
    }
    CU_ASSERT(e.ci_high - mean > mean - e.ci_low); /* skewed to the right */
    for (size_t i = 0; i < UNITS; i++) s.sum[i][0] = i % 2 ? 1 : -1;
    hbs_means_of(&m, 1, UNITS, of_unit, &s);
    CU_ASSERT_DOUBLE_EQUAL(hbs_means_hall(&m, 0, .95).ci_high, z * sqrt(1. / (UNITS - 1)), 1e-9); /* not skewed: Student's t */
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

/* x / y: at the limits of the ratio nothing is lost when both are scaled, and a ratio of logarithms turns over when its sides change places. */
static void ratios_are_recovered(void) {
    const hbs_estimate x = {2, 1.5, 3, .95, 10, ""}, y = {4, 3, 7, .95, 10, ""}, twice = {4, 3, 6, .95, 10, ""}, open = {4, 0, 7, .95, 10, ""}, none = {0, 0, 1, .95, 10, ""};
    const hbs_estimate r = hbs_recover_ratio(&x, &y, 0, .95), scaled = hbs_recover_ratio(&twice, &y, 0, .95);
    CU_ASSERT(r.estimate == .5 && r.ci_low > 0 && r.ci_low < .5 && r.ci_high > .5);
    CU_ASSERT_DOUBLE_EQUAL(scaled.ci_low, 2 * r.ci_low, 1e-12);
    const hbs_estimate wide = {4, 3, 9, .95, 10, ""}; /* y's upper limit is more than twice y: the lower limit of the ratio solves the same equation */
    const double low = hbs_recover_ratio(&x, &wide, 0, .95).ci_low;
    CU_ASSERT(low > 0 && low < r.ci_low);
    CU_ASSERT_DOUBLE_EQUAL(pow(2 - 4 * low, 2), .25 + 25 * low * low, 1e-12);
    const hbs_estimate l = hbs_recover_log_ratio(&x, &y, .95), turned = hbs_recover_log_ratio(&y, &x, .95);
    CU_ASSERT_DOUBLE_EQUAL(l.ci_low * turned.ci_high, 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(l.ci_high, .5 * exp(hypot(log(1.5), log(4. / 3))), 1e-12);
    CU_ASSERT(isinf(hbs_recover_log_ratio(&x, &open, .95).ci_high) && hbs_recover_log_ratio(&open, &x, .95).ci_low == 0);
    CU_ASSERT(hbs_recover_log_ratio(&none, &y, .95).ci_low == 0 && hbs_recover_log_ratio(&none, &y, .95).ci_high == 1. / 3);
}

const hbs_test hbs_tests[] = {
    {"variance is the jackknife", variance_is_the_jackknife}, {"limits undo the skewness", limits_undo_the_skewness}, {"one unit has no limits", one_unit_has_no_limits},
    {"sums are recovered", sums_are_recovered},               {"ratios are recovered", ratios_are_recovered},         {NULL, NULL}};
