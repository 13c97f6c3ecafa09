/* The method of variance estimates recovery: the distances from an estimate to its Wilson limits stand for its standard error on either side, so that
 * limits of differences and ratios keep the shape of those of proportions near 0 and 1. Instances and their counterparts share sizes, so where sizes
 * vary, being settled is correlated in pairs; intervals that ignored it would be too wide and find too little. phi is Pearson's, made smaller by
 * Newcombe's correction where it is positive. Sources: Newcombe, Statistics in Medicine 17, 1998, 873-890 (independent) and 2635-2650 (paired);
 * Donner, Zou, Statistical Methods in Medical Research 21, 2012 (ratios). Where units hold several instances, a bootstrap over them shrinks to a point when all agree,
 * and covers too little near 0 and 1; the same recovery with limits that allow for units does not (docs/measures.md has the figures). */
#include "analysis/collapse/kappa.h"

#include <math.h>

#include "analysis/means.h"

#define SATURATION .05

static double phi(const hbs_contrast *c) {
    const double a = (double)c->both, b = (double)c->settled - a, e = (double)c->reference_settled - a, n = (double)c->n, f = n - a - b - e;
    const double margins = (a + b) * (e + f) * (a + e) * (b + f);
    if (!c->paired || margins <= 0) return 0;
    const double cross = a * f - b * e;
    return (cross > n / 2 ? cross - n / 2 : cross < 0 ? cross : 0) / sqrt(margins);
}

hbs_estimate hbs_contrast_difference(const hbs_contrast *c, double level) {
    if (!c->paired) {
        hbs_estimate apart = hbs_newcombe(c->settled, c->n, c->reference_settled, c->reference_n, level);
        apart.n = c->n;
        return apart;
    }
    const hbs_estimate a = hbs_wilson(c->settled, c->n, level), b = hbs_wilson(c->reference_settled, c->reference_n, level);
    hbs_estimate difference = hbs_recover_difference(&a, &b, phi(c), level);
    difference.n = c->n;
    difference.method = "newcombe, paired";
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
    const hbs_estimate x = hbs_wilson(c->n - c->settled, c->n, level);
    const hbs_estimate y = hbs_wilson(c->reference_n - c->reference_settled, c->reference_n, level);
    hbs_estimate kappa = {.level = level,
                          .n = c->n,
                          .method = c->paired ? "ratio of wilson limits, paired" : "ratio of wilson limits"};
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
    const hbs_estimate x = hbs_means_wilson(&open, 0, level), y = hbs_means_wilson(&open, 1, level);
    const double correlation = hbs_means_correlation(&open, 0, 1);
    *difference = hbs_recover_difference(&y, &x, correlation, level); /* (1 - u) - (1 - d) */
    difference->n = units;
    difference->method = "newcombe over units";
    *kappa = (hbs_estimate){.level = level, .n = units, .method = "ratio of wilson limits over units"};
    *saturated = !set_kappa(kappa, &x, &y, correlation);
}
