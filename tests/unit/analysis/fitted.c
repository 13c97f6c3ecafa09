/* What a probe is trained on. */
#include "analysis/gap/fitted.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/rng.h"
#include "tests/unit/test.h"

static bool any(const hbs_feature *feature) { return feature != NULL; }

static hbs_feature_table table_of(size_t rows, size_t rare) {
    static const hbs_feature feature = {.name = "noisy label", .meaning = "", .source = "", .problem = HBS_SAT};
    static const hbs_feature *const features[] = {&feature, NULL};
    hbs_error error = {0};
    hbs_feature_table table = {.rows = rows, .columns = 1, .feature = features};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    CHECK_OK(hbs_allocate(&table.value, rows, sizeof *table.value, &error));
    CHECK_OK(hbs_allocate(&table.label, rows, sizeof *table.label, &error));
    for (size_t i = 0; i < rows; i++) {
        table.label[i] = (int8_t)(i % (rows / rare) != 0);
        table.value[i] = (double)hbs_rng_below(&rng, 1000) + 300 * table.label[i];
    }
    return table;
}

static double threshold(hbs_fitted *fitted) {
    double low = -1, high = 2000;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (hbs_fitted_guess(fitted, &middle)) high = middle;
        else low = middle;
    }
    return low;
}

/* All of the rare label, a bounded number of the frequent one; the seed decides which, and the model is nearly that of all. */
static void rows_beyond_the_bound_are_left_out(void) {
    enum { ROWS = 2 * HBS_ROWS_TRAINED, RARE = 500 };
    hbs_error error = {0};
    hbs_feature_table table = table_of(ROWS, RARE);
    const hbs_probe *probe = NULL;
    uint32_t *times = NULL;
    double at[3];
    CHECK_OK(hbs_probe_find("logistic", &probe, &error));
    CHECK_OK(hbs_allocate(&times, ROWS, sizeof *times, &error));
    for (size_t i = 0; i < ROWS; i++) times[i] = 1;
    for (uint64_t k = 0; k < 3; k++) {
        hbs_fitted fitted = {0};
        CHECK_OK(hbs_fit(&fitted, probe, &table, times, any, k / 2, &error));
        CU_ASSERT_EQUAL(fitted.rows, HBS_ROWS_TRAINED + RARE);
        at[k] = threshold(&fitted);
        hbs_fitted_free(&fitted);
    }
    CU_ASSERT(at[0] == at[1] && at[0] != at[2]);
    CU_ASSERT_DOUBLE_EQUAL(at[0], 650, 50);
    CU_ASSERT_DOUBLE_EQUAL(at[0], at[2], 5);
    free(times);
    hbs_feature_table_free(&table);
}

/* Within the bound every row is trained on, as often as it was drawn. */
static void rows_within_the_bound_are_all_taken(void) {
    hbs_error error = {0};
    hbs_feature_table table = table_of(1000, 500);
    const hbs_probe *probe = NULL;
    uint32_t times[1000], at = 0;
    hbs_fitted fitted = {0};
    CHECK_OK(hbs_probe_find("logistic", &probe, &error));
    for (; at < 1000; at++) times[at] = at % 3;
    CHECK_OK(hbs_fit(&fitted, probe, &table, times, NULL, 1, &error));
    CU_ASSERT_EQUAL(fitted.rows, 333 * 3);
    hbs_fitted_free(&fitted);
    hbs_feature_table_free(&table);
}

const hbs_test hbs_tests[] = {{"rows_beyond_the_bound_are_left_out", rows_beyond_the_bound_are_left_out},
                              {"rows_within_the_bound_are_all_taken", rows_within_the_bound_are_all_taken},
                              {NULL, NULL}};
