/* Features of signs within clauses: shares of positive literals, of Horn, dual-Horn and monotone clauses, and of clauses falsified by the
 * majority assignment. They change under polarity flips (the last because a tied variable is taken to be true), so none is invariant:
 * a dataset whose generator flips polarities at random shows chance here, and one that forgot to does not. */
#include "analysis/features/sat_profile.h"

void hbs_sat_collect_polarity(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    profile->positive_literals = profile->horn = profile->dual_horn = profile->monotone = profile->falsified = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const clause = hbs_cnf_clause(cnf, c);
        const size_t length = hbs_cnf_length(cnf, c);
        size_t positive = 0, agreeing = 0;
        for (size_t i = 0; i < length; i++) {
            positive += clause[i] > 0;
            agreeing += hbs_sat_agrees(profile, clause[i]);
        }
        profile->positive_literals += positive;
        profile->horn += positive <= 1;
        profile->dual_horn += length - positive <= 1;
        profile->monotone += positive == 0 || positive == length;
        profile->falsified += agreeing == 0;
    }
}

#define POLARITY_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, HBS_UNDERSTANDING_RANDOM_SAT, false, false, false, expression)

POLARITY_FEATURE(positive_literal_share, "share of positive literals among all literals as given, 0..1; not defined for L = 0",
                 hbs_sat_share(sat->positive_literals, sat->literals));
POLARITY_FEATURE(horn_share, "share of clauses with at most one positive literal (as given), 0..1; not defined for m = 0",
                 hbs_sat_share(sat->horn, sat->clauses));
POLARITY_FEATURE(dual_horn_share, "share of clauses with at most one negative literal (as given), 0..1; not defined for m = 0",
                 hbs_sat_share(sat->dual_horn, sat->clauses));
POLARITY_FEATURE(monotone_share, "share of clauses whose literals are all positive or all negative, 0..1; not defined for m = 0",
                 hbs_sat_share(sat->monotone, sat->clauses));
POLARITY_FEATURE(majority_falsified_share,
                 "share of clauses falsified by the majority assignment (v true iff p_v >= q_v), 0..1; not defined for m = 0",
                 hbs_sat_share(sat->falsified, sat->clauses));
