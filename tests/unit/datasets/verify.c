/* Verifying finds every class of changed bytes; a sound catalog has no fault. */
#include <sqlite3.h>

#include "solvers/checking/drat.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/datasets/fixture.h"

static const char *const specs[] = {"sat/sr n=4..9", "cqc/uniform", "cqc/pullback"};
#define SPECS (sizeof specs / sizeof *specs)

static void make_stored(const char *path) {
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    for (size_t i = 0; i < SPECS; i++) {
        char name[8];
        const hbs_make_options options = {.count = 24, .seed = 5, .certify = HBS_CERTIFY_STORE};
        snprintf(name, sizeof name, "d%zu", i);
        hbs_dataset dataset = make_ok(catalog, name, specs[i], &options);
        hbs_dataset_free(&dataset);
    }
    hbs_catalog_close(catalog);
}

typedef struct told {
    unsigned count;
    char all[8000];
} told;

static void hear(void *context, const char *message) {
    told *t = context;
    const size_t used = strlen(t->all);
    t->count++;
    snprintf(t->all + used, sizeof t->all - used, "%s\n", message);
}

static hbs_status verify(const char *path, bool resolve, const char *name, told *out, hbs_verify_counts *counts) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    *out = (told){0};
    hbs_status status = hbs_catalog_open(&catalog, path, HBS_CATALOG_READ, NULL, &error);
    if (status == HBS_OK) status = hbs_catalog_verify(catalog, name ? &name : NULL, name ? 1 : 0, resolve, hear, out, NULL, counts, &error);
    if (status != HBS_OK && !out->count) snprintf(out->all, sizeof out->all, "%s", error.message);
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
    if (t.count) fprintf(stderr, "\n    %s\n", t.all);
    CU_ASSERT_EQUAL(counts.datasets, 3);
    CU_ASSERT_EQUAL(counts.instances, 72);
    CU_ASSERT_EQUAL(counts.certificates, 72);
    CU_ASSERT_EQUAL(counts.unchecked + counts.resolved + counts.unknown + counts.faults, 0);
    CU_ASSERT_EQUAL(verify(path, false, "d1", &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.instances, 24);
    CU_ASSERT_EQUAL(verify(path, false, "nope", &t, &counts), HBS_ERROR_NOT_FOUND);
    change(path, "UPDATE instance SET certificate = NULL");
    CU_ASSERT_EQUAL(verify(path, false, NULL, &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.unchecked, 72);
    CU_ASSERT_EQUAL(verify(path, true, NULL, &t, &counts), HBS_OK);
    CU_ASSERT_EQUAL(counts.resolved, 72);
}

#define LOST(idx, unit, label, tries, reason) \
    "DELETE FROM instance WHERE dataset = 1 AND idx = 7; INSERT INTO infeasible VALUES(1, " #idx ", " #unit ", " #label ", " #tries ", '" reason "')"

static const struct {
    const char *sql, *word;
} changes[] = {
    {"UPDATE instance SET label = 1 - label WHERE dataset = 1 AND idx = 3", "cannot certify label"},
    {"UPDATE instance SET label = 1 - label WHERE dataset = 2 AND idx = 3", "cannot certify label"},
    {"UPDATE instance SET label = 1 - label, certificate = NULL, certificate_kind = NULL WHERE dataset = 2 AND idx = 3", "digest"},
    {"UPDATE instance SET label = NULL, reason = 'x' WHERE dataset = 1 AND idx = 3", "unknown and there is a certificate"},
    {"UPDATE instance SET label = NULL, reason = NULL, certificate = NULL, certificate_kind = NULL WHERE dataset = 1 AND idx = 3", "CHECK constraint"},
    {"UPDATE instance SET label_source = NULL WHERE dataset = 1 AND idx = 3", "where the label is from"},
    {"UPDATE instance SET size_n = size_n + 1 WHERE dataset = 1 AND idx = 3", "size_n"},
    {"UPDATE instance SET size_m = size_m + 1 WHERE dataset = 2 AND idx = 3", "size_m"},
    {"UPDATE instance SET content_hash = zeroblob(32) WHERE dataset = 3 AND idx = 3", "content hash"},
    {"UPDATE instance SET canonical_hash = content_hash WHERE dataset = 3 AND idx = 3", "canonical hash"},
    {"UPDATE instance SET gbd_hash = 'd41d8cd98f00b204e9800998ecf8427e' WHERE dataset = 1 AND idx = 3", "GBD hash"},
    {"UPDATE instance SET gbd_hash = NULL WHERE dataset = 1 AND idx = 3", "GBD hash"},
    {"UPDATE instance SET payload = (SELECT payload FROM instance WHERE dataset = 1 AND idx = 5) WHERE dataset = 1 AND idx = 3", "payload"},
    {"UPDATE instance SET certificate = (SELECT certificate FROM instance WHERE dataset = 1 AND idx = 5), certificate_kind = 'refutation' WHERE dataset = 1 AND label = 1 AND idx < 6",
     "cannot certify"},
    {"DELETE FROM instance WHERE dataset = 1 AND idx = 7", "there should be 24"},
    {"UPDATE instance SET certificate_size = certificate_size + 1 WHERE dataset = 1 AND certificate_kind = 'refutation' AND idx < 6", "certificate_size is"},
    {"UPDATE instance SET certificate_size = certificate_size - 1 WHERE dataset = 1 AND certificate_kind = 'model' AND idx < 6", "certificate_size is"},
    {"UPDATE instance SET certificate_size = 99 WHERE dataset = 2 AND certificate_kind = 'search_tree'", "certificate_size is 99"},
    {"UPDATE instance SET certificate_size = 99 WHERE dataset = 3 AND certificate_kind = 'homomorphism'", "certificate_size is 99"},
    {"UPDATE instance SET certificate_size = certificate_size - 1, certificate = NULL WHERE dataset = 1 AND certificate_kind = 'model' AND idx < 6", "a model of this instance has"},
    {"UPDATE instance SET certificate_size = 99, certificate = NULL WHERE dataset = 3 AND certificate_kind = 'homomorphism'", "a homomorphism of this instance has"},
    {"INSERT INTO infeasible VALUES(1, 7, 3, 1, 10, 'x')", "there is an instance in its place"},
    {LOST(7, 3, 1, 10, ""), "no reason"},
    {LOST(7, 3, 1, 0, "x"), "never tried"},
    {LOST(7, 3, 2, 10, "x"), "neither 0 nor 1"},
    {LOST(7, -3, 1, 10, "x"), "unit is negative"},
    {LOST(24, 12, 1, 10, "x"), "outside the dataset"},
    {LOST(7, 5, 1, 10, "x"), "its unit is 5, behind unit 3"},
    {"UPDATE instance SET parent_dataset = 'd1', parent = 2, root_dataset = 'd1', root_unit = 2 WHERE dataset = 2 AND idx = 3", "its instances descend from it"},
    {"UPDATE instance SET parent_dataset = '', parent = 2, root_dataset = '', root_unit = 2 WHERE dataset = 2 AND idx = 3", "parent_dataset"},
    {"UPDATE instance SET parent_dataset = 'd0', parent = 2, root_dataset = printf('%.*c', 5000, 'x'), root_unit = 2 WHERE dataset = 2 AND idx = 3", "root_dataset"},
    {"UPDATE instance SET parent_dataset = 'd1', parent = 0, root_dataset = 'd1', root_unit = 0 WHERE dataset = 1 AND idx = 0; "
     "UPDATE instance SET parent_dataset = 'd0', parent = 0, root_dataset = 'd0', root_unit = 0 WHERE dataset = 2 AND idx = 0; "
     "UPDATE dataset SET options = json_set(options, '$.parents', json_array((SELECT group_concat(digest) FROM dataset)))", "d1: its instances descend from it"},
    {"UPDATE dataset SET reference_of = 'd1' WHERE id = 2", "d1: it is a reference of itself, in 1 steps"},
    {"UPDATE dataset SET reference_of = iif(id = 1, 'd1', 'd0') WHERE id < 3", "d1: it is a reference of itself, in 2 steps"},
    {"UPDATE dataset SET options = 'x' WHERE id = 2", "d1: its options are no JSON object"},
    {"UPDATE dataset SET spec = '' WHERE id = 2", "d1: it has no spec"},
    {"UPDATE instance SET canonical_hash = zeroblob(32) WHERE dataset = 2 AND idx = 3", "canonical hash"},
    {"UPDATE instance SET unit = unit + 1 WHERE dataset = 2 AND idx > 3", "its unit is 5, behind unit 3"},
    {"UPDATE dataset SET digest = replace(digest, substr(digest, 1, 1), 'f') || '' WHERE id = 2 AND digest NOT LIKE 'f%'; UPDATE dataset SET digest = substr(digest, 2) || '0' WHERE id = 2",
     "digest"},
    {"UPDATE instance SET idx = 1000 WHERE dataset = 2 AND idx = 0", "digest"},
    {"PRAGMA foreign_keys = OFF; UPDATE instance SET dataset = 77 WHERE dataset = 2 AND idx = 3", "foreign keys"},
};

static void every_class_of_change_is_found(void) {
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
        if (!strstr(t.all, changes[i].word)) fprintf(stderr, "\n    %s: %s\n", changes[i].sql, t.all);
        CU_ASSERT_PTR_NOT_NULL(strstr(t.all, changes[i].word));
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

/* --- One bit of every byte of a hundred stored instances. ---
 *
 * What is to be found by what: a payload by the digest always, and by decoding, spelling or the content hash, which an order of clauses or literals does not change; a label by
 * the digest always, and by the kind of certificate; a certificate by its checker. No hash covers certificates: one that still proves its label is not wrong, and is no fault. Those
 * are counted, and held against a second judge: plain evaluation for models, the checker of others' proofs for refutations. */

typedef struct found {
    unsigned faults;
    bool digest, payload, content, certificate;
    char first[400];
} found;

static void sort_fault(void *context, const char *message) {
    found *f = context;
    if (!f->faults++) snprintf(f->first, sizeof f->first, "%s", message);
    f->digest |= strstr(message, "the digest is") != NULL;
    f->content |= strstr(message, "content hash") != NULL;
    f->payload |= strstr(message, "payload") != NULL && !strstr(message, "the digest is") && !strstr(message, "hash");
    f->certificate |= strstr(message, "certificate does not prove") != NULL || strstr(message, "certificate_size") != NULL || strstr(message, "cannot certify") != NULL;
}

typedef struct tally {
    unsigned bytes, found, digest, besides, certificate, still_valid[6], judged, doubted;   /* besides: found by decoding, spelling or content hash too */
} tally;

typedef struct flipping {
    hbs_catalog *catalog;
    sqlite3 *db;
    sqlite3_stmt *write;
    hbs_instance instance;
    int label;
    hbs_certificate_kind kind;
} flipping;

static void look(const flipping *f, found *out) {
    hbs_error error = {0};
    *out = (found){0};
    const hbs_status status = hbs_catalog_verify(f->catalog, NULL, 0, false, sort_fault, out, NULL, NULL, &error);
    if (status != HBS_OK && status != HBS_ERROR_FAULT) fprintf(stderr, "\n    %s\n", error.message);
    CU_ASSERT(status == (out->faults ? HBS_ERROR_FAULT : HBS_OK));
}

/* A changed certificate that verifying accepts, before the second judge; there is none for what queries have. */
static void second_judge(const flipping *f, const uint8_t *bytes, size_t size, tally *t) {
    hbs_error error = {0};
    bool proved = true;
    t->still_valid[f->kind]++;
    if (f->kind == HBS_CERTIFICATE_MODEL) {
        uint8_t model[64] = {0};
        const hbs_certificate changed = {f->kind, 0, {(uint8_t *)(uintptr_t)bytes, size, 0}};
        proved = hbs_certificate_read_model(&changed, f->instance.cnf.variables, model, &error) == HBS_OK && hbs_cnf_satisfied(&f->instance.cnf, model);
    } else if (f->kind == HBS_CERTIFICATE_REFUTATION) {
        hbs_bytes text = {0};
        hbs_drat_counts counts = {0};
        proved = hbs_drat_write(bytes, size, f->instance.cnf.variables, &text, &error) == HBS_OK &&
                 hbs_drat_check(&f->instance.cnf, (const char *)text.data, text.size, "changed", &counts, &error) == HBS_OK;
        hbs_bytes_free(&text);
    }
    t->judged += f->kind == HBS_CERTIFICATE_MODEL || f->kind == HBS_CERTIFICATE_REFUTATION;
    t->doubted += !proved;
}

static void flip_bytes(flipping *f, const char *column, uint8_t *bytes, size_t size, bool certificate, tally *t) {
    char sql[100];
    snprintf(sql, sizeof sql, "UPDATE instance SET %s = ?1", column);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(f->db, sql, -1, &f->write, NULL), SQLITE_OK);
    for (size_t at = 0; at <= size; at++) {
        found seen;
        const uint8_t bit = (uint8_t)(1u << (at + t->bytes) % 8);
        if (at < size) bytes[at] ^= bit;
        sqlite3_bind_blob(f->write, 1, bytes, (int)size, SQLITE_STATIC);
        CU_ASSERT_EQUAL(sqlite3_step(f->write), SQLITE_DONE);
        sqlite3_reset(f->write);
        look(f, &seen);
        if (at == size) CU_ASSERT_EQUAL(seen.faults, 0);   /* the original again */
        if (at == size) break;
        t->bytes++;
        t->found += seen.faults != 0;
        t->digest += seen.digest;
        t->besides += seen.payload || seen.content;
        t->certificate += seen.certificate;
        if (certificate && !seen.faults) second_judge(f, bytes, size, t);
        bytes[at] ^= bit;
    }
    sqlite3_finalize(f->write);
}

static void flip_label(flipping *f, tally *t) {
    found seen;
    CU_ASSERT_EQUAL(sqlite3_exec(f->db, "UPDATE instance SET label = 1 - label", NULL, NULL, NULL), SQLITE_OK);
    look(f, &seen);
    t->bytes++;
    t->found += seen.faults != 0;
    t->digest += seen.digest;
    t->certificate += seen.certificate;
    CU_ASSERT_EQUAL(sqlite3_exec(f->db, "UPDATE instance SET label = 1 - label", NULL, NULL, NULL), SQLITE_OK);
}

static uint8_t *copy_of(const void *data, size_t size) {
    uint8_t *copy = malloc(size + 1);
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    return copy;
}

/* All of one catalog that holds one instance, in a transaction that is never committed. */
static void flip_instance(flipping *f, tally t[3]) {
    hbs_error error = {0};
    sqlite3_stmt *read = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(f->db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(f->db, "SELECT payload, certificate FROM instance", -1, &read, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_step(read), SQLITE_ROW);
    const size_t payload_size = (size_t)sqlite3_column_bytes(read, 0), certificate_size = (size_t)sqlite3_column_bytes(read, 1);
    uint8_t *payload = copy_of(sqlite3_column_blob(read, 0), payload_size), *certificate = copy_of(sqlite3_column_blob(read, 1), certificate_size);
    sqlite3_finalize(read);
    CHECK_OK(hbs_instance_decode(&f->instance, f->instance.problem, payload, payload_size, &error));
    flip_bytes(f, "payload", payload, payload_size, false, &t[0]);
    if (certificate_size) flip_bytes(f, "certificate", certificate, certificate_size, true, &t[1]);
    flip_label(f, &t[2]);
    CU_ASSERT_EQUAL(sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    free(payload);
    free(certificate);
}

static void make_one(flipping *f, const char *text, uint64_t seed) {
    hbs_error error = {0};
    hbs_spec spec = {0};
    hbs_dataset dataset = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    const hbs_make_options options = {.count = 1, .seed = seed, .certify = HBS_CERTIFY_STORE};
    CHECK_OK(hbs_catalog_open(&f->catalog, fresh("one.db"), HBS_CATALOG_CREATE, NULL, &error));
    f->db = hbs_catalog_sqlite(f->catalog);
    CHECK_OK(hbs_spec_parse_text(&spec, text, &error));
    CHECK_OK(hbs_make(f->catalog, "d", &spec, &options, NULL, &dataset, &error));
    CHECK_OK(hbs_rows_open(&rows, f->catalog, dataset.id, &error));
    CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
    CU_ASSERT_FATAL(more);
    f->label = row.label;
    f->kind = row.certificate_kind;
    f->instance.problem = dataset.problem;
    hbs_rows_close(rows);
    hbs_dataset_free(&dataset);
    hbs_spec_free(&spec);
}

static void one_bit_of_every_byte(void) {
    static const char *const kinds[] = {"sat/uniform n=8 m=34", "sat/uniform n=6 m=34", "sat/uniform n=12 m=30", "cqc/uniform", "cqc/pullback"};
    tally t[3] = {0};
    unsigned of_kind[6] = {0}, labels[2] = {0};
    for (unsigned i = 0; i < 100; i++) {
        flipping f = {0};
        make_one(&f, kinds[i % 5], 1000 + i);
        of_kind[f.kind]++;
        labels[f.label]++;
        flip_instance(&f, t);
        hbs_instance_free(&f.instance);
        hbs_catalog_close(f.catalog);
    }
    if (getenv("HARDBIAS_TALLY"))
        for (int i = 0; i < 3; i++)
            fprintf(stderr, "\n    %u bytes, found %u: digest %u, besides %u, certificate %u; still valid %u models, %u refutations, %u homomorphisms, %u search trees; judged %u, doubted %u", t[i].bytes,
                    t[i].found, t[i].digest, t[i].besides, t[i].certificate, t[i].still_valid[1], t[i].still_valid[2], t[i].still_valid[3], t[i].still_valid[4], t[i].judged, t[i].doubted);
    CU_ASSERT(labels[0] > 20 && labels[1] > 20);
    for (int kind = HBS_CERTIFICATE_MODEL; kind <= HBS_CERTIFICATE_SEARCH_TREE; kind++) CU_ASSERT(of_kind[kind] > 5);
    CU_ASSERT(t[0].bytes > 5000 && t[0].found == t[0].bytes && t[0].digest == t[0].bytes);
    unsigned still_valid = 0;
    for (int kind = 0; kind < 6; kind++) still_valid += t[1].still_valid[kind];
    CU_ASSERT(t[1].bytes > 300 && t[1].found == t[1].certificate && t[1].found + still_valid == t[1].bytes && t[1].digest == 0);
    CU_ASSERT(t[1].judged > 0 && still_valid < t[1].bytes / 8);
    CU_ASSERT_EQUAL(t[1].doubted, 0);
    CU_ASSERT(t[2].bytes == 100 && t[2].found == 100 && t[2].digest == 100 && t[2].certificate == 100);
}

static void wrong_labels_are_refuted_by_solving(void) {
    const char *path = fresh("wrong.db");
    told t;
    hbs_verify_counts counts;
    make_stored(path);
    /* a forger who knows the digest rule would recompute it: only solving helps then */
    change(path, "UPDATE instance SET label = 1 - label, certificate = NULL, certificate_kind = NULL, certificate_size = NULL WHERE dataset = 1 AND idx = 3");
    CU_ASSERT_EQUAL(verify(path, true, "d0", &t, &counts), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.all, "d0, instance 3: label"));
    CU_ASSERT_PTR_NOT_NULL(strstr(t.all, "is refuted by solver"));
    CU_ASSERT_EQUAL(t.count, 2);
}

const hbs_test hbs_tests[] = {
    {"sound catalogs have no fault", sound_catalogs_have_no_fault},
    {"every class of change is found", every_class_of_change_is_found},
    {"any changed byte is found", any_changed_byte_is_found},
    {"one bit of every byte of a hundred instances", one_bit_of_every_byte},
    {"wrong labels are refuted by solving", wrong_labels_are_refuted_by_solving},
    {NULL, NULL},
};
