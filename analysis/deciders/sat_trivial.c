/* The formulas that one look decides: the empty clause, no clause, and the two constant assignments. Of Schaefer's six tractable
 * classes these are the 0-valid and 1-valid ones. */
#include "analysis/deciders/decider.h"

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    const hbs_cnf *const cnf = &cleaned->cnf;
    bool all_true = true, all_false = true;
    (void)error;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c);
        const int32_t *const clause = hbs_cnf_clause(cnf, c);
        size_t positive = 0;
        for (size_t i = 0; i < length; i++) positive += clause[i] > 0;
        if (length == 0) {
            *label = HBS_LABEL_NO;
            return HBS_OK;
        }
        all_true = all_true && positive > 0;
        all_false = all_false && positive < length;
    }
    *label = all_true || all_false ? HBS_LABEL_YES : HBS_LABEL_UNKNOWN;
    return HBS_OK;
}

const hbs_decider hbs_sat_decider_trivial = {
    .name = "trivial",
    .summary = "an empty clause: no; no clause, a positive literal in each or a negative literal in each: yes",
    .cost = "O(L)",
    .source = "Schaefer, The complexity of satisfiability problems, STOC 1978",
    .problem = HBS_SAT,
    .yes = true,
    .no = true,
    .decide = decide};
