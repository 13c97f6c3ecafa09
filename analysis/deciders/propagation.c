/* Unit propagation by counters: each clause knows how many of its literals are true and how many false. Watched literals visit fewer
 * clauses, but only counters tell at any moment how many clauses are still open, and "the propagation satisfied everything" is half
 * of what the deciders ask; undoing is the same walk backwards. Every assignment visits each clause of its variable once. */
#include "analysis/deciders/propagation.h"

#include <assert.h>
#include <stdlib.h>

void hbs_propagation_free(hbs_propagation *propagation) {
    if (!propagation) return;
    free(propagation->value);
    free(propagation->occurrence_start);
    free(propagation->occurrence);
    free(propagation->falsified);
    free(propagation->satisfied);
    free(propagation->trail);
    free(propagation);
}

/* A counting sort of the occurrences by literal. */
static void list_occurrences(hbs_propagation *propagation, const hbs_cnf *cnf) {
    const size_t literals = hbs_cnf_literals(cnf), codes = 2 * (size_t)cnf->variables;
    size_t *const start = propagation->occurrence_start;
    for (size_t i = 0; i < literals; i++) start[hbs_literal_code(cnf->literal[i]) + 2]++;
    for (size_t x = 0; x < codes; x++) start[x + 2] += start[x + 1];
    for (size_t c = 0; c < cnf->clauses; c++)
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++)
            propagation->occurrence[start[hbs_literal_code(cnf->literal[i]) + 1]++] = (uint32_t)c;
}

hbs_status hbs_propagation_new(hbs_propagation **out, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_propagation *made = NULL;
    const size_t entries = (size_t)cnf->variables + 1, codes = 2 * (size_t)cnf->variables;
    if (cnf->clauses >= UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "propagation over %zu clauses: at most 2^32 - 2", cnf->clauses);
    HBS_TRY(hbs_allocate(&made, 1, sizeof *made, error));
    HBS_TRY(hbs_allocate(&made->value, entries, sizeof *made->value, error));
    HBS_TRY(hbs_allocate(&made->occurrence_start, codes + 2, sizeof *made->occurrence_start, error));
    HBS_TRY(hbs_allocate(&made->occurrence, hbs_cnf_literals(cnf), sizeof *made->occurrence, error));
    HBS_TRY(hbs_allocate(&made->falsified, cnf->clauses, sizeof *made->falsified, error));
    HBS_TRY(hbs_allocate(&made->satisfied, cnf->clauses, sizeof *made->satisfied, error));
    HBS_TRY(hbs_allocate(&made->trail, entries, sizeof *made->trail, error));
    made->cnf = cnf;
    made->open = cnf->clauses;
    list_occurrences(made, cnf);
    *out = made;
    made = NULL;
done:
    hbs_propagation_free(made);
    return status;
}

static void assign(hbs_propagation *propagation, int32_t literal) {
    assert(!hbs_propagation_value(propagation, literal));
    propagation->value[abs(literal)] = literal > 0 ? 1 : -1;
    propagation->trail[propagation->assigned++] = literal;
}

/* A clause with one literal not counted false and none counted true: that literal follows, unless it was assigned since. */
static void assign_last(hbs_propagation *propagation, size_t c) {
    const hbs_cnf *const cnf = propagation->cnf;
    for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++)
        if (!hbs_propagation_value(propagation, cnf->literal[i])) {
            assign(propagation, cnf->literal[i]);
            return;
        }
}

static void count_true(hbs_propagation *propagation, int32_t literal) {
    const size_t code = hbs_literal_code(literal);
    for (size_t k = propagation->occurrence_start[code]; k < propagation->occurrence_start[code + 1]; k++)
        propagation->open -= propagation->satisfied[propagation->occurrence[k]]++ == 0;
}

/* Visits all clauses, also after a conflict, so that undo finds whole entries. */
static bool count_false(hbs_propagation *propagation, int32_t literal) {
    const hbs_cnf *const cnf = propagation->cnf;
    const size_t code = hbs_literal_code(literal);
    bool consistent = true;
    for (size_t k = propagation->occurrence_start[code]; k < propagation->occurrence_start[code + 1]; k++) {
        const size_t c = propagation->occurrence[k], left = hbs_cnf_length(cnf, c) - ++propagation->falsified[c];
        if (propagation->satisfied[c]) continue;
        if (left == 0) consistent = false;
        if (left == 1 && consistent) assign_last(propagation, c);
    }
    return consistent;
}

static bool propagate(hbs_propagation *propagation) {
    while (propagation->counted < propagation->assigned) {
        const int32_t literal = propagation->trail[propagation->counted++];
        propagation->visits += hbs_propagation_occurrences(propagation, literal) + hbs_propagation_occurrences(propagation, -literal);
        count_true(propagation, literal);
        if (!count_false(propagation, -literal)) return false;
    }
    return true;
}

bool hbs_propagation_units(hbs_propagation *propagation) {
    const hbs_cnf *const cnf = propagation->cnf;
    propagation->visits += cnf->clauses;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c);
        if (length == 0) return false;
        if (length > 1) continue;
        const int value = hbs_propagation_value(propagation, hbs_cnf_clause(cnf, c)[0]);
        if (value < 0) return false;
        if (value == 0) assign(propagation, hbs_cnf_clause(cnf, c)[0]);
    }
    return propagate(propagation);
}

bool hbs_propagation_assume(hbs_propagation *propagation, int32_t literal) {
    assert(propagation->counted == propagation->assigned);
    assign(propagation, literal);
    return propagate(propagation);
}

static void uncount(hbs_propagation *propagation, int32_t literal) {
    const size_t yes = hbs_literal_code(literal), no = hbs_literal_code(-literal);
    for (size_t k = propagation->occurrence_start[yes]; k < propagation->occurrence_start[yes + 1]; k++)
        propagation->open += --propagation->satisfied[propagation->occurrence[k]] == 0;
    for (size_t k = propagation->occurrence_start[no]; k < propagation->occurrence_start[no + 1]; k++)
        propagation->falsified[propagation->occurrence[k]]--;
}

void hbs_propagation_undo(hbs_propagation *propagation, size_t assigned) {
    while (propagation->assigned > assigned) {
        const int32_t literal = propagation->trail[--propagation->assigned];
        if (propagation->counted > propagation->assigned) {
            uncount(propagation, literal);
            propagation->counted--;
        }
        propagation->value[abs(literal)] = 0;
    }
}
