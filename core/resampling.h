/* Variances and tests that take a sample apart: jackknife, permutations of units. What is left out or permuted is always the unit, one draw
 * of a generator or one family of augmented instances, because its members are not independent. All are deterministic by seed. */
#ifndef HBS_CORE_RESAMPLING_H
#define HBS_CORE_RESAMPLING_H

#include "core/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variance of a statistic by the delete-one jackknife (Tukey 1958; Efron, Stein, Ann. Stat. 9, 1981: too large rather than too small in expectation): the sum over units of
 * (value - mean)^2 times (units - 1) / units, `without` being the statistic with unit `unit` left out. For smooth statistics (means, ratios, U-statistics); not for medians,
 * thresholds or maxima. NAN below two units or when a value is NAN. O(units * cost of `without`). */
double hbs_jackknife_variance(size_t units, double (*without)(void *context, size_t unit), void *context);

/* Permutation test for two samples of units: are the `first` first ones (side 0) drawn as the others (side 1) are? statistic(context, side) gets the
 * side of each unit and must grow with the difference (take the absolute value for a two-sided test); it is compared with a tolerance of 10^-10 of the
 * observed value, so that ties count whatever the order of addition. *p: the share of the divisions into `first` and the rest whose statistic is at
 * least the observed one: of all divisions when there are at most `draws`, else (1 + b) / (1 + draws) for b of `draws` drawn ones. Either way p <= a
 * has probability a at the most when units are exchangeable, whatever their number (Phipson, Smyth 2010); a unit's instances stay together. 1 when a
 * side is empty or the statistic is NAN. O(draws * (units + cost)). For pairs that could change places: analysis/exchange.h. */
hbs_status hbs_permutation_p(size_t units, size_t first, double (*statistic)(void *context, const uint8_t *side), void *context, unsigned draws,
                             uint64_t seed, double *p, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
