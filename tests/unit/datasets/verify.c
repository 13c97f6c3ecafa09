/* Verifying finds every class of changed bytes; a sound catalog has no fault. */
#include <sqlite3.h>

#include "datasets/make.h"
#include "tests/unit/datasets/fixture.h"

static const char *const specs[] = {"sat/sr n=4..9", "cqc/uniform", "cqc/pullback"};
#define SPECS (sizeof specs / sizeof *specs)

static void make_stored(const char *path) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    CHECK_OK(hbs_catalog_open(&catalog, path, HBS_CATALOG_CREATE, NULL, &error));
    for (size_t i = 0; i < SPECS; i++) {
        char name[8];
        hbs_spec spec = {0};
        hbs_dataset dataset = {0};
        const hbs_make_options options = {.count = 24, .seed = 5, .certify = HBS_CERTIFY_STORE};
        snprintf(name, sizeof name, "d%zu", i);
        CHECK_OK(hbs_spec_parse_text(&spec, specs[i], &error));
        CHECK_OK(hbs_make(catalog, name, &spec, &options, NULL, &dataset, &error));
        hbs_dataset_free(&dataset);
        hbs_spec_free(&spec);
    }
    hbs_catalog_close(catalog);
}

typedef struct told {
    unsigned count;
    char first[1200];
} told;

static void hear(void *context, const char *message) {
    told *t = context;
    if (!t->count++) snprintf(t->first, sizeof t->first, "%s", message);
}

static hbs_status verify(const char *path, bool resolve, const char *name, told *out, hbs_verify_counts *counts) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    *out = (told){0};
    hbs_status status = hbs_catalog_open(&catalog, path, HBS_CATALOG_READ, NULL, &error);
    if (status == HBS_OK) status = hbs_catalog_verify(catalog, name ? &name : NULL, name ? 1 : 0, resolve, hear, out, NULL, counts, &error);
    if (status != HBS_OK && !out->count) snprintf(out->first, sizeof out->first, "%s", error.message);
    hbs_catalog_close(catalog);
    return status;
}

static void change(const char *path, const char *sql) {
    sqlite3 *db;
    char *message = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF", NULL, NULL, NULL);
    CU_ASSERT_EQUAL(sqlite3_exec(db, sql, NULL, NULL, &message), SQLITE_OK);
    if (message) fprintf(stderr, "\n    %s: %s\n", sql, message);
    CU_ASSERT(sqlite3_total_changes(db) > 0);
    sqlite3_free(message);
    sqlite3_close(db);
}

static void sound_catalogs_have_no_fault(void) {
    const char *path = fresh("sound.db");
    told t;
    hbs_verify_counts counts;
    make_stored(path);
    CU_ASSERT_EQUAL(verify(path, false, NULL, &t, &counts), HBS_OK);
    if (t.count) fprintf(stderr, "\n    %s\n", t.first);
    CU_ASSERT_EQUAL(counts.datasets, 3);
    CU_ASSERT_EQUAL(counts.instances, 72);
    CU_ASSERT_EQUAL(counts.certificates, 72);
    CU_ASSERT_EQUAL(counts.trusted + counts.resolved + counts.unknown + counts.faults, 0);
    CU_ASSERT_EQUAL(verify(path, false, "d1", &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.instances, 24);
    CU_ASSERT_EQUAL(verify(path, false, "nope", &t, &counts), HBS_ERROR_NOT_FOUND);
    change(path, "UPDATE instance SET certificate = NULL");
    CU_ASSERT_EQUAL(verify(path, false, NULL, &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.trusted, 72);
    CU_ASSERT_EQUAL(verify(path, true, NULL, &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.resolved, 72);
}

static void every_class_of_change_is_found(void) {
    static const struct {
        const char *sql, *word;
    } changes[] = {
        {"UPDATE instance SET label = 1 - label WHERE dataset = 1 AND idx = 3", "cannot certify label"},
        {"UPDATE instance SET label = 1 - label WHERE dataset = 2 AND idx = 3", "cannot certify label"},
        {"UPDATE instance SET label = 1 - label, certificate = NULL, certificate_kind = NULL WHERE dataset = 2 AND idx = 3", "digest"},
        {"UPDATE instance SET label = NULL, reason = 'x' WHERE dataset = 1 AND idx = 3", "unknown and there is a certificate"},
        {"UPDATE instance SET label = NULL, reason = NULL, certificate = NULL, certificate_kind = NULL WHERE dataset = 1 AND idx = 3", "no reason"},
        {"UPDATE instance SET label_source = NULL WHERE dataset = 1 AND idx = 3", "where the label is from"},
        {"UPDATE instance SET size_n = size_n + 1 WHERE dataset = 1 AND idx = 3", "size_n"},
        {"UPDATE instance SET size_m = size_m + 1 WHERE dataset = 2 AND idx = 3", "size_m"},
        {"UPDATE instance SET content_hash = zeroblob(32) WHERE dataset = 3 AND idx = 3", "content hash"},
        {"UPDATE instance SET gbd_hash = 'd41d8cd98f00b204e9800998ecf8427e' WHERE dataset = 1 AND idx = 3", "GBD hash"},
        {"UPDATE instance SET gbd_hash = NULL WHERE dataset = 1 AND idx = 3", "GBD hash"},
        {"UPDATE instance SET payload = (SELECT payload FROM instance WHERE dataset = 1 AND idx = 5) WHERE dataset = 1 AND idx = 3", "payload"},
        {"UPDATE instance SET certificate = (SELECT certificate FROM instance WHERE dataset = 1 AND idx = 5), certificate_kind = 'refutation' WHERE dataset = 1 AND label = 1 AND idx < 6",
         "cannot certify"},
        {"DELETE FROM instance WHERE dataset = 1 AND idx = 7", "there should be 24"},
        {"UPDATE dataset SET digest = replace(digest, substr(digest, 1, 1), 'f') || '' WHERE id = 2 AND digest NOT LIKE 'f%'; UPDATE dataset SET digest = substr(digest, 2) || '0' WHERE id = 2",
         "digest"},
        {"UPDATE instance SET idx = 1000 WHERE dataset = 2 AND idx = 0", "digest"},
        {"PRAGMA foreign_keys = OFF; UPDATE instance SET dataset = 77 WHERE dataset = 2 AND idx = 3", "foreign keys"},
    };
    const char *sound = fresh("sound.db"), *path = fresh("changed.db");
    size_t size;
    make_stored(sound);
    char *data = read_file(sound, &size);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        told t;
        hbs_verify_counts counts;
        write_file(path, data, size);
        change(path, changes[i].sql);
        CU_ASSERT_EQUAL(verify(path, false, NULL, &t, &counts), HBS_ERROR_FAULT);
        if (!strstr(t.first, changes[i].word)) fprintf(stderr, "\n    %s: %s\n", changes[i].sql, t.first);
        CU_ASSERT_PTR_NOT_NULL(strstr(t.first, changes[i].word));
    }
    free(data);
}

static const char *const byte_change =
    "UPDATE instance SET %s = CAST(substr(%s, 1, %u) || CAST(x'%02x' AS BLOB) || substr(%s, %u) AS BLOB) WHERE dataset = %u AND idx = %u";

/* Any byte of any payload, any byte of any certificate. A changed model may be another model: then it is one, and the checker says so; every payload change shows. */
static void any_changed_byte_is_found(void) {
    const char *sound = fresh("sound.db"), *path = fresh("byte.db");
    size_t size;
    hbs_rng rng;
    unsigned silent = 0;
    make_stored(sound);
    char *data = read_file(sound, &size);
    hbs_rng_seed(&rng, 9, 0, HBS_LANE_ANALYSIS);
    for (unsigned i = 0; i < 180; i++) {
        told t;
        hbs_verify_counts counts;
        sqlite3 *db;
        sqlite3_stmt *read = NULL;
        const char *what = i % 2 ? "certificate" : "payload";
        const unsigned dataset = 1 + i % 3, idx = (unsigned)hbs_rng_below(&rng, 24);
        char sql[600];
        write_file(path, data, size);
        CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &db), SQLITE_OK);
        snprintf(sql, sizeof sql, "SELECT %s FROM instance WHERE dataset = %u AND idx = %u", what, dataset, idx);
        CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(db, sql, -1, &read, NULL), SQLITE_OK);
        CU_ASSERT_EQUAL_FATAL(sqlite3_step(read), SQLITE_ROW);
        const unsigned length = (unsigned)sqlite3_column_bytes(read, 0);
        const unsigned at = length ? (unsigned)hbs_rng_below(&rng, length) : 0;
        const unsigned old = length ? ((const uint8_t *)sqlite3_column_blob(read, 0))[at] : 0;
        sqlite3_finalize(read);
        sqlite3_close(db);
        if (!length) continue;
        snprintf(sql, sizeof sql, byte_change, what, what, at, (old + 1 + (unsigned)hbs_rng_below(&rng, 255)) & 255, what, at + 2, dataset, idx);
        change(path, sql);
        const hbs_status status = verify(path, false, NULL, &t, &counts);
        CU_ASSERT(status == HBS_ERROR_FAULT || (i % 2 && status == HBS_OK));
        silent += status == HBS_OK;
    }
    CU_ASSERT(silent < 45);   /* other models, other lemmas that hold as well, spare bits */
    free(data);
}

static void wrong_labels_are_refuted_by_solving(void) {
    const char *path = fresh("wrong.db");
    told t;
    hbs_verify_counts counts;
    make_stored(path);
    /* a forger who knows the digest rule would recompute it: only solving helps then */
    change(path, "UPDATE instance SET label = 1 - label, certificate = NULL, certificate_kind = NULL, certificate_size = NULL WHERE dataset = 1 AND idx = 3");
    CU_ASSERT_EQUAL(verify(path, true, "d0", &t, &counts), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.first, "d0, instance 3: label"));
    CU_ASSERT_PTR_NOT_NULL(strstr(t.first, "is refuted by solver"));
    CU_ASSERT_EQUAL(t.count, 2);
}

const hbs_test hbs_tests[] = {
    {"sound catalogs have no fault", sound_catalogs_have_no_fault},
    {"every class of change is found", every_class_of_change_is_found},
    {"any changed byte is found", any_changed_byte_is_found},
    {"wrong labels are refuted by solving", wrong_labels_are_refuted_by_solving},
    {NULL, NULL},
};
