/* Collapse: how much more of a dataset than of its uniform reference polynomial deciders settle. */
#ifndef HBS_ANALYSIS_COLLAPSE_H
#define HBS_ANALYSIS_COLLAPSE_H

#include <stdbool.h>

#include "core/statistics.h"

/* kappa = (d - u) / (1 - u) = 1 - (1 - d) / (1 - u), d = settled / n of the dataset, u likewise of the reference: 0 no difference, 1 everything
 * settled, negative: harder than uniform. The interval is that of the ratio (1 - d) / (1 - u) of independent proportions, recovered from the Wilson
 * limits of both (Donner, Zou 2012). Dividing the limits of d - u by 1 - u instead would take u for known: for negative kappa that covers as little
 * as half of what it claims. *saturated: the upper limit of 1 - u is below .05, so nothing is left to be compared; the estimate is then NAN. n,
 * reference_n > 0. */
hbs_estimate hbs_kappa(uint64_t settled, uint64_t n, uint64_t reference_settled, uint64_t reference_n, double level, bool *saturated);

#endif
