/* All pairs of small spaces decided, against counts made by other programs. */
#include "analysis/space_labels.h"

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

const hbs_test hbs_tests[] = {{"pairs", pairs}, {"too_large", too_large}, {NULL, NULL}};
