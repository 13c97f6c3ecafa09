/* Shares whose trials come in units: instances of one draw or of one family are not independent, units are. Several shares of the same units at once, and how they vary
 * together. */
#ifndef HBS_ANALYSIS_SHARES_H
#define HBS_ANALYSIS_SHARES_H

#include <stddef.h>
#include <stdint.h>

#include "core/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_SHARES_MAX 4u

typedef struct hbs_shares {
    size_t shares;                                   /* how many, HBS_SHARES_MAX at the most */
    double share[HBS_SHARES_MAX];                    /* hits over trials; NAN without trials */
    double trials[HBS_SHARES_MAX];                   /* instances */
    uint64_t units[HBS_SHARES_MAX];                  /* units with trials of it */
    double covariance[HBS_SHARES_MAX][HBS_SHARES_MAX]; /* delete-one-unit jackknife; NAN where one unit holds all trials */
} hbs_shares;

/* of(context, unit, hits, trials) gives the hits and the trials of a unit for each share, 0 <= hits <= trials. Two passes. */
void hbs_shares_of(hbs_shares *out, size_t shares, size_t units, void (*of)(const void *context, size_t unit, double *hits, double *trials), const void *context);

/* The number of independent trials that share k's units amount to: p (1 - p) over its jackknife variance, less what the variance of few units leaves open (t against
 * normal quantile, Korn, Graubard 1998); at most its trials. Where no unit left out changes the share, which says nothing about its variance: its units. */
double hbs_shares_effective(const hbs_shares *shares, size_t k, double level);
/* Wilson and Clopper-Pearson limits for that many trials. n = units. The share must be defined. */
hbs_estimate hbs_shares_wilson(const hbs_shares *shares, size_t k, double level);
hbs_estimate hbs_shares_clopper_pearson(const hbs_shares *shares, size_t k, double level);
/* sum of a[i] share i, sum of b[i] share i: their correlation, 0 when one does not vary. */
double hbs_shares_correlation(const hbs_shares *shares, const double *a, const double *b);
double hbs_shares_variance(const hbs_shares *shares, const double *a);

#ifdef __cplusplus
}
#endif
#endif
