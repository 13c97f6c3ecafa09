/* Changed copies of the formulas of a dataset, whose labels are their parents'.
 *
 * In this order: clauses are replaced, edited (generators/sat/clause_edits.h says why each edit keeps the label), then variables are renamed and polarities flipped. A certificate of the parent
 * goes through all of it, and proves the label of the copy. */
#include <stdlib.h>
#include <string.h>

#include "generators/parents.h"
#include "generators/renaming/rename.h"
#include "generators/sat/clause_edits.h"
#include "generators/sat/clause_replace.h"

#define UNUSED_MOST (1u << 24)   /* variables that may be unused */

enum { RENAME = HBS_PARENT_PARAMETERS, FLIP, EDITS, KINDS, REPLACE };

static const hbs_parameter parameters[] = {
    HBS_PARENT_TABLE("formulas"),
    {"rename", HBS_FLAG, 0, 1, "yes", "variables are permuted at random"},
    {"flip", HBS_FLAG, 0, 1, "yes", "each variable is negated with probability 1/2"},
    {"edits", HBS_INTEGER, 0, 1000000, "0", "changes of clauses, each of a kind drawn from `kinds`"},
    {"kinds", HBS_TEXT, 0, 0, "resolvent,weaken,blocked,drop", "kinds of changes: resolvent, weaken (add), blocked (add), drop (remove what another clause implies)"},
    {"replace", HBS_RATIONAL, 0, 1, "0", "share of the clauses that are drawn anew, keeping the parent's certificate"},
};

typedef struct room {
    hbs_parent parent;
    hbs_rup *rup;
    uint8_t *model;
    uint32_t *order;
    int32_t *map;
    size_t model_capacity, order_capacity, map_capacity;
} room;

static void free_room(void *given) {
    room *const r = given;
    hbs_parent_free(&r->parent);
    hbs_rup_free(r->rup);
    free(r->model);
    free(r->order);
    free(r->map);
    free(r);
}

/* A list of kinds; 0: not one. */
static size_t read_kinds(const char *text, hbs_clause_edit out[HBS_CLAUSE_EDITS]) {
    size_t count = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        size_t kind = 0;
        while (kind < HBS_CLAUSE_EDITS && (strlen(hbs_clause_edit_name((hbs_clause_edit)kind)) != length || strncmp(at, hbs_clause_edit_name((hbs_clause_edit)kind), length) != 0)) kind++;
        if (kind == HBS_CLAUSE_EDITS || count == HBS_CLAUSE_EDITS) return 0;
        for (size_t i = 0; i < count; i++)
            if (out[i] == (hbs_clause_edit)kind) return 0;
        out[count++] = (hbs_clause_edit)kind;
        at += length;
        if (!*at) return count;
    }
}

static int check(hbs_unit *unit) {
    hbs_clause_edit kinds[HBS_CLAUSE_EDITS];
    if (!read_kinds(hbs_unit_text(unit, KINDS), kinds)) return hbs_unit_fail(unit, "kinds must be some of resolvent,weaken,blocked,drop, each once");
    return (int)hbs_check_parents(unit);
}

static hbs_status replace(hbs_unit *unit, room *r, hbs_cnf *cnf, const uint8_t *model) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    int64_t numerator, denominator;
    hbs_unit_rational(unit, REPLACE, &numerator, &denominator);
    const bool no = r->parent.label == HBS_LABEL_NO;
    const uint64_t part = (uint64_t)numerator, whole = (uint64_t)denominator, m = cnf->clauses;
    const size_t count = (size_t)(m / whole * part + m % whole * part / whole);
    if (!numerator) return HBS_OK;
    if (r->parent.certificate.kind != (no ? HBS_CERTIFICATE_REFUTATION : HBS_CERTIFICATE_MODEL))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "replace= needs the certificates of the parents; make or import them with --certify store");
    return hbs_clauses_replace(cnf, count, model, r->rup, no ? &r->parent.certificate.bytes : NULL, &drawing->rng, drawing->error);
}

static hbs_status edit(hbs_unit *unit, hbs_cnf *cnf, uint8_t *model) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_clause_edit kinds[HBS_CLAUSE_EDITS];
    const size_t count = read_kinds(hbs_unit_text(unit, KINDS), kinds);
    hbs_clause_editor editor = {.cnf = cnf, .model = model, .rng = &drawing->rng};
    for (int64_t left = hbs_unit_integer(unit, EDITS); left > 0; left--)
        HBS_TRY(hbs_clause_edit_make(&editor, kinds[hbs_rng_below(&drawing->rng, count)], drawing->error));
done:
    hbs_clause_editor_free(&editor);
    return status;
}

static hbs_status rename_all(hbs_unit *unit, room *r, hbs_drawn *drawn) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_cnf *const cnf = &drawn->instance.cnf;
    const uint32_t n = cnf->variables;
    HBS_TRY(hbs_grow(&r->order, &r->order_capacity, (size_t)n + 1, sizeof *r->order, drawing->error));
    HBS_TRY(hbs_grow(&r->map, &r->map_capacity, (size_t)n + 1, sizeof *r->map, drawing->error));
    for (uint32_t v = 0; v < n; v++) r->order[v] = v;
    if (hbs_unit_flag(unit, RENAME)) hbs_rng_shuffle(&drawing->rng, r->order, n);
    for (uint32_t v = 0; v < n; v++) {
        const int32_t to = (int32_t)r->order[v] + 1;
        r->map[v + 1] = hbs_unit_integer(unit, FLIP) && hbs_rng_below(&drawing->rng, 2) ? -to : to;
    }
    const size_t literals = hbs_cnf_literals(cnf);
    for (size_t i = 0; i < literals; i++) cnf->literal[i] = cnf->literal[i] > 0 ? r->map[cnf->literal[i]] : -r->map[-cnf->literal[i]];
    HBS_TRY(hbs_certificate_rename(&drawn->certificate, n, r->map, drawing->error));
done:
    return status;
}

static hbs_status change(hbs_unit *unit, room *r, hbs_drawn *drawn) {
    hbs_status status = HBS_OK;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    hbs_cnf *const cnf = &drawn->instance.cnf;
    uint8_t *model = NULL;
    HBS_TRY(hbs_cnf_copy(cnf, &r->parent.instance.cnf, error));
    if (r->parent.certificate.kind == HBS_CERTIFICATE_MODEL) {
        HBS_TRY(hbs_grow(&r->model, &r->model_capacity, (size_t)cnf->variables + 1, 1, error));
        HBS_TRY(hbs_certificate_read_model(&r->parent.certificate, cnf->variables, r->model, error));
        model = r->model;
    }
    HBS_TRY(replace(unit, r, cnf, model));
    HBS_TRY(edit(unit, cnf, model));
    if (model) HBS_TRY(hbs_certificate_of_model(model, cnf->variables, &drawn->certificate, error));
    else HBS_TRY(hbs_certificate_copy(&drawn->certificate, &r->parent.certificate, error));
    HBS_TRY(rename_all(unit, r, drawn));
done:
    return status;
}

/* Every variable is renamed, so that memory would go with what a header says and not with the formula. */
static hbs_status check_use(hbs_unit *unit, const hbs_parent *parent) {
    const hbs_cnf *const cnf = &parent->instance.cnf;
    const size_t literals = hbs_cnf_literals(cnf);
    if (cnf->variables <= UNUSED_MOST || cnf->variables / 2 <= literals) return HBS_OK;
    return hbs_unit_raise(unit, HBS_ERROR_MEMORY, "instance %llu of from= has %u variables, and its clauses use at most %zu of them: number the used ones through and import it again",
                          (unsigned long long)parent->idx, cnf->variables, literals);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), free_room));
    room *const r = drawing->scratch;
    if (!r->rup) HBS_TRY(hbs_rup_new(&r->rup, drawing->error));
    HBS_TRY(hbs_pick_parent(unit, &r->parent));
    HBS_TRY(check_use(unit, &r->parent));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, r->parent.instance.cnf.variables));
    hbs_unit_current(unit)->claim = r->parent.label;
    HBS_TRY(change(unit, r, hbs_unit_current(unit)));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_augment = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/augment",
    .summary = "renamed and edited copies of a dataset's formulas, with their labels",
    .distribution = "a parent, in turns or uniform; replace=: that share of its clauses, rounded down, uniform (of an unsatisfiable parent: as many up to it as its refutation can do without, tried in uniform "
            "order), gives way to uniform clauses of the same lengths (of a satisfiable one: that its model satisfies); then `edits` changes, each of a uniform kind, at the first of up to 16 "
            "uniform places where it can be; then a uniform permutation and uniform flips of the variables",
    .uniform_over = "not uniform: because all instances are near the parents",
    .rejects = "no, but for clauses that the model does not satisfy or that are there already (the latter at most 100 times)",
    .cost = "O(L) a change, L the literals; replace= on an unsatisfiable parent: a check of its refutation for each clause that is tried",
    .source = "augmentation of the kind that Yehuda, Gabel and Schuster, It's not what machines can learn, it's what we cannot teach, ICML 2020, warn of; blocked clauses: Kullmann, On a "
            "generalization of extended resolution, DAM 1999",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "augmentation",
    .example = "from=seeds edits=3",
};
