/* docs/catalog.md is true: it names every column, each of its queries runs and finds something, and its Python program computes the digest. */
#include <sqlite3.h>

#include "analysis/features/feature_table.h"
#include "datasets/imports/import.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/datasets/fixture.h"

static char *read_doc(void) {
    char path[4200];
    snprintf(path, sizeof path, "%s/../../docs/catalog.md", hbs_test_data("."));
    char *text = read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

static void make(hbs_catalog *catalog, const char *name, const char *text, uint64_t count, uint64_t budget, hbs_dataset *out) {
    const hbs_make_options options = {.count = count, .seed = 2, .certify = HBS_CERTIFY_CHECK, .split = "train=.6,test=.4", .split_apart = true, .budget = budget, .tries = 3};
    *out = make_ok(catalog, name, text, &options);
}

static void import_wrong_label(hbs_catalog *catalog) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    const char *path = in_folder("1_sat.cnf");
    const hbs_import_options options = {.any_problem = true, .labels = HBS_LABELS_FROM_PATH};
    write_file(path, "p cnf 1 2\n1 0\n-1 0\n", 19);
    CU_ASSERT_EQUAL(hbs_import(catalog, "wrong", &path, 1, &options, NULL, &dataset, &error), HBS_ERROR_FAULT);
    hbs_dataset_free(&dataset);
}

static void measure(hbs_catalog *catalog, const hbs_dataset *dataset) {
    hbs_error error = {0};
    hbs_findings findings = {0};
    hbs_feature_table features = {0};
    const hbs_measure *shortcuts = NULL;
    const hbs_measure_options options = {.seed = 1, .level = .95, .threads = 1};
    CHECK_OK(hbs_measure_find("shortcuts", &shortcuts, &error));
    CHECK_OK(shortcuts->run(catalog, dataset, &options, &findings, &error));
    CHECK_OK(hbs_findings_store(&findings, catalog, &error));
    CHECK_OK(hbs_feature_table_load(&features, catalog, dataset, &options, &error));
    hbs_feature_table_free(&features);
    hbs_findings_free(&findings);
}

/* A catalog in which there is something of everything. */
static const char *rich_catalog(char digest[65]) {
    const char *path = fresh("rich.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_dataset dataset = {0};
    make(catalog, "train", "sat/sr n=3..8", 60, 0, &dataset);
    memcpy(digest, dataset.digest, 65);
    measure(catalog, &dataset);
    hbs_dataset_free(&dataset);
    make(catalog, "tiny", "sat/uniform n=2 k=2 m=2", 60, 0, &dataset);
    hbs_dataset_free(&dataset);
    make(catalog, "hard", "sat/uniform n=60 m=256 + sat/uniform n=60 m=256 label=0", 20, 1, &dataset);
    hbs_dataset_free(&dataset);
    make(catalog, "planted", "sat/planted n=12 m=60 + sat/core n=12 m=60", 200, 0, &dataset);
    measure(catalog, &dataset);
    hbs_dataset_free(&dataset);
    make(catalog, "augmented", "sat/augment from=tiny", 20, 0, &dataset);
    hbs_dataset_free(&dataset);
    import_wrong_label(catalog);
    hbs_catalog_close(catalog);
    return path;
}

/* The next fenced block of a language; *at moves behind it. Owned by the caller. */
static char *next_block(const char **at, const char *fence) {
    const char *start = strstr(*at, fence);
    if (!start) return NULL;
    start += strlen(fence);
    const char *end = strstr(start, "\n```");
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    *at = end + 4;
    return strndup(start, (size_t)(end - start) + 1);
}

static void queries_run_and_find_something(void) {
    char digest[65];
    char *doc = read_doc();
    const char *at = doc;
    sqlite3 *db = NULL;
    unsigned count = 0;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open_v2(rich_catalog(digest), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (char *sql; (sql = next_block(&at, "```sql\n")); free(sql), count++) {
        sqlite3_stmt *statement = NULL;
        const int prepared = sqlite3_prepare_v2(db, sql, -1, &statement, NULL), stepped = prepared == SQLITE_OK ? sqlite3_step(statement) : prepared;
        if (stepped != SQLITE_ROW) fprintf(stderr, "\n    %s    %s\n", sql, stepped == SQLITE_DONE ? "no rows" : sqlite3_errmsg(db));
        CU_ASSERT_EQUAL(stepped, SQLITE_ROW);
        sqlite3_finalize(statement);
    }
    CU_ASSERT(count >= 10);
    sqlite3_close(db);
    free(doc);
}

static bool says(const char *section, const char *end, const char *column, const char *type) {
    char row[256];
    snprintf(row, sizeof row, "\n| %s | %s |", column, type);
    const char *found = strstr(section, row);
    return found && found < end;
}

/* The section of a table: from its heading or its `name`: to the next heading or table. */
static void every_column_is_documented(void) {
    static const struct {
        const char *table, *start, *end;
    } sections[] = {
        {"dataset", "### dataset\n", "### instance"}, {"instance", "### instance\n", "### infeasible"}, {"infeasible", "### infeasible\n", "### sat_features"},
        {"sat_features", "### sat_features", "### finding"}, {"cqc_features", "### sat_features", "### finding"}, {"finding", "### finding\n", "### probe"},
        {"probe", "`probe`:", "`evaluation`:"}, {"evaluation", "`evaluation`:", "`prediction`:"}, {"prediction", "`prediction`:", "## Digest"},
    };
    hbs_catalog *catalog = open_ok(fresh("plain.db"), HBS_CATALOG_CREATE);
    char *doc = read_doc();
    sqlite3_stmt *statement = NULL;
    unsigned columns = 0;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(hbs_catalog_sqlite(catalog),
                                             "SELECT t.name, c.name, c.type FROM pragma_table_list t, pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'", -1,
                                             &statement, NULL), SQLITE_OK);
    for (; sqlite3_step(statement) == SQLITE_ROW; columns++) {
        const char *table = (const char *)sqlite3_column_text(statement, 0), *column = (const char *)sqlite3_column_text(statement, 1);
        bool said = false;
        for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
            if (!strcmp(sections[i].table, table)) {
                const char *start = strstr(doc, sections[i].start), *end = start ? strstr(start, sections[i].end) : NULL;
                said = end && says(start, end, column, (const char *)sqlite3_column_text(statement, 2));
            }
        if (!said) fprintf(stderr, "\n    %s.%s\n", table, column);
        CU_ASSERT(said);
    }
    CU_ASSERT(columns > 60);
    sqlite3_finalize(statement);
    hbs_catalog_close(catalog);
    free(doc);
}

/* Where there is no Python there is nothing to check; the digest itself is checked in another hand's C elsewhere. */
static void python_reads_payloads_and_digest(void) {
    char digest[65], command[9000], expected[200];
    char *doc = read_doc();
    const char *at = doc, *path = rich_catalog(digest), *script = in_folder("reading.py"), *output = in_folder("output");
    char *program = next_block(&at, "```python\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    if (system("python3 -c 'import sqlite3' 2>/dev/null") == 0) {
        hbs_error error = {0};
        hbs_catalog *catalog = NULL;
        hbs_dataset dataset = {0};
        hbs_rows *rows = NULL;
        hbs_row row;
        hbs_instance instance = {0};
        bool more;
        size_t literals = 0;
        CHECK_OK(hbs_catalog_open(&catalog, path, HBS_CATALOG_READ, NULL, &error));
        CHECK_OK(hbs_dataset_find(catalog, "train", &dataset, &error));
        CHECK_OK(hbs_rows_open(&rows, catalog, dataset.id, &error));
        for (;;) {
            CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
            if (!more) break;
            CHECK_OK(hbs_row_instance(&row, HBS_SAT, &instance, &error));
            literals += hbs_cnf_literals(&instance.cnf);
        }
        snprintf(expected, sizeof expected, "%s %zu\n", digest, literals);
        write_file(script, program, strlen(program));
        snprintf(command, sizeof command, "python3 '%s' '%s' > '%s'", script, path, output);
        CU_ASSERT_EQUAL(system(command), 0);
        char *printed = read_file(output, NULL);
        CU_ASSERT_STRING_EQUAL(printed, expected);
        free(printed);
        hbs_rows_close(rows);
        hbs_instance_free(&instance);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
    free(program);
    free(doc);
}

const hbs_test hbs_tests[] = {
    {"queries run and find something", queries_run_and_find_something},
    {"every column is documented", every_column_is_documented},
    {"Python reads payloads and digest", python_reads_payloads_and_digest},
    {NULL, NULL},
};
