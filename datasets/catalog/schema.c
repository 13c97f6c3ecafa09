/* The schema as SQL, and its checks.
 *
 * The newest version is created in one go; a later version adds a row to `steps`, which brings version i+1 to i+2 inside one transaction. The check does not compare
 * SQL texts, which change under ALTER TABLE and migrations: it builds the schema in a database in memory and asks both for their columns, so that the
 * text below stays the only description. A file of an older version that is only read is left as it is, and gets what it lacks from views of the connection. A stranger's views, virtual tables or loosely typed tables under our names are refused there; triggers and views are
 * switched off on the connection (catalog.c), and rows are checked value by value when read (rows.c). */
#include "datasets/catalog/schema.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "datasets/catalog/catalog.h"

#define ESTIMATE_COLUMNS "  estimate REAL, ci_low REAL, ci_high REAL, level REAL, n INTEGER, method TEXT"

static const char *const tables =
    /* A number is never given twice: who writes into a dataset that was removed must not meet another one. */
    "CREATE TABLE dataset(\n"
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "  name TEXT NOT NULL UNIQUE,\n"
    "  problem TEXT NOT NULL CHECK(problem IN ('sat', 'cqc')),\n"
    "  spec TEXT NOT NULL,\n"
    "  options TEXT NOT NULL,\n"
    "  seed TEXT NOT NULL,\n"
    "  count INTEGER NOT NULL CHECK(count >= 0),\n"
    "  shuffled INTEGER NOT NULL CHECK(shuffled IN (0, 1)),\n"
    "  complete INTEGER NOT NULL CHECK(complete IN (0, 1)),\n"
    "  digest TEXT,\n"
    "  tool_version TEXT NOT NULL,\n"
    "  reference_of TEXT,\n"
    "  created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))\n"
    ") STRICT;\n"
    "CREATE TABLE instance(\n"
    "  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,\n"
    "  idx INTEGER NOT NULL CHECK(idx >= 0),\n"
    "  unit INTEGER NOT NULL CHECK(unit >= 0),\n"
    "  part INTEGER NOT NULL,\n"
    "  split TEXT,\n"
    "  name TEXT,\n"
    "  label INTEGER CHECK(label IN (0, 1)),\n"
    "  claim INTEGER CHECK(claim IN (0, 1)),\n"
    "  label_source TEXT CHECK(label_source IN ('solver', 'construction', 'file')),\n"
    "  reason TEXT,\n"
    "  size_n INTEGER NOT NULL,\n"
    "  size_m INTEGER NOT NULL,\n"
    "  solver TEXT,\n"
    "  effort INTEGER,\n"
    "  tries INTEGER NOT NULL,\n"
    "  unknown_tries INTEGER NOT NULL,\n"
    "  choice_bits REAL,\n"
    "  content_hash BLOB NOT NULL CHECK(length(content_hash) = 32),\n"
    "  gbd_hash TEXT,\n"
    "  certificate_kind TEXT,\n"
    "  certificate_size INTEGER,\n"
    "  payload BLOB NOT NULL,\n"
    "  certificate BLOB,\n"
    "  parent_dataset TEXT,\n"
    "  parent INTEGER CHECK(parent >= 0),\n"
    "  root_dataset TEXT,\n"
    "  root_unit INTEGER CHECK(root_unit >= 0),\n"
    "  canonical_hash BLOB CHECK(length(canonical_hash) = 32),\n"
    "  PRIMARY KEY(dataset, idx),\n"
    "  CHECK(label IS NOT NULL OR reason IS NOT NULL)\n"
    ") STRICT;\n"
    "CREATE TABLE infeasible(\n"
    "  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,\n"
    "  idx INTEGER NOT NULL CHECK(idx >= 0),\n"
    "  unit INTEGER NOT NULL CHECK(unit >= 0),\n"
    "  label INTEGER CHECK(label IN (0, 1)),\n"
    "  tries INTEGER NOT NULL,\n"
    "  reason TEXT NOT NULL,\n"
    "  PRIMARY KEY(dataset, idx)\n"
    ") STRICT;\n"
    "CREATE TABLE sat_features(\n"
    "  dataset INTEGER NOT NULL,\n"
    "  idx INTEGER NOT NULL,\n"
    "  PRIMARY KEY(dataset, idx),\n"
    "  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE\n"
    ") STRICT;\n"
    "CREATE TABLE cqc_features(\n"
    "  dataset INTEGER NOT NULL,\n"
    "  idx INTEGER NOT NULL,\n"
    "  PRIMARY KEY(dataset, idx),\n"
    "  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE\n"
    ") STRICT;\n"
    "CREATE TABLE probe(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,\n"
    "  seed TEXT NOT NULL,\n"
    "  options TEXT NOT NULL,\n"
    "  rows INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX probe_dataset ON probe(dataset);\n"
    "CREATE TABLE evaluation(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  probe INTEGER NOT NULL REFERENCES probe(id) ON DELETE CASCADE,\n"
    "  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,\n"
    "  quantity TEXT NOT NULL,\n" ESTIMATE_COLUMNS "\n"
    ") STRICT;\n"
    "CREATE INDEX evaluation_probe ON evaluation(probe);\n"
    "CREATE INDEX evaluation_dataset ON evaluation(dataset);\n"
    "CREATE TABLE prediction(\n"
    "  evaluation INTEGER NOT NULL REFERENCES evaluation(id) ON DELETE CASCADE,\n"
    "  dataset INTEGER NOT NULL,\n"
    "  idx INTEGER NOT NULL,\n"
    "  score REAL NOT NULL,\n"
    "  PRIMARY KEY(evaluation, dataset, idx),\n"
    "  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE\n"
    ") STRICT;\n"
    "CREATE INDEX prediction_instance ON prediction(dataset, idx);\n"
    "CREATE TABLE finding(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,\n"
    "  measure TEXT NOT NULL,\n"
    "  quantity TEXT NOT NULL,\n"
    "  subject TEXT NOT NULL,\n" ESTIMATE_COLUMNS ",\n"
    "  null_value REAL,\n"
    "  weight TEXT NOT NULL CHECK(weight IN ('plain', 'none', 'bias', 'not_applicable')),\n"
    "  sentence TEXT NOT NULL,\n"
    "  p_value REAL,\n"
    "  p_adjusted REAL\n"
    ") STRICT;\n"
    "CREATE INDEX finding_dataset ON finding(dataset, measure);\n";

static const char *const table_names[] = {"dataset", "instance", "infeasible", "sat_features", "cqc_features", "probe", "evaluation", "prediction", "finding"};
#define TABLES (sizeof table_names / sizeof *table_names)

/* steps[i] brings version i+1 to version i+2. */
static const char *const steps[] = {
    "ALTER TABLE instance ADD COLUMN parent_dataset TEXT;\n"
    "ALTER TABLE instance ADD COLUMN parent INTEGER CHECK(parent >= 0);\n"
    "ALTER TABLE instance ADD COLUMN root_dataset TEXT;\n"
    "ALTER TABLE instance ADD COLUMN root_unit INTEGER CHECK(root_unit >= 0);\n"
    "ALTER TABLE instance ADD COLUMN canonical_hash BLOB CHECK(length(canonical_hash) = 32);\n"
    "ALTER TABLE finding ADD COLUMN p_value REAL;\n"
    "ALTER TABLE finding ADD COLUMN p_adjusted REAL;\n",
    NULL,
};
/* The columns that they add, for those who read a file without running them. */
static const struct {
    int version;
    const char *table, *column;
} added[] = {{2, "instance", "parent_dataset"}, {2, "instance", "parent"}, {2, "instance", "root_dataset"}, {2, "instance", "root_unit"}, {2, "instance", "canonical_hash"},
             {2, "finding", "p_value"},         {2, "finding", "p_adjusted"}};
#define ADDED (sizeof added / sizeof *added)
_Static_assert(sizeof steps / sizeof *steps == HBS_CATALOG_VERSION, "one step less than there are versions, and the NULL at the end");

static int set_pragma(sqlite3 *db, const char *name, int value) {
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA %s = %d", name, value);
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int hbs_schema_create(sqlite3 *db) {
    int code = sqlite3_exec(db, tables, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = set_pragma(db, "application_id", HBS_CATALOG_APPLICATION_ID);
    if (code == SQLITE_OK) code = set_pragma(db, "user_version", HBS_CATALOG_VERSION);
    return code;
}

int hbs_schema_run_steps(sqlite3 *db, const char *const *own_steps, int from, int to) {
    for (int version = from; version < to; version++) {
        int code = sqlite3_exec(db, own_steps[version - 1], NULL, NULL, NULL);
        if (code == SQLITE_OK) code = set_pragma(db, "user_version", version + 1);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

int hbs_schema_migrate(sqlite3 *db, int version) { return hbs_schema_run_steps(db, steps, version, HBS_CATALOG_VERSION); }

/* One text out of one row: what a table is, or "" when there is no such table. */
static hbs_status table_kind(sqlite3 *db, const char *table, char out[64], const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    out[0] = 0;
    if (sqlite3_prepare_v2(db, "SELECT type || iif(strict, ' strict', '') FROM pragma_table_list(?1) WHERE schema = 'main'", -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC) != SQLITE_OK)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: %s", path, sqlite3_errmsg(db));
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        snprintf(out, 64, "%s", (const char *)sqlite3_column_text(statement, 0));
    } else if (code != SQLITE_DONE) {
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: %s", path, sqlite3_errmsg(db));
    }
done:
    sqlite3_finalize(statement);
    return status;
}

static const char *const column_query = "SELECT name, upper(type), \"notnull\", pk, hidden FROM pragma_table_xinfo(?1)";

/* Is `column` (a row of the expected table) found alike in the file's table? */
static bool same_column(sqlite3_stmt *expected, sqlite3_stmt *found) {
    for (int i = 0; i < 5; i++) {
        const char *a = (const char *)sqlite3_column_text(expected, i), *b = (const char *)sqlite3_column_text(found, i);
        if (!a || !b || strcmp(a, b) != 0) return false;
    }
    return true;
}

static bool has_column(sqlite3_stmt *expected, sqlite3_stmt *found) {
    bool same = false;
    sqlite3_reset(found);
    while (!same && sqlite3_step(found) == SQLITE_ROW) same = same_column(expected, found);
    sqlite3_reset(found);
    return same;
}

static bool has_name(const char *name, sqlite3_stmt *found) {
    bool same = false;
    sqlite3_reset(found);
    while (!same && sqlite3_step(found) == SQLITE_ROW) same = !strcmp((const char *)sqlite3_column_text(found, 0), name);
    sqlite3_reset(found);
    return same;
}

static bool may_lack(int version, const char *table, const char *column) {
    for (size_t i = 0; i < ADDED; i++)
        if (added[i].version > version && !strcmp(added[i].table, table) && !strcmp(added[i].column, column)) return true;
    return false;
}

static hbs_status check_table(sqlite3 *reference, sqlite3 *db, int version, const char *table, const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *expected = NULL, *found = NULL;
    char kind[64];
    HBS_TRY(table_kind(db, table, kind, path, error));
    if (!kind[0]) HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: table %s is missing", path, table);
    if (strcmp(kind, "table strict") != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: %s is not a strict table but a %s", path, table, kind);
    if (sqlite3_prepare_v2(reference, column_query, -1, &expected, NULL) != SQLITE_OK || sqlite3_prepare_v2(db, column_query, -1, &found, NULL) != SQLITE_OK ||
        sqlite3_bind_text(expected, 1, table, -1, SQLITE_STATIC) != SQLITE_OK || sqlite3_bind_text(found, 1, table, -1, SQLITE_STATIC) != SQLITE_OK)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: out of memory while its tables are checked", path);
    while (sqlite3_step(expected) == SQLITE_ROW) {
        const char *const name = (const char *)sqlite3_column_text(expected, 0);
        if (!has_column(expected, found) && !(may_lack(version, table, name) && !has_name(name, found)))
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: column %s.%s is missing or has another type", path, table, name);
    }
done:
    sqlite3_finalize(expected);
    sqlite3_finalize(found);
    return status;
}

hbs_status hbs_schema_check(sqlite3 *db, int version, const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3 *reference = NULL;
    if (sqlite3_open_v2(":memory:", &reference, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, NULL) != SQLITE_OK || hbs_schema_create(reference) != SQLITE_OK)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: out of memory while its tables are checked", path);
    for (size_t i = 0; i < TABLES; i++) HBS_TRY(check_table(reference, db, version, table_names[i], path, error));
done:
    sqlite3_close(reference);
    return status;
}

const char *hbs_schema_ahead(sqlite3 *db, int version) {
    const char *ahead = NULL;
    for (size_t i = 0; !ahead && i < ADDED; i++) {
        sqlite3_stmt *found = NULL;
        if (sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_xinfo(?1, 'main')", -1, &found, NULL) == SQLITE_OK &&
            sqlite3_bind_text(found, 1, added[i].table, -1, SQLITE_STATIC) == SQLITE_OK && added[i].version > version && has_name(added[i].column, found))
            ahead = added[i].column;
        sqlite3_finalize(found);
    }
    return ahead;
}

/* A view of this connection alone, under the table's own name, which is looked for before the table. Columns that are there all the same are left to it. */
static int complete_table(sqlite3 *db, int version, const char *table) {
    char sql[512];
    sqlite3_stmt *found = NULL;
    size_t used = (size_t)snprintf(sql, sizeof sql, "CREATE TEMP VIEW %s AS SELECT *", table);
    bool any = false;
    int code = sqlite3_prepare_v2(db, column_query, -1, &found, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(found, 1, table, -1, SQLITE_STATIC);
    for (size_t i = 0; code == SQLITE_OK && i < ADDED; i++) {
        if (!may_lack(version, table, added[i].column) || strcmp(added[i].table, table) != 0 || has_name(added[i].column, found)) continue;
        used += (size_t)snprintf(sql + used, sizeof sql - used, ", NULL AS %s", added[i].column);
        any = true;
    }
    sqlite3_finalize(found);
    snprintf(sql + used, sizeof sql - used, " FROM main.%s", table);
    return code == SQLITE_OK && any ? sqlite3_exec(db, sql, NULL, NULL, NULL) : code;
}

int hbs_schema_complete(sqlite3 *db, int version) {
    int code = sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < TABLES; i++) code = complete_table(db, version, table_names[i]);
    return code;
}
