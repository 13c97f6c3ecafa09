/* A probe trained on some rows and columns of a feature table. Values that are not defined get the mean of the training rows; columns without any
 * value there are left out. */
#ifndef HBS_ANALYSIS_GAP_FITTED_H
#define HBS_ANALYSIS_GAP_FITTED_H

#include "analysis/features/feature_table.h"
#include "analysis/probes/probe.h"

typedef struct hbs_fitted {
    const hbs_probe *probe;
    void *model;
    size_t columns, rows; /* rows: trained on, each as often as it was */
    size_t *column; /* of the table */
    double *mean, *row;
} hbs_fitted;

/* times[row]: how often the row is trained on; rows of unknown label never are. use: which features (NULL: all). HBS_ERROR_USAGE when a label is
 * missing. Of a label with more than HBS_ROWS_TRAINED rows so many of them, drawn by the seed, are trained on. Memory 8 bytes a cell trained on. */
#define HBS_ROWS_TRAINED 100000u
hbs_status hbs_fit(hbs_fitted *out, const hbs_probe *probe, const hbs_feature_table *table, const uint32_t *times,
                   bool (*use)(const hbs_feature *feature), uint64_t seed, hbs_error *error);
void hbs_fitted_free(hbs_fitted *fitted);
/* An hbs_guess: context is the hbs_fitted. Not from two threads at once. */
int hbs_fitted_guess(void *fitted, const double *values);

#endif
