/* Copies a formula that uses few of its variables under new numbers. Old order is kept, so that what depends on the order of variables stays as it
 * was. */
#include "analysis/compact.h"

void hbs_compact_free(hbs_compact *compact) {
    if (!compact) return;
    hbs_used_variables_free(&compact->names);
    hbs_cnf_free(&compact->formula);
}

hbs_status hbs_compact_formula(hbs_compact *compact, const hbs_cnf *cnf, const hbs_cnf **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cnf *const formula = &compact->formula;
    HBS_TRY(hbs_used_variables_collect(&compact->names, cnf, error));
    if (compact->names.identity) {
        *out = cnf;
        return HBS_OK;
    }
    HBS_TRY(hbs_cnf_copy(formula, cnf, error));
    for (size_t i = 0; i < hbs_cnf_literals(formula); i++) formula->literal[i] = hbs_used_variables_literal(&compact->names, formula->literal[i]);
    formula->variables = compact->names.variables;
    *out = formula;
done:
    return status;
}
