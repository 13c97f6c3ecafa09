/* 2-SAT: formulas whose clauses all have at most two literals (Krom formulas), by strong components. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/compact.h"
#include "analysis/deciders/decider.h"
#include "analysis/deciders/implications.h"

static void length_range(const hbs_cnf *cnf, size_t *least, size_t *most) {
    *least = SIZE_MAX;
    *most = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c);
        if (length < *least) *least = length;
        if (length > *most) *most = length;
    }
}

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_compact compact = {0};
    const hbs_cnf *cnf;
    uint8_t *model = NULL;
    bool satisfiable = false;
    size_t least, most;
    length_range(&cleaned->cnf, &least, &most);
    if (most > 2) {
        *label = HBS_LABEL_UNKNOWN;
        return HBS_OK;
    }
    if (least > 0) {
        HBS_TRY(hbs_compact_formula(&compact, &cleaned->cnf, &cnf, error));
        HBS_TRY(hbs_allocate(&model, (size_t)cnf->variables + 1, sizeof *model, error));
        HBS_TRY(hbs_implications_solve(cnf, &satisfiable, model, error));
        assert(!satisfiable || hbs_cnf_satisfied(cnf, model));
    }
    *label = satisfiable ? HBS_LABEL_YES : HBS_LABEL_NO;
done:
    free(model);
    hbs_compact_free(&compact);
    return status;
}

const hbs_decider hbs_sat_decider_two_sat = {
    .name = "two_sat",
    .summary = "formulas whose clauses have at most two literals: strong components of the implication graph",
    .cost = "O(L + n)",
    .source = "Aspvall, Plass, Tarjan, A linear-time algorithm for testing the truth of certain quantified boolean formulas, 1979",
    .problem = HBS_SAT,
    .yes = true,
    .no = true,
    .decide = decide};
