/* Estimates and intervals in closed form. An interval is two-sided with the stated level; `method` names how it was made. What resamples stands in
 * core/resampling.h. */
#ifndef HBS_CORE_STATISTICS_H
#define HBS_CORE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_estimate {
    double estimate, ci_low, ci_high;   /* NAN where not defined */
    double level;                       /* .95 */
    uint64_t n;                         /* sample size: units, not instances, where units are clusters */
    const char *method;                 /* static text: "wilson", "clopper-pearson", "difference of jeffreys limits", "exact"; NULL: none, as without an estimate */
} hbs_estimate;

/* Standard normal quantile and distribution; p in (0,1). */
double hbs_normal_quantile(double p);
double hbs_normal_cdf(double z);
/* Regularised incomplete beta I_x(a,b), a, b > 0, x in [0,1]. */
double hbs_incomplete_beta(double a, double b, double x);
/* Regularised incomplete gamma P(a,x): the distribution function of a gamma variable of shape a > 0 and scale 1; of chi^2 with k degrees of freedom
 * at z it is P(k/2, z/2). O(sqrt(a)). */
double hbs_incomplete_gamma(double a, double x);
/* Quantiles, p in (0,1): Student's t with `freedom` > 0 degrees of freedom; the gamma law of shape a > 0 and scale 1. */
double hbs_student_quantile(double p, double freedom);
double hbs_gamma_quantile(double p, double a);

/* Binomial proportion, successes <= trials. trials = 0 gives estimate NAN, interval [0,1].
 * Wilson 1927 (score interval); Clopper-Pearson 1934 (exact, conservative). O(1). */
hbs_estimate hbs_wilson(uint64_t successes, uint64_t trials, double level);
hbs_estimate hbs_clopper_pearson(uint64_t successes, uint64_t trials, double level);
/* Of an effective sample: a share of `trials` > 0 trials that need not be a whole number, as clusters amount to (Korn, Graubard, Survey Methodology 24, 1998). n is left to
 * the caller. Jeffreys: quantiles of the beta law (Brown, Cai, DasGupta 2001), exact one-sided limits for none and one; what differences and ratios are recovered from. */
hbs_estimate hbs_wilson_effective(double share, double trials, double level);
hbs_estimate hbs_jeffreys(double share, double trials, double level);
/* Mean of a Poisson variable seen once, `count` times: exact limits (Garwood, Biometrika 28, 1936), never below their level, conservative for small
 * counts because the law is discrete. estimate = count, n = 1. O(sqrt(count)). */
hbs_estimate hbs_poisson_limits(uint64_t count, double level);
/* A sum >= 0 of rare parts, of which the largest may be `heaviest` > 0 and all together below `most` > sum. Its variance is estimated (> 0 where the sum is), and known better for a lesser mean: where
 * that is `even` or less it is `least` (the same condition), and from there it grows with the root of the mean's distance from `even`. */
typedef struct hbs_sum {
    double sum, variance, heaviest, most;
    double even, least;
} hbs_sum;

/* The mean of the sum: mid-p limits of the law of such sums, gamma where `most` is far and beta else, by the variance that it has at the limit, if that is a lower one. They come near their level where
 * exact ones are conservative: of counts (variance = least = sum, heaviest = 1) they are the mid-p limits of a Poisson mean. The mean is below the interval with the chance `below`, above it with
 * `above`. method and n are left to the caller. */
hbs_estimate hbs_sum_limits(const hbs_sum *sum, double below, double above);
/* Difference p1 - p2 of two independent proportions, recovered from their Jeffreys limits. n = trials1 + trials2. */
hbs_estimate hbs_difference_of_shares(uint64_t successes1, uint64_t trials1, uint64_t successes2, uint64_t trials2, double level);

/* Differences x - y and ratios x / y of any two estimates with limits, x >= 0 and y > 0 of ratios, and the correlation of their errors, by the distances to those limits
 * (Donner, Zou 2012). Limits of a ratio are 0 or more, and INFINITY where y may be 0. method and n are left to the caller. */
hbs_estimate hbs_recover_difference(const hbs_estimate *x, const hbs_estimate *y, double correlation, double level);
hbs_estimate hbs_recover_ratio(const hbs_estimate *x, const hbs_estimate *y, double correlation, double level);

/* Holm 1979 step-down adjusted p-values, in place of order: adjusted[i] belongs to p[i]. */
hbs_status hbs_holm(const double *p, size_t count, double *adjusted, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
