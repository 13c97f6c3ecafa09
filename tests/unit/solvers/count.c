#include "solvers/count/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/instance.h"
#include "datasets/archives/archives.h"
#include "datasets/formats/dimacs.h"
#include "solvers/bit_tree/bit_tree.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

typedef struct bench {
    hbs_rng rng;
    hbs_cnf cnf;
    hbs_counter *counter;
    mpz_t count, other;
} bench;

static void set_up(bench *b, uint64_t seed, size_t cache)
{
    hbs_error error;
    memset(b, 0, sizeof *b);
    hbs_rng_seed(&b->rng, seed, 0, HBS_LANE_INSTANCE);
    mpz_inits(b->count, b->other, NULL);
    CHECK_OK(hbs_counter_new(&b->counter, cache, &error));
}

static void tear_down(bench *b)
{
    hbs_counter_free(b->counter);
    hbs_cnf_free(&b->cnf);
    mpz_clears(b->count, b->other, NULL);
}

static void count(bench *b)
{
    hbs_error error;
    bool known = false;
    CHECK_OK(hbs_count_models(b->counter, &b->cnf, 0, b->count, &known, &error));
    CU_ASSERT_FATAL(known);
}

/* Makes the formula of `copies` of itself over variables of their own, and `more` variables that are in no clause: then neither the tree nor brute force
 * sees it whole, and its count is known all the same. */
static void multiply(hbs_cnf *cnf, uint32_t copies, uint32_t more)
{
    hbs_error error;
    hbs_cnf many = {0};
    hbs_cnf_clear(&many, copies * cnf->variables + more);
    for (size_t c = 0; c < cnf->clauses; c++)
        for (uint32_t k = 0; k < copies; k++) {
            int32_t clause[64];
            const size_t length = hbs_cnf_length(cnf, c);
            for (size_t i = 0; i < length; i++) {
                const int32_t literal = hbs_cnf_clause(cnf, c)[i], shift = (int32_t)(k * cnf->variables);
                clause[i] = literal < 0 ? literal - shift : literal + shift;
            }
            CHECK_OK(hbs_cnf_add(&many, clause, length, &error));
        }
    hbs_cnf_free(cnf);
    *cnf = many;
}

static void odd_shapes(void)
{
    bench b;
    unsigned wrong = 0;
    set_up(&b, 1, 0);
    for (unsigned i = 0; i < 4000; i++) {
        const uint32_t n = (uint32_t)hbs_rng_below(&b.rng, 15), length = 1 + (uint32_t)hbs_rng_below(&b.rng, 5), copies = 1 + (uint32_t)hbs_rng_below(&b.rng, 6);
        const uint32_t more = 40 * (uint32_t)hbs_rng_below(&b.rng, 3);
        hbs_brute_sat_mixed(&b.cnf, &b.rng, n, (uint32_t)hbs_rng_below(&b.rng, 2u << length), length);
        mpz_ui_pow_ui(b.other, hbs_brute_sat_count(&b.cnf, NULL), copies);
        mpz_mul_2exp(b.other, b.other, more);
        multiply(&b.cnf, copies, more);
        count(&b);
        wrong += mpz_cmp(b.count, b.other) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&b);
}

/* Against the tree, over as many variables as it has the time for: components, cache and branching at work. With a cache of almost nothing also. */
static void against_the_tree(void)
{
    static const uint32_t clauses[] = {1, 2, 3, 4, 5};
    bench b, tight;
    hbs_error error;
    hbs_bit_tree *tree;
    unsigned wrong = 0, known_both = 0;
    set_up(&b, 2, 0);
    set_up(&tight, 2, 4096);
    CHECK_OK(hbs_bit_tree_new(&tree, &error));
    for (unsigned i = 0; i < 400; i++) {
        const uint32_t density = clauses[i % 5], n = (density < 3 ? 24 : 30) + (uint32_t)hbs_rng_below(&b.rng, 10);
        bool fits, known;
        hbs_brute_sat_mixed(&b.cnf, &b.rng, n, density * n, 3);
        CHECK_OK(hbs_bit_tree_load(tree, &b.cnf, &fits, &error));
        CHECK_OK(hbs_bit_tree_count(tree, 400000, b.other, &known, &error));
        if (!known) continue;
        count(&b);
        wrong += mpz_cmp(b.count, b.other) != 0;
        CHECK_OK(hbs_count_models(tight.counter, &b.cnf, 0, tight.count, &known, &error));
        wrong += mpz_cmp(tight.count, b.other) != 0;
        known_both++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(known_both > 200);
    hbs_bit_tree_free(tree);
    tear_down(&b);
    tear_down(&tight);
}

/* Formulas with known counts. A chain x1 -> x2 -> .. -> xn has n + 1 models; exactly one of n: n; parities: half. Too wide for anything but components. */
static void chains(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 3, 0);
    for (int32_t n = 2; n <= 2000; n = 2 * n + 1) {
        hbs_cnf_clear(&b.cnf, (uint32_t)n);
        for (int32_t v = 1; v < n; v++) {
            const int32_t clause[] = {-v, v + 1};
            CHECK_OK(hbs_cnf_add(&b.cnf, clause, 2, &error));
        }
        count(&b);
        CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, (unsigned long)n + 1), 0);
    }
    tear_down(&b);
}

static void parities(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 4, 0);
    hbs_cnf_clear(&b.cnf, 302);
    for (int32_t v = 1; v <= 300; v++)   /* v xor v+1 xor v+2 = 0, a band */
        for (int32_t signs = 0; signs < 8; signs++) {
            const int32_t clause[] = {signs & 1 ? -v : v, signs & 2 ? -v - 1 : v + 1, signs & 4 ? -v - 2 : v + 2};
            if (__builtin_popcount((unsigned)signs) % 2) CHECK_OK(hbs_cnf_add(&b.cnf, clause, 3, &error));
        }
    count(&b);
    CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, 4), 0);
    tear_down(&b);
}

/* Independent sets of the grid, row by row over the sets of a row: 660647962955 for 8 x 8 (OEIS A006506). */
static uint64_t independent_sets(unsigned size)
{
    uint64_t sets[256] = {1}, next[256], total = 0;
    for (unsigned r = 0; r < size; r++) {
        memset(next, 0, sizeof next);
        for (unsigned old = 0; old < 1u << size; old++)
            for (unsigned new = 0; new < 1u << size; new++)
                if (!(new & new << 1) && !(old & new)) next[new] += sets[old];
        memcpy(sets, next, sizeof sets);
    }
    for (unsigned s = 0; s < 256; s++) total += sets[s];
    return total;
}

static void grid(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 5, 0);
    for (int32_t size = 1; size <= 8; size++) {
        hbs_cnf_clear(&b.cnf, (uint32_t)(size * size));
        for (int32_t r = 0; r < size; r++)
            for (int32_t c = 0; c < size; c++) {
                const int32_t here = -(size * r + c + 1), right[] = {here, here - 1}, down[] = {here, here - size};
                if (c < size - 1) CHECK_OK(hbs_cnf_add(&b.cnf, right, 2, &error));
                if (r < size - 1) CHECK_OK(hbs_cnf_add(&b.cnf, down, 2, &error));
            }
        count(&b);
        CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, independent_sets((unsigned)size)), 0);
    }
    tear_down(&b);
}

static void budget(void)
{
    bench b;
    hbs_error error;
    set_up(&b, 6, 0);
    for (unsigned i = 0; i < 40; i++) {
        bool known = true;
        hbs_brute_sat_uniform(&b.cnf, &b.rng, 45, 120, 3);
        count(&b);
        const uint64_t steps = hbs_counter_steps(b.counter);
        mpz_set(b.other, b.count);
        CHECK_OK(hbs_count_models(b.counter, &b.cnf, steps + 1, b.count, &known, &error));
        CU_ASSERT(known && mpz_cmp(b.count, b.other) == 0 && hbs_counter_steps(b.counter) == steps);
        mpz_set_ui(b.count, 77);
        CHECK_OK(hbs_count_models(b.counter, &b.cnf, steps / 2, b.count, &known, &error));
        CU_ASSERT(!known && mpz_cmp_ui(b.count, 77) == 0 && hbs_counter_steps(b.counter) < steps);
    }
    tear_down(&b);
}

static void huge_header(void)
{
    bench b;
    hbs_error error;
    bool known = false;
    const int32_t top = (int32_t)HBS_CNF_VARIABLES_MAX, clause[] = {top, -7};
    set_up(&b, 7, 0);
    hbs_cnf_clear(&b.cnf, HBS_CNF_VARIABLES_MAX);
    CHECK_OK(hbs_cnf_add(&b.cnf, clause, 2, &error));
    mpz_set_ui(b.count, 5);
    CU_ASSERT_EQUAL(hbs_count_models(b.counter, &b.cnf, 0, b.count, &known, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_EQUAL(mpz_cmp_ui(b.count, 5), 0);
    b.cnf.variables = 100000;
    b.cnf.literal[0] = 99999;
    count(&b);
    CU_ASSERT_EQUAL(mpz_scan1(b.count, 0), 99998);
    tear_down(&b);
}

/* --- known counts --------------------------------------------------------------------------------------------------------------- */

typedef struct known {
    bench *bench;
    const char *file, *status, *models;
    unsigned checked;
} known;

static hbs_status check_member(void *context, const char *name, const char *text, size_t length, hbs_error *error)
{
    known *const k = context;
    bench *const b = k->bench;
    hbs_status status = HBS_OK;
    bool done = false;
    HBS_TRY(hbs_dimacs_read(&b->cnf, text, length, name, false, NULL, error));
    HBS_TRY(hbs_count_models(b->counter, &b->cnf, 50000, b->count, &done, error));
    if (!done) {
        CU_ASSERT_STRING_EQUAL(k->models, "-");
        fprintf(stderr, "\n    %s: not counted within 50000 steps", k->file);
        goto done;
    }
    CU_ASSERT_EQUAL(mpz_sgn(b->count) > 0, !strcmp(k->status, "SAT"));
    if (!strcmp(k->models, "-")) goto done;
    mpz_set_str(b->other, k->models, 10);
    if (mpz_cmp(b->count, b->other)) fprintf(stderr, "\n    %s: not %s models", k->file, k->models);
    CU_ASSERT_EQUAL(mpz_cmp(b->count, b->other), 0);
    k->checked++;
done:
    return status;
}

static void published(void)
{
    bench b;
    hbs_error error;
    char line[8192];
    known k = {.bench = &b};
    FILE *const file = fopen(hbs_test_data("sat/manifest.tsv"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    set_up(&b, 8, 0);
    while (fgets(line, sizeof line, file)) {
        char name[512], *field[6], *at = line;
        for (size_t i = 0; i < 6; i++) field[i] = strsep(&at, "\t");
        if (strcmp(field[1], "SAT") != 0 && strcmp(field[1], "UNSAT") != 0) continue;
        snprintf(name, sizeof name, "sat/%s", field[0]);
        const char *const path = hbs_test_data(name);
        k.file = field[0], k.status = field[1], k.models = field[5];
        k.models = strtok(field[5], " ");
        CHECK_OK(hbs_members(&path, 1, check_member, &k, NULL, &error));
    }
    fclose(file);
    CU_ASSERT(k.checked >= 50);
    tear_down(&b);
}

const hbs_test hbs_tests[] = {
    {"formulas of odd shapes, multiplied, against brute force", odd_shapes},
    {"wider formulas against the bit-parallel tree", against_the_tree},
    {"chains", chains},
    {"parities", parities},
    {"independent sets of the 8 x 8 grid", grid},
    {"budgets", budget},
    {"headers that promise more variables than occur", huge_header},
    {"published formulas with known counts", published},
    {NULL, NULL},
};
