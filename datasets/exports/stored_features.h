/* The features that the catalog holds, read beside the instances: whatever columns sat_features or cqc_features have. */
#ifndef HBS_DATASETS_EXPORTS_STORED_FEATURES_H
#define HBS_DATASETS_EXPORTS_STORED_FEATURES_H

#include "datasets/catalog/catalog.h"

struct sqlite3_stmt;
typedef struct hbs_stored_features {
    struct sqlite3_stmt *statement;
    hbs_catalog *catalog;
    size_t columns;
} hbs_stored_features;       /* {0} is valid: closed */

/* HBS_ERROR_NOT_FOUND when an instance of the dataset has none, which says how to store them. */
hbs_status hbs_stored_features_open(hbs_stored_features *out, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error);
const char *hbs_stored_features_name(const hbs_stored_features *features, size_t column);
/* The values of the next instance, which must be `idx`; NAN: not defined. */
hbs_status hbs_stored_features_next(hbs_stored_features *features, uint64_t idx, double *value, hbs_error *error);
void hbs_stored_features_close(hbs_stored_features *features);

#endif
