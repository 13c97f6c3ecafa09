/* A mean over units is a ratio of sums, so its variance comes from leaving units out. Limits of a share are those of a proportion of as many independent trials as that
 * variance amounts to: they keep to [0, 1], are wide where units are few, and do not shrink to a point where all units agree, as resampling does. Limits of a mean of any values
 * allow for skewness, which Student's t does not: 30 exponential values are covered .95 of the time in place of .93.
 *
 * Sums, differences and ratios go by the method of variance estimates recovery: the distances from an estimate to its limits stand for its standard error on either side, so
 * that what is made of limits keeps their shape. Nothing is drawn at random, and all takes time in proportion to the units.
 *
 * Sources: Korn, Graubard, Survey Methodology 24, 1998, 193-201; Efron, Stein, Annals of Statistics 9, 1981 (jackknife); Hall, JRSS B 54, 1992, 221-228 (the removal of skewness
 * by transformation); Zou, Donner, Statistics in Medicine 27, 2008, 1693-1702 (sums); Donner, Zou, Statistical Methods in Medical Research 21, 2012 (ratios). */
#include "analysis/means.h"

#include <assert.h>
#include <math.h>

typedef void (*unit_of)(const void *, size_t, double *, double *);

static void sum_up(hbs_means *s, size_t units, unit_of of, const void *context, double *sum) {
    double squares[HBS_MEANS_MAX] = {0}, fourths[HBS_MEANS_MAX] = {0};
    for (size_t u = 0; u < units; u++) {
        double x[HBS_MEANS_MAX] = {0}, n[HBS_MEANS_MAX] = {0};
        of(context, u, x, n);
        for (size_t k = 0; k < s->means; k++) {
            sum[k] += x[k], s->count[k] += n[k], s->units[k] += n[k] > 0;
            squares[k] += n[k] * n[k], fourths[k] += n[k] * n[k] * n[k] * n[k];
            for (size_t l = 0; l < k; l++)
                if (n[k] > 0 && n[l] > 0) s->together[k][l] = s->together[l][k] = true;
        }
    }
    for (size_t k = 0; k < s->means; k++) {
        s->mean[k] = s->count[k] > 0 ? sum[k] / s->count[k] : NAN;
        s->freedom[k] = fmax(1, s->count[k] * s->count[k] / squares[k] - 1);
        s->freedom_of_values[k] = fmax(1, squares[k] * squares[k] / fourths[k] - 1);
    }
}

/* Running means, products and cubes of the changes that leaving a unit out makes (Welford 1962; cubes: Pebay 2008). */
typedef struct changes {
    double seen, mean[HBS_MEANS_MAX], cubes[HBS_MEANS_MAX];
} changes;

static void add_change(hbs_means *s, changes *c, const double *change) {
    double step[HBS_MEANS_MAX] = {0}, left[HBS_MEANS_MAX] = {0};
    const double n = ++c->seen;
    for (size_t k = 0; k < s->means; k++) {
        step[k] = change[k] - c->mean[k];
        c->cubes[k] += step[k] / n * (step[k] * step[k] * (n - 1) * (n - 2) / n - 3 * s->covariance[k][k]);
        c->mean[k] += step[k] / n;
        left[k] = change[k] - c->mean[k];
    }
    for (size_t k = 0; k < s->means; k++)
        for (size_t l = 0; l <= k; l++) s->covariance[k][l] += step[k] * left[l];
}

/* From sums of products to moments of the means. */
static void scale(hbs_means *s, const changes *c) {
    for (size_t k = 0; k < s->means; k++) {
        const double n = (double)s->units[k], squares = s->covariance[k][k];
        s->skewness[k] = n > 2 && squares > 0 ? -c->cubes[k] / (squares * sqrt(squares)) * n / (n - 2) : 0;
    }
    for (size_t k = 0; k < s->means; k++)
        for (size_t l = 0; l <= k; l++) s->covariance[l][k] = s->covariance[k][l] *= c->seen > 0 ? (c->seen - 1) / c->seen : 0;
}

void hbs_means_of(hbs_means *out, size_t means, size_t units, unit_of of, const void *context) {
    assert(means <= HBS_MEANS_MAX);
    hbs_means s = {.means = means};
    changes c = {.seen = 0};
    double sum[HBS_MEANS_MAX] = {0};
    sum_up(&s, units, of, context, sum);
    for (size_t u = 0; u < units; u++) {
        double x[HBS_MEANS_MAX] = {0}, n[HBS_MEANS_MAX] = {0}, change[HBS_MEANS_MAX] = {0};
        of(context, u, x, n);
        for (size_t k = 0; k < means; k++) change[k] = n[k] > 0 ? (s.count[k] > n[k] ? (sum[k] - x[k]) / (s.count[k] - n[k]) : NAN) - s.mean[k] : 0;
        add_change(&s, &c, change);
    }
    scale(&s, &c);
    *out = s;
}

/* ---- limits of one ---- */

double hbs_means_effective(const hbs_means *s, size_t k, double level) {
    const double p = s->mean[k], variance = s->covariance[k][k];
    if (isnan(variance) || s->units[k] < 2) return 1;
    if (variance <= 1e-12 * p * (1 - p) / s->count[k]) return (double)s->units[k];
    const double play = hbs_normal_quantile(.5 + level / 2) / hbs_student_quantile(.5 + level / 2, s->freedom[k]);
    return fmin(s->count[k], p * (1 - p) / variance * play * play);
}

hbs_estimate hbs_means_wilson(const hbs_means *s, size_t k, double level) {
    hbs_estimate e = hbs_wilson_effective(s->mean[k], hbs_means_effective(s, k, level), level);
    e.n = s->units[k];
    e.method = "wilson over units";
    return e;
}

/* The t whose transform t + a t^2 / 3 + a^2 t^3 / 27 + a / 6 is z: it rises with t, so there is one. */
static double skewed(double z, double a) { return fabs(a) < 1e-8 ? z : 3 / a * (cbrt(1 + a * (z - a / 6)) - 1); }

hbs_estimate hbs_means_hall(const hbs_means *s, size_t k, double level) {
    const double mean = s->mean[k], spread = sqrt(s->covariance[k][k]);
    hbs_estimate e = {mean, NAN, NAN, level, s->units[k], "t over units, skewness removed"};
    if (s->units[k] < 2 || isnan(spread)) return e;
    const double z = hbs_student_quantile(.5 + level / 2, s->freedom_of_values[k]);
    e.ci_low = mean - spread * skewed(z, s->skewness[k]);
    e.ci_high = mean - spread * skewed(-z, s->skewness[k]);
    return e;
}

/* ---- what is made of several ---- */

static bool varies(const hbs_means *s, size_t k) { return s->covariance[k][k] > 1e-20; }

double hbs_means_correlation(const hbs_means *s, size_t k, size_t l) {
    if (!varies(s, k) || !varies(s, l)) return 0;
    return fmax(-1, fmin(1, s->covariance[k][l] / sqrt(s->covariance[k][k] * s->covariance[l][l])));
}

hbs_estimate hbs_means_sum(const hbs_means *s, const double *a, const hbs_estimate *limits, double level) {
    double sum = 0, low[HBS_MEANS_MAX] = {0}, high[HBS_MEANS_MAX] = {0}, below = 0, above = 0;
    for (size_t k = 0; k < s->means; k++) {
        if (a[k] == 0) continue;
        const double down = a[k] * (limits[k].estimate - limits[k].ci_low), up = a[k] * (limits[k].ci_high - limits[k].estimate);
        sum += a[k] * limits[k].estimate;
        low[k] = a[k] > 0 ? down : up;
        high[k] = a[k] > 0 ? up : down;
    }
    for (size_t k = 0; k < s->means; k++)
        for (size_t l = 0; l < s->means; l++) {
            if (a[k] == 0 || a[l] == 0) continue;
            const bool known = varies(s, k) && varies(s, l);
            const double r = k == l ? 1 : known ? hbs_means_correlation(s, k, l) : s->together[k][l] && a[k] * a[l] > 0;
            below += r * low[k] * low[l];
            above += r * high[k] * high[l];
        }
    return (hbs_estimate){.estimate = sum, .ci_low = sum - sqrt(fmax(0, below)), .ci_high = sum + sqrt(fmax(0, above)), .level = level};
}

hbs_estimate hbs_means_difference(const hbs_means *s, double level) {
    static const double second_less_first[HBS_MEANS_MAX] = {-1, 1};
    const hbs_estimate limits[HBS_MEANS_MAX] = {hbs_means_hall(s, 0, level), hbs_means_hall(s, 1, level)};
    hbs_estimate difference = hbs_means_sum(s, second_less_first, limits, level);
    difference.method = limits[0].method;
    return difference;
}
