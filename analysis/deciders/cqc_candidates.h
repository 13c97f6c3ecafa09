/* For every atom of q2 the atoms of q1 that it can go to, seen alone: same relation, constants and terms frozen by the head in their places,
 * repeated variables over equal terms. */
#ifndef HBS_ANALYSIS_DECIDERS_CQC_CANDIDATES_H
#define HBS_ANALYSIS_DECIDERS_CQC_CANDIDATES_H

#include "core/query.h"

#define HBS_NOT_FROZEN UINT32_MAX

typedef struct hbs_candidates {
    const hbs_query_pair *pair;   /* borrowed */
    bool clash;                   /* the heads differ by position: no homomorphism, and the lists are not filled */
    hbs_term *frozen;             /* variable of q2 -> the term of q1 that its head forces, or HBS_NOT_FROZEN */
    size_t *start;                /* atoms of q2 + 1 */
    uint32_t *atom;               /* candidates of atom a: atom[start[a]] .. atom[start[a+1]-1], ascending */
    size_t capacity;
} hbs_candidates;

/* Fills {0}. O(atoms(q1) * atoms(q2) * arity). */
hbs_status hbs_candidates_find(hbs_candidates *out, const hbs_query_pair *pair, hbs_error *error);
void hbs_candidates_free(hbs_candidates *candidates);
static inline size_t hbs_candidates_of(const hbs_candidates *candidates, size_t atom) {
    return candidates->start[atom + 1] - candidates->start[atom];
}

/* Where q2's head sends each of its variables, into frozen[] (q2.variables of them). False: the heads clash. */
bool hbs_freeze_head(const hbs_query_pair *pair, hbs_term *frozen);

#endif
