/* Generalised arc consistency for the checker of search trees, written apart from the solver's: no line is shared with it. A domain for every
 * variable of q2 and every constant of the pair ("owners"), over all terms of q1 (its variables ascending, then the constants of the pair's table
 * ascending). */
#ifndef HBS_SOLVERS_CHECKING_PLAIN_CONSISTENCY_H
#define HBS_SOLVERS_CHECKING_PLAIN_CONSISTENCY_H

#include "core/query.h"

typedef struct hbs_plain hbs_plain;

/* *wiped: the heads clash by position, or some domain is empty at the fixpoint; then only hbs_plain_free may follow. */
hbs_status hbs_plain_new(hbs_plain **out, const hbs_query_pair *pair, bool *wiped, hbs_error *error);
void hbs_plain_free(hbs_plain *plain);

bool hbs_plain_in_body(const hbs_plain *plain, uint32_t variable);      /* does an atom of q2 have it? */
size_t hbs_plain_size(const hbs_plain *plain, uint32_t variable);       /* of its domain */
/* The smallest term of its domain, as a number in the order above, that is >= from; SIZE_MAX when there is none. */
size_t hbs_plain_next(const hbs_plain *plain, uint32_t variable, size_t from);

/* Removals so far; going back to a mark takes back all later ones. */
size_t hbs_plain_mark(const hbs_plain *plain);
void hbs_plain_take_back(hbs_plain *plain, size_t mark);
/* Leaves only `term` in the domain, then to the fixpoint. */
hbs_status hbs_plain_fix(hbs_plain *plain, uint32_t variable, size_t term, bool *wiped, hbs_error *error);

#endif
