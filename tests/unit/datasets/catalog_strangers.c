/* The catalog: files from strangers, hostile or damaged, and other versions. */
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "datasets/catalog/connection.h"
#include "datasets/catalog/schema.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static void refuse(const char *path, hbs_catalog_mode mode, hbs_status expected, const char *word) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    const hbs_status status = hbs_catalog_open(&catalog, path, mode, NULL, &error);
    if (status != expected || (word && !strstr(error.message, word))) fprintf(stderr, "\n    %s: status %d: %s\n", path, status, error.message);
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT(!word || strstr(error.message, word) != NULL);
    CU_ASSERT_PTR_NULL(catalog);
    hbs_catalog_close(catalog);
}

static void make_database(const char *path, const char *sql) {
    sqlite3 *db;
    char *message = NULL;
    if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) fprintf(stderr, "\n    %s: %s\n", sql, message ? message : "?");
    CU_ASSERT_PTR_NULL(message);
    sqlite3_free(message);
    sqlite3_close(db);
}

static void what_is_not_a_catalog_is_refused_and_left_alone(void) {
    const char *path = fresh("other.db");
    refuse(in_folder("missing.db"), HBS_CATALOG_READ, HBS_ERROR_NOT_FOUND, "no such catalog");
    refuse(in_folder("missing.db"), HBS_CATALOG_WRITE, HBS_ERROR_NOT_FOUND, NULL);
    refuse(in_folder("no/such/folder/x.db"), HBS_CATALOG_CREATE, HBS_ERROR_IO, NULL);
    refuse(fixture_folder, HBS_CATALOG_CREATE, HBS_ERROR_INPUT, "folder");
    refuse("", HBS_CATALOG_CREATE, HBS_ERROR_USAGE, NULL);
    refuse("/dev/null", HBS_CATALOG_READ, HBS_ERROR_INPUT, NULL);
    write_file(path, "", 0);
    refuse(path, HBS_CATALOG_READ, HBS_ERROR_INPUT, "empty file");
    refuse(path, HBS_CATALOG_WRITE, HBS_ERROR_INPUT, "empty file");
    hbs_catalog_close(open_ok(path, HBS_CATALOG_CREATE));
    path = fresh("text.db");
    write_file(path, "p cnf 1 1\n1 0\n this is a text of more than a hundred bytes, so that nobody can take it for a truncated database file.\n", 110);
    for (int mode = HBS_CATALOG_READ; mode <= HBS_CATALOG_CREATE; mode++) refuse(path, (hbs_catalog_mode)mode, HBS_ERROR_INPUT, "nor any SQLite file");
    path = fresh("foreign.db");
    make_database(path, "CREATE TABLE t(a); INSERT INTO t VALUES(1)");
    size_t before, after;
    char *old = read_file(path, &before);
    for (int mode = HBS_CATALOG_READ; mode <= HBS_CATALOG_CREATE; mode++) refuse(path, (hbs_catalog_mode)mode, HBS_ERROR_INPUT, "nothing was written");
    char *new = read_file(path, &after);
    CU_ASSERT_EQUAL_FATAL(before, after);
    CU_ASSERT(!memcmp(old, new, before));
    free(old);
    free(new);
}

static const char *spoiled(const char *name, const char *sql) {
    const char *path = fresh(name);
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 20, NULL);
    hbs_catalog_close(catalog);
    make_database(path, sql);
    return path;
}

static void versions_are_told(void) {
    const char *path = spoiled("newer.db", "PRAGMA user_version = 3");
    refuse(path, HBS_CATALOG_READ, HBS_ERROR_INPUT, "version 3");
    refuse(path, HBS_CATALOG_CREATE, HBS_ERROR_INPUT, "newer hardbias");
    refuse(spoiled("zero.db", "PRAGMA user_version = 0"), HBS_CATALOG_WRITE, HBS_ERROR_FAULT, NULL);
}

/* The steps of a later version run in order inside the caller's transaction; one that fails leaves the old version. */
static void migrations_run_in_order_or_not_at_all(void) {
    static const char *const good[] = {NULL, "ALTER TABLE instance ADD COLUMN two TEXT", "ALTER TABLE instance ADD COLUMN three TEXT; UPDATE instance SET three = 'x' || ifnull(two, 'y')"};
    static const char *const bad[] = {NULL, "ALTER TABLE instance ADD COLUMN two TEXT", "UPDATE instance SET no_such_column = 1"};
    const char *path = fresh("migrate.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 20, NULL);
    bool mine = false;
    hbs_error error = {0};
    CHECK_OK(hbs_catalog_begin(catalog, &mine, &error));
    CU_ASSERT_NOT_EQUAL(hbs_schema_run_steps(hbs_catalog_sqlite(catalog), bad, 2, 4), SQLITE_OK);
    CU_ASSERT_EQUAL(hbs_catalog_end(catalog, mine, HBS_ERROR_FAULT, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(catalog_number(catalog, "PRAGMA user_version"), 2);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM pragma_table_info('instance') WHERE name = 'two'"), 0);
    CHECK_OK(hbs_catalog_begin(catalog, &mine, &error));
    CU_ASSERT_EQUAL(hbs_schema_run_steps(hbs_catalog_sqlite(catalog), good, 2, 4), SQLITE_OK);
    CHECK_OK(hbs_catalog_end(catalog, mine, HBS_OK, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "PRAGMA user_version"), 4);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE three = 'xy'"), 20);
    hbs_catalog_close(catalog);
    refuse(path, HBS_CATALOG_READ, HBS_ERROR_INPUT, "version 4");
}

static const char version_1[] = "ALTER TABLE instance ADD COLUMN mine TEXT DEFAULT 'kept'; ALTER TABLE instance DROP COLUMN parent_dataset; "
                                "ALTER TABLE instance DROP COLUMN parent; ALTER TABLE instance DROP COLUMN root_dataset; ALTER TABLE instance DROP COLUMN root_unit; "
                                "ALTER TABLE instance DROP COLUMN canonical_hash; ALTER TABLE finding DROP COLUMN p_value; ALTER TABLE finding DROP COLUMN p_adjusted; PRAGMA user_version = 1";

/* The file stays as it is; what it lacks is NULL. */
static void version_1_is_read(void) {
    const char *path = spoiled("one_read.db", version_1);
    size_t before, after;
    char *old = read_file(path, &before);
    chmod(path, 0444);
    for (int copy = 0; copy < 2; copy++) {
        hbs_error error = {0};
        hbs_verify_counts counts;
        hbs_rows *rows = NULL;
        hbs_row row;
        bool more = false;
        hbs_catalog *catalog = open_ok(path, HBS_CATALOG_READ), *into = copy ? open_ok(fresh("merged.db"), HBS_CATALOG_CREATE) : NULL;
        CU_ASSERT_EQUAL(catalog_number(catalog, "PRAGMA user_version"), 1);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE mine = 'kept' AND parent_dataset IS NULL AND canonical_hash IS NULL"), 20);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(p_value) FROM finding"), 0);
        CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, false, NULL, NULL, NULL, &counts, &error));
        CU_ASSERT_EQUAL(counts.instances, 20);
        CHECK_OK(hbs_rows_open(&rows, catalog, 1, &error));
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        CU_ASSERT(more && !row.parent_dataset && !row.canonical_hash);
        hbs_rows_close(rows);
        CU_ASSERT_NOT_EQUAL(hbs_catalog_execute(catalog, "UPDATE dataset SET spec = ''", "write", &error), HBS_OK);
        CU_ASSERT_NOT_EQUAL(hbs_catalog_execute(catalog, "UPDATE instance SET label = 1", "write", &error), HBS_OK);
        hbs_catalog_close(catalog);
        if (into) CHECK_OK(hbs_catalog_merge(into, &path, 1, &error));
        hbs_catalog_close(into);
    }
    chmod(path, 0644);
    char *new = read_file(path, &after);
    CU_ASSERT(before == after && !memcmp(old, new, before));
    free(old);
    free(new);
    /* what it has under such a name must be what it should be, and the rest is asked of it as of any other file */
    refuse(spoiled("one_odd.db", "ALTER TABLE instance DROP COLUMN parent; ALTER TABLE instance ADD COLUMN parent TEXT; PRAGMA user_version = 1"), HBS_CATALOG_READ, HBS_ERROR_FAULT, "parent");
    refuse(spoiled("one_bad.db", "ALTER TABLE instance DROP COLUMN effort; PRAGMA user_version = 1"), HBS_CATALOG_READ, HBS_ERROR_FAULT, "effort");
    hbs_catalog_close(open_ok(spoiled("one_new.db", "PRAGMA user_version = 1"), HBS_CATALOG_READ));
}

static void *open_for_writing(void *path) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    const hbs_status status = hbs_catalog_open(&catalog, path, HBS_CATALOG_WRITE, NULL, &error);
    if (status != HBS_OK) fprintf(stderr, "\n    %s\n", error.message);
    hbs_catalog_close(catalog);
    return status == HBS_OK ? NULL : path;
}

/* Each of them finds version 1, and only one may bring it up to date. */
static void several_bring_version_1_up_to_date(void) {
    enum { WRITERS = 6 };
    for (int round = 0; round < 5; round++) {
        const char *path = spoiled("one_race.db", version_1);
        pthread_t writer[WRITERS];
        void *failed[WRITERS];
        for (int i = 0; i < WRITERS; i++) CU_ASSERT_EQUAL_FATAL(pthread_create(&writer[i], NULL, open_for_writing, (void *)(uintptr_t)path), 0);
        for (int i = 0; i < WRITERS; i++) pthread_join(writer[i], &failed[i]);
        for (int i = 0; i < WRITERS; i++) CU_ASSERT_PTR_NULL(failed[i]);
    }
}

/* The tables of version 1 are those of version 2 without the columns that version 2 added. */
static void version_1_is_brought_up_to_date(void) {
    const char *path = spoiled("one.db", version_1);
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_WRITE);
    hbs_dataset dataset = {0};
    hbs_error error = {0};
    char digest[65] = "";
    CU_ASSERT_EQUAL(catalog_number(catalog, "PRAGMA user_version"), HBS_CATALOG_VERSION);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE mine = 'kept' AND parent IS NULL AND parent_dataset IS NULL AND root_dataset IS NULL "
                                 "AND root_unit IS NULL AND canonical_hash IS NULL"), 20);
    CHECK_OK(hbs_dataset_find(catalog, "a", &dataset, &error));
    CHECK_OK(hbs_dataset_digest(catalog, dataset.id, digest, &error));
    CU_ASSERT_STRING_EQUAL(digest, dataset.digest);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    hbs_catalog_close(open_ok(path, HBS_CATALOG_READ));
}

#define COLUMNS(schema) "SELECT t.name, c.name, c.type, c.\"notnull\", c.pk FROM pragma_table_list t, pragma_table_xinfo(t.name, '" schema "') c WHERE t.schema = '" schema "' AND t.name NOT LIKE 'sqlite_%'"
/* From the tables that version 1 had: not derived from those of today, so that a column without its step is seen. */
static void columns_come_out_as_in_a_new_file(void) {
    const char *path = fresh("one_frozen.db");
    char *const sql = read_file(hbs_test_data("catalog_version_1.sql"), NULL);
    char today[300];
    CU_ASSERT_PTR_NOT_NULL_FATAL(sql);
    make_database(path, sql);
    free(sql);
    hbs_catalog_close(open_ok(path, HBS_CATALOG_READ));
    hbs_catalog_close(open_ok(path, HBS_CATALOG_WRITE));
    const char *new = fresh("today.db");
    hbs_catalog_close(open_ok(new, HBS_CATALOG_CREATE));
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_WRITE);
    CU_ASSERT_EQUAL(catalog_number(catalog, "PRAGMA user_version"), HBS_CATALOG_VERSION);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM finding WHERE sentence = 'kept' AND p_value IS NULL AND p_adjusted IS NULL"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE length(payload) = 5 AND canonical_hash IS NULL"), 1);
    hbs_catalog_close(catalog);
    snprintf(today, sizeof today, "ATTACH '%s' AS today", new);
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &db), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(db, today, NULL, NULL, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(db, "SELECT (SELECT count(*) FROM (" COLUMNS("main") ")), (SELECT count(*) FROM (" COLUMNS("today") ")), "
                                                 "(SELECT count(*) FROM (" COLUMNS("main") " INTERSECT " COLUMNS("today") "))", -1, &statement, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_step(statement), SQLITE_ROW);
    const int old_columns = sqlite3_column_int(statement, 0);
    CU_ASSERT(old_columns > 70 && old_columns == sqlite3_column_int(statement, 1) && old_columns == sqlite3_column_int(statement, 2));
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void hostile_schemas_are_refused(void) {
    static const char *const bad[] = {
        "DROP TABLE infeasible",
        "ALTER TABLE instance RENAME TO i; CREATE VIEW instance AS SELECT * FROM i",
        "DROP TABLE prediction; CREATE TABLE prediction(evaluation, dataset, idx, score)",
        "ALTER TABLE dataset RENAME COLUMN seed TO sod",
        "DROP TABLE finding; CREATE VIRTUAL TABLE finding USING fts5(a)",
        "DROP TABLE cqc_features; CREATE TABLE cqc_features(dataset TEXT NOT NULL, idx INTEGER NOT NULL, PRIMARY KEY(dataset, idx)) STRICT",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refuse(spoiled("schema.db", bad[i]), HBS_CATALOG_READ, HBS_ERROR_FAULT, "damaged");
}

static void added_columns_and_tables_are_legal(void) {
    hbs_catalog_close(open_ok(spoiled("added.db", "ALTER TABLE sat_features ADD COLUMN x REAL; CREATE TABLE mine(a); CREATE VIEW v AS SELECT * FROM instance"), HBS_CATALOG_WRITE));
}

static void a_strangers_triggers_do_not_run(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(spoiled("trigger.db", "CREATE TRIGGER t AFTER INSERT ON dataset BEGIN DELETE FROM instance; END;"
                                                         "CREATE TRIGGER u BEFORE DELETE ON dataset BEGIN SELECT RAISE(ABORT, 'no'); END"), HBS_CATALOG_WRITE);
    random_dataset(catalog, "b", 5, NULL);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 25);
    CHECK_OK(hbs_dataset_remove(catalog, "b", &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 20);
    hbs_catalog_close(catalog);
}

/* Reads everything; the first failure. */
static hbs_status read_all(const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_dataset *all = NULL;
    size_t count = 0;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    hbs_instance instance = {0};
    HBS_TRY(hbs_catalog_open(&catalog, path, HBS_CATALOG_READ, NULL, error));
    HBS_TRY(hbs_dataset_list(catalog, &all, &count, error));
    for (size_t i = 0; i < count; i++) {
        HBS_TRY(hbs_rows_open(&rows, catalog, all[i].id, error));
        for (more = true; more;) {
            HBS_TRY(hbs_rows_next(rows, &row, &more, error));
            if (more) HBS_TRY(hbs_row_instance(&row, all[i].problem, &instance, error));
        }
        hbs_rows_close(rows);
        rows = NULL;
    }
done:
    hbs_rows_close(rows);
    for (size_t i = 0; i < count; i++) hbs_dataset_free(&all[i]);
    free(all);
    hbs_instance_free(&instance);
    hbs_catalog_close(catalog);
    return status;
}

#define LOOSE "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; "
static void hostile_rows_are_refused_by_name(void) {
    static const struct {
        const char *sql, *word;
    } bad[] = {
        {LOOSE "UPDATE instance SET label = 7 WHERE idx = 5", "column label"},
        {LOOSE "UPDATE instance SET claim = -1 WHERE idx = 5", "column claim"},
        {LOOSE "UPDATE instance SET unit = -1 WHERE idx = 5", "column unit"},
        {LOOSE "UPDATE instance SET part = 5000000000 WHERE idx = 5", "column part"},
        {LOOSE "UPDATE instance SET size_n = -4 WHERE idx = 5", "column size_n"},
        {LOOSE "UPDATE instance SET effort = -4 WHERE idx = 5", "column effort"},
        {LOOSE "UPDATE instance SET tries = -4 WHERE idx = 5", "column tries"},
        {LOOSE "UPDATE instance SET choice_bits = 9e999 WHERE idx = 5", "column choice_bits"},
        {LOOSE "UPDATE instance SET split = printf('%.40c', 'x') WHERE idx = 5", "column split"},
        {LOOSE "UPDATE instance SET label_source = 'oracle' WHERE idx = 5", "column label_source"},
        {LOOSE "UPDATE instance SET content_hash = x'00' WHERE idx = 5", "column content_hash"},
        {LOOSE "UPDATE instance SET parent = 3 WHERE idx = 5", "column parent"},
        {LOOSE "UPDATE instance SET parent_dataset = 'b', parent = 3, root_unit = 1 WHERE idx = 5", "column root_dataset"},
        {LOOSE "UPDATE instance SET canonical_hash = x'00' WHERE idx = 5", "column canonical_hash"},
        {LOOSE "UPDATE instance SET gbd_hash = 'zz' WHERE idx = 5", "column gbd_hash"},
        {LOOSE "UPDATE instance SET certificate_kind = 'oath' WHERE idx = 5", "column certificate"},
        {LOOSE "UPDATE instance SET certificate = x'00' WHERE idx = 5", "column certificate"},
        {LOOSE "UPDATE instance SET idx = -3 WHERE idx = 5", "column idx"},
        {LOOSE "UPDATE instance SET payload = x'' WHERE idx = 5", "instance 5"},
        {LOOSE "UPDATE instance SET payload = zeroblob(3000000) WHERE idx = 5", "instance 5"},
        {LOOSE "UPDATE instance SET payload = x'ffffffffffffffffff7f' WHERE idx = 5", "instance 5"},
        {LOOSE "UPDATE dataset SET problem = 'tsp'", "unknown problem"},
        {LOOSE "UPDATE dataset SET name = char(27) || '[2J'", "no valid name"},
        {LOOSE "UPDATE dataset SET seed = '-1'", "seed"},
        {LOOSE "UPDATE dataset SET count = -1", "count"},
        {LOOSE "UPDATE dataset SET digest = 'abc'", "digest"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hbs_error error = {0};
        const hbs_status status = read_all(spoiled("hostile.db", bad[i].sql), &error);
        if (status != HBS_ERROR_FAULT || !strstr(error.message, bad[i].word)) fprintf(stderr, "\n    %s: %s\n", bad[i].sql, error.message);
        CU_ASSERT_EQUAL(status, HBS_ERROR_FAULT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad[i].word));
    }
}

/* Truncated anywhere, or with any byte changed: read as it was, or refused; never anything worse. */
static void damaged_files_are_refused(void) {
    const char *whole = fresh("whole.db"), *path = fresh("damaged.db");
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(whole, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 60, NULL);
    hbs_catalog_close(catalog);
    size_t size;
    char *data = read_file(whole, &size);
    for (size_t length = 1; length < size; length += 1 + size / 40) {
        write_file(path, data, length);
        const hbs_status status = read_all(path, &error);
        CU_ASSERT_EQUAL(status, length < 100 ? HBS_ERROR_INPUT : HBS_ERROR_FAULT);
    }
    hbs_rng rng;
    hbs_rng_seed(&rng, 5, 0, HBS_LANE_ANALYSIS);
    for (int i = 0; i < 400; i++) {
        const size_t at = i < 100 ? (size_t)i : hbs_rng_below(&rng, size);
        const char old = data[at];
        data[at] = (char)hbs_rng_below(&rng, 256);
        write_file(path, data, size);
        const hbs_status status = read_all(path, &error);
        CU_ASSERT(status == HBS_OK || status == HBS_ERROR_FAULT || status == HBS_ERROR_INPUT || status == HBS_ERROR_IO);
        data[at] = old;
        char name[4200];   /* a changed header may say there is a log or a journal */
        snprintf(name, sizeof name, "%s-wal", path);
        remove(name);
        snprintf(name, sizeof name, "%s-shm", path);
        remove(name);
    }
    free(data);
}

const hbs_test hbs_tests[] = {
    {"what is not a catalog is refused and left alone", what_is_not_a_catalog_is_refused_and_left_alone},
    {"versions are told", versions_are_told},
    {"migrations run in order or not at all", migrations_run_in_order_or_not_at_all},
    {"version 1 is brought up to date", version_1_is_brought_up_to_date},
    {"columns come out as in a new file", columns_come_out_as_in_a_new_file},
    {"version 1 is read", version_1_is_read},
    {"several bring version 1 up to date", several_bring_version_1_up_to_date},
    {"hostile schemas are refused", hostile_schemas_are_refused},
    {"added columns and tables are legal", added_columns_and_tables_are_legal},
    {"a stranger's triggers do not run", a_strangers_triggers_do_not_run},
    {"hostile rows are refused by name", hostile_rows_are_refused_by_name},
    {"damaged files are refused", damaged_files_are_refused},
    {NULL, NULL},
};
