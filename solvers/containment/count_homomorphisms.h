/* The exact number of homomorphisms from q2 to q1, without listing them: q1 is contained in q2 iff it is not 0. Technique and sources:
 * solvers/containment/count_homomorphisms.c. */
#ifndef HBS_SOLVERS_CONTAINMENT_COUNT_HOMOMORPHISMS_H
#define HBS_SOLVERS_CONTAINMENT_COUNT_HOMOMORPHISMS_H

#include <gmp.h>

#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_HOMOMORPHISM_CACHE_DEFAULT ((size_t)64 << 20)

/* One a thread; memory is reused from one pair to the next. */
typedef struct hbs_homomorphism_counter hbs_homomorphism_counter;

/* cache_bytes: what the cache may hold, not counting its index of a few bytes an entry; 0: HBS_HOMOMORPHISM_CACHE_DEFAULT. */
hbs_status hbs_homomorphism_counter_new(hbs_homomorphism_counter **out, size_t cache_bytes, hbs_error *error);
void hbs_homomorphism_counter_free(hbs_homomorphism_counter *counter);   /* NULL is legal */

/* *out = the number of maps from the variables that q2's head or body has to the terms of q1 that are homomorphisms: head to head by position,
 * constants to themselves, every atom of q2 to an atom of q1. Variables that q2 only declares do not count. Within `budget` steps (0: no limit), a step
 * is a value tried; *known is false when the budget ran out, `out` is then untouched. Deterministic: same pair, budget and cache size, same steps.
 * Exponential at worst; for a q2 without cycles polynomial in practice, and the number itself has at most variables(q2) * log2 terms(q1) bits. */
hbs_status hbs_count_homomorphisms(hbs_homomorphism_counter *counter, const hbs_query_pair *pair, uint64_t budget, mpz_t out, bool *known, hbs_error *error);

/* Of the last call. */
uint64_t hbs_homomorphism_counter_steps(const hbs_homomorphism_counter *counter);

#ifdef __cplusplus
}
#endif
#endif
