/* Numbers of homomorphisms against all maps, against the published counts, against formulas that are known to count them, and within budgets. */
#include "solvers/containment/count_homomorphisms.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "datasets/formats/datalog.h"
#include "solvers/count/count.h"
#include "solvers/containment/query_cnf.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

typedef struct fixture {
    hbs_homomorphism_counter *counter;
    hbs_query_pair pair;
    mpz_t count;
    bool known;
    hbs_error error;
} fixture;

static void set_up(fixture *f)
{
    memset(f, 0, sizeof *f);
    mpz_init(f->count);
    CU_ASSERT_EQUAL_FATAL(hbs_homomorphism_counter_new(&f->counter, 0, &f->error), HBS_OK);
}

static void tear_down(fixture *f)
{
    mpz_clear(f->count);
    hbs_homomorphism_counter_free(f->counter);
    hbs_query_pair_free(&f->pair);
}

static bool count(fixture *f) { return hbs_count_homomorphisms(f->counter, &f->pair, 0, f->count, &f->known, &f->error) == HBS_OK && f->known; }

static void equals_all_maps(void)
{
    fixture f;
    set_up(&f);
    unsigned wrong = 0, many = 0;
    for (unsigned i = 0; i < 20000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 31, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_pair(&rng, &f.pair, &f.error), HBS_OK);
        const uint64_t expected = hbs_brute_homomorphisms(&f.pair);
        many += expected > 3;
        if (count(&f) && mpz_cmp_ui(f.count, expected) == 0) continue;
        wrong++;
        fprintf(stderr, "\n    pair %u: %lu, should be %lu", i, mpz_get_ui(f.count), (unsigned long)expected);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(many > 200);
    tear_down(&f);
}

static hbs_status read_case(hbs_query_pair *out, const json_t *row, bool reverse, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    size_t at = 0;
    bool found;
    HBS_TRY(hbs_bytes_print(&text, error, "%s\n%s\n", json_string_value(json_object_get(row, reverse ? "q2" : "q1")), json_string_value(json_object_get(row, reverse ? "q1" : "q2"))));
    HBS_TRY(hbs_datalog_read(out, &found, (const char *)text.data, text.size, &at, "case", HBS_VARIABLES_ANY, NULL, error));
    if (!found) HBS_FAIL(error, HBS_ERROR_INPUT, "no pair found");
done:
    hbs_bytes_free(&text);
    return status;
}

static bool case_holds(fixture *f, const json_t *row, bool reverse)
{
    const json_t *const expected = json_object_get(row, reverse ? "homomorphisms_reverse" : "homomorphisms");
    return read_case(&f->pair, row, reverse, &f->error) == HBS_OK && count(f) && mpz_cmp_si(f->count, (long)json_integer_value(expected)) == 0;
}

static void equals_the_counts_of_random_pairs(void)
{
    fixture f;
    set_up(&f);
    json_error_t at;
    json_t *file = json_load_file(hbs_test_data("cqc/random_truth_a.json"), 0, &at), *row;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t i, wrong = 0;
    json_array_foreach(json_object_get(file, "cases"), i, row) wrong += !case_holds(&f, row, false) || !case_holds(&f, row, true);
    CU_ASSERT_EQUAL(i, 150);
    CU_ASSERT_EQUAL(wrong, 0);
    json_decref(file);
    tear_down(&f);
}

static size_t bodies(uint32_t v, unsigned atoms, bool loops, uint32_t *out)
{
    size_t number = 0;
    for (uint32_t mask = 0; mask < UINT32_C(1) << (v * v); mask++) {
        bool fits = (unsigned)__builtin_popcount(mask) == atoms;
        for (uint32_t i = 0; i < v && !loops; i++) fits = fits && !(mask >> (v * i + i) & 1);
        if (fits) out[number++] = mask;
    }
    return number;
}

static bool row_holds(fixture *f, const json_t *row, bool loops)
{
    uint32_t left[512], right[512];
    const uint32_t v = (uint32_t)json_integer_value(json_object_get(row, "v"));
    const size_t rows = bodies(v, (unsigned)json_integer_value(json_object_get(row, "atoms_q1")), loops, left);
    const size_t columns = bodies(v, (unsigned)json_integer_value(json_object_get(row, "atoms_q2")), loops, right);
    mpz_t total;
    mpz_init(total);
    bool good = true;
    for (size_t i = 0; good && i < rows * columns; i++) {
        good = hbs_digraph_pair(&f->pair, v, left[i / columns], right[i % columns], &f->error) == HBS_OK && count(f);
        mpz_add(total, total, f->count);
    }
    good = good && mpz_cmp_si(total, (long)json_integer_value(json_object_get(row, "homomorphisms_total"))) == 0;
    mpz_clear(total);
    return good;
}

static void equals_the_totals_of_whole_spaces(void)
{
    fixture f;
    set_up(&f);
    json_error_t at;
    json_t *file = json_load_file(hbs_test_data("cqc/exact_counts.json"), 0, &at), *row;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t i, wrong = 0;
    json_array_foreach(json_object_get(file, "rows"), i, row) wrong += !row_holds(&f, row, true);
    CU_ASSERT_EQUAL(i, 33);
    json_array_foreach(json_object_get(file, "rows_without_loops"), i, row) wrong += !row_holds(&f, row, false);
    CU_ASSERT_EQUAL(i, 20);
    CU_ASSERT_EQUAL(wrong, 0);
    json_decref(file);
    tear_down(&f);
}

/* The models of the support encoding are the homomorphisms, and formulas have a counter of their own. */
static void equals_the_models_of_the_encoding(void)
{
    fixture f;
    set_up(&f);
    hbs_counter *models = NULL;
    hbs_query_cnf encoding = {.terms = 0};
    mpz_t expected;
    mpz_init(expected);
    CU_ASSERT_EQUAL_FATAL(hbs_counter_new(&models, 0, &f.error), HBS_OK);
    unsigned wrong = 0, large = 0;
    for (unsigned i = 0; i < 60; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 32, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.pair, 8, 20, 8, 7 + i % 4, &f.error), HBS_OK);
        bool known;
        CU_ASSERT_EQUAL_FATAL(hbs_query_cnf_build(&encoding, &f.pair, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_count_models(models, &encoding.cnf, 0, expected, &known, &f.error), HBS_OK);
        wrong += !count(&f) || mpz_cmp(f.count, expected) != 0;
        large += mpz_cmp_ui(expected, 100) > 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(large > 20);
    mpz_clear(expected);
    hbs_counter_free(models);
    hbs_query_cnf_free(&encoding);
    tear_down(&f);
}

/* Walks of 200 steps in the complete loop-free digraph on 5 vertices: 5 * 4^200. And 100 of them side by side: that to the power of 100. */
static void numbers_of_any_size(void)
{
    fixture f;
    set_up(&f);
    uint32_t all = 0;
    for (uint32_t i = 0; i < 25; i++) all |= (i % 6 ? UINT32_C(1) : 0) << i;
    mpz_t expected;
    mpz_init(expected);
    for (uint32_t copies = 1; copies <= 100; copies += 99) {
        CU_ASSERT_EQUAL_FATAL(hbs_digraph_pair(&f.pair, 5, all, 0, &f.error), HBS_OK);
        f.pair.q2.variables = copies * 201;
        for (uint32_t i = 0; i < copies * 201; i++) {
            const hbs_term edge[] = {i, i + 1};
            if (i % 201 != 200) CU_ASSERT_EQUAL_FATAL(hbs_query_append(&f.pair.q2, &f.pair, 0, edge, &f.error), HBS_OK);
        }
        mpz_ui_pow_ui(expected, 4, 200);
        mpz_mul_ui(expected, expected, 5);
        mpz_pow_ui(expected, expected, copies);
        CU_ASSERT(count(&f) && mpz_cmp(f.count, expected) == 0);
        CU_ASSERT(hbs_homomorphism_counter_steps(f.counter) < copies * 201 * 30);
    }
    mpz_clear(expected);
    tear_down(&f);
}

static void the_budget_is_kept(void)
{
    fixture f;
    set_up(&f);
    unsigned short_of = 0;
    for (unsigned i = 0; i < 100; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 33, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.pair, 10, 30, 8, 9, &f.error), HBS_OK);
        CU_ASSERT_FATAL(count(&f));
        const uint64_t steps = hbs_homomorphism_counter_steps(f.counter);
        CU_ASSERT(hbs_count_homomorphisms(f.counter, &f.pair, steps, f.count, &f.known, &f.error) == HBS_OK && hbs_homomorphism_counter_steps(f.counter) <= steps);
        if (steps < 20) continue;
        mpz_set_si(f.count, -7);
        CU_ASSERT(hbs_count_homomorphisms(f.counter, &f.pair, steps / 2, f.count, &f.known, &f.error) == HBS_OK && !f.known);
        CU_ASSERT(mpz_cmp_si(f.count, -7) == 0 && hbs_homomorphism_counter_steps(f.counter) <= steps / 2);
        short_of++;
    }
    CU_ASSERT(short_of > 30);
    tear_down(&f);
}

const hbs_test hbs_tests[] = {
    {"equals all maps on 20,000 random pairs", equals_all_maps},
    {"equals the counts of random pairs, both ways", equals_the_counts_of_random_pairs},
    {"equals the totals of whole spaces", equals_the_totals_of_whole_spaces},
    {"equals the models of the support encoding", equals_the_models_of_the_encoding},
    {"numbers of any size", numbers_of_any_size},
    {"the budget is kept", the_budget_is_kept},
    {NULL, NULL},
};
