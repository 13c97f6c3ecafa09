/* Renamable Horn formulas: flipping the polarity of some variables leaves at most one positive literal in each clause. Which to flip is a
 * 2-SAT question (Lewis): with r_v = "v is flipped", a literal of v stays positive iff (it is positive) xor r_v, and no two literals of a
 * clause may both stay positive. All pairs of a clause would be quadratic in its length; a chain of auxiliary variables s_i = "one of the first
 * i stays positive" says the same in 3(k-1) clauses (Aspvall). A formula that is Horn after flipping is satisfiable iff unit
 * propagation meets no conflict, and propagation does not see flips, so it runs on the formula as it stands. Horn and
 * dual-Horn formulas are the cases without and with all variables flipped. */
#include <stdlib.h>

#include "analysis/compact.h"
#include "analysis/deciders/decider.h"
#include "analysis/deciders/implications.h"
#include "analysis/deciders/propagation.h"

/* (a or b); equal ends are one literal. */
static hbs_status clause_of(hbs_cnf *chain, int32_t a, int32_t b, hbs_error *error) { return hbs_cnf_add(chain, (int32_t[]){a, b}, 2, error); }

/* At most one literal of the clause stays positive; `next` is the first auxiliary variable not used yet. The literal l of variable v
 * turns negative iff the literal l of r_v is true, so "l stays positive" is -l read over the r variables. */
static hbs_status add_chain(hbs_cnf *chain, const int32_t *clause, size_t length, int32_t *next, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i + 1 < length; i++) {
        const int32_t some = *next + (int32_t)i;
        HBS_TRY(clause_of(chain, clause[i], some, error));
        HBS_TRY(clause_of(chain, -some, clause[i + 1], error));
        if (i > 0) HBS_TRY(clause_of(chain, -(some - 1), some, error));
    }
    if (length > 1) *next += (int32_t)length - 1;
done:
    return status;
}

static hbs_status renaming_exists(const hbs_cnf *cnf, bool *exists, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cnf chain = {0};
    uint8_t *flip = NULL;
    const size_t variables = (size_t)cnf->variables + hbs_cnf_literals(cnf);
    int32_t next = (int32_t)cnf->variables + 1;
    if (variables > HBS_CNF_VARIABLES_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "renamable Horn test over %zu literals: too many", hbs_cnf_literals(cnf));
    hbs_cnf_clear(&chain, (uint32_t)variables);
    for (size_t c = 0; c < cnf->clauses; c++) HBS_TRY(add_chain(&chain, hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c), &next, error));
    HBS_TRY(hbs_allocate(&flip, variables + 1, sizeof *flip, error));
    HBS_TRY(hbs_implications_solve(&chain, exists, flip, error));
done:
    hbs_cnf_free(&chain);
    free(flip);
    return status;
}

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_compact compact = {0};
    const hbs_cnf *cnf;
    hbs_propagation *propagation = NULL;
    bool horn = false;
    int found = HBS_LABEL_UNKNOWN;
    HBS_TRY(hbs_compact_formula(&compact, &cleaned->cnf, &cnf, error));
    HBS_TRY(renaming_exists(cnf, &horn, error));
    if (horn) {
        HBS_TRY(hbs_propagation_new(&propagation, cnf, error));
        found = hbs_propagation_units(propagation) ? HBS_LABEL_YES : HBS_LABEL_NO;
    }
    *label = found;
done:
    hbs_propagation_free(propagation);
    hbs_compact_free(&compact);
    return status;
}

const hbs_decider hbs_sat_decider_renamable_horn = {
    .name = "renamable_horn",
    .summary = "formulas that flipping some variables makes Horn (Horn and dual Horn among them): 2-SAT finds the flips, unit propagation decides",
    .cost = "O(L + n)",
    .source = "Lewis, Renaming a set of clauses as a Horn set, JACM 1978; Aspvall, Recognizing disguised NR(1) instances of the satisfiability "
              "problem, 1980",
    .problem = HBS_SAT,
    .yes = true,
    .no = true,
    .decide = decide};
