#include "generators/sat/clauses.h"

#include "generators/sat/subsets.h"
#include "tests/unit/generators/draw.h"

/* All subsets of a row, in colexicographic order, for tables and for bisection (which large n uses). */
static void subsets_in_order(void) {
    static const uint32_t sizes[][2] = {{1, 1}, {5, 1}, {6, 2}, {7, 3}, {9, 4}, {9, 9}, {12, 7}, {40, 3}, {5, 0}};
    hbs_subsets subsets = {0};
    hbs_error error = {0};
    for (size_t row = 0; row < sizeof sizes / sizeof *sizes; row++) {
        const uint32_t n = sizes[row][0], k = sizes[row][1];
        CHECK_OK(hbs_subsets_set(&subsets, n, k, &error));
        CU_ASSERT_EQUAL(subsets.count, hbs_binomial(n, k));
        for (uint64_t number = 0; number < subsets.count; number++) {
            uint32_t v[16] = {0};
            uint64_t rank = 0;
            hbs_subset_of(&subsets, number, v);
            for (uint32_t i = 0; i < k; i++) {
                CU_ASSERT(v[i] >= 1 && v[i] <= n && (i == 0 || v[i] > v[i - 1]));
                rank += hbs_binomial(v[i] - 1, i + 1);
            }
            CU_ASSERT_EQUAL(rank, number);
            uint32_t together[32] = {0};
            hbs_subsets_of(&subsets, (const uint64_t[]){subsets.count - 1 - number, number}, 2, together);
            CU_ASSERT(!memcmp(together + k, v, k * sizeof *v));
        }
    }
    hbs_subsets_free(&subsets);
}

/* Ends and random places of spaces too large for tables. */
static void large_subsets(void) {
    static const uint32_t sizes[][2] = {{2000000, 3}, {536870911, 2}, {60000, 4}, {100, 12}, {66, 33}, {64, 60}, {1u << 20, 3}};
    hbs_subsets subsets = {0};
    hbs_error error = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    for (size_t row = 0; row < sizeof sizes / sizeof *sizes; row++) {
        const uint32_t n = sizes[row][0], k = sizes[row][1];
        CHECK_OK(hbs_subsets_set(&subsets, n, k, &error));
        for (int i = 0; i < 300; i++) {
            const uint64_t number = i == 0 ? 0 : i == 1 ? subsets.count - 1 : hbs_rng_below(&rng, subsets.count);
            uint32_t v[64] = {0};
            uint64_t rank = 0;
            hbs_subset_of(&subsets, number, v);
            for (uint32_t j = 0; j < k; j++) {
                CU_ASSERT(v[j] >= 1 && v[j] <= n && (j == 0 || v[j] > v[j - 1]));
                rank += hbs_binomial(v[j] - 1, j + 1);
            }
            CU_ASSERT_EQUAL(rank, number);
        }
    }
    hbs_subsets_free(&subsets);
}

static void counts(void) {
    CU_ASSERT_EQUAL(hbs_binomial(5, 2), 10);
    CU_ASSERT_EQUAL(hbs_binomial(5, 6), 0);
    CU_ASSERT_EQUAL(hbs_binomial(0, 0), 1);
    CU_ASSERT_EQUAL(hbs_binomial(66, 33), UINT64_C(7219428434016265740));
    CU_ASSERT_EQUAL(hbs_binomial(67, 33), UINT64_MAX);   /* 1.4e19 is above 2^63 */
    CU_ASSERT_EQUAL(hbs_binomial(UINT64_MAX, 1), UINT64_MAX);
    CU_ASSERT_EQUAL(hbs_clause_count(100, 3), 8 * 161700);
    CU_ASSERT_EQUAL(hbs_clause_count(2, 3), 0);
    CU_ASSERT_EQUAL(hbs_clause_count(7, 0), 1);
    CU_ASSERT_EQUAL(hbs_clause_count(200, 10), UINT64_MAX);
    CU_ASSERT_EQUAL(hbs_clause_count(70, 70), UINT64_MAX);
}

/* Clauses without numbers: distinct variables, the whole of a wide clause's signs are fair, an assignment satisfies all, and it is reproducible. */
static void unnumbered(void) {
    enum { VARIABLES = 100, LENGTH = 80, CLAUSES = 2000 };
    hbs_clause_sampler *sampler = NULL;
    hbs_error error = {0};
    hbs_cnf cnf = {0};
    hbs_rng rng;
    uint8_t assignment[VARIABLES + 1];
    unsigned negative = 0;
    CHECK_OK(hbs_clause_sampler_new(&sampler, &error));
    for (int v = 0; v <= VARIABLES; v++) assignment[v] = v % 3 == 0;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    hbs_cnf_clear(&cnf, VARIABLES);
    const hbs_length_count wanted[] = {{LENGTH, CLAUSES}, {2, 50}};
    CHECK_OK(hbs_clauses_draw(sampler, &rng, wanted, 2, (hbs_clause_law){.satisfied_by = assignment, .distinct = true}, &cnf, &error));
    CU_ASSERT_EQUAL(cnf.clauses, CLAUSES + 50);
    CU_ASSERT(hbs_cnf_satisfied(&cnf, assignment));
    for (size_t c = 0; c < cnf.clauses; c++)
        for (size_t i = 0; i < hbs_cnf_length(&cnf, c); i++) {
            const int32_t *const literal = hbs_cnf_clause(&cnf, c);
            CU_ASSERT(abs(literal[i]) >= 1 && abs(literal[i]) <= VARIABLES && (i == 0 || abs(literal[i]) > abs(literal[i - 1])));
            if (hbs_cnf_length(&cnf, c) == LENGTH) negative += literal[i] < 0;
        }
    const double draws = (double)LENGTH * CLAUSES;
    CU_ASSERT(fabs(negative - draws / 2) < 4 * sqrt(draws) / 2);
    hbs_cnf_free(&cnf);
    hbs_clause_sampler_free(sampler);
}

/* What cannot be drawn leaves the formula as it was. */
static void impossible(void) {
    hbs_clause_sampler *sampler = NULL;
    hbs_error error = {0};
    hbs_cnf cnf = {0};
    hbs_rng rng;
    CHECK_OK(hbs_clause_sampler_new(&sampler, &error));
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    hbs_cnf_clear(&cnf, 3);
    CHECK_OK(hbs_cnf_add(&cnf, (const int32_t[]){1, -2}, 2, &error));
    static const hbs_length_count wanted[] = {{2, 13}, {4, 1}, {0, 2}, {3, SIZE_MAX / 2}};
    for (size_t i = 0; i < 4; i++) {
        const bool distinct = i != 3;
        CU_ASSERT_EQUAL(hbs_clauses_draw(sampler, &rng, &wanted[i], 1, (hbs_clause_law){.distinct = distinct}, &cnf, &error), distinct ?
                HBS_ERROR_USAGE : HBS_ERROR_MEMORY);
        CU_ASSERT_EQUAL(cnf.clauses, 1);
    }
    static const hbs_length_count nothing = {0, 1};
    static const uint8_t assignment[4] = {0};
    CU_ASSERT_EQUAL(hbs_clauses_draw(sampler, &rng, &nothing, 1, (hbs_clause_law){.satisfied_by = assignment}, &cnf, &error), HBS_ERROR_USAGE);
    CHECK_OK(hbs_clauses_draw(sampler, &rng, &nothing, 1, (hbs_clause_law){.distinct = true}, &cnf, &error));
    CU_ASSERT(cnf.clauses == 2 && hbs_cnf_length(&cnf, 1) == 0);
    hbs_cnf_free(&cnf);
    hbs_clause_sampler_free(sampler);
}

static bool say_yes(void *asked) {
    ++*(unsigned *)asked;
    return true;
}

/* A long draw asks on its way, a short one does not. */
static void stopped(void) {
    for (size_t lengths = 1; lengths <= 2; lengths++)
        for (unsigned large = 0; large < 2; large++) {
            hbs_error error = {0};
            hbs_clause_sampler *sampler = NULL;
            hbs_cnf cnf = {0};
            hbs_rng rng;
            unsigned asked = 0;
            const size_t count = large ? 40000 : 50;
            const hbs_length_count profile[] = {{2, count}, {3, count}};
            hbs_rng_seed(&rng, 1, 1, HBS_LANE_INSTANCE);
            rng.stop = say_yes;
            rng.stop_context = &asked;
            CHECK_OK(hbs_clause_sampler_new(&sampler, &error));
            hbs_cnf_clear(&cnf, 1000);
            CU_ASSERT_EQUAL(hbs_clauses_draw(sampler, &rng, profile, lengths, (hbs_clause_law){.distinct = true}, &cnf, &error), large ? HBS_ERROR_INTERRUPTED : HBS_OK);
            CU_ASSERT_EQUAL(asked, large);
            CU_ASSERT_EQUAL(rng.stopped, large);
            CU_ASSERT_EQUAL(cnf.clauses, large ? 0 : lengths * count);
            hbs_cnf_free(&cnf);
            hbs_clause_sampler_free(sampler);
        }
}

/* So does one long clause; a draw that goes on is the same. */
static void stopped_within_a_clause(void) {
    hbs_error error = {0};
    hbs_clause_sampler *sampler = NULL;
    hbs_cnf cnf = {0};
    hbs_rng rng;
    unsigned asked = 0;
    const hbs_length_count profile = {70000, 1};
    CHECK_OK(hbs_clause_sampler_new(&sampler, &error));
    hbs_rng_seed(&rng, 1, 1, HBS_LANE_INSTANCE);
    rng.stop = say_yes;
    rng.stop_context = &asked;
    hbs_cnf_clear(&cnf, 100000);
    CU_ASSERT_EQUAL(hbs_clauses_draw(sampler, &rng, &profile, 1, (hbs_clause_law){.distinct = true}, &cnf, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT(rng.stopped && cnf.clauses == 0);
    hbs_rng_seed(&rng, 1, 1, HBS_LANE_INSTANCE);
    CHECK_OK(hbs_clauses_draw(sampler, &rng, &profile, 1, (hbs_clause_law){.distinct = true}, &cnf, &error));
    CU_ASSERT(cnf.clauses == 1 && hbs_cnf_length(&cnf, 0) == 70000);
    hbs_cnf_free(&cnf);
    hbs_clause_sampler_free(sampler);
}

const hbs_test hbs_tests[] = {
    {"stopped_within_a_clause", stopped_within_a_clause},
    {"stopped", stopped},
    {"subsets_in_order", subsets_in_order}, {"large_subsets", large_subsets}, {"counts", counts}, {"unnumbered", unnumbered}, {"impossible",
            impossible}, {NULL, NULL},
};
