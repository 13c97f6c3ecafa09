/* Written apart from the solver on purpose: a decider that shares the labeller's view of an atom could share its mistakes. */
#include "analysis/deciders/cqc_candidates.h"

#include <stdlib.h>

bool hbs_freeze_head(const hbs_query_pair *pair, hbs_term *frozen) {
    const hbs_query *q1 = &pair->q1, *q2 = &pair->q2;
    for (uint32_t v = 0; v < q2->variables; v++) frozen[v] = HBS_NOT_FROZEN;
    bool agree = q1->head_arity == q2->head_arity;
    for (size_t i = 0; i < q2->head_arity && agree; i++) {
        const hbs_term from = q2->head[i], to = q1->head[i];
        if (hbs_is_constant(from)) {
            agree = from == to;
        } else {
            agree = frozen[from] == HBS_NOT_FROZEN || frozen[from] == to;
            frozen[from] = to;
        }
    }
    return agree;
}

static bool can_go(const hbs_candidates *c, size_t from, size_t to) {
    const hbs_query *q1 = &c->pair->q1, *q2 = &c->pair->q2;
    if (q2->relation[from] != q1->relation[to]) return false;
    const hbs_term *a = hbs_atom(q2, from), *b = hbs_atom(q1, to);
    const size_t arity = hbs_atom_arity(q2, from);
    for (size_t p = 0; p < arity; p++) {
        const hbs_term fixed = hbs_is_constant(a[p]) ? a[p] : c->frozen[a[p]];
        if (fixed != HBS_NOT_FROZEN && fixed != b[p]) return false;
        for (size_t q = 0; q < p; q++)
            if (a[p] == a[q] && b[p] != b[q]) return false;
    }
    return true;
}

hbs_status hbs_candidates_find(hbs_candidates *out, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t count = 0;
    out->pair = pair;
    HBS_TRY(hbs_allocate(&out->frozen, pair->q2.variables, sizeof *out->frozen, error));
    HBS_TRY(hbs_allocate(&out->start, pair->q2.atoms + 1, sizeof *out->start, error));
    out->clash = !hbs_freeze_head(pair, out->frozen);
    for (size_t a = 0; a < pair->q2.atoms && !out->clash; a++) {
        for (size_t b = 0; b < pair->q1.atoms; b++) {
            if (!can_go(out, a, b)) continue;
            HBS_TRY(hbs_grow(&out->atom, &out->capacity, count + 1, sizeof *out->atom, error));
            out->atom[count++] = (uint32_t)b;
        }
        out->start[a + 1] = count;
    }
done:
    return status;
}

void hbs_candidates_free(hbs_candidates *candidates) {
    free(candidates->frozen);
    free(candidates->start);
    free(candidates->atom);
    *candidates = (hbs_candidates){0};
}
