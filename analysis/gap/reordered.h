/* The instances of a dataset in an order drawn anew: what a rule on the order of clauses, literals or atoms is held against. */
#ifndef HBS_ANALYSIS_GAP_REORDERED_H
#define HBS_ANALYSIS_GAP_REORDERED_H

#include "analysis/gap/held_out.h"

/* The rows of `dataset` whose features are asked for by `rows` (rows.table is its table), each instance shuffled uniformly by the stream of options->seed and its unit: the
 * instances of a unit alike, as they are when they are made. Where the order of a dataset is uniform, own rows and these are equally distributed, whatever else tells the label.
 * Reads every instance once. */
hbs_status hbs_reordered_rows(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_masked_rows *rows, const hbs_measure_options *options, hbs_error *error);

#endif
