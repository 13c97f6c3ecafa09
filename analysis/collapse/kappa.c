/* The method of variance estimates recovery: the distances from an estimate to its limits stand for its standard error on either side, so that limits of differences and ratios
 * keep the shape of those of proportions near 0 and 1. The limits are Jeffreys' (core/statistics.c). Instances and their counterparts share sizes, so where sizes
 * vary, being settled is correlated in pairs; intervals that ignored it would be too wide and find too little. phi is Pearson's, made smaller by
 * Newcombe's correction where it is positive; without it kappa of 50 pairs would be covered .82 where few are left unsettled. Sources: Newcombe, Statistics in Medicine 17, 1998,
 * 2635-2650 (pairs); Donner, Zou, Statistical Methods in Medical Research 21, 2012 (ratios). Where units hold several instances, a bootstrap over them shrinks to a point when all
 * agree, and covers too little near 0 and 1; the same recovery with limits that allow for units does not (docs/measures.md has the figures). */
#include "analysis/collapse/kappa.h"

#include <math.h>

#include "analysis/means.h"

#define SATURATION .05

/* Half a trial less, of so many trials. */
static double corrected(double correlation, double p, double q, double trials) {
    const double half = .5 / (trials * sqrt(p * (1 - p) * q * (1 - q)));
    return correlation > half ? correlation - half : fmin(correlation, 0);
}

static double phi(const hbs_contrast *c) {
    const double n = (double)c->n, p = (double)c->settled / n, q = (double)c->reference_settled / n, both = (double)c->both / n, spread = p * (1 - p) * q * (1 - q);
    return c->paired && spread > 0 ? corrected((both - p * q) / sqrt(spread), p, q, n) : 0;
}

static hbs_estimate share(uint64_t hits, uint64_t of, double level) { return hbs_jeffreys((double)hits / (double)of, (double)of, level); }

hbs_estimate hbs_contrast_difference(const hbs_contrast *c, double level) {
    const hbs_estimate a = share(c->settled, c->n, level), b = share(c->reference_settled, c->reference_n, level);
    hbs_estimate difference = hbs_recover_difference(&a, &b, phi(c), level);
    difference.n = c->n;
    difference.method = c->paired ? "difference of jeffreys limits, paired" : "difference of jeffreys limits";
    return difference;
}

/* x and y: shares that are not settled, of the dataset and of the reference; correlation: of them, which is that of the settled ones. False: saturated. */
static bool set_kappa(hbs_estimate *out, const hbs_estimate *x, const hbs_estimate *y, double correlation) {
    out->estimate = out->ci_low = out->ci_high = NAN;
    if (y->ci_high < SATURATION) return false;
    if (y->estimate <= 0) return true;
    const hbs_estimate ratio = hbs_recover_ratio(x, y, correlation, out->level);
    out->estimate = 1 - ratio.estimate;
    out->ci_low = 1 - ratio.ci_high;
    out->ci_high = fmin(1, 1 - ratio.ci_low);
    return true;
}

hbs_estimate hbs_contrast_kappa(const hbs_contrast *c, double level, bool *saturated) {
    const hbs_estimate x = share(c->n - c->settled, c->n, level);
    const hbs_estimate y = share(c->reference_n - c->reference_settled, c->reference_n, level);
    hbs_estimate kappa = {.level = level,
                          .n = c->n,
                          .method = c->paired ? "ratio of jeffreys limits, paired" : "ratio of jeffreys limits"};
    *saturated = !set_kappa(&kappa, &x, &y, phi(c));
    return kappa;
}

/* Of not being settled. */
static void count_unit(const void *context, size_t unit, double *hits, double *trials) {
    const hbs_contrast_unit *u = (const hbs_contrast_unit *)context + unit;
    hits[0] = u->n - u->settled, trials[0] = u->n;
    hits[1] = u->reference_n - u->reference_settled, trials[1] = u->reference_n;
}

void hbs_contrast_of_units(const hbs_contrast_unit *unit, size_t units, double level, hbs_estimate *difference, hbs_estimate *kappa, bool *saturated) {
    hbs_means open;
    hbs_means_of(&open, 2, units, count_unit, unit);
    const double trials[2] = {hbs_means_effective(&open, 0, level), hbs_means_effective(&open, 1, level)};
    const hbs_estimate x = hbs_jeffreys(open.mean[0], trials[0], level), y = hbs_jeffreys(open.mean[1], trials[1], level);
    const double correlation = corrected(hbs_means_correlation(&open, 0, 1), x.estimate, y.estimate, sqrt(trials[0] * trials[1]));
    *difference = hbs_recover_difference(&y, &x, correlation, level); /* (1 - u) - (1 - d) */
    difference->n = units;
    difference->method = "difference of jeffreys limits over units";
    *kappa = (hbs_estimate){.level = level, .n = units, .method = "ratio of jeffreys limits over units"};
    *saturated = !set_kappa(kappa, &x, &y, correlation);
}
