/* Batches of hashes, so that the write lock is held for milliseconds. The column is a convenience for SQL users: nothing here or elsewhere depends on its being full. */
#include "datasets/catalog/canonical.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 4096u

typedef struct entry {
    uint64_t idx;
    uint8_t hash[HBS_HASH_SIZE];
} entry;

struct hbs_canonical_column {
    hbs_catalog *catalog;
    int64_t dataset;
    size_t count;
    entry item[BATCH];
};

hbs_status hbs_canonical_column_open(hbs_canonical_column **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    const hbs_status status = hbs_allocate(out, 1, sizeof **out, error);
    if (status != HBS_OK) return status;
    (*out)->catalog = catalog;
    (*out)->dataset = dataset;
    return HBS_OK;
}

static hbs_status write_all(const hbs_canonical_column *column, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(column->catalog, &statement, "UPDATE instance SET canonical_hash = ?3 WHERE dataset = ?1 AND idx = ?2 AND canonical_hash IS NULL", error));
    for (size_t i = 0; i < column->count; i++) {
        sqlite3_bind_int64(statement, 1, column->dataset);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)column->item[i].idx);
        sqlite3_bind_blob(statement, 3, column->item[i].hash, HBS_HASH_SIZE, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(column->catalog, "write canonical hashes", error));
        sqlite3_reset(statement);
    }
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_canonical_column_flush(hbs_canonical_column *column, hbs_error *error) {
    bool mine;
    hbs_error why = {0};
    if (!column->count) return HBS_OK;
    hbs_status status = hbs_catalog_begin(column->catalog, &mine, &why);
    if (status == HBS_OK) status = hbs_catalog_end(column->catalog, mine, write_all(column, &why), &why);
    column->count = 0;
    if (status == HBS_OK || status == HBS_ERROR_BUSY) return HBS_OK;
    return hbs_raise(error, status, "%s", why.message);
}

hbs_status hbs_canonical_column_add(hbs_canonical_column *column, uint64_t idx, const uint8_t hash[HBS_HASH_SIZE], hbs_error *error) {
    entry *const to = &column->item[column->count++];
    to->idx = idx;
    memcpy(to->hash, hash, sizeof to->hash);
    return column->count == BATCH ? hbs_canonical_column_flush(column, error) : HBS_OK;
}

void hbs_canonical_column_close(hbs_canonical_column *column) { free(column); }
