/* A share of units is a ratio of sums, so its variance comes from leaving units out; its limits are those of a proportion of as many independent trials as that variance
 * amounts to. So they keep to [0, 1], are wide where units are few, and do not shrink to a point where all units agree, as resampling does. Sources: Korn, Graubard, Survey
 * Methodology 24, 1998, 193-201; Efron, Stein, Annals of Statistics 9, 1981 (jackknife). */
#include "analysis/shares.h"

#include <assert.h>
#include <math.h>

#include "core/resampling.h"

static void sum_up(hbs_shares *s, size_t units, void (*of)(const void *, size_t, double *, double *), const void *context, double *hits) {
    for (size_t u = 0; u < units; u++) {
        double h[HBS_SHARES_MAX] = {0}, t[HBS_SHARES_MAX] = {0};
        of(context, u, h, t);
        for (size_t k = 0; k < s->shares; k++) hits[k] += h[k], s->trials[k] += t[k], s->units[k] += t[k] > 0;
    }
    for (size_t k = 0; k < s->shares; k++) s->share[k] = s->trials[k] > 0 ? hits[k] / s->trials[k] : NAN;
}

void hbs_shares_of(hbs_shares *out, size_t shares, size_t units, void (*of)(const void *context, size_t unit, double *hits, double *trials), const void *context) {
    assert(shares <= HBS_SHARES_MAX);
    hbs_shares s = {.shares = shares};
    double hits[HBS_SHARES_MAX] = {0}, mean[HBS_SHARES_MAX] = {0};
    sum_up(&s, units, of, context, hits);
    for (size_t u = 0; u < units; u++) { /* Welford, of the changes that leaving a unit out makes */
        double h[HBS_SHARES_MAX] = {0}, t[HBS_SHARES_MAX] = {0}, step[HBS_SHARES_MAX], left[HBS_SHARES_MAX];
        of(context, u, h, t);
        for (size_t k = 0; k < shares; k++) {
            const double change = t[k] > 0 ? (s.trials[k] > t[k] ? (hits[k] - h[k]) / (s.trials[k] - t[k]) : NAN) - s.share[k] : 0;
            step[k] = change - mean[k];
            mean[k] += step[k] / (double)(u + 1);
            left[k] = change - mean[k];
        }
        for (size_t k = 0; k < shares; k++)
            for (size_t l = 0; l <= k; l++) s.covariance[k][l] += step[k] * left[l];
    }
    for (size_t k = 0; k < shares; k++)
        for (size_t l = 0; l <= k; l++) s.covariance[l][k] = s.covariance[k][l] *= units ? (double)(units - 1) / (double)units : 0;
    *out = s;
}

double hbs_shares_effective(const hbs_shares *s, size_t k, double level) {
    const double p = s->share[k], units = (double)s->units[k], variance = s->covariance[k][k];
    if (isnan(variance) || units < 2) return 1;
    if (variance <= 1e-12 * p * (1 - p) / s->trials[k]) return units;
    const double play = hbs_normal_quantile(.5 + level / 2) / hbs_student_quantile(.5 + level / 2, units - 1);
    return fmin(s->trials[k], p * (1 - p) / variance * play * play);
}

hbs_estimate hbs_shares_wilson(const hbs_shares *s, size_t k, double level) {
    hbs_estimate e = hbs_wilson_effective(s->share[k], hbs_shares_effective(s, k, level), level);
    e.n = s->units[k];
    e.method = "wilson over units";
    return e;
}

hbs_estimate hbs_shares_clopper_pearson(const hbs_shares *s, size_t k, double level) {
    hbs_estimate e = hbs_clopper_pearson_effective(s->share[k], hbs_shares_effective(s, k, level), level);
    e.n = s->units[k];
    e.method = "clopper-pearson over units";
    return e;
}

static double product(const hbs_shares *s, const double *a, const double *b) {
    double sum = 0;
    for (size_t k = 0; k < s->shares; k++)
        for (size_t l = 0; l < s->shares; l++)
            if (a[k] != 0 && b[l] != 0) sum += a[k] * b[l] * s->covariance[k][l];
    return sum;
}

double hbs_shares_variance(const hbs_shares *s, const double *a) { return product(s, a, a); }

double hbs_shares_correlation(const hbs_shares *s, const double *a, const double *b) {
    const double scale = product(s, a, a) * product(s, b, b);
    return scale > 0 ? fmax(-1, fmin(1, product(s, a, b) / sqrt(scale))) : 0;
}
