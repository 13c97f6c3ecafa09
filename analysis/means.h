/* Means, shares among them, whose instances come in units: those of one draw or of one family are not independent, units are. Several means of the same units at once, how
 * they vary together, and limits of sums, differences and ratios of them. */
#ifndef HBS_ANALYSIS_MEANS_H
#define HBS_ANALYSIS_MEANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_MEANS_MAX 8u

typedef struct hbs_means {
    size_t means;                                     /* how many, HBS_MEANS_MAX at the most */
    double mean[HBS_MEANS_MAX];                       /* sum over count; NAN without instances */
    double count[HBS_MEANS_MAX];                      /* instances */
    uint64_t units[HBS_MEANS_MAX];                    /* units with instances of it */
    double covariance[HBS_MEANS_MAX][HBS_MEANS_MAX];  /* delete-one-unit jackknife; NAN where one unit holds all instances */
    double freedom[HBS_MEANS_MAX];                    /* degrees of freedom of a share's variance: units, less where sizes n differ: (sum n)^2 / sum n^2 (Kish 1965), less 1 */
    double freedom_of_values[HBS_MEANS_MAX];          /* of a mean's: (sum n^2)^2 / sum n^4, less 1, as the values of a unit may be alike */
    double skewness[HBS_MEANS_MAX];                   /* of the mean, by the same changes: that of a unit over the root of their number. 0 where nothing tells it from none */
    double tails[HBS_MEANS_MAX];                      /* of the mean: what a unit's excess kurtosis is beyond 3/2 of its squared skewness, over their number; 0 or more */
    bool together[HBS_MEANS_MAX][HBS_MEANS_MAX];      /* some unit bears on both */
} hbs_means;

/* of(context, unit, sum, count) adds to the zeros there the sum over the unit's instances and their number, for each mean; shares: 0 <= sum <= count. Two
 * passes. */
void hbs_means_of(hbs_means *out, size_t means, size_t units, void (*of)(const void *context, size_t unit, double *sum, double *count), const void *context);

/* The number of independent trials that the units of share k amount to: p (1 - p) over its jackknife variance, less what the variance of few units leaves open (t against normal
 * quantile, Korn, Graubard 1998); at most its instances. Where no unit left out changes the share, which says nothing about its variance: its units. */
double hbs_means_effective(const hbs_means *means, size_t k, double level);
/* Limits of one mean that is defined; n = units. Of a share: Wilson's for so many trials. Of any values: Student's t, its quantile larger for long tails, freed of the skewness of the
 * mean by Hall's transformation (1992); NAN below two units, or when the variance is not known. */
hbs_estimate hbs_means_wilson(const hbs_means *means, size_t k, double level);
hbs_estimate hbs_means_hall(const hbs_means *means, size_t k, double level);

/* Limits of the sum over k of a[k] mean[k], recovered from limits[k] of those with a[k] != 0 and their correlations (Zou, Donner 2008). Where a mean does not vary its
 * correlation is not known: 1 with those that are added with the same sign, if a unit bears on both, else 0. method and n are left to the caller. */
hbs_estimate hbs_means_sum(const hbs_means *means, const double *a, const hbs_estimate *limits, double level);

/* mean[k] - mean[l] and mean[k] / mean[l] of any values, recovered from such limits of both, Student's t with the degrees of freedom of what is made of them (Welch 1947).
 * The ratio is NAN unless mean[k] >= 0 and mean[l] > 0. n is left to the caller. */
hbs_estimate hbs_means_difference(const hbs_means *means, size_t k, size_t l, double level);
hbs_estimate hbs_means_ratio(const hbs_means *means, size_t k, size_t l, double level);

/* Pearson's, of means k and l; 0 when one does not vary. */
double hbs_means_correlation(const hbs_means *means, size_t k, size_t l);

#ifdef __cplusplus
}
#endif
#endif
