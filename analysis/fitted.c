/* Imputation by the training mean keeps a missing value silent in a linear model on standardised columns; what is missing in the rows tested is
 * filled with the mean of the rows trained on, never with their own. */
#include "analysis/fitted.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

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
    size_t rows = 0, at = 0;
    for (size_t i = 0; i < table->rows; i++)
        if (trains(table, times, i)) rows += times[i];
    HBS_TRY(hbs_allocate(&x, rows, (f->columns + 1) * sizeof *x, error));
    HBS_TRY(hbs_allocate(&label, rows, sizeof *label, error));
    for (size_t i = 0; i < table->rows; i++)
        for (uint32_t k = 0; trains(table, times, i) && k < times[i]; k++, at++) {
            select_values(f, table->value + i * table->columns, x + at * f->columns);
            label[at] = table->label[i];
        }
    HBS_TRY(f->probe->train(x, label, rows, f->columns, seed, &f->model, error));
done:
    free(x);
    free(label);
    return status;
}

hbs_status hbs_fit(hbs_fitted *out, const hbs_probe *probe, const hbs_feature_table *table, const uint32_t *times,
                   bool (*use)(const hbs_feature *feature), uint64_t seed, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_fitted fitted = {.probe = probe};
    HBS_TRY(choose_columns(&fitted, table, times, use, error));
    HBS_TRY(train(&fitted, table, times, seed, error));
    *out = fitted;
    fitted = (hbs_fitted){0};
done:
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
