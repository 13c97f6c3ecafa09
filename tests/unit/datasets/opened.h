/* What the tests of the catalog share: opening, and asking SQLite itself. */
#ifndef HBS_TESTS_DATASETS_OPENED_H
#define HBS_TESTS_DATASETS_OPENED_H

#include <sqlite3.h>

#include "tests/unit/datasets/fixture.h"

static inline hbs_catalog *open_ok(const char *path, hbs_catalog_mode mode) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    CHECK_OK(hbs_catalog_open(&catalog, path, mode, NULL, &error));
    return catalog;
}

static inline long long ask(hbs_catalog *catalog, const char *sql) {
    sqlite3_stmt *statement = NULL;
    long long value = -1;
    if (sqlite3_prepare_v2(hbs_catalog_sqlite(catalog), sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static inline int run_sql(hbs_catalog *catalog, const char *sql) { return sqlite3_exec(hbs_catalog_sqlite(catalog), sql, NULL, NULL, NULL); }

#endif
