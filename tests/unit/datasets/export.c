/* Exports read back: the same digest, the same rows; and nothing half-written. */
#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/utf8.h"
#include "datasets/exports/export.h"
#include "datasets/imports/import.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/datasets/fixture.h"

static void make(hbs_catalog *catalog, const char *text, uint64_t count, uint64_t budget, hbs_dataset *out) {
    const hbs_make_options options = {.count = count, .seed = 3, .certify = HBS_CERTIFY_CHECK, .split = "train=.7,test=.3", .budget = budget};
    *out = make_ok(catalog, "d", text, &options);
}

static const char *new_output(const char *name) {
    const char *path = in_folder(name);
    shell("rm -rf '%s'", path);
    return path;
}

static hbs_status run(const char *format, hbs_catalog *catalog, const char *output, const hbs_listener *listener, hbs_error *error) {
    const hbs_export *e = NULL;
    const hbs_status status = hbs_export_find(format, &e, error);
    return status == HBS_OK ? hbs_export_run(e, catalog, "d", NULL, output, listener, error) : status;
}

static char *column(hbs_catalog *catalog, const char *sql) {
    sqlite3_stmt *statement = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(hbs_catalog_sqlite(catalog), sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
        text = strdup((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text ? text : strdup("(null)");
}

static void same(hbs_catalog *a, hbs_catalog *b, const char *sql) {
    char *x = column(a, sql), *y = column(b, sql);
    CU_ASSERT_STRING_EQUAL(x, y);
    CU_ASSERT(strlen(x) > 10);
    free(x);
    free(y);
}

/* By solving, by the labels in the paths, and by labels.csv with units and splits. */
static void folders_read_back(void) {
    static const char *const cases[][2] = {{"sat/sr n=3..8", "dimacs"}, {"sat/uniform n=6 k=2 m=0", "dimacs"}, {"cqc/uniform", "datalog"}, {"cqc/pullback", "datalog"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_error error = {0};
        hbs_dataset dataset = {0}, back = {0};
        hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
        const char *folder = new_output("out");
        char labels[4200];
        make(catalog, cases[i][0], 40, 0, &dataset);
        CHECK_OK(run(cases[i][1], catalog, folder, NULL, &error));
        snprintf(labels, sizeof labels, "%s/labels.csv", folder);
        for (int way = 0; way < 3; way++) {
            hbs_catalog *other = open_ok(fresh("back.db"), HBS_CATALOG_CREATE);
            hbs_import_options options = {.any_problem = true, .certify = HBS_CERTIFY_CHECK, .labels = (hbs_label_origin)way, .trust_labels = way == 1};
            if (way == 2) options.labels_file = options.split_file = options.unit_file = labels;
            CHECK_OK(hbs_import(other, "d", &folder, 1, &options, NULL, &back, &error));
            CU_ASSERT_STRING_EQUAL(back.digest, dataset.digest);
            same(catalog, other, "SELECT group_concat(idx || ' ' || label || ' ' || hex(content_hash)) FROM (SELECT * FROM instance ORDER BY idx)");
            if (way == 2) same(catalog, other, "SELECT group_concat(unit || ' ' || split) FROM (SELECT * FROM instance ORDER BY idx)");
            hbs_dataset_free(&back);
            hbs_catalog_close(other);
        }
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
}

/* A split may come from a file and hold anything. */
static void splits_are_quoted(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0}, back = {0};
    hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE), *other = open_ok(fresh("back.db"), HBS_CATALOG_CREATE);
    const char *folder = new_output("out");
    char labels[4200];
    make(catalog, "sat/sr n=3..8", 40, 0, &dataset);
    CU_ASSERT_EQUAL(sqlite3_exec(hbs_catalog_sqlite(catalog),
                                 "UPDATE instance SET split = CASE idx % 5 WHEN 0 THEN 'a,\"b' WHEN 1 THEN 'c' || char(10) || 'd' WHEN 2 THEN ' e ' WHEN 3 THEN '\"' ELSE 'f;g ' END",
                                 NULL, NULL, NULL), SQLITE_OK);
    CHECK_OK(run("dimacs", catalog, folder, NULL, &error));
    snprintf(labels, sizeof labels, "%s/labels.csv", folder);
    const hbs_import_options options = {.any_problem = true, .certify = HBS_CERTIFY_CHECK, .labels = HBS_LABELS_FROM_FILE, .labels_file = labels, .split_file = labels, .unit_file = labels};
    CHECK_OK(hbs_import(other, "d", &folder, 1, &options, NULL, &back, &error));
    same(catalog, other, "SELECT group_concat(unit || ' ' || split) FROM (SELECT * FROM instance ORDER BY idx)");
    hbs_dataset_free(&back);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(other);
    hbs_catalog_close(catalog);
}

static void unknown_labels_are_named(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
    const char *folder = new_output("out");
    make(catalog, "sat/uniform n=60 m=256", 12, 1, &dataset);
    CHECK_OK(run("dimacs", catalog, folder, NULL, &error));
    DIR *handle = opendir(folder);
    const struct dirent *entry;
    unsigned unknown = 0;
    while ((entry = readdir(handle)))
        if (strstr(entry->d_name, "_unknown.cnf")) {
            unknown++;
            CU_ASSERT_EQUAL(hbs_label_of_path(entry->d_name), HBS_LABEL_UNKNOWN);
        }
    closedir(handle);
    char *count = column(catalog, "SELECT count(*) FROM instance WHERE label IS NULL AND reason LIKE 'the budget of 1 %'");
    CU_ASSERT_EQUAL(unknown, (unsigned)atoi(count));
    CU_ASSERT(unknown > 0);
    free(count);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static json_t *line_of(char **at) {
    json_error_t where;
    char *end = strchr(*at, '\n');
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    json_t *value = json_loadb(*at, (size_t)(end - *at), 0, &where);
    if (!value) fprintf(stderr, "\n    %s\n", where.text);
    *at = end + 1;
    return value;
}

/* The instance that a line holds. */
static void read_line_of(const json_t *line, hbs_problem problem, hbs_instance *out) {
    hbs_error error = {0};
    size_t c, l, from = 0;
    json_t *clause, *literal;
    bool found;
    hbs_instance_clear(out, problem);
    if (problem == HBS_SAT) {
        hbs_cnf_clear(&out->cnf, (uint32_t)json_integer_value(json_object_get(line, "n")));
        json_array_foreach(json_object_get(line, "clauses"), c, clause) {
            int32_t literals[64];
            json_array_foreach(clause, l, literal) literals[l] = (int32_t)json_integer_value(literal);
            CHECK_OK(hbs_cnf_add(&out->cnf, literals, json_array_size(clause), &error));
        }
        return;
    }
    hbs_bytes text = {0};
    CHECK_OK(hbs_bytes_print(&text, &error, "%s\n%s\n", json_string_value(json_object_get(line, "q1")), json_string_value(json_object_get(line, "q2"))));
    CHECK_OK(hbs_datalog_read(&out->pair, &found, (const char *)text.data, text.size, &from, "line", HBS_VARIABLES_UPPER, NULL, &error));
    CU_ASSERT(found);
    hbs_bytes_free(&text);
}

/* Every line is an object whose clauses or rules are those of the row. */
static void json_lines_say_what_is_stored(void) {
    for (int problem = 0; problem < 2; problem++) {
        hbs_error error = {0};
        hbs_dataset dataset = {0};
        hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
        hbs_rows *rows = NULL;
        hbs_row row;
        bool more;
        hbs_instance instance = {0};
        hbs_bytes payload = {0};
        make(catalog, problem ? "cqc/uniform" : "sat/sr n=3..8", 20, 0, &dataset);
        const char *output = new_output("out.jsonl");
        CHECK_OK(run("jsonl", catalog, output, NULL, &error));
        char *file = read_file(output, NULL), *at = file;
        CHECK_OK(hbs_rows_open(&rows, catalog, dataset.id, &error));
        for (;;) {
            CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
            if (!more) break;
            json_t *line = line_of(&at);
            CU_ASSERT_EQUAL(json_integer_value(json_object_get(line, "idx")), (json_int_t)row.idx);
            CU_ASSERT_EQUAL(json_integer_value(json_object_get(line, "label")), row.label);
            CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(line, "split")), row.split);
            CU_ASSERT(json_is_null(json_object_get(line, "name")));
            CU_ASSERT_EQUAL(json_real_value(json_object_get(line, "choice_bits")), row.choice_bits);
            read_line_of(line, problem ? HBS_CQC : HBS_SAT, &instance);
            CHECK_OK(hbs_instance_encode(&instance, &payload, &error));
            CU_ASSERT_EQUAL_FATAL(payload.size, row.payload_size);
            CU_ASSERT(!memcmp(payload.data, row.payload, payload.size));
            json_decref(line);
        }
        CU_ASSERT_EQUAL(*at, 0);
        hbs_rows_close(rows);
        free(file);
        hbs_bytes_free(&payload);
        hbs_instance_free(&instance);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
}

/* Lines hold all that a row says of its making: digest, units, splits, parts, tries; unknown labels too where the labels in them are trusted. */
static void json_lines_read_back(void) {
    static const struct {
        const char *spec;
        uint64_t budget;
        bool trusted;
    } cases[] = {{"sat/sr n=3..8", 0, false}, {"cqc/uniform", 0, false}, {"cqc/pullback + cqc/uniform label=0", 0, false}, {"sat/uniform n=60 m=256", 1, true}, {"sat/planted n=6 m=20 + sat/uniform n=6 m=30 label=0", 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_error error = {0};
        hbs_dataset dataset = {0}, back = {0};
        hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE), *other = open_ok(fresh("back.db"), HBS_CATALOG_CREATE);
        const char *file = new_output("out.jsonl");
        const hbs_import_options options = {.any_problem = true, .certify = HBS_CERTIFY_CHECK, .labels = cases[i].trusted ? HBS_LABELS_INLINE : HBS_LABELS_SOLVE, .trust_labels = cases[i].trusted};
        make(catalog, cases[i].spec, 24, cases[i].budget, &dataset);
        CHECK_OK(run("jsonl", catalog, file, NULL, &error));
        CHECK_OK(hbs_import(other, "d", &file, 1, &options, NULL, &back, &error));
        CU_ASSERT_STRING_EQUAL(back.digest, dataset.digest);
        same(catalog, other, "SELECT group_concat(unit || ' ' || part || ' ' || split || ' ' || tries || ' ' || unknown_tries || ' ' || ifnull(choice_bits, '-') || ' ' || ifnull(label, '-')) FROM "
                             "(SELECT * FROM instance ORDER BY idx)");
        hbs_dataset_free(&back);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(other);
        hbs_catalog_close(catalog);
    }
}

/* Latin-1 where UTF-8 is the rule: nothing is lost, and what is written is UTF-8. */
static void other_bytes_are_escaped(void) {
    static const char rules[] = "q1(X) :- r(X,\"caf\xe9\").\nq2(X) :- r(X,Y).\n";
    static const char *const formats[] = {"jsonl", "datalog", "npz"};
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
    const char *in = in_folder("in\xe9.dlog");
    const hbs_import_options options = {.any_problem = true};
    write_file(in, rules, sizeof rules - 1);
    CHECK_OK(hbs_import(catalog, "d", &in, 1, &options, NULL, &dataset, &error));
    execute(catalog, "UPDATE instance SET split = CAST(x'7472e9' AS TEXT)");
    for (size_t i = 0; i < 3; i++) {
        hbs_dataset back = {0};
        hbs_catalog *other = open_ok(fresh("back.db"), HBS_CATALOG_CREATE);
        const char *output = new_output(i ? "out" : "out.jsonl");
        CHECK_OK(run(formats[i], catalog, output, NULL, &error));
        if (i < 2) CHECK_OK(hbs_import(other, "d", &output, 1, &options, NULL, &back, &error));
        if (i < 2) CU_ASSERT_STRING_EQUAL(back.digest, dataset.digest);
        size_t size = 0;
        char *text = i == 1 ? NULL : read_file(output, &size);
        if (i == 0) CU_ASSERT(hbs_is_utf8(text) && strstr(text, "in\\\\xe9.dlog") && strstr(text, "\"split\":\"tr\\\\xe9\""));
        if (i == 2) CU_ASSERT_PTR_NOT_NULL(memmem(text, size, "t\0\0\0r\0\0\0\\\0\0\0x\0\0\0e\0\0\0" "9\0\0\0", 24));
        free(text);
        hbs_dataset_free(&back);
        hbs_catalog_close(other);
    }
    hbs_catalog *refusing = open_ok(fresh("refusing.db"), HBS_CATALOG_CREATE);
    const char *table = in_folder("splits.csv");
    const hbs_import_options with = {.any_problem = true, .split_file = table};
    const char *plain = in_folder("plain.dlog");
    hbs_dataset none = {0};
    write_file(plain, rules, sizeof rules - 1);
    write_file(table, "file,split\nplain.dlog,tr\xe9\n", strlen("file,split\nplain.dlog,tr\xe9\n"));
    CU_ASSERT_EQUAL(hbs_import(refusing, "d", &plain, 1, &with, NULL, &none, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "not in UTF-8"));
    hbs_catalog_close(refusing);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void wrong_lines_are_named(void) {
    static const char *const cases[][2] = {
        {"{\"n\":2,\"clauses\":[[1,-2]]}\n\n{\"n\":2,\"clauses\":[[1,3]]}", "w.jsonl:3: clauses: a literal"},
        {"{\"n\":2,\"clauses\":[[1,0]]}", "a literal"}, {"{\"n\":2,\"clauses\":[1]}", "no list of literals"}, {"{\"clauses\":[[1]]}", "n and a list"},
        {"{\"n\":2000000000,\"clauses\":[]}", "not a number that it can be"}, {"{\"n\":2,\"m\":2,\"clauses\":[[1]]}", "m is 2, and there are 1"},
        {"{\"n\":1,\"clauses\":[[1]],\"label\":2}", "not 0, 1 or null"}, {"{\"n\":1,\"clauses\":[[1]],\"unit\":-1}", "unit"},
        {"{\"n\":1,\"clauses\":[[1]],\"content_hash\":\"00\"}", "the line was changed"}, {"{\"q1\":\"q(X) :- r(X).\"}", "two Datalog rules"},
        {"{\"q1\":\"q(X) :- r(X).\",\"q2\":\"q(X) :- .\"}", "head variable X"}, {"{\"q1\":\"q :- r(X). q :- r(X).\",\"q2\":\"q :- .\"}", "one rule each"},
        {"{\"n\":1,\"clauses\":[[1]],\"q1\":\"q :- .\",\"q2\":\"q :- .\"}", "w.jsonl:1: both a formula and queries"},
        {"{\"n\":1,", "w.jsonl:1:"}, {"[1]", "no object"}, {"", "no instances"}, {"{\"n\":1,\"n\":2,\"clauses\":[]}", "duplicate"},
        {"{\"n\":1,\"clauses\":[]}\n{\"q1\":\"q :- .\",\"q2\":\"q :- .\"}", "w.jsonl:2: an instance of another problem"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_error error = {0};
        hbs_dataset back = {0};
        hbs_catalog *other = open_ok(fresh("back.db"), HBS_CATALOG_CREATE);
        const char *file = in_folder("w.jsonl");
        const hbs_import_options options = {.any_problem = true};
        write_file(file, cases[i][0], strlen(cases[i][0]));
        CU_ASSERT_EQUAL(hbs_import(other, "d", &file, 1, &options, NULL, &back, &error), HBS_ERROR_INPUT);
        if (!strstr(error.message, cases[i][1])) fprintf(stderr, "\n    %s\n    %s\n", cases[i][0], error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, cases[i][1]));
        hbs_catalog_close(other);
    }
}

/* How many entries of the test's folder have a name that begins so. */
static unsigned entries_like(const char *start) {
    DIR *handle = opendir(fixture_folder);
    const struct dirent *entry;
    unsigned count = 0;
    while ((entry = readdir(handle))) count += !strncmp(entry->d_name, start, strlen(start));
    closedir(handle);
    return count;
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void nothing_half_written_is_left(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
    const hbs_listener stopper = {.stop = always};
    make(catalog, "sat/sr n=3..8", 20, 0, &dataset);
    const char *folder = new_output("half"), *file = in_folder("half.jsonl");
    CU_ASSERT_EQUAL(run("dimacs", catalog, folder, &stopper, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(run("jsonl", catalog, file, &stopper, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(entries_like("half"), 0);
    write_file(file, "old", 3);
    CU_ASSERT_EQUAL(run("jsonl", catalog, file, &stopper, &error), HBS_ERROR_INTERRUPTED);
    char *text = read_file(file, NULL);
    CU_ASSERT_STRING_EQUAL(text, "old");
    free(text);
    CHECK_OK(run("jsonl", catalog, file, NULL, &error));
    text = read_file(file, NULL);
    CU_ASSERT_EQUAL(text[0], '{');
    free(text);
    mkdir(folder, 0755);   /* an empty one is legal */
    CHECK_OK(run("dimacs", catalog, folder, NULL, &error));
    CU_ASSERT_EQUAL(run("dimacs", catalog, folder, NULL, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_EQUAL(run("dimacs", catalog, file, NULL, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_EQUAL(run("jsonl", catalog, folder, NULL, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_EQUAL(run("datalog", catalog, in_folder("half2"), NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(run("jsonl", catalog, in_folder("no/such/half3"), NULL, &error), HBS_ERROR_IO);
    CU_ASSERT_EQUAL(run("xml", catalog, in_folder("half4"), NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "csv, datalog, dimacs, jsonl, npz"));
    CU_ASSERT_EQUAL(run("jsonl", catalog, "/dev/full", NULL, &error), HBS_ERROR_IO);
    CU_ASSERT_EQUAL(run("npz", catalog, "/dev/full", NULL, &error), HBS_ERROR_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "No space left"));
    CHECK_OK(run("jsonl", catalog, "/dev/null", NULL, &error));
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* What killed exports left goes with the next one of that output; what somebody is at, and what only looks like it, stays. */
static void leftovers_are_removed(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    hbs_catalog *catalog = open_ok(fresh("export.db"), HBS_CATALOG_CREATE);
    make(catalog, "sat/sr n=3..8", 4, 0, &dataset);
    const char *output = in_folder("left.jsonl");
    const pid_t child = fork();
    if (!child) _exit(0);
    waitpid(child, NULL, 0);
    char command[1200];
    snprintf(command, sizeof command, "cd '%s' && touch left.jsonl.part-%ld left.jsonl.part-%ld left.jsonl.part-%ld left.jsonl.part-x left.jsonl.part-1x left.jsonl2.part-%ld && mkdir left.part-%ld && touch left.part-%ld/a",
             fixture_folder, (long)child, (long)getpid(), (long)getppid(), (long)child, (long)child, (long)child);
    shell("%s", command);
    char held[400];
    snprintf(held, sizeof held, "%s/left.jsonl.part-%ld", fixture_folder, (long)child);
    const int lock = open(held, O_RDONLY | O_CLOEXEC);
    CU_ASSERT_EQUAL(flock(lock, LOCK_EX | LOCK_NB), 0);
    CHECK_OK(run("jsonl", catalog, output, NULL, &error));
    CU_ASSERT_EQUAL(access(held, F_OK), 0);
    CU_ASSERT_EQUAL(entries_like("left.jsonl.part-"), 4);   /* ours is gone; held, a living process's, and two of other names */
    close(lock);
    CHECK_OK(run("jsonl", catalog, output, NULL, &error));
    CU_ASSERT_NOT_EQUAL(access(held, F_OK), 0);
    CU_ASSERT_EQUAL(entries_like("left.jsonl.part-"), 3);
    CU_ASSERT_EQUAL(entries_like("left.jsonl2.part-"), 1);
    CHECK_OK(run("dimacs", catalog, in_folder("left"), NULL, &error));
    CU_ASSERT_EQUAL(entries_like("left.part-"), 0);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void every_export_says_what_it_is(void) {
    for (const hbs_export *const *e = hbs_exports(); *e; e++) {
        CU_ASSERT((*e)->name && (*e)->summary && (*e)->layout && (*e)->write);
        CU_ASSERT((*e)->sat || (*e)->cqc);
    }
}

const hbs_test hbs_tests[] = {
    {"other bytes than UTF-8 are escaped", other_bytes_are_escaped},
    {"splits are quoted", splits_are_quoted},
    {"folders read back", folders_read_back},
    {"unknown labels are named", unknown_labels_are_named},
    {"JSON lines say what is stored", json_lines_say_what_is_stored},
    {"JSON lines read back", json_lines_read_back},
    {"wrong lines are named", wrong_lines_are_named},
    {"nothing half-written is left", nothing_half_written_is_left},
    {"leftovers are removed", leftovers_are_removed},
    {"every export says what it is", every_export_says_what_it_is},
    {NULL, NULL},
};
