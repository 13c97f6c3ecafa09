/* Features of the order in which atoms are written: they say nothing about the pair, so a label that they predict is an artefact of how the file was made. A
 * generator that plants a structure often writes it down in one piece. */
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
        side->neighbours = query->atoms ? query->atoms - 1 : 0;
        side->chained = 0;
        for (size_t a = 1; a < query->atoms; a++) side->chained += share_variable(query, a - 1, a);
    }
}

#define ORDER_FEATURE(id, text, expression) HBS_CQC_FEATURE(id, text, HBS_CONTAINMENT_STUDY, false, true, false, expression)

ORDER_FEATURE(q1_chained_share, "share of consecutive atoms of q1, as written, that share a variable, 0..1; not defined below two atoms",
              hbs_cqc_share(cqc->side[0].chained, cqc->side[0].neighbours));
ORDER_FEATURE(q2_chained_share, "share of consecutive atoms of q2, as written, that share a variable, 0..1; not defined below two atoms",
              hbs_cqc_share(cqc->side[1].chained, cqc->side[1].neighbours));
