#include "solvers/bit_tree/bit_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/sat_solver.h"
#include "tests/unit/test.h"

typedef struct bench {       /* a formula, and a tree for each kernel that this machine has */
    hbs_rng rng;
    hbs_cnf cnf;
    hbs_bit_tree *tree[3];
    size_t trees;
    mpz_t count;
} bench;

static void set_up(bench *b, uint64_t seed)
{
    hbs_error error;
    memset(b, 0, sizeof *b);
    hbs_rng_seed(&b->rng, seed, 0, HBS_LANE_INSTANCE);
    mpz_init(b->count);
    for (size_t i = 0; hbs_bit_tree_kernel(i); i++) {
        hbs_bit_tree *tree;
        CHECK_OK(hbs_bit_tree_new(&tree, &error));
        if (hbs_bit_tree_use(tree, hbs_bit_tree_kernel(i), &error) == HBS_OK) b->tree[b->trees++] = tree;
        else hbs_bit_tree_free(tree);
    }
    CU_ASSERT_FATAL(b->trees > 0);
}

static void tear_down(bench *b)
{
    for (size_t t = 0; t < b->trees; t++) hbs_bit_tree_free(b->tree[t]);
    hbs_cnf_free(&b->cnf);
    mpz_clear(b->count);
}

static void load(bench *b, size_t t)
{
    hbs_error error;
    bool fits = false;
    CHECK_OK(hbs_bit_tree_load(b->tree[t], &b->cnf, &fits, &error));
    CU_ASSERT_FATAL(fits);
}

/* Counts, decides and finds models with every kernel; returns how many of these are wrong or differ between kernels. */
static unsigned faults(bench *b)
{
    hbs_error error;
    unsigned wrong = 0;
    uint64_t nodes[2] = {0, 0};
    const uint64_t models = hbs_brute_sat_count(&b->cnf, NULL);
    for (size_t t = 0; t < b->trees; t++) {
        hbs_certificate certificate = {0};
        uint8_t model[HBS_BRUTE_VARIABLES_MAX + 1] = {0};
        bool known = false;
        int label = HBS_LABEL_UNKNOWN;
        load(b, t);
        CHECK_OK(hbs_bit_tree_count(b->tree[t], 0, b->count, &known, &error));
        wrong += !known || mpz_cmp_ui(b->count, models) != 0;
        wrong += t && nodes[0] != hbs_bit_tree_nodes(b->tree[t]);
        nodes[0] = hbs_bit_tree_nodes(b->tree[t]);
        CHECK_OK(hbs_bit_tree_decide(b->tree[t], 0, &label, &error));
        wrong += label != (models ? HBS_LABEL_YES : HBS_LABEL_NO);
        wrong += t && nodes[1] != hbs_bit_tree_nodes(b->tree[t]);
        nodes[1] = hbs_bit_tree_nodes(b->tree[t]);
        if (label == HBS_LABEL_YES) {
            CHECK_OK(hbs_bit_tree_model(b->tree[t], &certificate, &error));
            CHECK_OK(hbs_certificate_read_model(&certificate, b->cnf.variables, model, &error));
            wrong += !hbs_cnf_satisfied(&b->cnf, model);
        }
        hbs_certificate_free(&certificate);
    }
    return wrong;
}

/* Tabulated and searched. */
static void odd_shapes(void)
{
    bench b;
    unsigned wrong = 0;
    set_up(&b, 1);
    for (unsigned i = 0; i < 12000; i++) {
        const uint32_t n = (uint32_t)hbs_rng_below(&b.rng, 15), length = 1 + (uint32_t)hbs_rng_below(&b.rng, 5);
        hbs_brute_sat_mixed(&b.cnf, &b.rng, n, (uint32_t)hbs_rng_below(&b.rng, 2u << length), length);
        for (size_t t = 0; t < b.trees; t++) hbs_bit_tree_search_above(b.tree[t], i % 3 ? HBS_BIT_TREE_FLAT_MAX : 0);
        wrong += faults(&b);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&b);
}

static void many_clauses(void)
{
    bench b;
    unsigned wrong = 0;
    set_up(&b, 2);
    for (unsigned i = 0; i < 300; i++) {
        const uint32_t n = 8 + (uint32_t)hbs_rng_below(&b.rng, 11), m = 129 + (uint32_t)hbs_rng_below(&b.rng, 300), length = 5 + (uint32_t)hbs_rng_below(&b.rng, 4);
        hbs_brute_sat_uniform(&b.cnf, &b.rng, n, m, length);
        wrong += faults(&b);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&b);
}

static void at_the_transition(void)
{
    bench b;
    unsigned wrong = 0;
    set_up(&b, 3);
    for (unsigned i = 0; i < 500; i++) {
        const uint32_t n = 13 + (uint32_t)hbs_rng_below(&b.rng, 8);
        hbs_brute_sat_uniform(&b.cnf, &b.rng, n, (uint32_t)(4.26 * n), 3);
        wrong += faults(&b);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&b);
}

/* The most variables there can be, all equal. */
static void wide(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 4);
    hbs_cnf_clear(&b.cnf, 100);
    for (int32_t v = 2; v <= (int32_t)HBS_BIT_TREE_VARIABLES_MAX; v++) {
        const int32_t equal[2][2] = {{-1, v}, {1, -v}};
        CHECK_OK(hbs_cnf_add(&b.cnf, equal[0], 2, &error));
        CHECK_OK(hbs_cnf_add(&b.cnf, equal[1], 2, &error));
    }
    for (size_t t = 0; t < b.trees; t++) {
        bool known = false;
        load(&b, t);
        CHECK_OK(hbs_bit_tree_count(b.tree[t], 0, b.count, &known, &error));
        CU_ASSERT(known);
        CU_ASSERT_EQUAL(mpz_scan1(b.count, 0), 29);            /* 2 models, 28 variables that do not occur */
        CU_ASSERT_EQUAL(mpz_sizeinbase(b.count, 2), 30);
    }
    const int32_t one_more = 73;
    bool fits = true;
    CHECK_OK(hbs_cnf_add(&b.cnf, &one_more, 1, &error));
    CHECK_OK(hbs_bit_tree_load(b.tree[0], &b.cnf, &fits, &error));
    CU_ASSERT_FALSE(fits);
    tear_down(&b);
}

static void no_clauses(void)
{
    bench b;
    hbs_error error;
    bool known = false;
    set_up(&b, 5);
    for (uint32_t n = 0; n < 200; n++) {
        hbs_cnf_clear(&b.cnf, n);
        load(&b, 0);
        CHECK_OK(hbs_bit_tree_count(b.tree[0], 0, b.count, &known, &error));
        CU_ASSERT(known && mpz_scan1(b.count, 0) == n && mpz_sizeinbase(b.count, 2) == n + 1);
    }
    CHECK_OK(hbs_cnf_add(&b.cnf, NULL, 0, &error));
    load(&b, 0);
    CHECK_OK(hbs_bit_tree_count(b.tree[0], 0, b.count, &known, &error));
    CU_ASSERT(known && mpz_sgn(b.count) == 0);
    tear_down(&b);
}

static void huge_header(void)
{
    bench b;
    hbs_error error;
    bool known = false;
    const int32_t top = (int32_t)HBS_CNF_VARIABLES_MAX, clause[] = {top, -7};
    set_up(&b, 6);
    hbs_cnf_clear(&b.cnf, HBS_CNF_VARIABLES_MAX);
    CHECK_OK(hbs_cnf_add(&b.cnf, clause, 2, &error));
    load(&b, 0);
    mpz_set_ui(b.count, 5);
    CU_ASSERT_EQUAL(hbs_bit_tree_count(b.tree[0], 0, b.count, &known, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, 5), 0);
    b.cnf.variables = 100000;
    b.cnf.literal[0] = 99999;
    load(&b, 0);
    CHECK_OK(hbs_bit_tree_count(b.tree[0], 0, b.count, &known, &error));
    CU_ASSERT(known && mpz_scan1(b.count, 0) == 99998);
    mpz_tdiv_q_2exp(b.count, b.count, 99998);
    CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, 3), 0);
    tear_down(&b);
}

static void budget(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 8);
    for (unsigned i = 0; i < 200; i++) {
        const uint32_t n = 10 + (uint32_t)hbs_rng_below(&b.rng, 17);
        bool known = true;
        int label;
        hbs_brute_sat_uniform(&b.cnf, &b.rng, n, (uint32_t)(4.26 * n), 3);
        load(&b, 0);
        CHECK_OK(hbs_bit_tree_count(b.tree[0], 0, b.count, &known, &error));
        const uint64_t nodes = hbs_bit_tree_nodes(b.tree[0]);
        CHECK_OK(hbs_bit_tree_count(b.tree[0], nodes, b.count, &known, &error));
        CU_ASSERT(known && hbs_bit_tree_nodes(b.tree[0]) == nodes);
        const bool none = mpz_sgn(b.count) == 0;
        mpz_set_ui(b.count, 12345678);
        CHECK_OK(hbs_bit_tree_count(b.tree[0], nodes - 1, b.count, &known, &error));
        CU_ASSERT(!known && mpz_cmp_ui(b.count, 12345678) == 0 && hbs_bit_tree_nodes(b.tree[0]) < nodes);
        CHECK_OK(hbs_bit_tree_decide(b.tree[0], nodes - 1, &label, &error));
        CU_ASSERT(none ? label == HBS_LABEL_UNKNOWN : label != HBS_LABEL_NO);
    }
    tear_down(&b);
}

static void solver_small(void) { hbs_test_solver_small("bit_tree", 20000); }
static void solver_mutated(void) { hbs_test_solver_mutated("bit_tree", 1000); }

/* With and without certificates, and against the clause learner where brute force ends. */
static void solver_larger(void)
{
    hbs_error error;
    hbs_labeller tree, plain, other;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict a = {0}, b = {0}, c = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 9, 0, HBS_LANE_INSTANCE);
    CHECK_OK(hbs_labeller_open(&tree, "bit_tree", HBS_SAT, 0, true, &error));
    CHECK_OK(hbs_labeller_open(&plain, "bit_tree", HBS_SAT, 0, false, &error));
    CHECK_OK(hbs_labeller_open(&other, "cdcl", HBS_SAT, 0, false, &error));
    for (uint32_t n = 20; n <= 36; n++)
        for (unsigned i = 0; i < 40; i++) {
            hbs_brute_sat_uniform(&instance.cnf, &rng, n, (uint32_t)(4.26 * n), 3);
            CHECK_OK(hbs_label(&tree, &instance, &a, &error));
            CHECK_OK(hbs_label(&plain, &instance, &b, &error));
            CHECK_OK(hbs_label(&other, &instance, &c, &error));
            CU_ASSERT(a.label == b.label && a.label == c.label);
            CU_ASSERT(a.effort == b.effort || (a.label == HBS_LABEL_NO && a.effort > b.effort));
        }
    hbs_brute_sat_uniform(&instance.cnf, &rng, 100, 426, 3);
    CU_ASSERT_EQUAL(hbs_label(&tree, &instance, &a, &error), HBS_ERROR_USAGE);
    plain.budget = 10;
    hbs_brute_sat_uniform(&instance.cnf, &rng, 36, 160, 3);
    CHECK_OK(hbs_label(&plain, &instance, &b, &error));
    CU_ASSERT(b.label == HBS_LABEL_UNKNOWN && b.effort <= 10);
    hbs_labeller_close(&tree);
    hbs_labeller_close(&plain);
    hbs_labeller_close(&other);
    hbs_instance_free(&instance);
    hbs_verdict_free(&a);
    hbs_verdict_free(&b);
    hbs_verdict_free(&c);
}

const hbs_test hbs_tests[] = {
    {"formulas of odd shapes against brute force, all kernels alike", odd_shapes},
    {"many long clauses", many_clauses},
    {"uniform 3-SAT at the transition", at_the_transition},
    {"72 variables that occur, and 73", wide},
    {"no clauses, and the empty clause", no_clauses},
    {"headers that promise more variables than occur", huge_header},
    {"budgets", budget},
    {"the solver: labels and certificates of small formulas against brute force", solver_small},
    {"the solver: damaged certificates are refused or prove the label still", solver_mutated},
    {"the solver: larger formulas, with and without certificates", solver_larger},
    {NULL, NULL},
};
