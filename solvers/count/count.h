/* Exact model counting by branching, propagation, components and a cache: what solvers/bit_tree/bit_tree.h cannot reach, in particular formulas with few clauses
 * for their variables. Technique and sources: solvers/count/count.c. */
#ifndef HBS_SOLVERS_COUNT_COUNT_H
#define HBS_SOLVERS_COUNT_COUNT_H

#include <gmp.h>

#include "core/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_COUNT_CACHE_DEFAULT ((size_t)64 << 20)
#define HBS_COUNT_FREE_MAX (UINT32_C(1) << 24)   /* variables that occur in no clause: each doubles the count */

/* One a thread; memory is reused from one formula to the next. */
typedef struct hbs_counter hbs_counter;

/* cache_bytes: what the cache may hold, not counting its index of a few bytes an entry; 0: HBS_COUNT_CACHE_DEFAULT. */
hbs_status hbs_counter_new(hbs_counter **out, size_t cache_bytes, hbs_error *error);
void hbs_counter_free(hbs_counter *counter);   /* NULL is legal */

/* *out = number of models over all variables of the formula, within `budget` steps (0: no limit). A step is a component that is taken apart: branched on, or
 * tabulated when it is small. *known false when the budget ran out; `out` is then untouched. Deterministic: same formula, budget and cache size, same steps.
 * HBS_ERROR_MEMORY also when more than HBS_COUNT_FREE_MAX variables occur in no clause. Exponential at worst. */
hbs_status hbs_count_models(hbs_counter *counter, const hbs_cnf *cnf, uint64_t budget, mpz_t out, bool *known, hbs_error *error);

/* Of the last call. */
uint64_t hbs_counter_steps(const hbs_counter *counter);

#ifdef __cplusplus
}
#endif
#endif
