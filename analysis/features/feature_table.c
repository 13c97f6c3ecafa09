/* The features of a dataset as a matrix. Rows that the catalog lacks are computed and stored first, when it is open for writing; then one statement
 * reads the rows of the dataset beside their features, inside one read transaction, so that the matrix is one state of the catalog. What is
 * still without features then (a catalog open for reading, a row added in between) is computed and not stored. */
#include "analysis/features/feature_table.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/features/feature_missing.h"
#include "core/ordering.h"

#define IN_MEMORY ((size_t)8 << 20)

enum { IDX, UNIT, LABEL, SPLIT, ROOT_DATASET, ROOT_UNIT, STORED, FIRST_FEATURE };

/* A table in the making. `want` NULL: every row. */
typedef struct loading {
    hbs_feature_table table;
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    const hbs_measure_options *options;
    hbs_want_row want;
    const void *context;
    const char *odd;               /* the feature that is not what one can be; NULL: what is beside it */
} loading;

void hbs_feature_table_free(hbs_feature_table *table) {
    if (!table) return;
    if (table->cells.data) hbs_spill_close(&table->cells);
    else free(table->value);
    free(table->label);
    free(table->unit);
    free(table->idx);
    free(table->lineage);
    free(table->split);
    *table = (hbs_feature_table){0};
}

static hbs_status table_init(hbs_feature_table *table, hbs_problem problem, size_t rows, hbs_error *error) {
    hbs_status status = HBS_OK;
    table->rows = rows;
    table->feature = hbs_features(problem);
    table->columns = hbs_feature_count(problem);
    HBS_TRY(hbs_spill_open(&table->cells, rows, table->columns * sizeof *table->value, IN_MEMORY, error));
    table->value = table->cells.data;
    HBS_TRY(hbs_allocate(&table->label, rows, sizeof *table->label, error));
    HBS_TRY(hbs_allocate(&table->unit, rows, sizeof *table->unit, error));
    HBS_TRY(hbs_allocate(&table->idx, rows, sizeof *table->idx, error));
    HBS_TRY(hbs_allocate(&table->lineage, rows, sizeof *table->lineage, error));
    HBS_TRY(hbs_allocate(&table->split, rows, sizeof *table->split, error));
done:
    return status;
}

/* Every instance of the dataset beside its stored features; without columns for all of them, beside none. */
static hbs_status prepare_rows(hbs_catalog *catalog, const hbs_dataset *dataset, bool columns_present, sqlite3_stmt **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes sql = {0};
    HBS_TRY(hbs_bytes_print(&sql, error, "SELECT i.idx, i.unit, i.label, i.split, i.root_dataset, i.root_unit, "));
    if (columns_present) {
        HBS_TRY(hbs_bytes_print(&sql, error, "f.idx IS NOT NULL"));
        for (const hbs_feature *const *feature = hbs_features(dataset->problem); *feature; feature++)
            HBS_TRY(hbs_bytes_print(&sql, error, ", f.\"%s\"", (*feature)->name));
        HBS_TRY(hbs_bytes_print(&sql, error, " FROM instance AS i LEFT JOIN %s AS f ON f.dataset = i.dataset AND f.idx = i.idx",
                                hbs_feature_table_name(dataset->problem)));
    } else {
        HBS_TRY(hbs_bytes_print(&sql, error, "0 FROM instance AS i"));
    }
    HBS_TRY(hbs_bytes_print(&sql, error, " WHERE i.dataset = ?1 ORDER BY i.idx"));
    HBS_TRY(hbs_catalog_prepare(catalog, out, (const char *)sql.data, error));
    sqlite3_bind_int64(*out, 1, dataset->id);
done:
    hbs_bytes_free(&sql);
    return status;
}

static bool whole(sqlite3_stmt *row, int column, uint64_t *out) {
    const sqlite3_int64 value = sqlite3_column_int64(row, column);
    *out = (uint64_t)value;
    return sqlite3_column_type(row, column) == SQLITE_INTEGER && value >= 0;
}

static bool read_label(sqlite3_stmt *row, int8_t *out) {
    uint64_t value;
    *out = HBS_LABEL_UNKNOWN;
    if (sqlite3_column_type(row, LABEL) == SQLITE_NULL) return true;
    if (!whole(row, LABEL, &value) || value > 1) return false;
    *out = (int8_t)value;
    return true;
}

static bool read_split(sqlite3_stmt *row, char out[32]) {
    out[0] = 0;
    if (sqlite3_column_type(row, SPLIT) == SQLITE_NULL) return true;
    const char *const text = sqlite3_column_type(row, SPLIT) == SQLITE_TEXT ? (const char *)sqlite3_column_text(row, SPLIT) : NULL;
    if (!text || strlen(text) > 31) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* False when one is not what a feature can be. */
static bool read_features(loading *l, sqlite3_stmt *row, double *value) {
    for (size_t f = 0; f < l->table.columns; f++) {
        const int type = sqlite3_column_type(row, FIRST_FEATURE + (int)f);
        l->odd = l->table.feature[f]->name;
        if (type != SQLITE_NULL && type != SQLITE_FLOAT) return false;
        value[f] = type == SQLITE_NULL ? NAN : sqlite3_column_double(row, FIRST_FEATURE + (int)f);
        if (fabs(value[f]) > HBS_FEATURE_LARGEST) return false;
    }
    l->odd = NULL;
    return true;
}

/* The unit, or the family that it belongs to with its ancestors; and that family among all datasets. */
static bool read_family(sqlite3_stmt *row, const char *dataset, uint64_t *family, uint64_t *lineage) {
    uint64_t unit, root = 0;
    const bool none = sqlite3_column_type(row, ROOT_DATASET) == SQLITE_NULL;
    const char *const text = sqlite3_column_type(row, ROOT_DATASET) == SQLITE_TEXT ? (const char *)sqlite3_column_text(row, ROOT_DATASET) : NULL;
    if (!whole(row, UNIT, &unit) || (!none && (!text || !whole(row, ROOT_UNIT, &root)))) return false;
    *family = hbs_family(text, root, unit);
    *lineage = hbs_lineage(dataset, text, root, unit);
    return true;
}

/* False when some value is not what a catalog holds. */
static bool read_row(loading *l, sqlite3_stmt *row, size_t r, size_t *holes) {
    hbs_feature_table *const table = &l->table;
    const bool stored = sqlite3_column_int64(row, STORED) != 0;
    *holes += !stored;
    return whole(row, IDX, &table->idx[r]) && read_family(row, l->dataset->name, &table->unit[r], &table->lineage[r]) && read_label(row, &table->label[r]) &&
        read_split(row, table->split[r]) &&
           (!stored || read_features(l, row, table->value + r * table->columns));
}

static bool is_wanted(const loading *l, uint64_t idx) { return !l->want || l->want(l->context, idx); }

static hbs_status read_rows(loading *l, bool columns_present, size_t *holes, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *row = NULL;
    hbs_feature_table *const table = &l->table;
    const size_t width = table->columns * sizeof *table->value;
    size_t r = 0;
    int code = SQLITE_DONE;
    HBS_TRY(prepare_rows(l->catalog, l->dataset, columns_present, &row, error));
    while (r < table->rows && (code = sqlite3_step(row)) == SQLITE_ROW) {
        if (!is_wanted(l, (uint64_t)sqlite3_column_int64(row, IDX))) continue;
        hbs_feature_table_passed(table, r);
        HBS_TRY(hbs_spill_reserve(&table->cells, (r + 1) * width, error));
        if (!read_row(l, row, r++, holes))
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: dataset %s, instance %lld: %s%sa value that no instance or feature has; %s", hbs_catalog_path(l->catalog), l->dataset->name,
                     (long long)sqlite3_column_int64(row, IDX), l->odd ? l->odd : "", l->odd ? ": " : "",
                     l->odd ? "`analyze report` with --anew computes features again" : "`gen verify` says more");
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(l->catalog, "read features", error));
    table->rows = r;
done:
    sqlite3_finalize(row);
    return status;
}

static hbs_status take(void *context, uint64_t idx, const double *value, hbs_error *error) {
    loading *const l = context;
    hbs_feature_table *const table = &l->table;
    if (!is_wanted(l, idx)) return HBS_OK;
    const uint64_t *const found = bsearch(&idx, table->idx, table->rows, sizeof *table->idx, hbs_by_uint64);
    if (!found) return hbs_raise(error, HBS_ERROR_FAULT, "instance %llu appeared while features were read; try again", (unsigned long long)idx);
    hbs_feature_table_passed(table, (size_t)(found - table->idx));
    memcpy(table->value + (size_t)(found - table->idx) * table->columns, value, table->columns * sizeof *value);
    return HBS_OK;
}

static hbs_status read_all(loading *l, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool columns_present = false;
    uint64_t rows = 0;
    size_t holes = 0;
    HBS_TRY(hbs_feature_columns_present(l->catalog, l->dataset->problem, &columns_present, error));
    HBS_TRY(hbs_catalog_number(l->catalog, l->dataset->id, "SELECT count(*) FROM instance WHERE dataset = ?1", &rows, error));
    HBS_TRY(table_init(&l->table, l->dataset->problem, (size_t)rows, error));
    HBS_TRY(read_rows(l, columns_present, &holes, error));
    if (holes) HBS_TRY(hbs_feature_compute_missing(l->catalog, l->dataset, columns_present, l->options, take, l, error));
done:
    return status;
}

/* A savepoint is a read transaction of its own, or a part of the caller's. */
static hbs_status read_in_one_state(loading *l, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3 *const db = hbs_catalog_sqlite(l->catalog);
    if (sqlite3_exec(db, "SAVEPOINT features", NULL, NULL, NULL) != SQLITE_OK) return hbs_catalog_fail(l->catalog, "read features", error);
    status = read_all(l, error);
    sqlite3_exec(db, "RELEASE features", NULL, NULL, NULL);
    return status;
}

hbs_status hbs_feature_table_load_rows(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                       hbs_want_row want, const void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    loading l = {.catalog = catalog, .dataset = dataset, .options = options, .want = want, .context = context};
    const bool writable = hbs_catalog_is_writable(catalog);
    if (writable) HBS_TRY(hbs_feature_store_missing(catalog, dataset, options, error));
    HBS_TRY(read_in_one_state(&l, error));
    *out = l.table;
    l.table = (hbs_feature_table){0};
done:
    hbs_feature_table_free(&l.table);
    return status;
}

hbs_status hbs_feature_table_load(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                  hbs_error *error) {
    return hbs_feature_table_load_rows(out, catalog, dataset, options, NULL, NULL, error);
}
