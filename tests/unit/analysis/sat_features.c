/* SAT features: worked examples, invariance as flagged, size features as functions of the signature, edge cases. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/analysis/feature_values.h"

#define MAX_FEATURES 128

static void add(hbs_cnf *cnf, size_t count, const int32_t *literals) {
    hbs_error error;
    CHECK_OK(hbs_cnf_add(cnf, literals, count, &error));
}
#define ADD(cnf, ...) add((cnf), sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t), (int32_t[]){__VA_ARGS__})

/* Clauses of distinct variables with the given lengths, uniform, independent. */
static void draw(hbs_cnf *cnf, uint32_t n, const uint32_t *length, size_t m, hbs_rng *rng) {
    uint32_t chosen[64];
    int32_t literals[64];
    hbs_cnf_clear(cnf, n);
    for (size_t c = 0; c < m; c++) {
        hbs_rng_sample(rng, n, length[c], chosen);
        for (uint32_t i = 0; i < length[c]; i++) literals[i] = hbs_rng_below(rng, 2) ? (int32_t)chosen[i] + 1 : -(int32_t)chosen[i] - 1;
        add(cnf, length[c], literals);
    }
}

static void test_registry(void) {
    const hbs_feature *const *features = hbs_features(HBS_SAT);
    size_t count = 0;
    for (; features[count]; count++) {
        const hbs_feature *const feature = features[count];
        CU_ASSERT_TRUE(strlen(feature->name) > 0 && strlen(feature->meaning) > 10 && strlen(feature->source) > 0);
        CU_ASSERT_EQUAL(feature->problem, HBS_SAT);
        CU_ASSERT_FALSE(feature->size && feature->order);
        CU_ASSERT_FALSE(feature->order && feature->invariant);
        CU_ASSERT_EQUAL(strspn(feature->name, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(feature->name));
        CU_ASSERT_EQUAL(find(HBS_SAT, feature->name), count);
    }
    CU_ASSERT_EQUAL(count, hbs_feature_count(HBS_SAT));
    CU_ASSERT_TRUE(count >= 30 && count < MAX_FEATURES);
}

/* (1 2) (-1 -2) (1 -2 3) (3) over 4 variables: p = 2 1 2 0, q = 1 2 0 0. */
static void test_worked_example(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    hbs_cnf_clear(&instance.cnf, 4);
    ADD(&instance.cnf, 1, 2);
    ADD(&instance.cnf, -1, -2);
    ADD(&instance.cnf, 1, -2, 3);
    ADD(&instance.cnf, 3);
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    values(profile, &instance, value);
    const struct {
        const char *name;
        double value;
    } expected[] = {
        {"variables", 4}, {"clauses", 4}, {"literals", 8}, {"clause_variable_ratio", 1}, {"mean_occurrences", 2}, {"mean_clause_length", 2},
        {"sd_clause_length", sqrt(.5)}, {"min_clause_length", 1}, {"max_clause_length", 3}, {"unit_clause_share", .25}, {"binary_clause_share", .5},
        {"ternary_clause_share", .25},
        /* o = 3 3 2 0: deviations 1 1 0 -2. */
        {"sd_occurrences", sqrt(1.5)}, {"min_occurrences", 0}, {"max_occurrences", 3}, {"skewness_occurrences", -1.5 / (1.5 * sqrt(1.5))},
        /* b = 1/3 1/3 1 0. */
        {"mean_imbalance", 5. / 12}, {"sd_imbalance", sqrt((1 + 2. / 9) / 4 - 25. / 144)}, {"max_imbalance", 1}, {"squared_imbalance", 6. / 8},
        {"pure_variables", 1}, {"pure_variable_share", .25}, {"conflict_density", 2 * (2 + 2) / 16.}, {"positive_literal_share", 5. / 8},
        {"horn_share", .5}, {"dual_horn_share", .75}, {"monotone_share", .75},
        /* Majority: 1 true, 2 false, 3 true, 4 true: no clause is falsified. */
        {"majority_falsified_share", 0}, {"largest_block", 2}, {"repeated_set_share", .25},
        /* Degrees 2 2 2 0. */
        {"mean_degree", 1.5}, {"sd_degree", sqrt(.75)}, {"max_degree", 2},
        /* Pairs met: 12 in three clauses, 13 and 23 in one. Clauses 1 and 2 clash twice, 1 and 3 on variable 2, 2 and 3 on variable 1. */
        {"repeated_neighbour_share", 1. / 3}, {"resolvable_share", 2. / 6}, {"first_literal_positive_share", .75}, {"literal_descent_share", 0},
        {"clause_descent_share", 0}, {"last_clause_length", 1}, {"last_first_literal_agrees", 1}, {"last_clause_agreeing_share", 1},
        {"head_reuse", 1 - 3. / 8}, {"tail_reuse", 1 - 3. / 8},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) expect(HBS_SAT, value, expected[i].name, expected[i].value);
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* Repeated literals and clauses, tautologies and the empty clause count as they stand. */
static void test_as_given(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    hbs_cnf_clear(&instance.cnf, 2);
    ADD(&instance.cnf, 2, 2, -1);
    ADD(&instance.cnf, -1, 2);
    ADD(&instance.cnf, 1, -1);
    CHECK_OK(hbs_cnf_add(&instance.cnf, NULL, 0, &error));
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    values(profile, &instance, value);
    expect(HBS_SAT, value, "clauses", 4);
    expect(HBS_SAT, value, "literals", 7);
    expect(HBS_SAT, value, "max_occurrences", 4);
    expect(HBS_SAT, value, "largest_block", 2);
    expect(HBS_SAT, value, "repeated_set_share", .25);
    expect(HBS_SAT, value, "majority_falsified_share", .25);   /* the empty clause */
    expect(HBS_SAT, value, "mean_degree", 1);
    expect(HBS_SAT, value, "literal_descent_share", .25);
    expect(HBS_SAT, value, "clause_descent_share", .5);
    expect(HBS_SAT, value, "last_clause_length", 0);
    expect(HBS_SAT, value, "last_first_literal_agrees", NAN);
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* Over nothing, what would divide by nothing is not defined, and nothing is infinite. */
static void test_degenerate(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    for (uint32_t n = 0; n < 3; n++)
        for (size_t empties = 0; empties < 3; empties++) {
            hbs_cnf_clear(&instance.cnf, n);
            for (size_t c = 0; c < empties; c++) CHECK_OK(hbs_cnf_add(&instance.cnf, NULL, 0, &error));
            values(profile, &instance, value);
            for (size_t f = 0; f < hbs_feature_count(HBS_SAT); f++) CU_ASSERT_FALSE(isinf(value[f]));
            CU_ASSERT_EQUAL(isnan(value[find(HBS_SAT, "clause_variable_ratio")]), n == 0);
            CU_ASSERT_EQUAL(isnan(value[find(HBS_SAT, "mean_clause_length")]), empties == 0);
            CU_ASSERT_TRUE(isnan(value[find(HBS_SAT, "positive_literal_share")]));
            CU_ASSERT_TRUE(isnan(value[find(HBS_SAT, "skewness_occurrences")]));
            expect(HBS_SAT, value, "largest_block", (double)empties);
        }
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* A random list of lengths, and two instances of it. */
static size_t random_lengths(uint32_t *length, uint32_t n, hbs_rng *rng) {
    const size_t m = 1 + (size_t)hbs_rng_below(rng, 40);
    for (size_t c = 0; c < m; c++) length[c] = (uint32_t)hbs_rng_below(rng, n < 5 ? n + 1 : 6);
    return m;
}

/* Renaming, flips and reordering leave invariant features as they are, to the last bit; reordering those not flagged order. */
static void test_invariance(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    const hbs_feature *const *features = hbs_features(HBS_SAT);
    const size_t count = hbs_feature_count(HBS_SAT);
    double before[MAX_FEATURES], after[MAX_FEATURES];
    bool changed[MAX_FEATURES] = {false};
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    for (uint64_t i = 0; i < 1500; i++) {
        hbs_rng rng;
        uint32_t length[64];
        hbs_rng_seed(&rng, 7, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 20);
        const size_t m = random_lengths(length, n, &rng);
        draw(&instance.cnf, n, length, m, &rng);
        values(profile, &instance, before);
        CHECK_OK(hbs_cnf_shuffle(&instance.cnf, &rng, &error));
        values(profile, &instance, after);
        for (size_t f = 0; f < count; f++) {
            const bool equal = same(before[f], after[f]);
            changed[f] = changed[f] || !equal;
            if (!features[f]->order && !equal) fprintf(stderr, "\n    %s changes with the order, instance %d\n", features[f]->name, (int)i);
            CU_ASSERT_TRUE(equal || features[f]->order);
        }
        CHECK_OK(hbs_cnf_rename(&instance.cnf, &rng, NULL, &error));
        values(profile, &instance, after);
        for (size_t f = 0; f < count; f++)
            if (features[f]->invariant) CU_ASSERT_TRUE(same(before[f], after[f]));
    }
    /* The flag is true, not only safe: what is flagged order does depend on it. */
    for (size_t f = 0; f < count; f++)
        if (features[f]->order) CU_ASSERT_TRUE(changed[f]);
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* Size features are equal for equal signatures; every other feature tells some two such instances apart. */
static void test_size(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    const hbs_feature *const *features = hbs_features(HBS_SAT);
    const size_t count = hbs_feature_count(HBS_SAT);
    double first[MAX_FEATURES], second[MAX_FEATURES];
    bool differs[MAX_FEATURES] = {false};
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    for (uint64_t i = 0; i < 1500; i++) {
        hbs_rng rng;
        uint32_t length[64];
        hbs_rng_seed(&rng, 8, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 20);
        const size_t m = random_lengths(length, n, &rng);
        draw(&instance.cnf, n, length, m, &rng);
        values(profile, &instance, first);
        hbs_rng_shuffle(&rng, length, m);
        draw(&instance.cnf, n, length, m, &rng);
        values(profile, &instance, second);
        for (size_t f = 0; f < count; f++) {
            if (features[f]->size) CU_ASSERT_TRUE(same(first[f], second[f]));
            differs[f] = differs[f] || !same(first[f], second[f]);
        }
    }
    for (size_t f = 0; f < count; f++) CU_ASSERT_EQUAL(differs[f], !features[f]->size);
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* Blocks and degrees against the plain quadratic definitions. */
static bool covers(const hbs_cnf *cnf, size_t a, size_t b) {
    for (size_t j = cnf->start[b]; j < cnf->start[b + 1]; j++) {
        bool found = false;
        for (size_t i = cnf->start[a]; i < cnf->start[a + 1]; i++) found = found || abs(cnf->literal[i]) == abs(cnf->literal[j]);
        if (!found) return false;
    }
    return true;
}

static uint64_t naive_largest_block(const hbs_cnf *cnf) {
    uint64_t largest = 0;
    for (size_t a = 0; a < cnf->clauses; a++) {
        uint64_t size = 0;
        for (size_t b = 0; b < cnf->clauses; b++) size += covers(cnf, a, b) && covers(cnf, b, a);
        if (size > largest) largest = size;
    }
    return largest;
}

static double naive_mean_degree(const hbs_cnf *cnf) {
    uint64_t pairs = 0;
    for (int32_t u = 1; u <= (int32_t)cnf->variables; u++)
        for (int32_t v = 1; v <= (int32_t)cnf->variables; v++) {
            bool meet = false;
            for (size_t c = 0; u != v && !meet && c < cnf->clauses; c++) {
                bool has_u = false, has_v = false;
                for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
                    has_u = has_u || abs(cnf->literal[i]) == u;
                    has_v = has_v || abs(cnf->literal[i]) == v;
                }
                meet = has_u && has_v;
            }
            pairs += meet;
        }
    return (double)pairs / cnf->variables;
}

static double naive_repeated_neighbours(const hbs_cnf *cnf) {
    uint64_t pairs = 0, again = 0;
    for (int32_t u = 1; u <= (int32_t)cnf->variables; u++)
        for (int32_t v = 1; v < u; v++) {
            uint64_t clauses = 0;
            for (size_t c = 0; c < cnf->clauses; c++) {
                bool has_u = false, has_v = false;
                for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
                    has_u = has_u || abs(cnf->literal[i]) == u;
                    has_v = has_v || abs(cnf->literal[i]) == v;
                }
                clauses += has_u && has_v;
            }
            pairs += clauses > 0;
            again += clauses > 1;
        }
    return pairs ? (double)again / (double)pairs : NAN;
}

static double naive_resolvable(const hbs_cnf *cnf) {
    uint64_t single = 0;
    for (size_t a = 0; a < cnf->clauses; a++)
        for (size_t b = 0; b < a; b++) {
            size_t clashes = 0;
            for (size_t i = cnf->start[a]; i < cnf->start[a + 1]; i++)
                for (size_t j = cnf->start[b]; j < cnf->start[b + 1]; j++) clashes += cnf->literal[i] == -cnf->literal[j];
            single += clashes == 1;
        }
    return cnf->clauses > 1 ? (double)single / ((double)cnf->clauses * (double)(cnf->clauses - 1) / 2) : NAN;
}

static void test_against_definitions(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    for (uint64_t i = 0; i < 600; i++) {
        hbs_rng rng;
        uint32_t length[64];
        hbs_rng_seed(&rng, 9, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 7);
        const size_t m = random_lengths(length, n, &rng);
        draw(&instance.cnf, n, length, m, &rng);
        values(profile, &instance, value);
        expect(HBS_SAT, value, "largest_block", (double)naive_largest_block(&instance.cnf));
        expect(HBS_SAT, value, "mean_degree", naive_mean_degree(&instance.cnf));
        expect(HBS_SAT, value, "repeated_neighbour_share", naive_repeated_neighbours(&instance.cnf));
        expect(HBS_SAT, value, "resolvable_share", naive_resolvable(&instance.cnf));
    }
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* One clause over everything has quadratically many pairs: no value rather than quadratic time. */
static void test_long_clause(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    int32_t *literals = NULL;
    const size_t n = 1000000;
    CHECK_OK(hbs_allocate(&literals, n, sizeof *literals, &error));
    for (size_t i = 0; i < n; i++) literals[i] = (int32_t)i + 1;
    hbs_cnf_clear(&instance.cnf, (uint32_t)n);
    add(&instance.cnf, n, literals);
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    values(profile, &instance, value);
    expect(HBS_SAT, value, "mean_degree", NAN);
    expect(HBS_SAT, value, "repeated_neighbour_share", NAN);
    expect(HBS_SAT, value, "max_imbalance", 1);
    expect(HBS_SAT, value, "sd_imbalance", 0);
    /* One variable in everything has quadratically many clashes. */
    hbs_cnf_clear(&instance.cnf, 1);
    for (size_t c = 0; c < 200000; c++) ADD(&instance.cnf, c % 2 ? -1 : 1);
    values(profile, &instance, value);
    expect(HBS_SAT, value, "resolvable_share", NAN);
    expect(HBS_SAT, value, "mean_degree", 0);
    free(literals);
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

/* Variables that no clause uses count, but cost no memory: a header may promise half a billion. */
static void test_unused_variables(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    double value[MAX_FEATURES];
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    for (uint32_t n = 4000; n <= HBS_CNF_VARIABLES_MAX / 3; n *= 3) {   /* 4000 is small enough for plain arrays */
        const int32_t last = (int32_t)n;
        const double count = n;
        hbs_cnf_clear(&instance.cnf, n);
        ADD(&instance.cnf, 5, -last);
        ADD(&instance.cnf, 5, last, 9);
        ADD(&instance.cnf, 9, -5);
        values(profile, &instance, value);
        expect(HBS_SAT, value, "variables", count);
        expect(HBS_SAT, value, "mean_occurrences", 7 / count);
        expect(HBS_SAT, value, "min_occurrences", 0);
        expect(HBS_SAT, value, "max_occurrences", 3);
        expect(HBS_SAT, value, "sd_occurrences", sqrt(17 / count - 49 / count / count));
        expect(HBS_SAT, value, "mean_imbalance", (1. / 3 + 0 + 1) / count);
        expect(HBS_SAT, value, "max_imbalance", 1);
        expect(HBS_SAT, value, "pure_variables", 1);
        expect(HBS_SAT, value, "mean_degree", 6 / count);
        expect(HBS_SAT, value, "max_degree", 2);
        expect(HBS_SAT, value, "repeated_neighbour_share", 2. / 3);
        expect(HBS_SAT, value, "resolvable_share", 1);
        expect(HBS_SAT, value, "literal_descent_share", .5);
        const double m3 = 43 / count - 3 * (7 / count) * (17 / count) + 2 * pow(7 / count, 3), variance = 17 / count - 49 / count / count;
        CU_ASSERT_DOUBLE_EQUAL(value[find(HBS_SAT, "skewness_occurrences")] / (m3 / pow(variance, 1.5)), 1, 1e-9);
    }
    hbs_instance_free(&instance);
    hbs_profile_free(profile);
}

static void test_wrong_problem(void) {
    hbs_error error;
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    CU_ASSERT_EQUAL(hbs_profile_fill(profile, &instance, &error), HBS_ERROR_USAGE);
    hbs_profile_free(profile);
    hbs_profile_free(NULL);
}

const hbs_test hbs_tests[] = {{"registry", test_registry},
                              {"worked_example", test_worked_example},
                              {"as_given", test_as_given},
                              {"degenerate", test_degenerate},
                              {"invariance", test_invariance},
                              {"size", test_size},
                              {"against_definitions", test_against_definitions},
                              {"long_clause", test_long_clause},
                              {"unused_variables", test_unused_variables},
                              {"wrong_problem", test_wrong_problem},
                              {NULL, NULL}};
