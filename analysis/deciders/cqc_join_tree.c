/* The reduction of Graham and of Yu and Ozsoyoglu (1979): drop a variable that one hyperedge alone has, drop a hyperedge inside another; acyclic
 * iff nothing is left. An edge is looked at again only when one of its variables became its own, since nothing else can bring it inside another. */
#include "analysis/deciders/cqc_join_tree.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/cqc_candidates.h"

typedef struct reduction {
    const hbs_query *q2;
    size_t *start;             /* atoms + 1 */
    uint32_t *variable;        /* of atom a, each once: variable[start[a]] .. ; the first size[a] are still there */
    uint32_t *size;
    size_t *user_start;        /* variables + 2 */
    uint32_t *user;
    uint32_t *uses;            /* variable -> atoms left that have it */
    uint8_t *gone, *waiting;   /* atoms */
    uint32_t *stack;
    size_t depth;
} reduction;

static bool stands_before(const uint32_t *list, size_t count, uint32_t variable) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == variable) return true;
    return false;
}

static void read_edges(reduction *r, const hbs_term *frozen) {
    size_t cells = 0;
    for (size_t a = 0; a < r->q2->atoms; a++) {
        const hbs_term *argument = hbs_atom(r->q2, a);
        const size_t arity = hbs_atom_arity(r->q2, a);
        r->start[a] = cells;
        for (size_t p = 0; p < arity; p++) {
            if (hbs_is_constant(argument[p]) || frozen[argument[p]] != HBS_NOT_FROZEN) continue;
            if (stands_before(r->variable + r->start[a], cells - r->start[a], argument[p])) continue;
            r->variable[cells++] = argument[p];
            r->uses[argument[p]]++;
        }
        r->size[a] = (uint32_t)(cells - r->start[a]);
    }
    r->start[r->q2->atoms] = cells;
}

static void index_users(const reduction *r) {
    size_t *end = r->user_start + 1;
    const size_t cells = r->start[r->q2->atoms];
    for (size_t i = 0; i < cells; i++) end[r->variable[i] + 1]++;
    for (size_t v = 0; v < r->q2->variables; v++) end[v + 1] += end[v];
    for (size_t a = 0; a < r->q2->atoms; a++)
        for (size_t i = r->start[a]; i < r->start[a + 1]; i++) r->user[end[r->variable[i]]++] = (uint32_t)a;
}

static hbs_status prepare(reduction *r, hbs_join_tree *tree, const hbs_term *frozen, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t atoms = r->q2->atoms, cells = hbs_query_arguments(r->q2), variables = r->q2->variables;
    HBS_TRY(hbs_allocate(&r->start, atoms + 1, sizeof *r->start, error));
    HBS_TRY(hbs_allocate(&r->variable, cells, sizeof *r->variable, error));
    HBS_TRY(hbs_allocate(&r->size, atoms, sizeof *r->size, error));
    HBS_TRY(hbs_allocate(&r->user_start, variables + 2, sizeof *r->user_start, error));
    HBS_TRY(hbs_allocate(&r->user, cells, sizeof *r->user, error));
    HBS_TRY(hbs_allocate(&r->uses, variables, sizeof *r->uses, error));
    HBS_TRY(hbs_allocate(&r->gone, atoms, 1, error));
    HBS_TRY(hbs_allocate(&r->waiting, atoms, 1, error));
    HBS_TRY(hbs_allocate(&r->stack, atoms, sizeof *r->stack, error));
    HBS_TRY(hbs_allocate(&tree->fold, atoms, sizeof *tree->fold, error));
    HBS_TRY(hbs_allocate(&tree->shared, cells, sizeof *tree->shared, error));
    read_edges(r, frozen);
    index_users(r);
done:
    return status;
}

static void look_again(reduction *r, uint32_t atom) {
    if (r->waiting[atom] || r->gone[atom]) return;
    r->waiting[atom] = 1;
    r->stack[r->depth++] = atom;
}

static void drop_own_variables(reduction *r, uint32_t a) {
    uint32_t *variable = r->variable + r->start[a];
    for (uint32_t i = 0; i < r->size[a];) {
        if (r->uses[variable[i]] > 1) {
            i++;
            continue;
        }
        const uint32_t own = variable[i];
        variable[i] = variable[--r->size[a]];
        variable[r->size[a]] = own;
    }
}

static bool inside(const reduction *r, uint32_t a, uint32_t other) {
    for (uint32_t i = 0; i < r->size[a]; i++)
        if (!stands_before(r->variable + r->start[other], r->size[other], r->variable[r->start[a] + i])) return false;
    return true;
}

/* Another atom left that has all variables of this one. */
static uint32_t find_parent(const reduction *r, uint32_t a) {
    const uint32_t *variable = r->variable + r->start[a];
    uint32_t rarest = variable[0];
    for (uint32_t i = 1; i < r->size[a]; i++)
        if (r->uses[variable[i]] < r->uses[rarest]) rarest = variable[i];
    for (size_t u = r->user_start[rarest]; u < r->user_start[rarest + 1]; u++)
        if (r->user[u] != a && !r->gone[r->user[u]] && inside(r, a, r->user[u])) return r->user[u];
    return HBS_NO_PARENT;
}

static void fold(reduction *r, hbs_join_tree *tree, uint32_t a, uint32_t parent) {
    const size_t first = tree->folds ? tree->fold[tree->folds - 1].first + tree->fold[tree->folds - 1].count : 0;
    tree->fold[tree->folds++] = (hbs_fold){a, parent, first, r->size[a]};
    r->gone[a] = 1;
    for (uint32_t i = 0; i < r->size[a]; i++) {
        const uint32_t v = r->variable[r->start[a] + i];
        tree->shared[first + i] = v;
        if (--r->uses[v] > 1) continue;
        for (size_t u = r->user_start[v]; u < r->user_start[v + 1]; u++) look_again(r, r->user[u]);
    }
}

static void reduce(reduction *r, hbs_join_tree *tree) {
    for (size_t a = r->q2->atoms; a-- > 0;) look_again(r, (uint32_t)a);
    while (r->depth) {
        const uint32_t a = r->stack[--r->depth];
        r->waiting[a] = 0;
        drop_own_variables(r, a);
        const uint32_t parent = r->size[a] ? find_parent(r, a) : HBS_NO_PARENT;
        if (!r->size[a] || parent != HBS_NO_PARENT) fold(r, tree, a, parent);
    }
    tree->left = r->q2->atoms - tree->folds;
    tree->acyclic = !tree->left;
}

hbs_status hbs_join_tree_find(hbs_join_tree *out, const hbs_query *q2, const hbs_term *frozen, hbs_error *error) {
    hbs_status status = HBS_OK;
    reduction r = {.q2 = q2};
    HBS_TRY(prepare(&r, out, frozen, error));
    reduce(&r, out);
done:
    free(r.start);
    free(r.variable);
    free(r.size);
    free(r.user_start);
    free(r.user);
    free(r.uses);
    free(r.gone);
    free(r.waiting);
    free(r.stack);
    return status;
}

void hbs_join_tree_free(hbs_join_tree *tree) {
    free(tree->fold);
    free(tree->shared);
    *tree = (hbs_join_tree){0};
}
