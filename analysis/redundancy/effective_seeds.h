/* How many seeds stand behind a dataset, from how often two of its instances are isomorphic. */
#ifndef HBS_ANALYSIS_REDUNDANCY_EFFECTIVE_SEEDS_H
#define HBS_ANALYSIS_REDUNDANCY_EFFECTIVE_SEEDS_H

#include "analysis/redundancy/copies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* N(N-1)/2 over the number of pairs of the same: an estimate of 1 / sum p_i^2, the number of seeds if all are equally likely. No pair: a lower limit alone. */
hbs_estimate hbs_effective_seeds(const hbs_copy_counts *counts, double level);
/* The finding `effective_seeds`, with what it takes for granted. */
hbs_status hbs_say_effective_seeds(hbs_findings *out, const hbs_finding *head, const hbs_copy_counts *counts, double level, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
