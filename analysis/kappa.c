/* The method of variance estimates recovery: the distances from an estimate to its Wilson limits stand for its standard error on either side, so that
 * limits of differences and ratios keep the shape of those of proportions near 0 and 1. Instances and their counterparts share sizes, so where sizes
 * vary, being settled is correlated in pairs; intervals that ignored it would be too wide and find too little. phi is Pearson's, made smaller by
 * Newcombe's correction where it is positive. Sources: Newcombe, Statistics in Medicine 17, 1998, 873-890 (independent) and 2635-2650 (paired);
 * Donner, Zou, Statistical Methods in Medical Research 21, 2012 (ratios). */
#include "analysis/kappa.h"

#include <math.h>

#define SATURATION .05

static double phi(const hbs_contrast *c) {
    const double a = (double)c->both, b = (double)c->settled - a, e = (double)c->reference_settled - a, n = (double)c->n, f = n - a - b - e;
    const double margins = (a + b) * (e + f) * (a + e) * (b + f);
    if (!c->paired || margins <= 0) return 0;
    const double cross = a * f - b * e;
    return (cross > n / 2 ? cross - n / 2 : cross < 0 ? cross : 0) / sqrt(margins);
}

static double root_of_squares(double x, double y, double correlation) { return sqrt(fmax(0, x * x - 2 * correlation * x * y + y * y)); }

hbs_estimate hbs_contrast_difference(const hbs_contrast *c, double level) {
    if (!c->paired) return hbs_newcombe(c->settled, c->n, c->reference_settled, c->reference_n, level);
    const hbs_estimate a = hbs_wilson(c->settled, c->n, level), b = hbs_wilson(c->reference_settled, c->reference_n, level);
    const double difference = a.estimate - b.estimate, correlation = phi(c);
    return (hbs_estimate){.estimate = difference,
                          .ci_low = difference - root_of_squares(a.estimate - a.ci_low, b.ci_high - b.estimate, correlation),
                          .ci_high = difference + root_of_squares(a.ci_high - a.estimate, b.estimate - b.ci_low, correlation),
                          .level = level,
                          .n = c->n,
                          .method = "newcombe, paired"};
}

/* A limit R of x / y solves (x - R y)^2 = dx^2 - 2 r R dx dy + R^2 dy^2, dx and dy the distances to the limits of x and y that bear on this side. */
static double ratio_limit(double x, double dx, double y, double dy, double correlation, bool upper) {
    const double scale = y * y - dy * dy, middle = x * y - correlation * dx * dy;
    const double root = sqrt(fmax(0, middle * middle - (x * x - dx * dx) * scale));
    if (scale <= 0) return upper ? INFINITY : 0;
    return (upper ? middle + root : middle - root) / scale;
}

hbs_estimate hbs_contrast_kappa(const hbs_contrast *c, double level, bool *saturated) {
    const hbs_estimate x = hbs_wilson(c->n - c->settled, c->n, level);
    const hbs_estimate y = hbs_wilson(c->reference_n - c->reference_settled, c->reference_n, level);
    hbs_estimate kappa = {
        NAN, NAN, NAN, level, c->paired ? c->n : c->n + c->reference_n, c->paired ? "ratio of wilson limits, paired" : "ratio of wilson limits"};
    *saturated = y.ci_high < SATURATION;
    if (*saturated || y.estimate <= 0) return kappa;
    const double correlation = phi(c); /* of being settled, and so of not being settled */
    const double low = ratio_limit(x.estimate, x.estimate - x.ci_low, y.estimate, y.ci_high - y.estimate, correlation, false);
    const double high = ratio_limit(x.estimate, x.ci_high - x.estimate, y.estimate, y.estimate - y.ci_low, correlation, true);
    kappa.estimate = 1 - x.estimate / y.estimate;
    kappa.ci_low = 1 - high;
    kappa.ci_high = fmin(1, 1 - low);
    return kappa;
}
