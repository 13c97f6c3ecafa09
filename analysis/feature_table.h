/* The features of a dataset as a matrix, computed once, kept in the catalog's sat_features / cqc_features, reused. */
#ifndef HBS_ANALYSIS_FEATURE_TABLE_H
#define HBS_ANALYSIS_FEATURE_TABLE_H

#include "analysis/features/feature.h"
#include "analysis/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_feature_table {
    size_t rows, columns;
    double *value;           /* row-major, rows * columns; NAN where not defined */
    int8_t *label;           /* -1 unknown */
    uint64_t *unit, *idx;    /* unit: hbs_row.family, so that twins and augmented copies are clusters */
    uint64_t *lineage;       /* hbs_lineage: equal for relatives in other tables too */
    char (*split)[32];       /* "" none */
    const hbs_feature *const *feature;   /* columns of them */
} hbs_feature_table;

void hbs_feature_table_free(hbs_feature_table *table);
/* Computes what the catalog does not hold yet (when it is open for writing), then reads all. Memory: 8 bytes a cell. */
hbs_status hbs_feature_table_load(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                  hbs_error *error);
/* The same for some rows only: those whose idx `want` says yes to. What the others would have taken is not touched. */
typedef bool (*hbs_want_row)(const void *context, uint64_t idx);
hbs_status hbs_feature_table_load_rows(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                       hbs_want_row want, const void *context, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
