/* The core of a conjunctive query: the smallest query equivalent to it, unique up to renaming (Chandra, Merlin, "Optimal implementation of conjunctive
 * queries in relational data bases", STOC 1977). */
#ifndef HBS_SOLVERS_CONTAINMENT_QUERY_CORE_H
#define HBS_SOLVERS_CONTAINMENT_QUERY_CORE_H

#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* *out = a core of the query, made of atoms of its own in their order, with the same head; variables are numbered by first occurrence, head first, names
 * are dropped. `pair` holds the relations and constants that the query is over; the query may be one of its two, `out` may not. All containment tests
 * together take at most `budget` nodes of the search (0: no limit; *steps, may be NULL, says how many); when they run out *minimal is false and *out is
 * equivalent, but may have atoms to spare. A query that is not safe (core/query.h) is HBS_ERROR_INPUT. At most atoms(query) containment tests. */
hbs_status hbs_query_core(hbs_query *out, const hbs_query *query, const hbs_query_pair *pair, uint64_t budget, bool *minimal, uint64_t *steps, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
