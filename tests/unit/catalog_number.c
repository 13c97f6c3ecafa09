/* Straight to SQLite, past the library's own queries: these are what it is checked against. */
#include "tests/unit/catalog_number.h"

#include <sqlite3.h>
#include <stdio.h>

#include "tests/unit/test.h"

long long catalog_number(hbs_catalog *catalog, const char *sql) {
    sqlite3_stmt *statement = NULL;
    long long value = -99;
    if (sqlite3_prepare_v2(hbs_catalog_sqlite(catalog), sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_type(statement, 0) == SQLITE_NULL ? -1 : sqlite3_column_int64(statement, 0);
    else {
        fprintf(stderr, "\n    %s: %s\n", sql, sqlite3_errmsg(hbs_catalog_sqlite(catalog)));
        CU_FAIL("a query gives no row");
    }
    sqlite3_finalize(statement);
    return value;
}
