/* Unit propagation with a counter of true and of remaining literals a clause: every clause's state is known at any time, which is what finding components
 * asks for all the time. */
#include "solvers/count/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void hbs_count_formula_free(hbs_count_formula *formula)
{
    free(formula->literal);
    free(formula->occurs);
    free(formula->clause);
    free(formula->assigned);
    free(formula->satisfied);
    free(formula->left);
    free(formula->trail);
    *formula = (hbs_count_formula){0};
}

static hbs_status reserve(hbs_count_formula *f, size_t literals, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t n = f->variables, m = f->clauses;
    HBS_TRY(hbs_grow(&f->literal, &f->literal_capacity, literals + 1, sizeof *f->literal, error));
    HBS_TRY(hbs_grow(&f->clause, &f->clause_capacity, literals + 1, sizeof *f->clause, error));
    HBS_TRY(hbs_grow(&f->occurs, &f->occurs_capacity, 2 * n + 2, sizeof *f->occurs, error));
    HBS_TRY(hbs_grow(&f->assigned, &f->assigned_capacity, 2 * n + 2, sizeof *f->assigned, error));
    HBS_TRY(hbs_grow(&f->satisfied, &f->satisfied_capacity, m + 1, sizeof *f->satisfied, error));
    HBS_TRY(hbs_grow(&f->left, &f->left_capacity, m + 1, sizeof *f->left, error));
    HBS_TRY(hbs_grow(&f->trail, &f->trail_capacity, n + 1, sizeof *f->trail, error));
done:
    return status;
}

static void list_occurrences(hbs_count_formula *f)
{
    const size_t literals = f->clauses ? f->start[f->clauses] : 0, names = 2 * (size_t)f->variables;
    memset(f->occurs, 0, (names + 2) * sizeof *f->occurs);
    for (size_t i = 0; i < literals; i++) f->occurs[f->literal[i] + 2]++;
    for (size_t l = 0; l < names; l++) f->occurs[l + 2] += f->occurs[l + 1];
    for (uint32_t c = 0; c < f->clauses; c++)
        for (size_t i = f->start[c]; i < f->start[c + 1]; i++) f->clause[f->occurs[f->literal[i] + 1]++] = c;
}

hbs_status hbs_count_formula_load(hbs_count_formula *f, const hbs_cnf *cnf, const hbs_used_variables *names, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(cnf);
    if (cnf->clauses >= UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "count: %zu clauses; at most 2^32 - 2 are possible", cnf->clauses);
    f->variables = names->variables;
    f->clauses = (uint32_t)cnf->clauses;
    f->start = cnf->start;
    f->trail_size = 0;
    HBS_TRY(reserve(f, literals, error));
    for (size_t i = 0; i < literals; i++) f->literal[i] = hbs_literal_code(hbs_used_variables_literal(names, cnf->literal[i]));
    list_occurrences(f);
    memset(f->assigned, 0, 2 * (size_t)f->variables + 2);
    for (uint32_t c = 0; c < f->clauses; c++) {
        f->satisfied[c] = 0;
        f->left[c] = (uint32_t)hbs_cnf_length(cnf, c);
    }
done:
    return status;
}

static void enqueue(hbs_count_formula *f, uint32_t literal)
{
    assert(hbs_count_is_free(f, literal / 2));
    f->assigned[literal] = 1;
    f->trail[f->trail_size++] = literal;
}

/* Makes the last literal of a clause true unless it is decided already: true, or false and about to be found. */
static void force(hbs_count_formula *f, uint32_t clause)
{
    for (size_t i = f->start[clause]; i < f->start[clause + 1]; i++)
        if (hbs_count_is_free(f, f->literal[i] / 2)) {
            enqueue(f, f->literal[i]);
            return;
        }
}

/* Propagates the trail from `head` on. A literal whose clauses were begun is finished, so that undoing is the mirror image. */
static bool propagate(hbs_count_formula *f, uint32_t head)
{
    bool fine = true;
    uint32_t done = head;
    for (; done < f->trail_size && fine; done++) {
        const uint32_t literal = f->trail[done];
        for (size_t i = f->occurs[literal]; i < f->occurs[literal + 1]; i++) f->satisfied[f->clause[i]]++;
        for (size_t i = f->occurs[literal ^ 1]; i < f->occurs[(literal ^ 1) + 1]; i++) {
            const uint32_t c = f->clause[i], left = --f->left[c];
            if (f->satisfied[c] || left > 1) continue;
            if (left) force(f, c);
            else fine = false;
        }
    }
    while (f->trail_size > done) f->assigned[f->trail[--f->trail_size]] = 0;   /* not begun */
    return fine;
}

bool hbs_count_assign(hbs_count_formula *formula, uint32_t literal)
{
    const uint32_t head = formula->trail_size;
    enqueue(formula, literal);
    return propagate(formula, head);
}

bool hbs_count_assign_units(hbs_count_formula *formula)
{
    for (uint32_t c = 0; c < formula->clauses; c++) {
        if (formula->satisfied[c]) continue;
        if (!formula->left[c]) return false;
        const uint32_t head = formula->trail_size;
        if (formula->left[c] == 1) force(formula, c);
        if (!propagate(formula, head)) return false;
    }
    return true;
}

void hbs_count_undo(hbs_count_formula *f, uint32_t trail_size)
{
    while (f->trail_size > trail_size) {
        const uint32_t literal = f->trail[--f->trail_size];
        for (size_t i = f->occurs[literal]; i < f->occurs[literal + 1]; i++) f->satisfied[f->clause[i]]--;
        for (size_t i = f->occurs[literal ^ 1]; i < f->occurs[(literal ^ 1) + 1]; i++) f->left[f->clause[i]]++;
        f->assigned[literal] = 0;
    }
}
