/* Importing: labels from paths and tables, units and splits, all or nothing, public files. */
#include <errno.h>

#include "datasets/formats/csv.h"
#include "datasets/exports/export.h"
#include "datasets/imports/import.h"
#include "datasets/imports/path_label.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static hbs_catalog *open_new(void) { return open_ok(fresh("import.db"), HBS_CATALOG_CREATE); }

static hbs_import_options defaults(void) { return (hbs_import_options){.any_problem = true, .certify = HBS_CERTIFY_CHECK, .threads = 2}; }

/* A fresh folder with files given as name, text, name, text, .., NULL. */
static const char *folder_of(const char *const *files) {
    const char *folder = in_folder("files");
    shell("rm -rf '%s'", folder);
    mkdir(folder, 0755);
    for (; *files; files += 2) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%s", folder, files[0]);
        for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
            *slash = 0;
            mkdir(path, 0755);
        }
        write_file(path, files[1], strlen(files[1]));
    }
    return folder;
}

static hbs_status import_folder(hbs_catalog *catalog, const char *folder, const hbs_import_options *options, const hbs_listener *listener, hbs_error *error) {
    hbs_dataset dataset = {0};
    const hbs_status status = hbs_import(catalog, "d", &folder, 1, options, listener, &dataset, error);
    hbs_dataset_free(&dataset);
    return status;
}

static void paths_tell_labels(void) {
    static const struct {
        const char *path;
        int label;
    } cases[] = {
        {"uf20-01.cnf", 1}, {"uf50-0218/uf50-0100.cnf", 1}, {"uuf50-01.cnf", 0}, {"UUF50.218.1000/x.cnf", 0}, {"sr_n=0040_pk2=0.30_pg=0.40_t=4_sat=0.dimacs", 0},
        {"sr_n=0040_pk2=0.30_pg=0.40_t=4_sat=1.dimacs", 1}, {"00012_sat.cnf", 1}, {"00012_unsat.cnf", 0}, {"SAT/1.cnf", 1}, {"UNSAT/1.cnf", 0}, {"sat/unsat/1.cnf", 0},
        {"unsat/000_sat.cnf", 1}, {"satisfiable/a", 1}, {"unsatisfiable/a", 0}, {"un-satisfiable/a", 0}, {"Unsatisfiable/a.cnf", 0}, {"contained/a.dlog", 1},
        {"not_contained/a.dlog", 0}, {"NotContained/a.dlog", 0}, {"not-contained/a", 0}, {"000_not_contained.dlog", 0}, {"UnSat/x", 0}, {"isSAT.cnf", 1}, {"isUNSAT.cnf", 0},
        {"not_sat.cnf", 0}, {"unsat.12.cnf", 0}, {"SAT.12.cnf.gz", 1}, {"sat001.cnf", 1}, {"unsat001.cnf", 0}, {"unsat5.cnf", 0}, {"sat_5.cnf", 1}, {"label=1/x.cnf", 1}, {"label=0/x.cnf", 0}, {"sat=true.cnf", 1},
        {"sat=no.cnf", 0}, {"x.tar.gz/UNSAT/y.cnf", 0}, {"train/sat/1.cnf", 1}, {"inst_3_sat.cnf", 1},
        {"uf20_sat.cnf", 1}, {"inst_3_sat.cnf.gz", 1}, {"1_sat.cnf", 1}, {"10_sat/a.cnf", 1}, {"f-12-sat.cnf", 1}, {"sat_true/a", 1}, {"easy_sat/a", 1},
        {"p_00001_pos.dlog", 1}, {"p_00001_neg.dlog.gz", 0}, {"neg_7.dlog", 0}, {"pos-7.dlog", 1}, {"Positive/a.dlog", 1}, {"negative/a.dlog", 0}, {"yes/a.dlog", 1}, {"no/a.dlog", 0},
        {"True/1.cnf", 1}, {"a/false/1.cnf", 0}, {"yes.cnf", 1}, {"unsat_neg.cnf", 0}, {"pos/b_not_contained.dlog", 0}, {"no/p_pos.dlog", 1},
        /* these tell nothing */
        {"no_7.cnf", -1}, {"a_no.cnf", -1}, {"repos/a.cnf", -1}, {"pos5.cnf", -1}, {"a_pos_b.cnf", -1}, {"not_pos.cnf", -1}, {"aim-50-yes1-1.cnf", -1}, {"posneg/a.cnf", -1}, {"no answer/a.cnf", -1},
        {"3_sat/a.cnf", -1}, {"3 sat/a.cnf", -1}, {"k_sat/a.cnf", -1}, {"max_sat/a.cnf", -1}, {"Max SAT/a.cnf", -1}, {"random_sat/a.cnf", -1}, {"1sat/a.cnf", -1}, {"isnt_sat/a.cnf", -1},
        {"isn't sat/a.cnf", -1}, {"sat-false/a.cnf", -1}, {"sat_no/a.cnf", -1}, {"unsat_false/a.cnf", -1}, {"random_3_sat/a.cnf", -1}, {"random_3_sat.cnf", -1}, {"a/uniform-3_sat.cnf.xz", -1}, {"x_rand5_sat.cnf", -1}, {"random_3_unsat.cnf", 0}, {"3_sat.cnf", -1}, {"random_3_sat_17.cnf", -1},
        {"never_contained/a", -1},
        {"a.cnf", -1}, {"", -1}, {"satlib/uniform/a.cnf", -1}, {"SATLIB/a.cnf", -1}, {"SatLib/a.cnf", -1}, {"3-SAT/a.cnf", -1}, {"3sat/a.cnf", -1}, {"k-sat/a.cnf", -1}, {"maxsat/a.cnf", -1},
        {"Max-SAT/a.cnf", -1}, {"SAT2009/a.cnf", -1}, {"sat-competition/a.cnf", -1}, {"SAT_race/a", -1}, {"saturn.cnf", -1}, {"unsaturated.cnf", -1}, {"sat_vs_unsat.cnf", -1}, {"sat0.cnf", -1},
        {"sat1.cnf", -1}, {"sat5.cnf", -1}, {"sat12/x.cnf", -1}, {"insat.cnf", -1}, {"uf.cnf", -1}, {"buf20-01.cnf", -1}, {"sat=7.cnf", -1}, {"SAT/sat_and_unsat.cnf", -1}, {"container.dlog", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int label = hbs_label_of_path(cases[i].path);
        if (label != cases[i].label) fprintf(stderr, "\n    %s: %d\n", cases[i].path, label);
        CU_ASSERT_EQUAL(label, cases[i].label);
    }
}

static void paths_tell_twins_and_splits(void) {
    static const char *const twins[][2] = {{"a/sr_t=4_sat=0.dimacs", "a/sr_t=4_sat=1.dimacs"}, {"SAT/7.cnf", "UNSAT/7.cnf"}, {"x/uf50-3.cnf", "x/uuf50-3.cnf"},
                                           {"p1_contained.dlog", "p1_not_contained.dlog"}, {"12_sat.cnf", "12_unsat.cnf"}, {"p1_pos.dlog", "p1_neg.dlog"}, {"yes/1.dlog", "no/1.dlog"}, {"12sat.cnf", "12Unsat.cnf"}};
    static const char *const others[][2] = {{"a/sr_t=4_sat=0.dimacs", "a/sr_t=5_sat=1.dimacs"}, {"SAT/7.cnf", "UNSAT/8.cnf"}, {"uf50-1.cnf", "uf50-2.cnf"}, {"a", "b"}, {"pos_neg.cnf", "unsat_pos.cnf"}, {"sat_vs_unsat_1.cnf", "unsat_vs_sat_1.cnf"}};
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof twins / sizeof *twins + sizeof others / sizeof *others; i++) {
        const size_t count = sizeof twins / sizeof *twins;
        const char *const *pair = i < count ? twins[i] : others[i - count];
        hbs_bytes a = {0}, b = {0};
        CHECK_OK(hbs_path_without_label(pair[0], &a, &error));
        CHECK_OK(hbs_path_without_label(pair[1], &b, &error));
        const bool same = a.size == b.size && !memcmp(a.data, b.data, a.size);
        if (same != (i < count)) fprintf(stderr, "\n    %s %s: %.*s %.*s\n", pair[0], pair[1], (int)a.size, (char *)a.data, (int)b.size, (char *)b.data);
        CU_ASSERT_EQUAL(same, i < count);
        hbs_bytes_free(&a);
        hbs_bytes_free(&b);
    }
    CU_ASSERT_STRING_EQUAL(hbs_split_of_path("x/Train/a.cnf"), "train");
    CU_ASSERT_STRING_EQUAL(hbs_split_of_path("train/val/a.cnf"), "valid");
    CU_ASSERT_STRING_EQUAL(hbs_split_of_path("a/testing/b/c.cnf"), "test");
    CU_ASSERT_PTR_NULL(hbs_split_of_path("x/test.cnf"));
    CU_ASSERT_PTR_NULL(hbs_split_of_path("trains/x.cnf"));
}

#define YES "p cnf 2 2\n1 2 0\n-1 0\n"
#define NO "p cnf 1 2\n1 0\n-1 0\n"

static const struct {
    const char *text;
    hbs_status status;
    const char *a, *b;   /* values of a.cnf and "dir/b, c.cnf", or a word of the message */
} csv_cases[] = {
    {"a.cnf,1\n\"dir/b, c.cnf\",0\n", HBS_OK, "1", "0"},
    {"file,label\r\na.cnf,sat\r\n\"b, c.cnf\",unsat\r\n", HBS_OK, "sat", "unsat"},
    {"\xef\xbb\xbfidx,label,file,unit\n0,1,a.cnf,5\n1,0,\"dir/b, c.cnf\",6", HBS_OK, "1", "0"},
    {"label\tpath\n1\ta.cnf\n0\tb, c.cnf\n", HBS_OK, "1", "0"},
    {"a.cnf;x \"y\"\nb, c.cnf;1\n", HBS_OK, "x \"y\"", "1"},
    {"\"a.cnf\" , \"say \"\"1\"\"\" \n\n  ./dir/b\\ c.cnf,0\n", HBS_ERROR_INPUT, "no line for", NULL},
    {"a.cnf,1\na.cnf,0\n", HBS_ERROR_INPUT, ":2: a.cnf was in line 1", NULL},
    {"a.cnf,1,2\n", HBS_ERROR_INPUT, "3 columns and no header", NULL},
    {"file,class\na.cnf,1\n", HBS_ERROR_INPUT, "no column `label`", NULL},
    {"a.cnf,1\nb.cnf\n", HBS_ERROR_INPUT, ":2: 1 columns, and 2 above", NULL},
    {"\"a.cnf,1\n", HBS_ERROR_INPUT, "not closed", NULL},
    {"\"a.cnf\"x,1\n", HBS_ERROR_INPUT, "after a closing quote", NULL},
    {"", HBS_ERROR_INPUT, "no lines", NULL},
    {"file,label\n", HBS_ERROR_INPUT, "no lines", NULL},
    {",1\n", HBS_ERROR_INPUT, "no file is named", NULL},
};

static void csv_as_found_in_the_wild(void) {
    const char *path = fresh("table.csv");
    for (size_t i = 0; i < sizeof csv_cases / sizeof *csv_cases; i++) {
        hbs_error error = {0};
        hbs_csv csv = {0};
        const hbs_csv_entry *a = NULL, *b = NULL;
        write_file(path, csv_cases[i].text, strlen(csv_cases[i].text));
        hbs_status status = hbs_csv_read(&csv, path, "label", NULL, &error);
        if (status == HBS_OK) status = hbs_csv_find(&csv, "root/a.cnf", "root/a.cnf", &a, &error);
        if (status == HBS_OK) status = hbs_csv_find(&csv, "root/dir/b, c.cnf#2", "root/dir/b, c.cnf", &b, &error);
        if (status != csv_cases[i].status) fprintf(stderr, "\n    case %zu: %d %s\n", i, status, error.message);
        CU_ASSERT_EQUAL(status, csv_cases[i].status);
        if (status == HBS_OK && csv_cases[i].b) {
            CU_ASSERT_STRING_EQUAL(a->value, csv_cases[i].a);
            CU_ASSERT_STRING_EQUAL(b->value, csv_cases[i].b);
        } else if (csv_cases[i].a) {
            CU_ASSERT_PTR_NOT_NULL(strstr(error.message, csv_cases[i].a));
        }
        hbs_csv_free(&csv);
    }
    hbs_error error = {0};
    hbs_csv csv = {0};
    const hbs_csv_entry *entry;
    write_file(path, "a.cnf,1\nx/b.cnf,0\n", 18);
    CHECK_OK(hbs_csv_read(&csv, path, "label", NULL, &error));
    CHECK_OK(hbs_csv_find(&csv, "one/a.cnf", "one/a.cnf", &entry, &error));
    CU_ASSERT_EQUAL(hbs_csv_check_used(&csv, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, ":2: no file is named x/b.cnf"));
    CU_ASSERT_EQUAL(hbs_csv_find(&csv, "two/a.cnf", "two/a.cnf", &entry, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "fits both one/a.cnf and two/a.cnf"));
    hbs_csv_free(&csv);
    CU_ASSERT_EQUAL(hbs_csv_read(&csv, in_folder("no.csv"), "label", NULL, &error), HBS_ERROR_NOT_FOUND);
}

static void labels_are_solved(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_new();
    const hbs_import_options options = defaults();
    CHECK_OK(import_folder(catalog, folder_of((const char *const[]){"b.cnf", YES, "a/x.dimacs", NO, "README", "words\n", "noname", NO, "pairs.dlog", "q(X) :- r(X,Y).\nq(X) :- r(X,X).\n", NULL}), &options, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 3);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%/files/a/x.dimacs' AND idx = 0 AND unit = 0 AND label_source = 'solver'"), 0);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%/files/b.cnf' AND idx = 1 AND certificate_kind = 'model' AND certificate IS NULL"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE claim IS NULL AND choice_bits IS NULL AND tries = 1 AND split IS NULL"), 3);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count FROM dataset WHERE complete AND length(digest) = 64 AND shuffled = 0 AND spec LIKE 'import: /%'"), 3);
    hbs_catalog_close(catalog);
}

static void count_warnings(void *context, const char *message) {
    if (strstr(message, "said to be")) ++*(int *)context;
}

static void refuted_claims_are_stored_and_told(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    int warnings = 0;
    const hbs_listener listener = {.context = &warnings, .warn = count_warnings};
    hbs_catalog *catalog = open_new();
    hbs_import_options options = defaults();
    const char *folder = folder_of((const char *const[]){"SAT/1.cnf", YES, "SAT/2.cnf", NO, "UNSAT/3.cnf", NO, "4.cnf", NO, NULL});
    options.labels = HBS_LABELS_FROM_PATH;
    CU_ASSERT_EQUAL(hbs_import(catalog, "d", &folder, 1, &options, &listener, &dataset, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "1 of 3 labels"));
    CU_ASSERT_STRING_EQUAL(dataset.name, "d");
    CU_ASSERT_EQUAL(warnings, 1);
    hbs_dataset_counts counts;
    CHECK_OK(hbs_dataset_count(catalog, dataset.id, &counts, &error));
    CU_ASSERT_EQUAL(counts.claims_refuted, 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT claim * 10 + label FROM instance WHERE name LIKE '%SAT/2.cnf'"), 10);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT claim FROM instance WHERE name LIKE '%/4.cnf'"), -1);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    /* trusted, they are taken at their word */
    catalog = open_new();
    options.trust_labels = true;
    CHECK_OK(import_folder(catalog, folder, &options, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%SAT/2.cnf' AND label_source = 'file' AND solver IS NULL"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE label IS NULL AND reason LIKE '%tells no label%'"), 1);
    hbs_catalog_close(catalog);
}

/* Warnings in all, and those with a word. */
typedef struct warnings {
    const char *word;
    int all, with;
} warnings;

static void hear(void *context, const char *message) {
    warnings *heard = context;
    heard->all++;
    heard->with += strstr(message, heard->word) != NULL;
}

static void tables_give_labels_splits_units(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_new();
    hbs_import_options options = defaults();
    const char *folder = folder_of((const char *const[]){"a.cnf", YES, "b.cnf", NO, "c.cnf", NO, NULL}), *table = fresh("table.csv");
    static const char text[] = "file,unit,split,label\na.cnf,7,train,SAT\nb.cnf,7,train,20\nc.cnf,9,,unknown\n";
    write_file(table, text, sizeof text - 1);
    options.labels = HBS_LABELS_FROM_FILE;
    options.labels_file = options.split_file = options.unit_file = table;
    CHECK_OK(import_folder(catalog, folder, &options, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE unit = 7 AND split = 'train' AND claim = label"), 2);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE unit = 9 AND split IS NULL AND claim IS NULL"), 0);
    hbs_catalog_close(catalog);
    static const char *const bad[][2] = {{"file,unit,split,label\na.cnf,7,train,1\nb.cnf,7,train,0\n", "no line for"},
                                         {"file,unit,split,label\na.cnf,7,t,1\nb.cnf,7,t,0\nc.cnf,1,t,0\nd.cnf,1,t,0\n", ":5: no file is named d.cnf"},
                                         {"file,unit,split,label\na.cnf,7,t,maybe\nb.cnf,7,t,0\nc.cnf,1,t,0\n", "`maybe`"}};
    options.strict = true;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        catalog = open_new();
        write_file(table, bad[i][0], strlen(bad[i][0]));
        CU_ASSERT_EQUAL(import_folder(catalog, folder, &options, NULL, &error), HBS_ERROR_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad[i][1]));
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 0);
        hbs_catalog_close(catalog);
    }
    /* units by name and splits by folder */
    catalog = open_new();
    options = (hbs_import_options){.any_problem = true, .certify = HBS_CERTIFY_CHECK, .unit_from_path = true, .split_from_path = true};
    CHECK_OK(import_folder(catalog, folder_of((const char *const[]){"train/sr_1_sat=0.cnf", NO, "train/sr_1_sat=1.cnf", YES, "dev/sr_2_sat=0.cnf", NO, NULL}), &options, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT unit) FROM instance"), 2);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT unit) FROM instance WHERE split = 'train'"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE split = 'valid'"), 1);
    hbs_catalog_close(catalog);
}

/* One table for several folders: what it says of other files is told once, and is no error unless asked to be; what it does not say is one. */
static void tables_may_serve_several_folders(void) {
    hbs_error error = {0};
    hbs_import_options options = defaults();
    const char *folder = folder_of((const char *const[]){"a.cnf", YES, "b.cnf", NO, NULL}), *table = fresh("table.csv");
    static const char text[] = "file,unit,split,label\na.cnf,1,t,1\nother/z.cnf,3,t,0\nb.cnf,2,t,0\nother/y.cnf,4,t,1\n";
    write_file(table, text, sizeof text - 1);
    options.labels = HBS_LABELS_FROM_FILE;
    options.labels_file = options.split_file = options.unit_file = table;
    warnings heard = {.word = "2 of 4 lines name no file that was read, first line 3, other/z.cnf"};
    hbs_catalog *catalog = open_new();
    CHECK_OK(import_folder(catalog, folder, &options, &(hbs_listener){.context = &heard, .warn = hear}, &error));
    CU_ASSERT_EQUAL(heard.with, 1);
    CU_ASSERT_EQUAL(heard.all, 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE claim = label"), 2);
    hbs_catalog_close(catalog);
    write_file(table, text, strlen("file,unit,split,label\na.cnf,1,t,1\n"));
    catalog = open_new();
    CU_ASSERT_EQUAL(import_folder(catalog, folder, &options, NULL, &error), HBS_ERROR_INPUT);
    hbs_catalog_close(catalog);
}

/* Strictly, files and tables are looked at before anything is solved, or a solver asked for; what is told of files is told once. */
static void strict_tables_come_first(void) {
    hbs_error error = {0};
    hbs_import_options options = defaults();
    const char *folder = folder_of((const char *const[]){"a.cnf", YES, "b.cnf", NO, "notes.txt", "none", NULL}), *table = fresh("table.csv");
    static const char text[] = "file,split\na.cnf,t\nb.cnf,t\nz.cnf,t\n";
    warnings heard = {.word = "notes.txt: passed over"};
    options.strict = true;
    options.split_file = table;
    write_file(table, text, sizeof text - 1);
    options.solver = "nothing";
    hbs_catalog *catalog = open_new();
    CU_ASSERT_EQUAL(import_folder(catalog, folder, &options, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, ":4: no file is named z.cnf"));
    options.solver = NULL;
    write_file(table, text, strlen("file,split\na.cnf,t\nb.cnf,t\n"));
    CHECK_OK(import_folder(catalog, folder, &options, &(hbs_listener){.context = &heard, .warn = hear}, &error));
    CU_ASSERT_EQUAL(heard.with, 1);
    CU_ASSERT_EQUAL(heard.all, 1);
    hbs_catalog_close(catalog);
}

static void several_pairs_in_a_file(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_new();
    hbs_import_options options = defaults();
    options.certify = HBS_CERTIFY_STORE;
    static const char text[] = "q(X) :- r(X,X).\nq(X) :- r(X,Y).\n\nq(X) :- r(X,Y).\nq(X) :- r(X,X).\nq() :- s(Z,Y,c), s(Y,Z,c).\nq() :- s(A,B,C).\n";
    CHECK_OK(import_folder(catalog, folder_of((const char *const[]){"pairs.dlog", text, NULL}), &options, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%/pairs.dlog'"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%/pairs.dlog#2'"), 0);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT label FROM instance WHERE name LIKE '%/pairs.dlog#3' AND size_n = 2 AND size_m = 1"), 1);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, false, NULL, NULL, NULL, NULL, &error));   /* certificates speak of the stored numbers */
    hbs_catalog_close(catalog);
}

/* Whatever fails, the catalog is as it was. */
static void all_or_nothing(void) {
    static const struct {
        const char *name, *text;
        hbs_status status;
        const char *word;
    } bad[] = {
        {"z.cnf", "p cnf 2 2\n1 2 0\nx y 0\n", HBS_ERROR_INPUT, "z.cnf:3:"},
        {"z.cnf", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", HBS_ERROR_INPUT, "LFS"},
        {"z.cnf", "", HBS_ERROR_INPUT, "z.cnf"},
        {"z.cnf", "p cnf 2 1\n4000000000 0\n", HBS_ERROR_INPUT, "z.cnf:2:"},
    };
    hbs_error error = {0};
    hbs_catalog *catalog = open_new();
    hbs_import_options options = defaults();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *folder = folder_of((const char *const[]){"a.cnf", YES, "b.cnf", NO, bad[i].name, bad[i].text, NULL});
        CU_ASSERT_EQUAL(import_folder(catalog, folder, &options, NULL, &error), bad[i].status);
        if (!strstr(error.message, bad[i].word)) fprintf(stderr, "\n    %s\n", error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad[i].word));
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "nothing was imported"));
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 0);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 0);
    }
    CU_ASSERT_EQUAL(import_folder(catalog, folder_of((const char *const[]){"README", "nothing here", NULL}), &options, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(import_folder(catalog, in_folder("missing"), &options, NULL, &error), HBS_ERROR_NOT_FOUND);
    CHECK_OK(import_folder(catalog, folder_of((const char *const[]){"a.cnf", YES, NULL}), &options, NULL, &error));
    CU_ASSERT_EQUAL(import_folder(catalog, in_folder("files"), &options, NULL, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 1);
    hbs_catalog_close(catalog);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void stopped_nothing_is_left(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_new();
    const hbs_import_options options = defaults();
    CU_ASSERT_EQUAL(import_folder(catalog, folder_of((const char *const[]){"a.cnf", YES, NULL}), &options, &(hbs_listener){.stop = always}, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 0);
    hbs_catalog_close(catalog);
}

/* The public files, each with the status that several solvers agree on, by one thread and by three. */
static void public_files_are_labelled_right(void) {
    size_t size;
    char *manifest = read_file(hbs_test_data("sat/manifest.tsv"), &size), digest[2][65] = {"", ""};
    CU_ASSERT_PTR_NOT_NULL_FATAL(manifest);
    char *copy = strdup(hbs_test_data("sat/satlib"));
    hbs_import_options options = defaults();
    for (unsigned way = 0; way < 2; way++) {
        hbs_error error = {0};
        hbs_dataset dataset = {0};
        const char *folder = copy;
        hbs_catalog *catalog = open_new();
        options.threads = way ? 3 : 1;
        CHECK_OK(hbs_import(catalog, "d", &folder, 1, &options, NULL, &dataset, &error));
        memcpy(digest[way], dataset.digest, 65);
        unsigned seen = 0;
        for (const char *line = manifest; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
            char file[256], status[16], sql[512];
            if (sscanf(line, "%255[^\t]\t%15[^\t]\t", file, status) != 2 || strncmp(file, "satlib/", 7) != 0 || status[0] == '-') continue;
            snprintf(sql, sizeof sql, "SELECT label FROM instance WHERE name LIKE '%%/%s'", file);
            CU_ASSERT_EQUAL(catalog_number(catalog, sql), !strcmp(status, "SAT"));
            seen++;
        }
        CU_ASSERT(seen > 10);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), seen);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
    CU_ASSERT_STRING_EQUAL(digest[0], digest[1]);
    free(copy);
    free(manifest);
}

const hbs_test hbs_tests[] = {
    {"paths tell labels", paths_tell_labels},
    {"paths tell twins and splits", paths_tell_twins_and_splits},
    {"csv as found in the wild", csv_as_found_in_the_wild},
    {"labels are solved", labels_are_solved},
    {"refuted claims are stored and told", refuted_claims_are_stored_and_told},
    {"tables give labels, splits, units", tables_give_labels_splits_units},
    {"tables may serve several folders", tables_may_serve_several_folders},
    {"strict tables come first", strict_tables_come_first},
    {"several pairs in a file", several_pairs_in_a_file},
    {"all or nothing", all_or_nothing},
    {"stopped, nothing is left", stopped_nothing_is_left},
    {"public files are labelled right", public_files_are_labelled_right},
    {NULL, NULL},
};
