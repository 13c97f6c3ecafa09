/* All pairs of small spaces decided, against counts made by other programs. */
#include "analysis/exact/space_labels.h"

#include "analysis/exact/query_class.h"
#include "tests/unit/exact_cases.h"

/* One relation e, `v` variables that may be unused, no head. */
static void check_row(hbs_space_labels *labels, const json_t *row, bool loops) {
    hbs_error error = {0};
    hbs_signature signature = {0};
    hbs_space *space = NULL;
    char text[128];
    bool known = false;
    mpz_t size, count[2];
    mpz_inits(size, count[0], count[1], NULL);
    const size_t v = case_number(row, "v");
    const char *const repeats = loops ? " repeats" : "";
    snprintf(text, sizeof text, "q1() v=%zu e/2:%zu%s q2() v=%zu e/2:%zu%s", v, case_number(row, "atoms_q1"), repeats, v, case_number(row, "atoms_q2"), repeats);
    CHECK_OK(hbs_signature_parse(text, &signature, &error));
    CHECK_OK(hbs_space_new_loose(&space, &signature, HBS_SETS, &error));
    hbs_space_size(space, size);
    CU_ASSERT(mpz_cmp_ui(size, case_number(row, "pairs")) == 0);
    CHECK_OK(hbs_space_labels_count_loose(labels, &signature, count, &known, &error));
    CU_ASSERT(known && mpz_cmp_ui(count[1], case_number(row, "contained")) == 0);
    mpz_add(count[0], count[0], count[1]);
    CU_ASSERT(mpz_cmp(count[0], size) == 0);
    for (unsigned q = 0; q < 2; q++) {
        CHECK_OK(hbs_space_query_classes(space, q, count[0], &error));
        CU_ASSERT(mpz_cmp_ui(count[0], case_number(row, q ? "classes_q2" : "classes_q1")) == 0);
    }
    mpz_clears(size, count[0], count[1], NULL);
    hbs_space_free(space);
    hbs_signature_free(&signature);
}

static void pairs(void) {
    json_error_t problem;
    json_t *const document = json_load_file(hbs_test_data("cqc/exact_counts.json"), 0, &problem), *row;
    CU_ASSERT_PTR_NOT_NULL_FATAL(document);
    hbs_error error = {0};
    hbs_space_labels *labels = NULL;
    size_t i;
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    json_array_foreach(json_object_get(document, "rows"), i, row) check_row(labels, row, true);
    CU_ASSERT_EQUAL(i, 33);
    json_array_foreach(json_object_get(document, "rows_without_loops"), i, row) check_row(labels, row, false);
    CU_ASSERT_EQUAL(i, 20);
    hbs_space_labels_free(labels);
    json_decref(document);
}

static void too_large(void) {
    static const char *const text[] = {"n=6 3:10", "q1() v=8 e/2:20 q2() v=8 e/2:13", "n=5 0:1 1:1 2:1 3:1 4:1 5:1"};
    hbs_error error = {0};
    hbs_space_labels *labels = NULL;
    mpz_t count[2];
    mpz_inits(count[0], count[1], NULL);
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    for (size_t i = 0; i < 3; i++) {
        hbs_signature signature = {0};
        bool known = true;
        CHECK_OK(hbs_signature_parse(text[i], &signature, &error));
        error.message[0] = 0;
        CHECK_OK(hbs_space_labels_count(labels, &signature, HBS_SETS, count, &known, &error));
        CU_ASSERT(i == 2 ? known : !known && error.message[0]);
        if (i == 2) CU_ASSERT(mpz_sgn(count[1]) == 0 && mpz_cmp_ui(count[0], 10ul * 40 * 80 * 80 * 32) == 0);   /* an empty clause */
        hbs_signature_free(&signature);
    }
    hbs_space_labels_free(labels);
    mpz_clears(count[0], count[1], NULL);
}

/* A pair counts for 1 / members of a class: summed over all pairs, the classes that Burnside counts, for heads, repeats and terms that must occur. */
static void classes_two_ways(void) {
    static const char *const text[] = {"q1(X0) v=3 e/2:3 repeats q2(X0) v=2 e/2:2", "q1() v=4 e/2:3 q2() v=2 e/2:1 t/1:1", "q1(X0,X1) v=3 e/2:2 t/1:1 q2(X0,X0) v=2 e/2:2 repeats",
                                       "q1() v=3 t/3:2 q2() v=0"};
    hbs_error error = {0};
    mpz_t number, size, count[2];
    mpq_t sum, one;
    mpz_inits(number, size, count[0], count[1], NULL);
    mpq_inits(sum, one, NULL);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        hbs_signature signature = {0};
        hbs_space *space = NULL;
        hbs_instance pair = {0};
        hbs_query_pair least = {0};
        CHECK_OK(hbs_signature_parse(text[i], &signature, &error));
        CHECK_OK(hbs_space_new(&space, &signature, HBS_SETS, &error));
        hbs_space_size(space, size);
        mpq_set_ui(sum, 0, 1);
        for (mpz_set_ui(number, 0); mpz_cmp(number, size) < 0; mpz_add_ui(number, number, 1)) {
            CHECK_OK(hbs_space_unrank(space, number, &pair, &error));
            CHECK_OK(hbs_query_class(&pair.pair, &least, count[0], &error));
            mpq_set_z(one, count[0]);
            mpq_inv(one, one);
            mpq_add(sum, sum, one);
        }
        for (unsigned q = 0; q < 2; q++) CHECK_OK(hbs_space_query_classes(space, q, count[q], &error));
        mpz_mul(count[0], count[0], count[1]);
        mpq_set_z(one, count[0]);
        CU_ASSERT(mpz_sgn(size) > 0 && mpq_equal(one, sum));
        hbs_query_pair_free(&least);
        hbs_instance_free(&pair);
        hbs_space_free(space);
        hbs_signature_free(&signature);
    }
    mpz_clears(number, size, count[0], count[1], NULL);
    mpq_clears(sum, one, NULL);
}

const hbs_test hbs_tests[] = {{"pairs", pairs}, {"classes_two_ways", classes_two_ways}, {"too_large", too_large}, {NULL, NULL}};
