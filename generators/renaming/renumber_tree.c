/* The children of a branch stand in the order of their values, and which values there are is for arc consistency to say: so a renumbered tree has its branches permuted,
 * and the tree has to be followed on the pair as it was to know which child belongs to which value. */
#include "generators/renaming/renumber_tree.h"

#include <stdlib.h>

#include "solvers/checking/plain_consistency.h"

typedef struct translation {
    hbs_plain *plain;
    uint32_t variables;
    const uint32_t *variable;
    const size_t *rank;
    const hbs_bytes *from;
    size_t at;
    unsigned depth;
    hbs_error *error;
} translation;

typedef struct child {
    size_t rank;
    hbs_bytes bytes;
} child;

static int compare_children(const void *a, const void *b) {
    const child *const x = a, *const y = b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static hbs_status fault(const translation *t, const char *what) { return hbs_raise(t->error, HBS_ERROR_FAULT, "a refutation %s", what); }

static hbs_status follow(translation *t, bool wiped, hbs_bytes *out);

/* A branch and all that is below it. */
static hbs_status follow_branch(translation *t, uint32_t v, hbs_bytes *out) {
    hbs_status status = HBS_OK;
    size_t children = 0;
    child *below = NULL;
    if (!hbs_plain_in_body(t->plain, v)) return fault(t, "that branches on a variable which no atom of q2 has");
    const size_t values = hbs_plain_size(t->plain, v);
    if (values < 2) return fault(t, "that branches on a variable with one value left");
    HBS_TRY(hbs_allocate(&below, values, sizeof *below, t->error));
    for (size_t term = hbs_plain_next(t->plain, v, 0); term != SIZE_MAX; term = hbs_plain_next(t->plain, v, term + 1)) {
        const size_t mark = hbs_plain_mark(t->plain);
        bool wiped;
        below[children].rank = t->rank[term];
        HBS_TRY(hbs_plain_fix(t->plain, v, term, &wiped, t->error));
        HBS_TRY(follow(t, wiped, &below[children++].bytes));
        hbs_plain_take_back(t->plain, mark);
    }
    qsort(below, children, sizeof *below, compare_children);
    HBS_TRY(hbs_bytes_varint(out, 1 + (uint64_t)t->variable[v], t->error));
    for (size_t i = 0; i < children; i++) HBS_TRY(hbs_bytes_append(out, below[i].bytes.data, below[i].bytes.size, t->error));
done:
    for (size_t i = 0; below && i < values; i++) hbs_bytes_free(&below[i].bytes);
    free(below);
    return status;
}

/* The next node, in preorder. */
static hbs_status follow(translation *t, bool wiped, hbs_bytes *out) {
    uint64_t code;
    if (hbs_read_varint(t->from->data, t->from->size, &t->at, &code, NULL) != HBS_OK) return fault(t, "that ends before its tree does");
    if (!code) return hbs_bytes_varint(out, 0, t->error);
    if (wiped) return fault(t, "that goes on where arc consistency has refuted");
    if (code > t->variables) return fault(t, "that branches on a variable which q2 has not");
    if (t->depth == HBS_TREE_DEPTH_MAX) return fault(t, "deeper than 1000 branches");
    t->depth++;
    const hbs_status status = follow_branch(t, (uint32_t)(code - 1), out);
    t->depth--;
    return status;
}

hbs_status hbs_search_tree_renumber(const hbs_query_pair *pair, const uint32_t *variable, const size_t *rank, hbs_bytes *bytes, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes out = {0};
    bool wiped;
    translation t = {.variables = pair->q2.variables, .variable = variable, .rank = rank, .from = bytes, .error = error};
    HBS_TRY(hbs_plain_new(&t.plain, pair, &wiped, error));
    HBS_TRY(follow(&t, wiped, &out));
    if (t.at != bytes->size) HBS_TRY(fault(&t, "that goes on behind the end of its tree"));
    const hbs_bytes before = *bytes;
    *bytes = out;
    out = before;
done:
    hbs_plain_free(t.plain);
    hbs_bytes_free(&out);
    return status;
}
