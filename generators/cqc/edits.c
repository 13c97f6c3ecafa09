/* Twins of pairs that differ in one atom: a uniform pair, and the same with one atom redirected, dropped or added; with flip=yes such that exactly one of the two is
 * contained, which is to containment what SR is to satisfiability. A whole unit is drawn again until it fits, so that all units which fit are equally likely; the
 * solver's answers choose among units and every exact solver gives the same. Redirecting keeps all sizes and is its own inverse, so that the law of the two twins is
 * the same with their roles changed; a dropped or added atom shows in the sizes, and can flip labels in one direction only. */
#include <stdlib.h>
#include <string.h>

#include "generators/cqc/shape.h"
#include "solvers/solver.h"

enum { EDIT = HBS_SHAPE_PARAMETERS, QUERY, FLIP, PARAMETERS };

static const hbs_parameter parameters[PARAMETERS] = {
    HBS_SHAPE_TABLE,
    {"edit", HBS_TEXT, 0, 0, "redirect", "redirect (one argument of an atom to another term), drop or add (an atom)"},
    {"query", HBS_INTEGER, 0, 2, "2", "which query is edited: 1, 2, or 0 for a fair coin"},
    {"flip", HBS_FLAG, 0, 1, "yes", "yes: the twins have different labels; no: whatever labels they have"},
};

typedef enum edit { REDIRECT, DROP, ADD } edit;

typedef struct room {
    hbs_shape_room shape;         /* first: the room is a hbs_shape_room */
    hbs_instance twin[2];
    const hbs_solver *solver;
    void *workspace;
    hbs_verdict verdict;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_shape_room_clear(&own->shape);
    for (int i = 0; i < 2; i++) hbs_instance_free(&own->twin[i]);
    if (own->solver && own->solver->close && own->workspace) own->solver->close(own->workspace);
    hbs_verdict_free(&own->verdict);
    free(own);
}

static hbs_status room_of(hbs_drawing *drawing) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    if (own->workspace) goto done;
    for (int i = 0; i < 2; i++) hbs_instance_clear(&own->twin[i], HBS_CQC);
    HBS_TRY(hbs_solver_find("homomorphism", HBS_CQC, &own->solver, drawing->error));
    if (own->solver->open) HBS_TRY(own->solver->open(&own->workspace, drawing->error));
done:
    return status;
}

static hbs_status read_edit(hbs_unit *unit, edit *out) {
    static const char *const names[] = {"redirect", "drop", "add"};
    const char *const text = hbs_unit_text(unit, EDIT);
    for (unsigned i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            *out = (edit)i;
            return HBS_OK;
        }
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "edit=%.40s: choose redirect, drop or add", text);
}

static int check(hbs_unit *unit) {
    edit wanted;
    const hbs_status status = (hbs_status)hbs_shape_check(unit);
    return (int)(status == HBS_OK ? read_edit(unit, &wanted) : status);
}

/* ---- one edit ---- */

typedef struct changed {
    size_t atom;                   /* of the query as it was that is left out; SIZE_MAX: none */
    bool added;                    /* an atom comes instead */
    uint32_t relation;
    hbs_term term[HBS_ARITY_MAX];
} changed;

static bool is_there(const hbs_query *query, const changed *c, size_t arity) {
    for (size_t a = 0; a < query->atoms; a++)
        if (query->relation[a] == c->relation && !memcmp(hbs_atom(query, a), c->term, arity * sizeof *c->term)) return true;
    return false;
}

static hbs_term term_of(const hbs_shape *shape, unsigned which, uint32_t number) {
    return number < shape->variables[which] ? number : HBS_CONSTANT | (number - shape->variables[which]);
}

/* False: the choice gives no other query of the kind. */
static bool choose_redirect(hbs_rng *rng, const hbs_shape *shape, unsigned which, const hbs_query *query, changed *c) {
    if (!query->atoms) return false;
    c->atom = (size_t)hbs_rng_below(rng, query->atoms);
    const size_t arity = hbs_atom_arity(query, c->atom);
    if (!arity) return false;
    const size_t place = (size_t)hbs_rng_below(rng, arity);
    c->added = true;
    c->relation = query->relation[c->atom];
    memcpy(c->term, hbs_atom(query, c->atom), arity * sizeof *c->term);
    c->term[place] = term_of(shape, which, (uint32_t)hbs_rng_below(rng, shape->variables[which] + shape->constants));
    for (size_t i = 0; i < arity && !shape->repeats; i++)
        if (i != place && c->term[i] == c->term[place]) return false;
    return !is_there(query, c, arity);
}

static bool choose_drop(hbs_rng *rng, const hbs_query *query, changed *c) {
    if (!query->atoms) return false;
    c->atom = (size_t)hbs_rng_below(rng, query->atoms);
    return true;
}

static bool choose_add(hbs_rng *rng, const hbs_shape *shape, unsigned which, const hbs_query *query, changed *c) {
    const hbs_schema_relation *const relation = &shape->schema.relation[hbs_rng_below(rng, shape->schema.relations)];
    const hbs_atom_space space = {.terms = shape->variables[which] + shape->constants, .arity = relation->arity, .repeats = shape->repeats};
    const uint64_t there = hbs_atom_count(space);
    if (!there) return false;
    hbs_atom_of(space, hbs_rng_below(rng, there), c->term);
    for (uint32_t i = 0; i < relation->arity; i++) c->term[i] = term_of(shape, which, c->term[i]);
    c->added = true;
    c->relation = relation->index;
    return !is_there(query, c, relation->arity);
}

/* The edited query in the second twin; the place of a redirected atom is kept. */
static hbs_status write_edited(const hbs_query *from, const hbs_query_pair *pair, hbs_query *to, const changed *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    to->atoms = 0;
    for (size_t a = 0; a < from->atoms; a++)
        if (a != c->atom) HBS_TRY(hbs_query_append(to, pair, from->relation[a], hbs_atom(from, a), error));
        else if (c->added) HBS_TRY(hbs_query_append(to, pair, c->relation, c->term, error));
    if (c->atom == SIZE_MAX && c->added) HBS_TRY(hbs_query_append(to, pair, c->relation, c->term, error));
done:
    return status;
}

/* Draws an edit of the first twin into the second; *fits says whether it is one. */
static hbs_status draw_edit(hbs_unit *unit, room *own, edit wanted, bool *fits) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const hbs_shape *const shape = &own->shape.shape;
    const int64_t query = hbs_unit_integer(unit, QUERY);
    const unsigned which = query ? (unsigned)(query - 1) : (unsigned)hbs_rng_below(&drawing->rng, 2);
    HBS_TRY(hbs_instance_copy(&own->twin[1], &own->twin[0], drawing->error));
    const hbs_query *const from = which ? &own->twin[0].pair.q2 : &own->twin[0].pair.q1;
    hbs_query *const to = which ? &own->twin[1].pair.q2 : &own->twin[1].pair.q1;
    changed c = {.atom = SIZE_MAX};
    *fits = wanted == REDIRECT ? choose_redirect(&drawing->rng, shape, which, from, &c)
            : wanted == DROP   ? choose_drop(&drawing->rng, from, &c)
                               : choose_add(&drawing->rng, shape, which, from, &c);
    if (!*fits) goto done;
    HBS_TRY(write_edited(from, &own->twin[1].pair, to, &c, drawing->error));
    *fits = hbs_all_occur(to, hbs_shape_must_occur(shape, which), own->shape.seen);
done:
    return status;
}

/* ---- a unit ---- */

static hbs_status decide(room *own, int which, int *label, hbs_error *error) {
    const hbs_status status = own->solver->solve(own->workspace, &own->twin[which], 0, false, &own->verdict, error);
    *label = own->verdict.label;
    return status;
}

static hbs_status draw_once(hbs_unit *unit, room *own, edit wanted, bool *fits) {
    hbs_status status = HBS_OK;
    int label[2];
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    hbs_query_pair_clear(&own->twin[0].pair);
    own->shape.pair = &own->twin[0].pair;
    HBS_TRY(hbs_shape_fill(unit, &own->shape));
    HBS_TRY(hbs_shape_draw_bodies(unit, &own->shape));
    HBS_TRY(draw_edit(unit, own, wanted, fits));
    if (!*fits || !hbs_unit_integer(unit, FLIP)) goto done;
    for (int i = 0; i < 2; i++) HBS_TRY(decide(own, i, &label[i], error));
    *fits = label[0] != label[1];
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_shape_room *shape = NULL;
    edit wanted = REDIRECT;
    bool fits = false;
    HBS_TRY(room_of(drawing));
    room *const own = drawing->scratch;
    HBS_TRY(hbs_shape_room_of(unit, &shape));
    HBS_TRY(read_edit(unit, &wanted));
    const hbs_rng_mark mark = hbs_rng_take_mark(&drawing->rng);
    for (;;) {
        HBS_TRY(draw_once(unit, own, wanted, &fits));
        if (fits) break;
        if (!hbs_rng_reject(&drawing->rng, mark))
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "no pair and edit %s found in %llu tries: choose sizes where both labels are common (gen calibrate)",
                     hbs_unit_integer(unit, FLIP) ? "with different labels" : "that fit", (unsigned long long)drawing->rng.retries);
    }
    for (int i = 0; i < 2; i++) {
        HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
        HBS_TRY(hbs_query_pair_copy(&hbs_unit_current(unit)->instance.pair, &own->twin[i].pair, drawing->error));
    }
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_edits = {
    HBS_BUILT_IN_TWINS(CQC, parameters),
    .name = "cqc/edits",
    .summary = "twins of pairs that differ in one atom, and in their label",
    .distribution = "first twin: as cqc/uniform; second: the same with one edit of q2 (query=1: q1; 0: a fair coin). redirect: a uniform atom, argument and term; drop: a uniform atom; add: a uniform "
            "relation and atom of it. All is redrawn unless the edit gives another query in which no atom stands twice and the variables occur that must, and (flip=yes) the labels of the twins differ",
    .uniform_over = "pairs of a uniform pair and an edit of it that fit: not uniform over pairs, because a pair comes by how many of its edits fit",
    .rejects = "units whose edit changes nothing or, with flip=yes, not the label, at most 10^6 times: some ten to a hundred where both labels are common",
    .cost = "that of cqc/uniform and, with flip=yes, two exact decisions an attempt",
    .source = "after the twins of Selsam et al., Learning a SAT solver from single-bit supervision, ICLR 2019, carried over to containment",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "structured",
    .example = "v1=4..5 m1=5..6 v2=4..5 m2=3..5 head=0..1 constants=0..1",
};
