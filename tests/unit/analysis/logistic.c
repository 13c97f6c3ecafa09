/* The fitted weights must be the one minimum of the stated objective: the test works out its gradient on its own, in another way than the module
 * does. */
#include "analysis/probes/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "tests/unit/test.h"

#define ROWS 200
#define COLUMNS 4

static double normal(hbs_rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += (double)hbs_rng_below(rng, UINT64_C(1) << 32) / 4294967296.0;
    return sum - 6;
}

/* Columns on different scales, labels from a noisy linear rule. */
static void make(double *x, int8_t *label, size_t rows, uint64_t seed) {
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, 0, HBS_LANE_INSTANCE);
    for (size_t i = 0; i < rows; i++) {
        double *row = x + i * COLUMNS;
        row[0] = normal(&rng);
        row[1] = 1000 + 50 * normal(&rng);
        row[2] = row[0] + 1e-3 * normal(&rng);
        row[3] = 7;
        label[i] = row[0] + (row[1] - 1000) / 50 + normal(&rng) > 0;
    }
}

static const hbs_probe *logistic(void) {
    const hbs_probe *probe = NULL;
    hbs_error error;
    CHECK_OK(hbs_probe_find("logistic", &probe, &error));
    return probe;
}

/* Weights on standardised columns and intercept, read off from predictions at mean and mean + deviation. */
static void read_weights(const hbs_probe *probe, const void *model, const double *mean, const double *deviation, double *weight, double *intercept) {
    double at[COLUMNS];
    memcpy(at, mean, sizeof at);
    probe->predict(model, at, 1, COLUMNS, intercept);
    for (int c = 0; c < COLUMNS; c++) {
        double score;
        at[c] = mean[c] + deviation[c];
        probe->predict(model, at, 1, COLUMNS, &score);
        weight[c] = score - *intercept;
        at[c] = mean[c];
    }
}

static void check_minimum(void) {
    static double x[ROWS * COLUMNS];
    static int8_t label[ROWS];
    const hbs_probe *probe = logistic();
    void *model = NULL;
    hbs_error error;
    double mean[COLUMNS] = {0}, deviation[COLUMNS] = {0}, weight[COLUMNS], intercept;
    make(x, label, ROWS, 1);
    CHECK_OK(probe->train(x, label, ROWS, COLUMNS, 0, &model, &error));
    for (int c = 0; c < COLUMNS; c++) {
        for (int i = 0; i < ROWS; i++) mean[c] += x[i * COLUMNS + c] / ROWS;
        for (int i = 0; i < ROWS; i++) deviation[c] += pow(x[i * COLUMNS + c] - mean[c], 2) / ROWS;
        deviation[c] = sqrt(deviation[c]);
    }
    read_weights(probe, model, mean, deviation, weight, &intercept);
    double gradient[COLUMNS] = {weight[0], weight[1], weight[2], 0}, slope = 0, ones = 0;
    for (int i = 0; i < ROWS; i++) ones += label[i];
    CU_ASSERT(fabs(ones - ROWS / 2.0) > 1); /* else equal weights of the labels would not show */
    for (int i = 0; i < ROWS; i++) {
        double score;
        probe->predict(model, x + i * COLUMNS, 1, COLUMNS, &score);
        const double cost = ROWS / (2 * (label[i] ? ones : ROWS - ones)), residual = cost * ((label[i] ? -1 : 0) + 1 / (1 + exp(-score)));
        slope += residual;
        for (int c = 0; c < 3; c++) gradient[c] += residual * (x[i * COLUMNS + c] - mean[c]) / deviation[c];
    }
    CU_ASSERT_DOUBLE_EQUAL(slope, 0, 1e-4);
    for (int c = 0; c < 3; c++) CU_ASSERT_DOUBLE_EQUAL(gradient[c], 0, 1e-4);
    CU_ASSERT_EQUAL(weight[3], 0); /* the constant column is left out, deviation 0 aside */
    CU_ASSERT(weight[0] > 0 && weight[1] > .5);
    probe->free_model(model);
}

/* A column that was constant in training must not speak when it moves later. */
static void constant_columns_are_silent(void) {
    static double x[ROWS * COLUMNS];
    static int8_t label[ROWS];
    const hbs_probe *probe = logistic();
    void *model = NULL;
    hbs_error error;
    make(x, label, ROWS, 2);
    CHECK_OK(probe->train(x, label, ROWS, COLUMNS, 0, &model, &error));
    double row[COLUMNS] = {.2, 1010, .2, 7}, before, after;
    probe->predict(model, row, 1, COLUMNS, &before);
    row[3] = 1e9;
    probe->predict(model, row, 1, COLUMNS, &after);
    CU_ASSERT_EQUAL(before, after);
    probe->free_model(model);
}

static void separable_data_stay_finite(void) {
    const hbs_probe *probe = logistic();
    double x[40], score[40];
    int8_t label[40];
    void *model = NULL;
    hbs_error error;
    for (int i = 0; i < 40; i++) x[i] = i, label[i] = i >= 20;
    CHECK_OK(probe->train(x, label, 40, 1, 0, &model, &error));
    probe->predict(model, x, 40, 1, score);
    for (int i = 0; i < 40; i++) CU_ASSERT(isfinite(score[i]) && (score[i] > 0) == (label[i] == 1) && fabs(score[i]) < 50);
    probe->free_model(model);
}

/* Without a column to see there is nothing to prefer, however skewed the labels are. */
static void no_columns_prefer_no_label(void) {
    const hbs_probe *probe = logistic();
    const double x[5] = {3, 3, 3, 3, 3};
    const int8_t label[5] = {1, 1, 1, 0, 1};
    double score;
    void *model = NULL;
    hbs_error error;
    CHECK_OK(probe->train(x, label, 5, 1, 0, &model, &error));
    probe->predict(model, x, 1, 1, &score);
    CU_ASSERT_DOUBLE_EQUAL(score, 0, 1e-6);
    probe->free_model(model);
}

/* 90 to 10: balanced accuracy must be far above chance when the rule is there to be found. */
static void rare_labels_are_not_given_up(void) {
    const hbs_probe *probe = logistic();
    static double x[1000], score[1000];
    static int8_t label[1000];
    void *model = NULL;
    hbs_error error;
    hbs_rng rng;
    hbs_rng_seed(&rng, 3, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 1000; i++) label[i] = i % 10 == 0, x[i] = normal(&rng) + label[i];
    CHECK_OK(probe->train(x, label, 1000, 1, 0, &model, &error));
    probe->predict(model, x, 1000, 1, score);
    double right[2] = {0, 0};
    for (int i = 0; i < 1000; i++) right[label[i]] += (score[i] > 0) == (label[i] == 1);
    const double balanced = (right[0] / 900 + right[1] / 100) / 2;   /* the best rule cuts half way: .69 */
    CU_ASSERT(balanced > .64 && balanced < .75);
    probe->free_model(model);
}

static void training_is_deterministic(void) {
    static double x[ROWS * COLUMNS];
    static int8_t label[ROWS];
    const hbs_probe *probe = logistic();
    void *a = NULL, *b = NULL;
    hbs_error error;
    make(x, label, ROWS, 3);
    CHECK_OK(probe->train(x, label, ROWS, COLUMNS, 1, &a, &error));
    CHECK_OK(probe->train(x, label, ROWS, COLUMNS, 2, &b, &error));
    for (int i = 0; i < ROWS; i++) {
        double p, q;
        probe->predict(a, x + i * COLUMNS, 1, COLUMNS, &p);
        probe->predict(b, x + i * COLUMNS, 1, COLUMNS, &q);
        CU_ASSERT_EQUAL(p, q);
    }
    probe->free_model(a);
    probe->free_model(b);
}

static void what_cannot_be_fitted_is_refused(void) {
    const hbs_probe *probe = logistic();
    double x[4] = {1, 2, 3, 4};
    const int8_t same[4] = {1, 1, 1, 1}, odd[4] = {0, 1, 2, 1}, fine[4] = {0, 1, 0, 1};
    void *model = &x;
    hbs_error error;
    CU_ASSERT_EQUAL(probe->train(x, same, 4, 1, 0, &model, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "label 0 has none") != NULL);
    CU_ASSERT_EQUAL(probe->train(x, odd, 4, 1, 0, &model, &error), HBS_ERROR_USAGE);
    x[2] = NAN;
    CU_ASSERT_EQUAL(probe->train(x, fine, 4, 1, 0, &model, &error), HBS_ERROR_INPUT);
    x[2] = INFINITY;
    CU_ASSERT_EQUAL(probe->train(x, fine, 4, 1, 0, &model, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_EQUAL(model, &x);
}

static void unknown_probes_are_named(void) {
    const hbs_probe *probe = NULL;
    hbs_error error;
    CU_ASSERT_EQUAL(hbs_probe_find("oracle", &probe, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "logistic") != NULL);
    CU_ASSERT_PTR_NULL(probe);
}

const hbs_test hbs_tests[] = {
    {"rare_labels_are_not_given_up", rare_labels_are_not_given_up},
    {"the fit is the minimum of the stated objective", check_minimum},
    {"constant columns are silent", constant_columns_are_silent},
    {"separable data stay finite", separable_data_stay_finite},
    {"no columns predict the majority", no_columns_prefer_no_label},
    {"training is deterministic", training_is_deterministic},
    {"what cannot be fitted is refused", what_cannot_be_fitted_is_refused},
    {"unknown probes are named", unknown_probes_are_named},
    {NULL, NULL},
};
