/* The features of a dataset as a matrix, computed once, kept in the catalog's sat_features / cqc_features, reused. */
#ifndef HBS_ANALYSIS_FEATURES_FEATURE_TABLE_H
#define HBS_ANALYSIS_FEATURES_FEATURE_TABLE_H

#include "analysis/features/feature.h"
#include "analysis/measure.h"
#include "core/spill.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_feature_table {
    size_t rows, columns;
    double *value;           /* row-major, rows * columns; NAN where not defined; in `cells` where that is open */
    int8_t *label;           /* -1 unknown */
    uint64_t *unit, *idx;    /* unit: hbs_row.family, so that twins and augmented copies are clusters */
    uint64_t *lineage;       /* hbs_lineage: equal for relatives in other tables too */
    char (*split)[32];       /* "" none */
    const hbs_feature *const *feature;   /* columns of them */
    hbs_spill cells;
} hbs_feature_table;

void hbs_feature_table_free(hbs_feature_table *table);
/* Computes what the catalog does not hold yet (when it is open for writing), then reads all. Memory: 57 bytes a row, and 8 MB of cells at most: the cells of larger
 * tables, 8 bytes each, are in a temporary file (core/spill.h), and a pass over the rows says how far it has come. */
hbs_status hbs_feature_table_load(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                  hbs_error *error);
enum { HBS_ROWS_RESIDENT = 4096 };
static inline void hbs_feature_table_passed(const hbs_feature_table *table, size_t row) {
    const size_t width = table->columns * sizeof *table->value;
    if (row && row % HBS_ROWS_RESIDENT == 0) hbs_spill_passed(&table->cells, (row - HBS_ROWS_RESIDENT) * width, row * width);
}
/* The same for some rows only: those whose idx `want` says yes to. What the others would have taken is not touched. */
typedef bool (*hbs_want_row)(const void *context, uint64_t idx);
hbs_status hbs_feature_table_load_rows(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                       hbs_want_row want, const void *context, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
