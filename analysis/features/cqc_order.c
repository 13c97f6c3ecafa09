/* Features of the order in which atoms are written: they say nothing about the pair, so a label that they predict is an artefact of how the file
 * was made. A generator that plants a structure often writes it down in one piece. How often neighbours share a variable depends on the body itself
 * too, so the same share among all pairs of its atoms is taken off: in a random order the difference is 0 in expectation, whatever the body. */
#include "analysis/features/cqc_profile.h"

static bool share_variable(const hbs_query *query, size_t a, size_t b) {
    for (size_t i = query->start[a]; i < query->start[a + 1]; i++)
        for (size_t j = query->start[b]; j < query->start[b + 1]; j++)
            if (!hbs_is_constant(query->argument[i]) && query->argument[i] == query->argument[j]) return true;
    return false;
}

void hbs_cqc_collect_order(hbs_cqc_profile *profile, const hbs_query_pair *pair) {
    for (size_t which = 0; which < 2; which++) {
        const hbs_query *query = hbs_cqc_query(pair, which);
        hbs_cqc_side *side = &profile->side[which];
        side->chained = side->meeting = 0;
        for (size_t a = 0; a < query->atoms && query->atoms <= HBS_CQC_ORDER_ATOMS_MAX; a++)
            for (size_t b = 0; b < a; b++) {
                const bool meet = share_variable(query, a, b);
                side->meeting += meet;
                side->chained += meet && b + 1 == a;
            }
    }
}

static double chaining(const hbs_cqc_side *side) {
    if (side->atoms < 2 || side->atoms > HBS_CQC_ORDER_ATOMS_MAX) return NAN;
    return hbs_cqc_share(side->chained, side->atoms - 1) - hbs_cqc_share(side->meeting, side->atoms * (side->atoms - 1) / 2);
}

#define ORDER_FEATURE(id, text, expression) HBS_CQC_FEATURE(id, text, HBS_CONTAINMENT_STUDY, false, true, false, expression)

ORDER_FEATURE(q1_chaining, "share of consecutive atoms of q1, as written, that share a variable, minus that share among all its pairs of atoms, "
                           "-1..1; 0 is expected of a random order; "
                           "not defined below 2 or above 1000 atoms",
              chaining(&cqc->side[0]));
ORDER_FEATURE(q2_chaining, "share of consecutive atoms of q2, as written, that share a variable, minus that share among all its pairs of atoms, "
                           "-1..1; 0 is expected of a random order; "
                           "not defined below 2 or above 1000 atoms",
              chaining(&cqc->side[1]));
