/* Changed copies of the pairs of queries of a dataset, whose labels are their parents'.
 *
 * Why each change keeps the label. Containment is between queries, and an edit replaces one by an equivalent one (Chandra, Merlin, STOC 1977):
 * add   an atom like one that is there, with fresh variables in some of its places: the query maps into itself by sending those back, and was a part of the new one.
 * drop  an atom whose variables that occur nowhere else (nor in the head) can be sent to the terms of another atom that it agrees with elsewhere: the same, the other way round.
 * Names of relations, within an arity, and of constants, within a kind, are exchanged in both queries at once: homomorphisms know only which are equal.
 * Variables have no names in a payload, and `gen make` shuffles atoms itself.
 *
 * A homomorphism of the parent is continued to the fresh variables of q2. A search tree is not: domains have other values; and after a drop nothing is kept. Then
 * the solver's certificate is all there is. */
#include <stdlib.h>
#include <string.h>

#include "generators/parents.h"

#define TRIES 16
#define MASK_ARITY 20u   /* places of wider atoms are generalised one at a time */

enum { EDITS = HBS_PARENT_PARAMETERS, KINDS, SIDE, RELATIONS, CONSTANTS };

static const hbs_parameter parameters[] = {
    HBS_PARENT_TABLE("pairs"),
    {"edits", HBS_INTEGER, 0, 100000, "2", "changes of atoms, each of a kind drawn from `kinds`"},
    {"kinds", HBS_TEXT, 0, 0, "add", "add (redundant atoms), drop (them), or both: add,drop"},
    {"side", HBS_TEXT, 0, 0, "both", "the queries that are changed: q1, q2, or both, drawn for each change"},
    {"relations", HBS_FLAG, 0, 1, "no", "names of relations of equal arity are permuted"},
    {"constants", HBS_FLAG, 0, 1, "no", "constants are permuted, numbers and words apart"},
};

typedef struct room {
    hbs_parent parent;
    hbs_term *term, *image;      /* of an atom; of q2's variables */
    size_t term_capacity, image_capacity, images;
    uint32_t *count;             /* occurrences of variables */
    size_t count_capacity;
    bool dropped;
} room;

static void free_room(void *given) {
    room *const r = given;
    hbs_parent_free(&r->parent);
    free(r->term);
    free(r->image);
    free(r->count);
    free(r);
}

static bool is_one_of(const char *text, const char *const *words) {
    for (; *words; words++)
        if (!strcmp(text, *words)) return true;
    return false;
}

static int check(hbs_unit *unit) {
    static const char *const kinds[] = {"add", "drop", "add,drop", "drop,add", NULL}, *const sides[] = {"q1", "q2", "both", NULL};
    if (!is_one_of(hbs_unit_text(unit, KINDS), kinds)) return hbs_unit_fail(unit, "kinds must be add, drop or add,drop");
    if (!is_one_of(hbs_unit_text(unit, SIDE), sides)) return hbs_unit_fail(unit, "side must be q1, q2 or both");
    return (int)hbs_check_parents(unit);
}

/* The image of a fresh variable of q2 is that of the term in whose place it stands. */
static hbs_status continue_image(room *r, hbs_term replaced, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&r->image, &r->image_capacity, r->images + 1, sizeof *r->image, error));
    r->image[r->images] = hbs_is_constant(replaced) ? replaced : r->image[replaced];
    r->images++;
done:
    return status;
}

static hbs_status add_atom(room *r, hbs_query_pair *pair, hbs_query *query, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t atom = (size_t)hbs_rng_below(rng, query->atoms);
    const uint32_t arity = (uint32_t)hbs_atom_arity(query, atom);
    if (!arity) return HBS_OK;
    HBS_TRY(hbs_grow(&r->term, &r->term_capacity, arity, sizeof *r->term, error));
    memcpy(r->term, hbs_atom(query, atom), arity * sizeof *r->term);
    const uint64_t mask = arity <= MASK_ARITY ? 1 + hbs_rng_below(rng, (UINT64_C(1) << arity) - 1) : 0, single = mask ? 0 : hbs_rng_below(rng, arity);
    for (uint32_t i = 0; i < arity; i++) {
        if (mask ? !(mask >> i & 1) : i != single) continue;
        if (query == &pair->q2 && r->images) HBS_TRY(continue_image(r, r->term[i], error));
        r->term[i] = query->variables++;
    }
    HBS_TRY(hbs_query_atom(query, pair, query->relation[atom], r->term, NULL, error));
done:
    return status;
}

static hbs_status count_occurrences(room *r, const hbs_query *query, hbs_error *error) {
    const hbs_status status = hbs_grow(&r->count, &r->count_capacity, (size_t)query->variables + 1, sizeof *r->count, error);
    const size_t arguments = hbs_query_arguments(query);
    if (status != HBS_OK) return status;
    for (uint32_t v = 0; v < query->variables; v++) r->count[v] = 0;
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i])) r->count[query->head[i]]++;
    for (size_t i = 0; i < arguments; i++)
        if (!hbs_is_constant(query->argument[i])) r->count[query->argument[i]]++;
    return HBS_OK;
}

/* Can the atom be sent to the other one by moving only variables that occur nowhere else? */
static bool folds(const room *r, const hbs_query *query, size_t atom, size_t other) {
    const size_t arity = hbs_atom_arity(query, atom);
    const hbs_term *const a = hbs_atom(query, atom), *const b = hbs_atom(query, other);
    if (query->relation[atom] != query->relation[other]) return false;
    for (size_t i = 0; i < arity; i++) {
        uint32_t here = 0;
        if (a[i] == b[i]) continue;
        if (hbs_is_constant(a[i])) return false;
        for (size_t j = 0; j < arity; j++) {
            here += a[j] == a[i];
            if (a[j] == a[i] && b[j] != b[i]) return false;
        }
        if (here != r->count[a[i]]) return false;
    }
    return true;
}

static void remove_atom(hbs_query *query, size_t atom) {
    const size_t from = query->start[atom], size = hbs_atom_arity(query, atom), arguments = hbs_query_arguments(query);
    memmove(query->argument + from, query->argument + from + size, (arguments - from - size) * sizeof *query->argument);
    memmove(query->relation + atom, query->relation + atom + 1, (query->atoms - atom - 1) * sizeof *query->relation);
    for (size_t a = atom; a < query->atoms; a++) query->start[a] = query->start[a + 1] - size;
    query->atoms--;
}

/* The first of up to TRIES uniform atoms that folds into another goes. */
static hbs_status drop_atom(room *r, hbs_query *query, hbs_rng *rng, hbs_error *error) {
    const hbs_status status = count_occurrences(r, query, error);
    for (unsigned attempt = 0; status == HBS_OK && attempt < TRIES; attempt++) {
        const size_t atom = (size_t)hbs_rng_below(rng, query->atoms);
        for (size_t other = 0; other < query->atoms; other++) {
            if (other == atom || !folds(r, query, atom, other)) continue;
            remove_atom(query, atom);
            r->dropped = true;
            return HBS_OK;
        }
    }
    return status;
}

static hbs_status edit(hbs_unit *unit, room *r, hbs_query_pair *pair) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const char *const kinds = hbs_unit_text(unit, KINDS), *const side = hbs_unit_text(unit, SIDE);
    const bool both = !strcmp(side, "both"), mixed = strchr(kinds, ',') != NULL;
    for (int64_t left = hbs_unit_integer(unit, EDITS); left > 0; left--) {
        const bool second = both ? hbs_rng_below(&drawing->rng, 2) : side[1] == '2', add = mixed ? hbs_rng_below(&drawing->rng, 2) : *kinds == 'a';
        hbs_query *const query = second ? &pair->q2 : &pair->q1;
        if (!query->atoms) continue;
        if (add) HBS_TRY(add_atom(r, pair, query, &drawing->rng, drawing->error));
        else HBS_TRY(drop_atom(r, query, &drawing->rng, drawing->error));
    }
done:
    return status;
}

/* A uniform permutation of the texts within each kind. The table of hashes no longer holds, and is made anew when it is needed. */
static void permute(hbs_symbols *symbols, hbs_rng *rng) {
    for (size_t i = symbols->count; i > 1; i--) {
        size_t alike = 0;
        for (size_t j = 0; j < i; j++) alike += symbols->item[j].kind == symbols->item[i - 1].kind;
        uint64_t left = hbs_rng_below(rng, alike);
        size_t j = 0;
        while (symbols->item[j].kind != symbols->item[i - 1].kind || left--) j++;
        char *const text = symbols->item[j].text;
        symbols->item[j].text = symbols->item[i - 1].text;
        symbols->item[i - 1].text = text;
    }
    free(symbols->slot);
    symbols->slot = NULL;
    symbols->slots = symbols->hashed = 0;
}

static hbs_status start_image(room *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t variables = r->parent.instance.pair.q2.variables;
    r->images = 0;
    r->dropped = false;
    if (r->parent.certificate.kind != HBS_CERTIFICATE_HOMOMORPHISM) return HBS_OK;
    HBS_TRY(hbs_grow(&r->image, &r->image_capacity, (size_t)variables + 1, sizeof *r->image, error));
    HBS_TRY(hbs_certificate_read_homomorphism(&r->parent.certificate, variables, r->image, error));
    r->images = variables;
done:
    return status;
}

static hbs_status change(hbs_unit *unit, room *r, hbs_drawn *drawn) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_query_pair *const pair = &drawn->instance.pair;
    HBS_TRY(start_image(r, drawing->error));
    HBS_TRY(hbs_query_pair_copy(pair, &r->parent.instance.pair, drawing->error));
    HBS_TRY(edit(unit, r, pair));
    if (hbs_unit_flag(unit, RELATIONS)) permute(&pair->relations, &drawing->rng);
    if (hbs_unit_integer(unit, CONSTANTS)) permute(&pair->constants, &drawing->rng);
    if (r->images && !r->dropped) HBS_TRY(hbs_certificate_of_homomorphism(r->image, (uint32_t)r->images, &drawn->certificate, drawing->error));
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), free_room));
    room *const r = drawing->scratch;
    HBS_TRY(hbs_pick_parent(unit, &r->parent));
    HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
    hbs_unit_current(unit)->claim = r->parent.label;
    HBS_TRY(change(unit, r, hbs_unit_current(unit)));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_augment = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/augment",
    .summary = "copies of a dataset's pairs with redundant atoms and exchanged names, with their labels",
    .distribution = "a parent, in turns or uniform; then `edits` changes, each of a uniform kind on a uniform side: add: a uniform atom again with fresh variables in a uniform non-empty set of its places (in "
            "one place where it has more than 20); drop: the first of 16 uniform atoms that folds into another one; then, where asked for, uniform permutations of names",
    .uniform_over = "not uniform: because all instances are equivalent to the parents, up to names",
    .rejects = "never",
    .cost = "O(atoms * arity^2) a change",
    .source = "Chandra and Merlin, Optimal implementation of conjunctive queries in relational data bases, STOC 1977 (equivalent queries); augmentation of the kind that Yehuda, Gabel and Schuster, "
            "It's not what machines can learn, it's what we cannot teach, ICML 2020, warn of",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "augmentation",
    .example = "from=seeds",
};
