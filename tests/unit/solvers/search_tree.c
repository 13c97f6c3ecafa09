/* The checker of search trees: trees worked out by hand, those of the solver, and what is left of them after damage. */
#include "solvers/checking/search_tree.h"

#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "solvers/containment/homomorphism.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

typedef struct tree_case {
    const char *what;
    size_t size;
    uint8_t bytes[8];
    bool holds;
} tree_case;

static void check_trees(const hbs_query_pair *pair, const tree_case *trees, size_t count) {
    hbs_error error = {0};
    for (size_t i = 0; i < count; i++) {
        const hbs_status status = hbs_search_tree_check(pair, trees[i].bytes, trees[i].size, &error);
        if (status != (trees[i].holds ? HBS_OK : HBS_ERROR_FAULT)) fprintf(stderr, "\n    %s: status %d", trees[i].what, (int)status);
        CU_ASSERT_EQUAL(status, trees[i].holds ? HBS_OK : HBS_ERROR_FAULT);
    }
}
#define CHECK_TREES(pair, trees) check_trees((pair), (trees), sizeof(trees) / sizeof *(trees))

/* A directed triangle into one edge both ways: arc consistency wipes nothing out, any branch does. */
static void triangle_into_two_cycle(void) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    CHECK_OK(hbs_digraph_pair(&pair, 3, 1 << 1 | 1 << 3, 1 << 1 | 1 << 5 | 1 << 6, &error));
    const tree_case trees[] = {
        {"branch on 0", 3, {1, 0, 0}, true},
        {"branch on 2", 3, {3, 0, 0}, true},
        {"nothing", 0, {0}, false},
        {"a leaf alone", 1, {0}, false},
        {"a child missing", 2, {1, 0}, false},
        {"a child too many", 4, {1, 0, 0, 0}, false},
        {"no such variable", 3, {4, 0, 0}, false},
        {"far from any variable", 8, {0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0}, false},
        {"a branch below what is wiped out", 6, {1, 2, 0, 0, 0, 0}, false},
        {"a number that does not end", 3, {1, 0, 0x80}, false},
        {"a number in long form", 4, {0x81, 0, 0, 0}, false},
    };
    CHECK_TREES(&pair, trees);
    hbs_query_pair_free(&pair);
}

/* Loop-free triangles (all six edges) do not go into a directed path: wiped out at once; and go into themselves. */
static void wiped_out_at_the_root(void) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    const uint32_t triangle = 0xee, path = 1 << 1 | 1 << 5;
    const tree_case refuted[] = {{"nothing", 0, {0}, true}, {"a leaf", 1, {0}, true}, {"two leaves", 2, {0, 0}, false}, {"a branch", 4, {1, 0, 0, 0}, false}};
    CHECK_OK(hbs_digraph_pair(&pair, 3, path, triangle, &error));
    CHECK_TREES(&pair, refuted);
    const tree_case contained[] = {{"nothing", 0, {0}, false}, {"a leaf", 1, {0}, false}, {"a branch", 4, {1, 0, 0, 0}, false}};
    CHECK_OK(hbs_digraph_pair(&pair, 3, triangle, triangle, &error));
    CHECK_TREES(&pair, contained);
    hbs_query_pair_free(&pair);
}

/* Queries without atoms: only the heads speak. */
static void heads_alone(void) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    uint32_t a, b;
    const tree_case clash[] = {{"nothing", 0, {0}, true}, {"a leaf", 1, {0}, true}, {"a branch", 3, {1, 0, 0}, false}};
    const tree_case match[] = {{"nothing", 0, {0}, false}, {"a leaf", 1, {0}, false}};
    CHECK_OK(hbs_symbol_intern(&pair.constants, "a", 1, HBS_CONSTANT_STRING, &a, &error));
    CHECK_OK(hbs_symbol_intern(&pair.constants, "b", 1, HBS_CONSTANT_STRING, &b, &error));
    CHECK_TREES(&pair, match);
    CHECK_OK(hbs_query_head(&pair.q1, HBS_CONSTANT | a, &error));
    CHECK_TREES(&pair, clash);
    CHECK_OK(hbs_query_head(&pair.q2, HBS_CONSTANT | b, &error));
    CHECK_TREES(&pair, clash);
    pair.q2.head[0] = HBS_CONSTANT | a;
    CHECK_TREES(&pair, match);
    pair.q2.variables = 1;
    pair.q2.head[0] = 0;
    CHECK_TREES(&pair, match);
    CHECK_OK(hbs_query_head(&pair.q1, HBS_CONSTANT | b, &error));
    CHECK_OK(hbs_query_head(&pair.q2, 0, &error));
    CHECK_TREES(&pair, clash);
    hbs_query_pair_free(&pair);
}

typedef struct damage {
    hbs_bytes bytes;
    hbs_rng rng;
} damage;

/* One edit: a byte changed, taken out or put in. */
static void hurt(damage *d, const hbs_bytes *tree) {
    hbs_error error = {0};
    CHECK_OK(hbs_bytes_copy(&d->bytes, tree, &error));
    const uint8_t byte = (uint8_t)hbs_rng_below(&d->rng, hbs_rng_bernoulli(&d->rng, 1, 8) ? 256 : 8);
    CHECK_OK(hbs_bytes_append(&d->bytes, &byte, 1, &error));
    const size_t at = hbs_rng_below(&d->rng, d->bytes.size);
    uint8_t *data = d->bytes.data;
    switch (hbs_rng_below(&d->rng, 3)) {
    case 0:
        data[at] = byte;
        d->bytes.size -= at + 1 < d->bytes.size;
        break;
    case 1:
        memmove(data + at, data + at + 1, d->bytes.size - at - 1);
        d->bytes.size -= d->bytes.size > 1 ? 2 : 1;
        break;
    default:
        memmove(data + at + 1, data + at, d->bytes.size - at - 1);
        data[at] = byte;
    }
}

/* Cut short or longer by a byte, a tree never holds; otherwise damaged it may, but never for a contained pair. */
static void damaged_trees(void) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    hbs_verdict verdict = {0};
    damage d = {0};
    void *workspace;
    unsigned refused = 0, held = 0, wrong = 0;
    CHECK_OK(hbs_solver_homomorphism.open(&workspace, &error));
    for (unsigned i = 0; i < 600; i++) {
        hbs_rng_seed(&d.rng, 21, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_digraph_pair(&d.rng, &instance.pair, 8, 16, 8, 12, &error));
        CHECK_OK(hbs_solver_homomorphism.solve(workspace, &instance, 0, true, &verdict, &error));
        const bool no = verdict.label == HBS_LABEL_NO;
        hbs_bytes *tree = &verdict.certificate.bytes;
        for (size_t cut = 0; cut < tree->size && no; cut++) wrong += hbs_search_tree_check(&instance.pair, tree->data, cut, &error) != HBS_ERROR_FAULT;
        for (unsigned k = 0; k < 40; k++) {
            hurt(&d, tree);
            const hbs_status status = hbs_search_tree_check(&instance.pair, d.bytes.data, d.bytes.size, &error);
            wrong += status != HBS_OK && status != HBS_ERROR_FAULT;
            wrong += status == HBS_OK && !no;
            held += status == HBS_OK;
            refused += status != HBS_OK;
        }
        CHECK_OK(hbs_bytes_append(tree, "", 1, &error));
        if (no && tree->size > 1) wrong += hbs_search_tree_check(&instance.pair, tree->data, tree->size, &error) != HBS_ERROR_FAULT;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(refused > 10 * held);
    hbs_solver_homomorphism.close(workspace);
    hbs_instance_free(&instance);
    hbs_certificate_free(&verdict.certificate);
    hbs_bytes_free(&d.bytes);
}

/* No bytes whatever refute a contained pair. */
static void contained_pairs_are_never_refuted(void) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    unsigned tried = 0, wrong = 0;
    for (unsigned i = 0; i < 6000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 22, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &pair, &error));
        if (!hbs_brute_homomorphisms(&pair)) continue;
        for (unsigned k = 0; k < 12; k++) {
            uint8_t bytes[12];
            const size_t size = k ? hbs_rng_below(&rng, sizeof bytes) : 0;
            for (size_t b = 0; b < size; b++) bytes[b] = (uint8_t)hbs_rng_below(&rng, b % 2 ? 2 : 6);
            wrong += hbs_search_tree_check(&pair, bytes, size, &error) != HBS_ERROR_FAULT;
            tried++;
        }
    }
    CU_ASSERT(tried > 20000);
    CU_ASSERT_EQUAL(wrong, 0);
    hbs_query_pair_free(&pair);
}

const hbs_test hbs_tests[] = {
    {"triangle into a two-cycle", triangle_into_two_cycle},
    {"wiped out at the root", wiped_out_at_the_root},
    {"heads alone", heads_alone},
    {"damaged trees", damaged_trees},
    {"contained pairs are never refuted", contained_pairs_are_never_refuted},
    {NULL, NULL},
};
