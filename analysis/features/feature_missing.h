/* The features that a catalog does not hold yet: computed in batches, stored or handed over. */
#ifndef HBS_ANALYSIS_FEATURES_FEATURE_MISSING_H
#define HBS_ANALYSIS_FEATURES_FEATURE_MISSING_H

#include "analysis/features/feature.h"
#include "analysis/measure.h"

/* "sat_features" or "cqc_features". */
const char *hbs_feature_table_name(hbs_problem problem);

/* Does the catalog's table have a column for every feature? */
hbs_status hbs_feature_columns_present(hbs_catalog *catalog, hbs_problem problem, bool *present, hbs_error *error);

/* Takes one row of features; `value` is valid until it returns. */
typedef hbs_status (*hbs_feature_take)(void *context, uint64_t idx, const double *value, hbs_error *error);

/* Stores the features of every instance of the dataset that has none, in short transactions: what is stored is kept when the work is interrupted.
 * Adds columns for features that have none; the stored rows, which lack them, are then computed again. Memory: one batch, whatever the dataset's
 * size. */
hbs_status hbs_feature_store_missing(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error);
/* The same rows, in order of idx, to `take` instead; writes nothing. `columns_present` as above: without them no stored row counts. */
hbs_status hbs_feature_compute_missing(hbs_catalog *catalog, const hbs_dataset *dataset, bool columns_present, const hbs_measure_options *options,
                                       hbs_feature_take take, void *context, hbs_error *error);

#endif
