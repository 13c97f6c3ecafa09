/* Features of how q2's atoms can meet those of q1, one by one: the candidates of each atom (same relation, constants and frozen terms in place),
 * and the terms of q1 that would swallow q2 whole: with R(t,..,t) for every relation R of q2, all variables can go to t. With all atoms allowed,
 * "q1 has such a term" alone predicts the label of nearly every small pair. */
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/features/cqc_profile.h"

static void count_candidates(hbs_cqc_profile *profile, const hbs_candidates *candidates) {
    hbs_moments_start(&profile->candidates, 0);
    profile->few_candidates = 0;
    profile->clash = candidates->clash;
    for (size_t a = 0; a < candidates->pair->q2.atoms && !candidates->clash; a++) {
        const size_t count = hbs_candidates_of(candidates, a);
        hbs_moments_add(&profile->candidates, (int64_t)count);
        profile->few_candidates += count <= 2;
    }
}

static bool is_loop(const hbs_term *argument, size_t arity) {
    for (size_t p = 1; p < arity; p++)
        if (argument[p] != argument[0]) return false;
    return arity > 0;
}

static hbs_status count_loop_terms(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    const hbs_query *q1 = &pair->q1;
    const size_t terms = q1->variables + pair->constants.count;
    const hbs_status status = hbs_grow(&profile->in, &profile->in_capacity, terms, sizeof *profile->in, error);
    if (status != HBS_OK) return status;
    if (terms) memset(profile->in, 0, terms * sizeof *profile->in);
    size_t wanted = 0;
    bool missing = false;
    for (size_t r = 0; r < pair->relations.count; r++) {
        wanted += profile->count[1][r] && pair->relations.item[r].kind;
        missing = missing || (profile->count[1][r] && !profile->count[0][r]);
    }
    for (size_t a = 0; a < q1->atoms; a++)
        if (profile->count[1][q1->relation[a]] && is_loop(hbs_atom(q1, a), hbs_atom_arity(q1, a)))
            profile->in[hbs_cqc_term_number(q1, hbs_atom(q1, a)[0])]++;
    profile->loops_defined = wanted > 0;
    profile->loop_terms = 0;
    for (size_t t = 0; t < terms && !missing; t++) profile->loop_terms += profile->in[t] == wanted;
    return HBS_OK;
}

hbs_status hbs_cqc_collect_candidates(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_candidates candidates = {0};
    HBS_TRY(hbs_candidates_find(&candidates, pair, error));
    count_candidates(profile, &candidates);
    HBS_TRY(count_loop_terms(profile, pair, error));
done:
    hbs_candidates_free(&candidates);
    return status;
}

#define FEATURE(id, text, where, expression) HBS_CQC_FEATURE(id, text, where, false, false, true, expression)
#define VIEW "Kolaitis, Vardi, Conjunctive-query containment and constraint satisfaction, JCSS 2000"

FEATURE(min_candidates, "fewest atoms of q1 that one atom of q2 can go to by itself; 0: not contained; not defined when the heads clash or q2 is empty", VIEW,
        hbs_moments_least(&cqc->candidates, 1));
FEATURE(mean_candidates, "mean number of atoms of q1 that an atom of q2 can go to by itself; not defined when the heads clash or q2 is empty", VIEW,
        hbs_moments_mean(&cqc->candidates, 1));
FEATURE(max_candidates, "most atoms of q1 that one atom of q2 can go to by itself; not defined when the heads clash or q2 is empty", VIEW,
        hbs_moments_greatest(&cqc->candidates, 1));
FEATURE(few_candidates_share, "share of q2's atoms with at most two candidates, 0..1; at 1 containment is 2-SAT; "
                              "not defined when the heads clash or q2 is empty",
        "Saraiya, PhD thesis, Stanford 1991", hbs_cqc_share(cqc->few_candidates, cqc->candidates.count));
FEATURE(q1_loop_terms, "terms t of q1 with R(t,..,t) for every relation R of q2; from 1 on a Boolean q2 without constants is answered; "
                       "not defined when q2 has no arguments",
        VIEW, cqc->loops_defined ? (double)cqc->loop_terms : NAN);
