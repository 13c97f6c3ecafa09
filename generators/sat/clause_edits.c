/* Why each edit keeps the label.
 *
 * resolvent  C or x, D or not x give C or D: it follows from the formula, which keeps all its models and gets no other.
 * weaken     a clause with one more literal follows from the clause, which stays.
 * drop       a clause that contains another one follows from it, which stays.
 * blocked    a clause is blocked on its literal l when each clause with not l has, besides, the negation of another of its literals, so that every resolvent on l is a
 *            tautology. Adding it keeps satisfiability: a model that makes it false becomes a model of all by flipping l, for clauses with not l are then made true by that other
 *            literal (Kullmann, On a generalization of extended resolution, DAM 1999). Models are lost, and a known one is flipped where it must be.
 * A refutation by unit propagation outlives them all: added clauses only help, and where a dropped clause would have become unit or empty, so has the one that it contains.
 *
 * The formula is scanned for each try, since a few edits of a formula do not pay for lists of occurrences. */
#include "generators/sat/clause_edits.h"

#include <stdlib.h>
#include <string.h>

#include "generators/sat/clause_set.h"

#define TRIES 16

static const char *const names[] = {"resolvent", "weaken", "blocked", "drop"};

const char *hbs_clause_edit_name(hbs_clause_edit edit) { return names[edit]; }

void hbs_clause_editor_free(hbs_clause_editor *editor) {
    free(editor->clause);
    *editor = (hbs_clause_editor){0};
}

/* All of `literal` in the clause? */
static bool covers(const hbs_cnf *cnf, size_t clause, const int32_t *literal, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!hbs_clause_has(hbs_cnf_clause(cnf, clause), hbs_cnf_length(cnf, clause), literal[i])) return false;
    return true;
}

bool hbs_clause_is_there(const hbs_cnf *cnf, const int32_t *literal, size_t count) {
    for (size_t c = 0; c < cnf->clauses; c++)
        if (hbs_cnf_length(cnf, c) == count && covers(cnf, c, literal, count)) return true;
    return false;
}

static void remove_clause(hbs_cnf *cnf, size_t clause) {
    const size_t from = cnf->start[clause], size = hbs_cnf_length(cnf, clause), literals = hbs_cnf_literals(cnf);
    memmove(cnf->literal + from, cnf->literal + from + size, (literals - from - size) * sizeof *cnf->literal);
    for (size_t c = clause; c < cnf->clauses; c++) cnf->start[c] = cnf->start[c + 1] - size;
    cnf->clauses--;
}

/* Into the clause being made, once; false when its negation is there. */
static bool join(hbs_clause_editor *e, int32_t literal) {
    if (hbs_clause_has(e->clause, e->size, -literal)) return false;
    if (!hbs_clause_has(e->clause, e->size, literal)) e->clause[e->size++] = literal;
    return true;
}

static hbs_status make_room(hbs_clause_editor *e, size_t literals, hbs_error *error) {
    e->size = 0;
    return hbs_grow(&e->clause, &e->capacity, literals + 1, sizeof *e->clause, error);
}

/* A uniform clause with the literal; false: there is none. */
static bool pick_with(const hbs_clause_editor *e, int32_t literal, size_t *clause) {
    size_t count = 0;
    for (size_t c = 0; c < e->cnf->clauses; c++) count += hbs_clause_has(hbs_cnf_clause(e->cnf, c), hbs_cnf_length(e->cnf, c), literal);
    if (!count) return false;
    uint64_t left = hbs_rng_below(e->rng, count);
    for (size_t c = 0; c < e->cnf->clauses; c++) {
        if (!hbs_clause_has(hbs_cnf_clause(e->cnf, c), hbs_cnf_length(e->cnf, c), literal)) continue;
        *clause = c;
        if (!left--) break;
    }
    return true;
}

static bool join_but(hbs_clause_editor *e, size_t clause, int32_t without) {
    for (size_t i = 0; i < hbs_cnf_length(e->cnf, clause); i++)
        if (hbs_cnf_clause(e->cnf, clause)[i] != without && !join(e, hbs_cnf_clause(e->cnf, clause)[i])) return false;
    return true;
}

static hbs_status add_resolvent(hbs_clause_editor *e, size_t clause, bool *done, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t other = 0;
    const size_t size = hbs_cnf_length(e->cnf, clause);
    if (!size) return HBS_OK;
    const int32_t pivot = hbs_cnf_clause(e->cnf, clause)[hbs_rng_below(e->rng, size)];
    if (!pick_with(e, -pivot, &other)) return HBS_OK;
    HBS_TRY(make_room(e, size + hbs_cnf_length(e->cnf, other), error));
    if (!join_but(e, clause, pivot) || !join_but(e, other, -pivot) || hbs_clause_is_there(e->cnf, e->clause, e->size)) return HBS_OK;
    HBS_TRY(hbs_cnf_add(e->cnf, e->clause, e->size, error));
    *done = true;
done:
    return status;
}

static hbs_status add_weakened(hbs_clause_editor *e, size_t clause, bool *done, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t size = hbs_cnf_length(e->cnf, clause);
    HBS_TRY(make_room(e, size + 1, error));
    const int32_t variable = (int32_t)hbs_rng_below(e->rng, e->cnf->variables) + 1, literal = hbs_rng_below(e->rng, 2) ? -variable : variable;
    if (!join_but(e, clause, 0) || hbs_clause_has(e->clause, e->size, literal) || !join(e, literal) || hbs_clause_is_there(e->cnf, e->clause, e->size)) return HBS_OK;
    HBS_TRY(hbs_cnf_add(e->cnf, e->clause, e->size, error));
    *done = true;
done:
    return status;
}

/* Makes the clause blocked in one more clause with the negated pivot, by the negation of one of its literals; false: it cannot be. */
static bool block(hbs_clause_editor *e, size_t clause, int32_t pivot) {
    const int32_t *literal = hbs_cnf_clause(e->cnf, clause);
    const size_t size = hbs_cnf_length(e->cnf, clause);
    size_t free_ones = 0;
    for (size_t i = 0; i < size; i++) {
        if (literal[i] == -pivot) continue;
        if (hbs_clause_has(e->clause, e->size, -literal[i])) return true;
        free_ones += !hbs_clause_has(e->clause, e->size, literal[i]);
    }
    if (!free_ones) return false;
    uint64_t left = hbs_rng_below(e->rng, free_ones);
    for (size_t i = 0; i < size; i++)
        if (literal[i] != -pivot && !hbs_clause_has(e->clause, e->size, literal[i]) && !left--) return join(e, -literal[i]);
    return false;
}

static bool satisfied(const hbs_clause_editor *e) {
    for (size_t i = 0; i < e->size; i++)
        if ((e->model[abs(e->clause[i])] != 0) == (e->clause[i] > 0)) return true;
    return false;
}

static hbs_status add_blocked(hbs_clause_editor *e, bool *done, hbs_error *error) {
    hbs_status status = HBS_OK;
    const int32_t variable = (int32_t)hbs_rng_below(e->rng, e->cnf->variables) + 1, pivot = hbs_rng_below(e->rng, 2) ? -variable : variable;
    HBS_TRY(make_room(e, e->cnf->clauses + 1, error));
    join(e, pivot);
    for (size_t c = 0; c < e->cnf->clauses; c++)
        if (hbs_clause_has(hbs_cnf_clause(e->cnf, c), hbs_cnf_length(e->cnf, c), -pivot) && !block(e, c, pivot)) return HBS_OK;
    if (hbs_clause_is_there(e->cnf, e->clause, e->size)) return HBS_OK;
    if (e->model && !satisfied(e)) e->model[variable] = pivot > 0;
    HBS_TRY(hbs_cnf_add(e->cnf, e->clause, e->size, error));
    *done = true;
done:
    return status;
}

static void drop(hbs_clause_editor *e, size_t clause, bool *done) {
    for (size_t c = 0; c < e->cnf->clauses && !*done; c++)
        *done = c != clause && covers(e->cnf, clause, hbs_cnf_clause(e->cnf, c), hbs_cnf_length(e->cnf, c));
    if (*done) remove_clause(e->cnf, clause);
}

hbs_status hbs_clause_edit_make(hbs_clause_editor *e, hbs_clause_edit edit, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool done = false;
    for (unsigned attempt = 0; attempt < TRIES && !done; attempt++) {
        if (!e->cnf->variables || (edit != HBS_EDIT_BLOCKED && !e->cnf->clauses)) break;
        if (edit == HBS_EDIT_BLOCKED) {
            HBS_TRY(add_blocked(e, &done, error));
            continue;
        }
        const size_t clause = (size_t)hbs_rng_below(e->rng, e->cnf->clauses);
        if (edit == HBS_EDIT_RESOLVENT) HBS_TRY(add_resolvent(e, clause, &done, error));
        else if (edit == HBS_EDIT_WEAKEN) HBS_TRY(add_weakened(e, clause, &done, error));
        else drop(e, clause, &done);
    }
done:
    return status;
}
