/* One statement over the dataset in order of idx, moved on in step with the instances. */
#include "datasets/exports/stored_features.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>

#define OWN_COLUMNS 2   /* dataset, idx */

static const char *table_of(const hbs_dataset *dataset) { return dataset->problem == HBS_SAT ? "sat_features" : "cqc_features"; }

hbs_status hbs_stored_features_open(hbs_stored_features *out, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_stored_features features = {.catalog = catalog};
    char sql[256];
    uint64_t bare;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM instance AS i WHERE dataset = ?1 AND NOT EXISTS (SELECT 1 FROM %s AS f WHERE f.dataset = i.dataset AND f.idx = i.idx)", table_of(dataset));
    HBS_TRY(hbs_catalog_number(catalog, dataset->id, sql, &bare, error));
    if (bare)
        HBS_FAIL(error, HBS_ERROR_NOT_FOUND, "%s: the catalog has no features of %llu of its instances; `analyze features %s %s` stores them, or export without features",
                 dataset->name, (unsigned long long)bare, hbs_catalog_path(catalog), dataset->name);
    snprintf(sql, sizeof sql, "SELECT * FROM %s WHERE dataset = ?1 ORDER BY idx", table_of(dataset));
    HBS_TRY(hbs_catalog_prepare(catalog, &features.statement, sql, error));
    sqlite3_bind_int64(features.statement, 1, dataset->id);
    features.columns = (size_t)sqlite3_column_count(features.statement) - OWN_COLUMNS;
    *out = features;
    features.statement = NULL;
done:
    sqlite3_finalize(features.statement);
    return status;
}

const char *hbs_stored_features_name(const hbs_stored_features *features, size_t column) {
    const char *name = sqlite3_column_name(features->statement, (int)(column + OWN_COLUMNS));
    return name ? name : "";
}

hbs_status hbs_stored_features_next(hbs_stored_features *features, uint64_t idx, double *value, hbs_error *error) {
    const int step = sqlite3_step(features->statement);
    if (step != SQLITE_ROW && step != SQLITE_DONE) return hbs_catalog_fail(features->catalog, "read features", error);
    if (step == SQLITE_DONE || (uint64_t)sqlite3_column_int64(features->statement, 1) != idx)
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: the features of instance %llu are not where they should be", hbs_catalog_path(features->catalog), (unsigned long long)idx);
    for (size_t i = 0; i < features->columns; i++) {
        const int column = (int)(i + OWN_COLUMNS);
        value[i] = sqlite3_column_type(features->statement, column) == SQLITE_NULL ? NAN : sqlite3_column_double(features->statement, column);
    }
    return HBS_OK;
}

void hbs_stored_features_close(hbs_stored_features *features) {
    sqlite3_finalize(features->statement);
    *features = (hbs_stored_features){0};
}
