/* Reads the tree in preorder beside a stack of open branches. At every node the domains are at their arc-consistent fixpoint: a leaf must be wiped
 * out there, a branch must not, and has one child for each value that is left. Nothing is chosen here: the bytes say where to branch. A branch
 * needs two values at least, so no path is longer than q2 has variables, whatever the bytes. */
#include "solvers/checking/search_tree.h"

#include <stdlib.h>

#include "solvers/checking/plain_consistency.h"

typedef struct branch {
    uint32_t variable;
    size_t next, mark;      /* the smallest term not tried yet; removals before the first child */
} branch;

typedef struct replay {
    hbs_plain *plain;
    uint32_t variables;
    branch *branch;
    size_t depth, capacity;
    uint64_t node;
} replay;

static hbs_status fault(const replay *r, const char *what, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_FAULT, "search tree: node %llu %s", (unsigned long long)r->node, what);
}

static hbs_status open_branch(replay *r, uint64_t variable, hbs_error *error) {
    if (variable >= r->variables || !hbs_plain_in_body(r->plain, (uint32_t)variable))
        return fault(r, "branches on a variable that no atom of q2 has", error);
    if (hbs_plain_size(r->plain, (uint32_t)variable) < 2) return fault(r, "branches on a variable that has one value left", error);
    const hbs_status status = hbs_grow(&r->branch, &r->capacity, r->depth + 1, sizeof *r->branch, error);
    if (status == HBS_OK) r->branch[r->depth++] = (branch){(uint32_t)variable, 0, hbs_plain_mark(r->plain)};
    return status;
}

/* Goes to the node that follows in preorder; *done when there is none. */
static hbs_status next_node(replay *r, bool *wiped, bool *done, hbs_error *error) {
    for (; r->depth; r->depth--) {
        branch *b = &r->branch[r->depth - 1];
        hbs_plain_take_back(r->plain, b->mark);
        const size_t term = hbs_plain_next(r->plain, b->variable, b->next);
        if (term == SIZE_MAX) continue;
        b->next = term + 1;
        r->node++;
        return hbs_plain_fix(r->plain, b->variable, term, wiped, error);
    }
    *done = true;
    return HBS_OK;
}

static hbs_status replay_tree(replay *r, bool wiped, const uint8_t *bytes, size_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t at = 0;
    r->node = 1;
    for (bool done = false; !done;) {
        uint64_t code;
        if (hbs_read_varint(bytes, size, &at, &code, NULL) != HBS_OK) HBS_TRY(fault(r, "is missing: the bytes end, or hold no number", error));
        if (code && wiped) HBS_TRY(fault(r, "is a branch, but arc consistency wipes out there", error));
        if (!code && !wiped) HBS_TRY(fault(r, "is a leaf, but arc consistency does not wipe out there", error));
        if (code) HBS_TRY(open_branch(r, code - 1, error));
        HBS_TRY(next_node(r, &wiped, &done, error));
    }
    if (at < size) HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: %zu bytes follow after the last node", size - at);
done:
    return status;
}

hbs_status hbs_search_tree_check(const hbs_query_pair *pair, const uint8_t *bytes, size_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    replay r = {.variables = pair->q2.variables};
    bool wiped;
    HBS_TRY(hbs_plain_new(&r.plain, pair, &wiped, error));
    if (size) HBS_TRY(replay_tree(&r, wiped, bytes, size, error));
    if (!size && !wiped) HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: it is empty, but arc consistency alone does not refute");
done:
    hbs_plain_free(r.plain);
    free(r.branch);
    return status;
}
