/* Unit propagation with undo, shared by the deciders that assume literals and look at what follows. */
#ifndef HBS_ANALYSIS_DECIDERS_PROPAGATION_H
#define HBS_ANALYSIS_DECIDERS_PROPAGATION_H

#include "core/cnf.h"

typedef struct hbs_propagation {
    const hbs_cnf *cnf;
    int8_t *value;               /* per variable: 1 true, -1 false, 0 not assigned */
    size_t *occurrence_start;    /* occurrences of the literal of code x are occurrence[start[x] .. start[x+1]-1] */
    uint32_t *occurrence;
    uint32_t *falsified, *satisfied;   /* per clause: literals assigned so */
    int32_t *trail;              /* literals made true, in order */
    size_t assigned, counted;    /* trail entries; those whose clauses have been visited */
    size_t open;                 /* clauses not satisfied yet */
    uint64_t visits;             /* clause visits so far: the deciders' step */
} hbs_propagation;

/* `cnf` must outlive it and have no repeated literals within clauses. O(L + n). HBS_ERROR_MEMORY from 2^32 - 1 clauses on. */
hbs_status hbs_propagation_new(hbs_propagation **out, const hbs_cnf *cnf, hbs_error *error);
void hbs_propagation_free(hbs_propagation *propagation);

/* Propagates the unit clauses of the formula; false when that ends in a conflict (an empty clause is one). */
bool hbs_propagation_units(hbs_propagation *propagation);
/* Makes the unassigned `literal` true and propagates; false on a conflict. After a conflict only undo is legal. */
bool hbs_propagation_assume(hbs_propagation *propagation, int32_t literal);
/* Takes back all but the first `assigned` trail entries. */
void hbs_propagation_undo(hbs_propagation *propagation, size_t assigned);

static inline int hbs_propagation_value(const hbs_propagation *propagation, int32_t literal) {
    return literal > 0 ? propagation->value[literal] : -propagation->value[-literal];
}
static inline size_t hbs_propagation_occurrences(const hbs_propagation *propagation, int32_t literal) {
    const uint32_t code = hbs_literal_code(literal);
    return propagation->occurrence_start[code + 1] - propagation->occurrence_start[code];
}

#endif
