/* Every number of the case files: sets and sequences by models, classes up to renaming and flips, their sizes by label. */
#include "generators/spaces/small_space.h"

#include <stdlib.h>

#include "generators/sat/signed_group.h"
#include "tests/unit/exact_cases.h"

#define ROWS 33

static size_t rows_with(const json_t *histogram) { return json_object_size(histogram); }

/* {"j": "count"} against by_models: the same entries, and nothing beside them. */
static void check_models(const json_t *row, const mpz_t *by_models, size_t rows, const char *all) {
    mpz_t sum, satisfiable;
    size_t positive = 0;
    mpz_inits(sum, satisfiable, NULL);
    for (size_t j = 0; j < rows; j++) {
        char key[24];
        snprintf(key, sizeof key, "%zu", j);
        const char *const wanted = json_string_value(json_object_get(json_object_get(row, "by_models"), key));
        CU_ASSERT(same_number(by_models[j], wanted ? wanted : "0"));
        positive += mpz_sgn(by_models[j]) != 0;
        mpz_add(sum, sum, by_models[j]);
    }
    CU_ASSERT_EQUAL(positive, rows_with(json_object_get(row, "by_models")));
    mpz_sub(satisfiable, sum, by_models[0]);
    CU_ASSERT(same_number(sum, all));
    CU_ASSERT(same_number(satisfiable, case_text(row, "sat")));
    CU_ASSERT(same_number(by_models[0], case_text(row, "unsat")));
    mpz_clears(sum, satisfiable, NULL);
}

static void check_classes(hbs_small_space *space, const json_t *row, const size_t *m) {
    mpz_t all, no, yes;
    hbs_error error = {0};
    mpz_inits(all, no, yes, NULL);
    CHECK_OK(hbs_small_space_classes(space, m, all, no, NULL, &error));
    mpz_sub(yes, all, no);
    CU_ASSERT(same_number(all, case_text(row, "classes")));
    CU_ASSERT(same_number(no, case_text(row, "classes_unsat")));
    CU_ASSERT(same_number(yes, case_text(row, "classes_sat")));
    mpz_clears(all, no, yes, NULL);
}

static void check_orbits(const hbs_orbit_table *table, const json_t *row, size_t m) {
    for (unsigned label = 0; label < 2; label++) {
        const json_t *const wanted = json_object_get(row, label ? "orbit_sizes_sat" : "orbit_sizes_unsat");
        size_t positive = 0;
        for (uint32_t size = 1; size <= table->order; size++) {
            char key[24], found[24];
            const uint64_t classes = hbs_orbits_of(table, m, label, size);
            snprintf(key, sizeof key, "%u", size);
            snprintf(found, sizeof found, "%llu", (unsigned long long)classes);
            if (!classes) continue;
            positive++;
            CU_ASSERT_STRING_EQUAL(found, case_text(wanted, key));
        }
        CU_ASSERT_EQUAL(positive, json_object_size(wanted));
    }
}

static void check_file(const char *name) {
    json_t *const document = case_file(name), *row;
    const uint32_t n = (uint32_t)case_number(document, "n"), length = case_length(document);
    hbs_small_space *space = NULL;
    hbs_orbit_table table = {0};
    hbs_error error = {0};
    mpz_t by_models[ROWS];
    size_t m;
    for (size_t j = 0; j < ROWS; j++) mpz_init(by_models[j]);
    CHECK_OK(hbs_small_space_new(&space, n, &length, 1, &error));
    CHECK_OK(hbs_orbit_table_make(&table, n, length, SIZE_MAX, NULL, &error));
    CU_ASSERT_EQUAL(table.clauses, case_number(document, "clauses"));
    json_array_foreach(json_object_get(document, "distinct_clause_sets"), m, row) {
        CU_ASSERT_EQUAL(case_number(row, "m"), m);
        hbs_small_space_models(space, &m, HBS_SETS, by_models);
        check_models(row, by_models, ((size_t)1 << n) + 1, case_text(row, "sets"));
        check_classes(space, row, &m);
        check_orbits(&table, row, m);
    }
    CU_ASSERT_EQUAL(m, table.clauses + 1);
    json_array_foreach(json_object_get(document, "sequences_with_repetition"), m, row) {
        const size_t clauses = case_number(row, "m");
        hbs_small_space_models(space, &clauses, HBS_SEQUENCES, by_models);
        check_models(row, by_models, ((size_t)1 << n) + 1, case_text(row, "sequences"));
    }
    CU_ASSERT(m > 0);
    for (size_t j = 0; j < ROWS; j++) mpz_clear(by_models[j]);
    hbs_orbit_table_free(&table);
    hbs_small_space_free(space);
    json_decref(document);
}

static void case_files(void) {
    static const char *const name[] = {"n1_k1", "n1_kany", "n2_k1", "n2_k2", "n2_kany", "n3_k1", "n3_k2", "n3_k3", "n3_kany", "n4_k2"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char file[64];
        snprintf(file, sizeof file, "sat_counts_%s.json", name[i]);
        check_file(file);
    }
}

/* Classes by Moebius inversion with Burnside equal those listed set by set; five variables take other paths through the code than fewer. */
static void two_ways(void) {
    static const uint32_t space_of[][2] = {{5, 1}, {4, 1}, {4, 4}, {3, 2}, {2, HBS_ANY_LENGTH}, {0, 0}};
    hbs_error error = {0};
    mpz_t all, no;
    mpz_inits(all, no, NULL);
    for (size_t i = 0; i < sizeof space_of / sizeof *space_of; i++) {
        hbs_small_space *space = NULL;
        hbs_orbit_table table = {0};
        CHECK_OK(hbs_small_space_new(&space, space_of[i][0], &space_of[i][1], 1, &error));
        CHECK_OK(hbs_orbit_table_make(&table, space_of[i][0], space_of[i][1], SIZE_MAX, NULL, &error));
        for (size_t m = 0; m <= table.clauses; m++) {
            uint64_t classes[2] = {0, 0};
            for (uint32_t size = 1; size <= table.order; size++)
                for (unsigned label = 0; label < 2; label++) classes[label] += hbs_orbits_of(&table, m, label, size);
            CHECK_OK(hbs_small_space_classes(space, &m, all, no, NULL, &error));
            CU_ASSERT(mpz_cmp_ui(no, classes[0]) == 0 && mpz_cmp_ui(all, classes[0] + classes[1]) == 0);
        }
        hbs_orbit_table_free(&table);
        hbs_small_space_free(space);
    }
    mpz_clears(all, no, NULL);
}

/* Formulas of two lengths over five variables, one by one: pairs of clauses of length 3 with one of length 2, or in any order. */
static void five_variables_one_by_one(void) {
    static const uint32_t length[] = {2, 3};
    static const size_t count[] = {1, 2};
    uint32_t falsified[2][128], clauses[2] = {0, 0};
    unsigned long by_models[33] = {0};
    for (uint32_t code = 0; code < hbs_clause_codes(5); code++) {
        const uint32_t k = hbs_clause_code_length(code);
        if (k == 2 || k == 3) falsified[k - 2][clauses[k - 2]++] = hbs_clause_code_falsified(5, code);
    }
    for (uint32_t a = 0; a < clauses[1]; a++)
        for (uint32_t b = 0; b < clauses[1]; b++)
            for (uint32_t c = 0; c < clauses[0]; c++) by_models[32 - __builtin_popcount(falsified[1][a] | falsified[1][b] | falsified[0][c])] += a < b;
    hbs_error error = {0};
    hbs_small_space *space = NULL;
    mpz_t found[2][33];
    for (size_t j = 0; j < 33; j++) mpz_inits(found[0][j], found[1][j], NULL);
    CHECK_OK(hbs_small_space_new(&space, 5, length, 2, &error));
    hbs_small_space_models(space, count, HBS_SETS, found[0]);
    hbs_small_space_models(space, count, HBS_SEQUENCES, found[1]);
    unsigned long sets = 0;
    for (size_t j = 0; j < 33; j++) {
        const unsigned long here = by_models[j];
        CU_ASSERT(mpz_cmp_ui(found[0][j], here) == 0);
        sets += here;
        CU_ASSERT(mpz_cmp_ui(found[1][j], 6 * here) >= 0);   /* three places for the short clause, two orders; and repeats */
    }
    CU_ASSERT_EQUAL(sets, 3160 * 40);
    for (size_t j = 0; j < 33; j++) mpz_clears(found[0][j], found[1][j], NULL);
    hbs_small_space_free(space);
}

/* Up to `most` clauses the table is that of all sets; beyond it is empty. */
static void few_clauses(void) {
    enum { MOST = 3 };
    hbs_error error = {0};
    hbs_orbit_table all = {0}, few = {0};
    CHECK_OK(hbs_orbit_table_make(&all, 3, 2, SIZE_MAX, NULL, &error));
    CHECK_OK(hbs_orbit_table_make(&few, 3, 2, MOST, NULL, &error));
    for (size_t m = 0; m <= all.clauses; m++)
        for (uint32_t size = 1; size <= all.order; size++)
            for (unsigned label = 0; label < 2; label++) CU_ASSERT_EQUAL(hbs_orbits_of(&few, m, label, size), m <= MOST ? hbs_orbits_of(&all, m, label, size) : 0);
    hbs_orbit_table_free(&all);
    hbs_orbit_table_free(&few);
}

static bool at_once(void *asked) {
    ++*(unsigned *)asked;
    return true;
}

static void stops_among_sets(void) {
    unsigned asked = 0;
    hbs_error error = {0};
    hbs_orbit_table table = {0};
    const hbs_listener listener = {.context = &asked, .stop = at_once};
    CU_ASSERT_EQUAL(hbs_orbit_table_make(&table, 3, HBS_ANY_LENGTH, SIZE_MAX, &listener, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(asked, 1);
    CU_ASSERT_PTR_NULL(table.classes);
}

static void bounds(void) {
    hbs_error error = {0};
    hbs_small_space *space = NULL;
    hbs_orbit_table table = {0};
    const uint32_t three = 3;
    CU_ASSERT_EQUAL(hbs_small_space_new(&space, 6, &three, 1, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NULL(space);
    CU_ASSERT_EQUAL(hbs_orbit_table_make(&table, 4, 3, SIZE_MAX, NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_orbit_table_make(&table, 6, 1, SIZE_MAX, NULL, &error), HBS_ERROR_USAGE);
}

const hbs_test hbs_tests[] = {
    {"case_files", case_files}, {"two_ways", two_ways}, {"five_variables_one_by_one", five_variables_one_by_one}, {"few_clauses", few_clauses}, {"stops_among_sets", stops_among_sets}, {"bounds", bounds}, {NULL, NULL}};
