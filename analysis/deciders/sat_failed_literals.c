/* Failed literals: assume a literal and propagate. A conflict makes its negation a consequence, which is kept; a propagation that satisfies
 * every clause has found a model; when the consequences themselves conflict the formula is refuted. Repeated until a full round
 * of literals learns nothing.
 *
 * Two kinds of literals need no visit, without changing what is found. One that an earlier assumption of the same round made true
 * propagates to a part of what that assumption did, which neither failed nor finished. One whose negation stands in no clause with two
 * literals left propagates nothing: it can only finish, and only if it stands in every open clause. So on formulas
 * without short clauses a round costs O(n).
 *
 * Source: Freeman, Improvements to propositional satisfiability search algorithms, 1995; Le Berre, Exploiting the real power of unit propagation
 * lookahead, 2001. */
#include <stdlib.h>

#include "analysis/compact.h"
#include "analysis/deciders/decider.h"
#include "analysis/deciders/propagation.h"

/* n rounds of 2n assumptions of at most L visits each are enough in any case; on formulas so large that this would take minutes it gives up here. */
#define VISITS_MAX (UINT64_C(1) << 30)

typedef struct probing {
    hbs_propagation *propagation;
    uint32_t *covered;   /* per literal code: the generation whose assumption made it true */
    uint32_t generation; /* changes when a consequence is learnt */
} probing;

/* Does assuming the literal propagate anything? */
static bool forces_something(const hbs_propagation *propagation, int32_t literal) {
    const size_t code = hbs_literal_code(-literal);
    for (size_t k = propagation->occurrence_start[code]; k < propagation->occurrence_start[code + 1]; k++) {
        const size_t c = propagation->occurrence[k];
        if (!propagation->satisfied[c] && hbs_cnf_length(propagation->cnf, c) - propagation->falsified[c] == 2) return true;
    }
    return false;
}

static bool worth_assuming(probing *p, int32_t literal) {
    hbs_propagation *const propagation = p->propagation;
    if (hbs_propagation_value(propagation, literal) || p->covered[hbs_literal_code(literal)] == p->generation) return false;
    propagation->visits += hbs_propagation_occurrences(propagation, -literal) + 1;
    return hbs_propagation_occurrences(propagation, literal) >= propagation->open || forces_something(propagation, literal);
}

/* HBS_LABEL_YES or _NO when the literal settles the formula; *learnt tells whether its negation was added. */
static int assume(probing *p, int32_t literal, bool *learnt) {
    hbs_propagation *const propagation = p->propagation;
    const size_t assigned = propagation->assigned;
    *learnt = false;
    if (hbs_propagation_assume(propagation, literal)) {
        if (!propagation->open) return HBS_LABEL_YES;
        for (size_t i = assigned; i < propagation->assigned; i++) p->covered[hbs_literal_code(propagation->trail[i])] = p->generation;
        hbs_propagation_undo(propagation, assigned);
        return HBS_LABEL_UNKNOWN;
    }
    hbs_propagation_undo(propagation, assigned);
    *learnt = true;
    p->generation++;
    if (!hbs_propagation_assume(propagation, -literal)) return HBS_LABEL_NO;
    return propagation->open ? HBS_LABEL_UNKNOWN : HBS_LABEL_YES;
}

/* Goes round the literals until 2n in a row have taught nothing. */
static int run(probing *p, uint32_t variables) {
    const uint64_t literals = 2 * (uint64_t)variables;
    uint64_t quiet = 0;
    for (uint64_t at = 0; quiet < literals; at = (at + 1) % literals) {
        const int32_t variable = (int32_t)(at / 2) + 1, literal = at % 2 ? -variable : variable;
        bool learnt = false;
        if (p->propagation->visits > VISITS_MAX) return HBS_LABEL_UNKNOWN;
        if (worth_assuming(p, literal)) {
            const int label = assume(p, literal, &learnt);
            if (label != HBS_LABEL_UNKNOWN) return label;
        }
        quiet = learnt ? 0 : quiet + 1;
    }
    return HBS_LABEL_UNKNOWN;
}

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_compact compact = {0};
    const hbs_cnf *cnf;
    probing p = {.generation = 1};
    HBS_TRY(hbs_compact_formula(&compact, &cleaned->cnf, &cnf, error));
    HBS_TRY(hbs_allocate(&p.covered, 2 * (size_t)cnf->variables, sizeof *p.covered, error));
    HBS_TRY(hbs_propagation_new(&p.propagation, cnf, error));
    if (!hbs_propagation_units(p.propagation))
        *label = HBS_LABEL_NO;
    else
        *label = p.propagation->open ? run(&p, cnf->variables) : HBS_LABEL_YES;
done:
    hbs_propagation_free(p.propagation);
    free(p.covered);
    hbs_compact_free(&compact);
    return status;
}

const hbs_decider hbs_sat_decider_failed_literals = {
    .name = "failed_literals",
    .summary = "assumes each literal and propagates, keeping the negation of those that fail, until nothing is learnt: a conflict: no; "
               "every clause satisfied: yes",
    .cost = "O(n^2 L), and never more than 2^30 clause visits",
    .source = "Freeman, Improvements to propositional satisfiability search algorithms, 1995; Le Berre, Exploiting the real power of unit "
              "propagation lookahead, 2001",
    .problem = HBS_SAT,
    .yes = true,
    .no = true,
    .decide = decide};
