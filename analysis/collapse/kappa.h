/* Shares settled on two sides, their difference and kappa, with intervals. */
#ifndef HBS_ANALYSIS_COLLAPSE_KAPPA_H
#define HBS_ANALYSIS_COLLAPSE_KAPPA_H

#include <stdbool.h>
#include <stddef.h>

#include "core/statistics.h"

/* n, reference_n > 0. paired: every instance has its counterpart in the reference, n = reference_n, and `both` pairs are settled on both sides. */
typedef struct hbs_contrast {
    uint64_t settled, n, reference_settled, reference_n, both;
    bool paired;
} hbs_contrast;

/* d - u, the share settled of the dataset less that of the reference, recovered from the Jeffreys limits of both and, when paired, their correlation with Newcombe's correction
 * (1998). n of the estimate: instances of the dataset. */
hbs_estimate hbs_contrast_difference(const hbs_contrast *contrast, double level);

/* kappa = (d - u) / (1 - u) = 1 - (1 - d) / (1 - u): 0 no difference, 1 everything settled, negative: harder than uniform. The interval is that of
 * the ratio (1 - d) / (1 - u), recovered from the Jeffreys limits of both and, when paired, their correlation (Donner, Zou 2012). Dividing the limits
 * of d - u by 1 - u instead would take u for known: for negative kappa that covers as little as half of what it claims. *saturated: the upper limit
 * of 1 - u is below .05, so there is no room above the reference. The estimate is NAN then, and when all of the reference is settled: what remains is
 * the difference. */
hbs_estimate hbs_contrast_kappa(const hbs_contrast *contrast, double level, bool *saturated);

/* A unit that holds several instances of a side: how many, and how many of them are settled. A unit may lack a side. */
typedef struct hbs_contrast_unit {
    double n, settled, reference_n, reference_settled;
} hbs_contrast_unit;

/* Both of the above over units: limits of a share of as many independent trials as its units amount to, and the correlation of the two shares, by jackknife
 * (means.h). Both sides have instances. n of the estimates: units. */
void hbs_contrast_of_units(const hbs_contrast_unit *unit, size_t units, double level, hbs_estimate *difference, hbs_estimate *kappa, bool *saturated);

#endif
