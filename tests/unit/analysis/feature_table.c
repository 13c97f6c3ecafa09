/* The feature table: equal to direct computation, stored and reused, computed in memory from a catalog open for reading. */
#include <sqlite3.h>

#include "analysis/features/feature_table.h"
#include "datasets/formats/datalog.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/audited.h"
#include "tests/unit/datasets/fixture.h"

static hbs_measure_options one_thread(void) { return (hbs_measure_options){.seed = 1, .level = .95, .threads = 1}; }

static hbs_feature_table load(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options) {
    hbs_error error = {0};
    hbs_feature_table table = {0};
    CHECK_OK(hbs_feature_table_load(&table, catalog, dataset, options, &error));
    return table;
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static size_t column(const hbs_feature_table *table, const char *name) {
    for (size_t f = 0; f < table->columns; f++)
        if (!strcmp(table->feature[f]->name, name)) return f;
    CU_FAIL_FATAL("no such feature");
    return 0;
}

/* Every cell against the profile of the fixture's formula, and the rest of each row. */
static void check_table(const hbs_feature_table *table, size_t rows) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    row_room room = {0};
    size_t wrong = 0;
    CHECK_OK(hbs_profile_new(&profile, HBS_SAT, &error));
    CU_ASSERT_EQUAL_FATAL(table->rows, rows);
    CU_ASSERT_EQUAL_FATAL(table->columns, hbs_feature_count(HBS_SAT));
    CU_ASSERT_PTR_EQUAL(table->feature, hbs_features(HBS_SAT));
    for (size_t r = 0; r < rows; r++) {
        const hbs_row *row = random_row(&room, r);
        wrong += table->idx[r] != r || table->unit[r] != hbs_family(row->root_dataset, row->root_unit, row->unit) || table->label[r] != row->label || strcmp(table->split[r], row->split) != 0;
        CHECK_OK(hbs_profile_fill(profile, &room.instance, &error));
        for (size_t f = 0; f < table->columns; f++) wrong += !same(table->value[r * table->columns + f], table->feature[f]->value(profile));
    }
    CU_ASSERT_EQUAL(wrong, 0);
    hbs_profile_free(profile);
    row_room_free(&room);
}

static void computed_and_stored(void) {
    const char *path = fresh("stored.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 5000, &dataset);
    hbs_feature_table table = load(catalog, &dataset, &options);
    check_table(&table, 5000);
    hbs_feature_table_free(&table);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 5000);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features WHERE clauses = 20 AND variables = 8 AND majority_falsified_share "
                                 "BETWEEN 0 AND 1"), 5000);
    hbs_catalog_close(catalog);
    /* Columns of features do not make the catalog a stranger, and from a catalog open for reading the same comes out. */
    catalog = open_ok(path, HBS_CATALOG_READ);
    table = load(catalog, &dataset, &options);
    check_table(&table, 5000);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* A stored row is taken as it stands: what was written into it by hand comes back. */
static void stored_rows_are_reused(void) {
    hbs_catalog *catalog = open_ok(fresh("reuse.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 300, &dataset);
    hbs_feature_table table = load(catalog, &dataset, &options);
    hbs_feature_table_free(&table);
    execute(catalog, "UPDATE sat_features SET clauses = -7 WHERE idx = 123");
    execute(catalog, "DELETE FROM sat_features WHERE idx IN (0, 17, 299)");
    table = load(catalog, &dataset, &options);
    const size_t f = column(&table, "clauses");
    CU_ASSERT_EQUAL(table.value[123 * table.columns + f], -7);
    table.value[123 * table.columns + f] = 20;
    check_table(&table, 300);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 300);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void read_only_computes_in_memory(void) {
    const char *path = fresh("readonly.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    hbs_feature_table table;
    random_dataset(catalog, "train", 4500, &dataset);
    random_dataset(catalog, "other", 10, NULL);
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_READ);   /* no columns at all */
    table = load(catalog, &dataset, &options);
    check_table(&table, 4500);
    hbs_feature_table_free(&table);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 0);
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_WRITE);   /* columns, some rows */
    table = load(catalog, &dataset, &options);
    hbs_feature_table_free(&table);
    execute(catalog, "DELETE FROM sat_features WHERE idx % 3 = 1");
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_READ);
    options.threads = 2;
    table = load(catalog, &dataset, &options);
    check_table(&table, 4500);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 3000);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void threads_do_not_matter(void) {
    hbs_catalog *catalog = open_ok(fresh("threads.db"), HBS_CATALOG_CREATE);
    hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 5000, &dataset);
    options.threads = 3;
    hbs_feature_table table = load(catalog, &dataset, &options);
    check_table(&table, 5000);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* When a feature is new, NULL in its column would read as "not defined": all rows are computed again. */
static void a_new_feature_gets_its_column(void) {
    hbs_catalog *catalog = open_ok(fresh("column.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 100, &dataset);
    hbs_feature_table table = load(catalog, &dataset, &options);
    hbs_feature_table_free(&table);
    execute(catalog, "ALTER TABLE sat_features DROP COLUMN horn_share");
    table = load(catalog, &dataset, &options);
    check_table(&table, 100);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void add_row(hbs_catalog *catalog, const hbs_dataset *dataset, uint64_t idx, const hbs_instance *instance, const char *split) {
    hbs_error error = {0};
    hbs_writer *writer = NULL;
    hbs_bytes payload = {0};
    CHECK_OK(hbs_instance_encode(instance, &payload, &error));
    hbs_row row = {.idx = idx, .unit = idx, .label = HBS_LABEL_YES, .claim = HBS_LABEL_UNKNOWN, .label_source = "solver", .size_n = 1, .size_m = 1,
                   .split = split, .payload = payload.data, .payload_size = payload.size, .solver = "none", .tries = 1, .choice_bits = NAN};
    CHECK_OK(hbs_instance_content_hash(instance, row.content_hash, &error));
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset->id, &error));
    CHECK_OK(hbs_writer_add(writer, &row, &error));
    CHECK_OK(hbs_writer_commit(writer, &error));
    hbs_writer_close(writer);
    hbs_bytes_free(&payload);
}

/* Not defined is NULL in the catalog and NAN in the table; gaps in idx and missing splits are no trouble. */
static void not_defined_is_null(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("null.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {.name = strdup("odd"), .problem = HBS_SAT, .spec = strdup("sat/test"), .options = strdup("{}"), .count = 2};
    hbs_instance instance = {.problem = HBS_SAT};
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    hbs_feature_table table = load(catalog, &dataset, &options);
    CU_ASSERT_EQUAL(table.rows, 0);
    hbs_feature_table_free(&table);
    hbs_cnf_clear(&instance.cnf, 3);
    add_row(catalog, &dataset, 4, &instance, NULL);
    CHECK_OK(hbs_cnf_add(&instance.cnf, (int32_t[]){1, -2}, 2, &error));
    add_row(catalog, &dataset, 9, &instance, "valid");
    for (int turn = 0; turn < 2; turn++) {   /* computed, then as stored */
        table = load(catalog, &dataset, &options);
        CU_ASSERT_EQUAL_FATAL(table.rows, 2);
        CU_ASSERT_EQUAL(table.idx[0], 4);
        CU_ASSERT_EQUAL(table.idx[1], 9);
        CU_ASSERT_STRING_EQUAL(table.split[0], "");
        CU_ASSERT_STRING_EQUAL(table.split[1], "valid");
        const size_t f = column(&table, "mean_clause_length");
        CU_ASSERT_TRUE(isnan(table.value[f]));
        CU_ASSERT_EQUAL(table.value[table.columns + f], 2);
        CU_ASSERT_EQUAL(table.value[column(&table, "clauses")], 0);
        hbs_feature_table_free(&table);
    }
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features WHERE mean_clause_length IS NULL AND clauses = 0"), 1);
    hbs_instance_free(&instance);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* Pairs of queries have a table and columns of their own. */
static void pairs_of_queries(void) {
    static const char text[] = "q1(X) :- r(X,Y), r(Y,X). q2(X) :- r(X,Y), r(Y,Z), s(Z,c). q1() :- . q2() :- .";
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("pairs.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {.name = strdup("pairs"), .problem = HBS_CQC, .spec = strdup("cqc/test"), .options = strdup("{}"), .count = 2};
    hbs_instance pair[2] = {{.problem = HBS_CQC}, {.problem = HBS_CQC}};
    hbs_profile *profile = NULL;
    size_t at = 0, wrong = 0;
    bool found = false;
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    for (size_t i = 0; i < 2; i++) {
        CHECK_OK(hbs_datalog_read(&pair[i].pair, &found, text, strlen(text), &at, "text", HBS_VARIABLES_UPPER, NULL, &error));
        CU_ASSERT_TRUE_FATAL(found);
        add_row(catalog, &dataset, i, &pair[i], NULL);
    }
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    for (int turn = 0; turn < 2; turn++) {   /* computed, then as stored */
        hbs_feature_table table = load(catalog, &dataset, &options);
        CU_ASSERT_EQUAL_FATAL(table.rows, 2);
        CU_ASSERT_EQUAL(table.columns, hbs_feature_count(HBS_CQC));
        CU_ASSERT_EQUAL(table.value[column(&table, "q2_atoms")], 3);
        for (size_t i = 0; i < 2; i++) {
            CHECK_OK(hbs_profile_fill(profile, &pair[i], &error));
            for (size_t f = 0; f < table.columns; f++) wrong += !same(table.value[i * table.columns + f], table.feature[f]->value(profile));
        }
        CU_ASSERT_EQUAL(wrong, 0);
        hbs_feature_table_free(&table);
    }
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM cqc_features WHERE q1_atoms IN (0, 2)"), 2);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 0);
    hbs_profile_free(profile);
    for (size_t i = 0; i < 2; i++) hbs_instance_free(&pair[i]);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void count_progress(void *context, const hbs_progress *progress) {
    if (progress->done > progress->total || strcmp(progress->unit, "instances") != 0) CU_FAIL("progress");
    ++*(int *)context;
}

/* What was computed before an interruption is kept; the next run does the rest. */
static void interruption_keeps_what_is_done(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("stop.db"), HBS_CATALOG_CREATE);
    int calls = 0;
    const hbs_listener stopping = {.stop = stop}, counting = {.context = &calls, .progress = count_progress};
    hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    hbs_feature_table table = {.rows = 77};
    random_dataset(catalog, "train", 5000, &dataset);
    options.listener = &stopping;
    CU_ASSERT_EQUAL(hbs_feature_table_load(&table, catalog, &dataset, &options, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(table.rows, 77);
    const int64_t kept = catalog_number(catalog, "SELECT count(*) FROM sat_features");
    CU_ASSERT_TRUE(kept > 0 && kept < 5000);
    options.listener = &counting;
    table = load(catalog, &dataset, &options);
    check_table(&table, 5000);
    CU_ASSERT_TRUE(calls > 0);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* A payload that does not decode, and a feature that is no number, are faults that name the row; nothing comes out. */
static void damage_is_told(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("damage.db"), HBS_CATALOG_CREATE);
    hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    hbs_feature_table table = {.rows = 77};
    random_dataset(catalog, "train", 200, &dataset);
    execute(catalog, "UPDATE instance SET payload = x'ff' WHERE idx = 150");
    for (options.threads = 1; options.threads < 3; options.threads++) {
        CU_ASSERT_EQUAL(hbs_feature_table_load(&table, catalog, &dataset, &options, &error), HBS_ERROR_FAULT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "150"));
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "train"));
    }
    CU_ASSERT_EQUAL(table.rows, 77);
    execute(catalog, "UPDATE instance SET payload = (SELECT payload FROM instance WHERE idx = 0) WHERE idx = 150");
    table = load(catalog, &dataset, &options);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* Inside the caller's own transaction rows go into it, and vanish with it. */
static void callers_transaction_is_respected(void) {
    hbs_catalog *catalog = open_ok(fresh("nested.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 50, &dataset);
    execute(catalog, "BEGIN IMMEDIATE");
    hbs_feature_table table = load(catalog, &dataset, &options);
    check_table(&table, 50);
    hbs_feature_table_free(&table);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 50);
    execute(catalog, "ROLLBACK");
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 0);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* A dataset that is removed takes its features along. */
static void features_go_with_the_dataset(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("gone.db"), HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", 50, &dataset);
    hbs_feature_table table = load(catalog, &dataset, &options);
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    CHECK_OK(hbs_dataset_remove(catalog, "train", &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 0);
    hbs_catalog_close(catalog);
}

/* So large that its cells are in a file: computed and stored, as stored, and with gaps that are computed in memory. */
static void large_tables_are_in_a_file(void) {
    enum { ROWS = 26000 };
    const char *path = fresh("large.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    const hbs_measure_options options = one_thread();
    hbs_dataset dataset = {0};
    random_dataset(catalog, "train", ROWS, &dataset);
    for (int turn = 0; turn < 3; turn++) {
        hbs_feature_table table = load(catalog, &dataset, &options);
        CU_ASSERT(table.cells.file >= 0 && table.value == table.cells.data);
        check_table(&table, ROWS);
        hbs_feature_table_free(&table);
        if (turn != 1) continue;
        execute(catalog, "DELETE FROM sat_features WHERE idx % 5 = 1");
        hbs_catalog_close(catalog);
        catalog = open_ok(path, HBS_CATALOG_READ);
    }
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static bool is_odd(const void *context, uint64_t idx) { return idx % 2 == *(const uint64_t *)context; }

/* Some rows only, from stored features and from features computed in memory: the same rows of the whole table. */
static void some_rows_are_those_of_the_whole(void) {
    for (int writable = 0; writable < 2; writable++) {
        audited a;
        hbs_error error = {0};
        hbs_feature_table whole = {0}, some = {0};
        const uint64_t odd = 1;
        const hbs_measure_options options = one_thread();
        audited_open(&a);
        hbs_dataset d = audited_make(&a, "d", "sat/uniform n=10 m=43", 31, 1, false, NULL);
        if (!writable) audited_reopen(&a, HBS_CATALOG_READ);
        CHECK_OK(hbs_feature_table_load_rows(&some, a.catalog, &d, &options, is_odd, &odd, &error));
        CHECK_OK(hbs_feature_table_load(&whole, a.catalog, &d, &options, &error));
        CU_ASSERT_EQUAL_FATAL(some.rows, 15);
        for (size_t r = 0; r < some.rows; r++) {
            CU_ASSERT(some.idx[r] == 2 * r + 1 && some.label[r] == whole.label[2 * r + 1]);
            for (size_t f = 0; f < some.columns; f++)
                CU_ASSERT(same(some.value[r * some.columns + f], whole.value[(2 * r + 1) * whole.columns + f]));
        }
        hbs_feature_table_free(&some);
        hbs_feature_table_free(&whole);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

const hbs_test hbs_tests[] = {{"computed_and_stored", computed_and_stored},
                              {"stored_rows_are_reused", stored_rows_are_reused},
                              {"read_only_computes_in_memory", read_only_computes_in_memory},
                              {"threads_do_not_matter", threads_do_not_matter},
                              {"a_new_feature_gets_its_column", a_new_feature_gets_its_column},
                              {"not_defined_is_null", not_defined_is_null},
                              {"pairs_of_queries", pairs_of_queries},
                              {"interruption_keeps_what_is_done", interruption_keeps_what_is_done},
                              {"damage_is_told", damage_is_told},
                              {"callers_transaction_is_respected", callers_transaction_is_respected},
                              {"features_go_with_the_dataset", features_go_with_the_dataset},
                              {"large_tables_are_in_a_file", large_tables_are_in_a_file},
                              {"some_rows_are_those_of_the_whole", some_rows_are_those_of_the_whole},
                              {NULL, NULL}};
