/* Unit propagation alone: a conflict refutes, and when every clause has come out true the assignment found is a model. On formulas
 * without unit clauses it does nothing. */
#include "analysis/compact.h"
#include "analysis/deciders/decider.h"
#include "analysis/deciders/propagation.h"

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_compact compact = {0};
    const hbs_cnf *cnf;
    hbs_propagation *propagation = NULL;
    HBS_TRY(hbs_compact_formula(&compact, &cleaned->cnf, &cnf, error));
    HBS_TRY(hbs_propagation_new(&propagation, cnf, error));
    if (!hbs_propagation_units(propagation))
        *label = HBS_LABEL_NO;
    else
        *label = propagation->open ? HBS_LABEL_UNKNOWN : HBS_LABEL_YES;
done:
    hbs_propagation_free(propagation);
    hbs_compact_free(&compact);
    return status;
}

const hbs_decider hbs_sat_decider_unit_propagation = {
    .name = "unit_propagation",
    .summary = "propagates unit clauses: a conflict: no; every clause satisfied: yes",
    .cost = "O(L + n)",
    .source = "Davis, Putnam, A computing procedure for quantification theory, JACM 1960; Dowling, Gallier, Linear-time algorithms for testing the "
              "satisfiability of propositional Horn formulae, 1984",
    .problem = HBS_SAT,
    .yes = true,
    .no = true,
    .decide = decide};
