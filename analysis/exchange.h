/* An exact test for pairs: an instance and its counterpart in the reference. */
#ifndef HBS_ANALYSIS_EXCHANGE_H
#define HBS_ANALYSIS_EXCHANGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two-sided p-value of the sum of the differences (own minus reference, one a unit) when the two sides of every unit might as well change places: the
 * share of the sign patterns whose sum is at least as far from 0. For a dataset drawn uniformly given sizes and labels that holds exactly, whatever
 * the number of units, so that p <= a has probability a at the most. Over all patterns where the sums are few: up to 18 units that differ by any amounts, any number
 * of them that differ by a few amounts or by small multiples of one (equal ones: McNemar 1947). Else 9999 patterns drawn from `seed` and the one at hand for up to
 * 1000 units that differ, the normal limit above. 1 when no unit differs. Fisher 1935. */
hbs_status hbs_exchange_p(const double *difference, size_t count, uint64_t seed, double *p, hbs_error *error);

#ifdef __cplusplus
}
#endif

#endif
