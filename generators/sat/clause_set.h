/* Which clauses a formula has already: repeats are found whatever the order of their literals. */
#ifndef HBS_GENERATORS_SAT_CLAUSE_SET_H
#define HBS_GENERATORS_SAT_CLAUSE_SET_H

#include "core/cnf.h"

static inline bool hbs_clause_has(const int32_t *literals, size_t length, int32_t wanted) {
    for (size_t i = 0; i < length; i++)
        if (literals[i] == wanted) return true;
    return false;
}

typedef struct hbs_clause_set {
    size_t *slot;            /* 1 + index of a clause; 0: free */
    uint64_t *hash;          /* of the clause there */
    size_t slot_capacity, hash_capacity, mask;
} hbs_clause_set;            /* {0} is valid; memory is kept from start to start */

void hbs_clause_set_free(hbs_clause_set *set);
/* Empty, with room for `clauses` clauses. O(clauses). */
hbs_status hbs_clause_set_start(hbs_clause_set *set, size_t clauses, hbs_error *error);
/* Enters clause c of the formula, over distinct variables; false when an equal set of literals is there already. Clauses entered before must still stand
 * where they stood. Expected O(length), O(length^2) for a repeat. Not for more clauses than there is room for. */
bool hbs_clause_set_enter(hbs_clause_set *set, const hbs_cnf *cnf, size_t c);
/* Drops every clause that stands earlier too, as a set of literals; the others keep their order. */
hbs_status hbs_clause_set_merge(hbs_clause_set *set, hbs_cnf *cnf, hbs_error *error);

#endif
