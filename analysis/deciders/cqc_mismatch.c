/* What shows without any search: heads that cannot go onto each other by position, a relation of q2 that q1 lacks, a constant that stands in q2
 * where no atom of q1 over that relation has it. And when q2 has no atoms, heads that agree are all there is to it. Published "containment"
 * checkers by string equality get no further. */
#include <stdlib.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/deciders/decider.h"

/* Does some atom of q1 over the relation have the constants of q2's atom, each for itself? */
static bool constants_occur(const hbs_query *q1, const hbs_query *q2, size_t a) {
    const size_t arity = hbs_atom_arity(q2, a);
    bool relation = false;
    size_t met = 0, wanted = 0;
    for (size_t b = 0; b < q1->atoms && !relation; b++) relation = q1->relation[b] == q2->relation[a];
    for (size_t p = 0; p < arity; p++) {
        const hbs_term term = hbs_atom(q2, a)[p];
        if (!hbs_is_constant(term)) continue;
        wanted++;
        size_t b = 0;
        while (b < q1->atoms && (q1->relation[b] != q2->relation[a] || hbs_atom(q1, b)[p] != term)) b++;
        met += b < q1->atoms;
    }
    return relation && met == wanted;
}

static hbs_status decide(const hbs_instance *instance, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query_pair *pair = &instance->pair;
    hbs_term *frozen = NULL;
    int answer = HBS_LABEL_UNKNOWN;
    HBS_TRY(hbs_allocate(&frozen, pair->q2.variables, sizeof *frozen, error));
    if (!hbs_freeze_head(pair, frozen)) answer = HBS_LABEL_NO;
    else if (!pair->q2.atoms) answer = HBS_LABEL_YES;
    for (size_t a = 0; a < pair->q2.atoms && answer == HBS_LABEL_UNKNOWN; a++)
        if (!constants_occur(&pair->q1, &pair->q2, a)) answer = HBS_LABEL_NO;
    *label = answer;
done:
    free(frozen);
    return status;
}

const hbs_decider hbs_cqc_decider_mismatch = {
    .name = "mismatch",
    .summary = "heads that clash by position, a relation of q2 that q1 lacks, a constant of q2 that q1 has nowhere at that place; "
               "an empty q2 with equal heads is a yes",
    .cost = "O(atoms(q1) * atoms(q2) * arity)",
    .source = "the definition of containment (Chandra, Merlin, STOC 1977)",
    .problem = HBS_CQC,
    .yes = true,
    .no = true,
    .decide = decide,
};
