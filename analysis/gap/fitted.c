/* Imputation by the training mean keeps a missing value silent in a linear model on standardised columns; what is missing in the rows tested is
 * filled with the mean of the rows trained on, never with their own. Rows of a label beyond HBS_ROWS_TRAINED are left out by chance: the matrix trained on stays
 * below a bound, and what a model of some dozens of weights loses by that is far below what any test set here could show. */
#include "analysis/gap/fitted.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/rng.h"

#define THINNING (UINT64_MAX - 4) /* apart from the other streams of analysis */

void hbs_fitted_free(hbs_fitted *fitted) {
    if (!fitted) return;
    if (fitted->model) fitted->probe->free_model(fitted->model);
    free(fitted->column);
    free(fitted->mean);
    free(fitted->row);
    *fitted = (hbs_fitted){0};
}

static bool trains(const hbs_feature_table *table, const uint32_t *times, size_t row) { return times[row] && table->label[row] >= 0; }

/* Mean of the defined values trained on; NAN when there is none. */
static double column_mean(const hbs_feature_table *table, const uint32_t *times, size_t column) {
    double sum = 0;
    uint64_t count = 0;
    for (size_t i = 0; i < table->rows; i++) {
        const double value = table->value[i * table->columns + column];
        hbs_feature_table_passed(table, i);
        if (!trains(table, times, i) || isnan(value)) continue;
        sum += times[i] * value;
        count += times[i];
    }
    return count ? sum / (double)count : NAN;
}

static hbs_status choose_columns(hbs_fitted *f, const hbs_feature_table *table, const uint32_t *times, bool (*use)(const hbs_feature *),
                                 hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&f->column, table->columns, sizeof *f->column, error));
    HBS_TRY(hbs_allocate(&f->mean, table->columns, sizeof *f->mean, error));
    HBS_TRY(hbs_allocate(&f->row, table->columns, sizeof *f->row, error));
    for (size_t c = 0; c < table->columns; c++) {
        if (use && !use(table->feature[c])) continue;
        const double mean = column_mean(table, times, c);
        if (isnan(mean)) continue;
        f->column[f->columns] = c;
        f->mean[f->columns++] = mean;
    }
done:
    return status;
}

static void select_values(const hbs_fitted *f, const double *values, double *out) {
    for (size_t k = 0; k < f->columns; k++) {
        const double value = values[f->column[k]];
        out[k] = isnan(value) ? f->mean[k] : value;
    }
}

static hbs_status train(hbs_fitted *f, const hbs_feature_table *table, const uint32_t *times, uint64_t seed, hbs_error *error) {
    hbs_status status = HBS_OK;
    double *x = NULL;
    int8_t *label = NULL;
    size_t at = 0;
    for (size_t i = 0; i < table->rows; i++)
        if (trains(table, times, i)) f->rows += times[i];
    HBS_TRY(hbs_allocate(&x, f->rows, (f->columns + 1) * sizeof *x, error));
    HBS_TRY(hbs_allocate(&label, f->rows, sizeof *label, error));
    for (size_t i = 0; i < table->rows; i++) {
        hbs_feature_table_passed(table, i);
        for (uint32_t k = 0; trains(table, times, i) && k < times[i]; k++, at++) {
            select_values(f, table->value + i * table->columns, x + at * f->columns);
            label[at] = table->label[i];
        }
    }
    HBS_TRY(f->probe->train(x, label, f->rows, f->columns, seed, &f->model, error));
done:
    free(x);
    free(label);
    return status;
}

/* *out: `times` with HBS_ROWS_TRAINED of each label at most, every choice of them alike; NULL when there are no more. */
static hbs_status thin(const hbs_feature_table *table, const uint32_t *times, uint64_t seed, uint32_t **out, hbs_error *error) {
    uint64_t rest[2] = {0, 0}, wanted[2] = {HBS_ROWS_TRAINED, HBS_ROWS_TRAINED};
    hbs_rng rng;
    for (size_t i = 0; i < table->rows; i++)
        if (trains(table, times, i)) rest[table->label[i]] += times[i];
    if (rest[0] <= wanted[0] && rest[1] <= wanted[1]) return HBS_OK;
    const hbs_status status = hbs_allocate(out, table->rows, sizeof **out, error);
    if (status != HBS_OK) return status;
    hbs_rng_seed(&rng, seed, THINNING, HBS_LANE_ANALYSIS);
    for (size_t i = 0; i < table->rows; i++)
        for (uint32_t k = 0; trains(table, times, i) && k < times[i]; k++) {
            const int label = table->label[i];
            const bool taken = hbs_rng_below(&rng, rest[label]) < wanted[label];
            (*out)[i] += taken;
            wanted[label] -= taken;
            rest[label]--;
        }
    return HBS_OK;
}

hbs_status hbs_fit(hbs_fitted *out, const hbs_probe *probe, const hbs_feature_table *table, const uint32_t *times,
                   bool (*use)(const hbs_feature *feature), uint64_t seed, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_fitted fitted = {.probe = probe};
    uint32_t *thinned = NULL;
    HBS_TRY(thin(table, times, seed, &thinned, error));
    const uint32_t *const taken = thinned ? thinned : times;
    HBS_TRY(choose_columns(&fitted, table, taken, use, error));
    HBS_TRY(train(&fitted, table, taken, seed, error));
    *out = fitted;
    fitted = (hbs_fitted){0};
done:
    free(thinned);
    hbs_fitted_free(&fitted);
    return status;
}

int hbs_fitted_guess(void *context, const double *values) {
    const hbs_fitted *f = context;
    double score;
    select_values(f, values, f->row);
    f->probe->predict(f->model, f->row, 1, f->columns, &score);
    return score > 0;
}
