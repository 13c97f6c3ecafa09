/* Writing instances in batches.
 *
 * Rows are copied into one arena and written in a burst, so that the write lock is held for milliseconds however long an instance takes to make: a second
 * writer gets in between. A batch ends only between units, so that a dataset can always be resumed at a unit. With a write-ahead log a commit costs no sync and small batches keep
 * the makers from waiting for the writer; with a rollback journal each commit costs several, and batches are larger. The digest is made along the way, while
 * other threads make the next instances: to read it all again at the end would be time for one thread alone. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "datasets/catalog/connection.h"

#define ROWS_LOG 512
#define ROWS_JOURNAL 4096
#define BYTES (16u << 20)
#define SECONDS 2

/* Where a text or blob lies in the arena. */
typedef struct span {
    size_t at, size;
    bool there;
} span;

typedef struct pending {
    hbs_row row;
    span split, name, source, reason, solver, gbd, payload, certificate, parent_dataset, root_dataset, canonical_hash;
} pending;

typedef struct lost {
    uint64_t unit, idx, tries;
    int label;
    span reason;
} lost;

struct hbs_writer {
    hbs_catalog *catalog;
    int64_t dataset;
    char name[129];   /* of the dataset */
    sqlite3_stmt *insert, *insert_lost;
    pending *row;
    lost *gone;
    size_t rows, row_capacity, gones, gone_capacity;
    hbs_bytes arena;
    uint64_t last_unit, next_idx;
    struct timespec since;
    hbs_hash digest;
    bool is_whole;    /* is the digest of all that the dataset holds and is to get from here? */
};

static hbs_status find_name(hbs_writer *writer, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(writer->catalog, &statement, "SELECT name FROM dataset WHERE id = ?1", error));
    sqlite3_bind_int64(statement, 1, writer->dataset);
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) HBS_FAIL(error, HBS_ERROR_NOT_FOUND, "%s: dataset number %lld is not there any more: somebody has removed it; `gen ls` lists what there is", writer->catalog->path, (long long)writer->dataset);
    if (code != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(writer->catalog, "find a dataset", error));
    snprintf(writer->name, sizeof writer->name, "%s", (const char *)sqlite3_column_text(statement, 0));
done:
    sqlite3_finalize(statement);
    return status;
}

static hbs_status start_digest(hbs_writer *writer, hbs_error *error) {
    uint64_t there = 0;
    const hbs_status status = hbs_catalog_number(writer->catalog, writer->dataset, "SELECT EXISTS(SELECT 1 FROM instance WHERE dataset = ?1)", &there, error);
    writer->is_whole = !there;
    hbs_hash_start(&writer->digest);
    return status;
}

/* The digest is over instances in order. */
static void add_to_digest(hbs_writer *writer, const hbs_row *row) {
    writer->is_whole = writer->is_whole && row->idx >= writer->next_idx;
    writer->next_idx = row->idx + 1;
    hbs_digest_add(&writer->digest, row);
}

hbs_status hbs_writer_open(hbs_writer **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_writer *writer = NULL;
    HBS_TRY(hbs_catalog_needs_write(catalog, error));
    HBS_TRY(hbs_allocate(&writer, 1, sizeof *writer, error));
    writer->catalog = catalog;
    writer->dataset = dataset;
    HBS_TRY(find_name(writer, error));
    HBS_TRY(start_digest(writer, error));
    HBS_TRY(hbs_catalog_prepare(catalog, &writer->insert,
                                "INSERT INTO instance(dataset, idx, unit, part, split, name, label, claim, label_source, reason, size_n, size_m, solver, effort, tries, "
                                "unknown_tries, choice_bits, content_hash, gbd_hash, certificate_kind, certificate_size, payload, certificate, "
                                "parent_dataset, parent, root_dataset, root_unit, canonical_hash) "
                                "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)", error));
    HBS_TRY(hbs_catalog_prepare(catalog, &writer->insert_lost, "INSERT INTO infeasible(dataset, idx, unit, label, tries, reason) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", error));
    *out = writer;
    writer = NULL;
done:
    hbs_writer_close(writer);
    return status;
}

void hbs_writer_close(hbs_writer *writer) {
    if (!writer) return;
    sqlite3_finalize(writer->insert);
    sqlite3_finalize(writer->insert_lost);
    hbs_bytes_free(&writer->arena);
    free(writer->row);
    free(writer->gone);
    free(writer);
}

static hbs_status keep(hbs_writer *writer, const void *data, size_t size, span *out, hbs_error *error) {
    *out = (span){writer->arena.size, size, data != NULL};
    return data ? hbs_bytes_append(&writer->arena, data, size, error) : HBS_OK;
}

static hbs_status keep_text(hbs_writer *writer, const char *text, span *out, hbs_error *error) { return keep(writer, text, text ? strlen(text) : 0, out, error); }

static void bind_text(const hbs_writer *writer, sqlite3_stmt *statement, int at, span text) {
    if (text.there) sqlite3_bind_text(statement, at, (const char *)writer->arena.data + text.at, (int)text.size, SQLITE_STATIC);
    else sqlite3_bind_null(statement, at);
}

/* sqlite3_bind_blob takes NULL for SQL's NULL, so an empty blob needs an address; _blob64 refuses what a row cannot hold. */
static void bind_blob(const hbs_writer *writer, sqlite3_stmt *statement, int at, span blob) {
    if (blob.there) sqlite3_bind_blob64(statement, at, blob.size ? (const void *)(writer->arena.data + blob.at) : "", blob.size, SQLITE_STATIC);
    else sqlite3_bind_null(statement, at);
}

static void bind_number(sqlite3_stmt *statement, int at, uint64_t value) { sqlite3_bind_int64(statement, at, (sqlite3_int64)value); }

static void bind_label(sqlite3_stmt *statement, int at, int label) {
    if (label == HBS_LABEL_UNKNOWN) sqlite3_bind_null(statement, at);
    else sqlite3_bind_int(statement, at, label);
}

static void bind_ancestry(const hbs_writer *writer, const pending *item) {
    sqlite3_stmt *to = writer->insert;
    bind_text(writer, to, 24, item->parent_dataset);
    if (item->parent_dataset.there) bind_number(to, 25, item->row.parent);
    else sqlite3_bind_null(to, 25);
    bind_text(writer, to, 26, item->root_dataset);
    if (item->root_dataset.there) bind_number(to, 27, item->row.root_unit);
    else sqlite3_bind_null(to, 27);
}

static void bind_row(const hbs_writer *writer, const pending *item) {
    sqlite3_stmt *to = writer->insert;
    const hbs_row *row = &item->row;
    const char *kind = hbs_catalog_kind_name(row->certificate_kind);
    sqlite3_bind_int64(to, 1, writer->dataset);
    bind_number(to, 2, row->idx);
    bind_number(to, 3, row->unit);
    bind_number(to, 4, row->part);
    bind_text(writer, to, 5, item->split);
    bind_text(writer, to, 6, item->name);
    bind_label(to, 7, row->label);
    bind_label(to, 8, row->claim);
    bind_text(writer, to, 9, item->source);
    bind_text(writer, to, 10, item->reason);
    bind_number(to, 11, row->size_n);
    bind_number(to, 12, row->size_m);
    bind_text(writer, to, 13, item->solver);
    if (item->solver.there) bind_number(to, 14, row->effort);
    else sqlite3_bind_null(to, 14);
    bind_number(to, 15, row->tries);
    bind_number(to, 16, row->unknown_tries);
    if (isnan(row->choice_bits)) sqlite3_bind_null(to, 17);
    else sqlite3_bind_double(to, 17, row->choice_bits);
    sqlite3_bind_blob(to, 18, row->content_hash, HBS_HASH_SIZE, SQLITE_STATIC);
    bind_text(writer, to, 19, item->gbd);
    if (kind) sqlite3_bind_text(to, 20, kind, -1, SQLITE_STATIC);
    else sqlite3_bind_null(to, 20);
    if (kind) bind_number(to, 21, row->certificate_size);
    else sqlite3_bind_null(to, 21);
    bind_blob(writer, to, 22, item->payload);
    bind_blob(writer, to, 23, item->certificate);
    bind_ancestry(writer, item);
    bind_blob(writer, to, 28, item->canonical_hash);
}

static void bind_lost(const hbs_writer *writer, const lost *item) {
    sqlite3_stmt *to = writer->insert_lost;
    sqlite3_bind_int64(to, 1, writer->dataset);
    bind_number(to, 2, item->idx);
    bind_number(to, 3, item->unit);
    bind_label(to, 4, item->label);
    bind_number(to, 5, item->tries);
    bind_text(writer, to, 6, item->reason);
}

static hbs_status insert(hbs_writer *writer, sqlite3_stmt *statement, hbs_error *error) {
    const int code = sqlite3_step(statement);
    hbs_status status = HBS_OK;
    /* the only key that can be missing is the dataset's own */
    if (code != SQLITE_DONE && sqlite3_extended_errcode(writer->catalog->db) == SQLITE_CONSTRAINT_FOREIGNKEY) status = hbs_catalog_removed(writer->catalog, writer->name, error);
    else if (code != SQLITE_DONE) status = hbs_catalog_fail(writer->catalog, "write instances", error);
    sqlite3_reset(statement);
    return status;
}

hbs_status hbs_writer_commit(hbs_writer *writer, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    if (!writer->rows && !writer->gones) return HBS_OK;
    HBS_TRY(hbs_catalog_begin(writer->catalog, &mine, error));
    for (size_t i = 0; i < writer->rows; i++) {
        bind_row(writer, &writer->row[i]);
        HBS_TRY(insert(writer, writer->insert, error));
    }
    for (size_t i = 0; i < writer->gones; i++) {
        bind_lost(writer, &writer->gone[i]);
        HBS_TRY(insert(writer, writer->insert_lost, error));
    }
done:
    status = hbs_catalog_end(writer->catalog, mine, status, error);
    if (status == HBS_OK) {
        writer->rows = writer->gones = 0;
        hbs_bytes_clear(&writer->arena);
    }
    return status;
}

static bool is_full(const hbs_writer *writer) {
    const size_t items = writer->rows + writer->gones;
    if (!items) return false;
    if (items >= (writer->catalog->wal ? ROWS_LOG : ROWS_JOURNAL) || writer->arena.size >= BYTES) return true;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec - writer->since.tv_sec >= SECONDS;
}

/* Commits when a batch is full and `unit` begins another unit than the last row's. */
static hbs_status make_room(hbs_writer *writer, uint64_t unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (unit != writer->last_unit && is_full(writer)) HBS_TRY(hbs_writer_commit(writer, error));
    if (!writer->rows && !writer->gones) clock_gettime(CLOCK_MONOTONIC_COARSE, &writer->since);
    writer->last_unit = unit;
done:
    return status;
}

static hbs_status keep_row(hbs_writer *writer, const hbs_row *row, pending *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    out->row = *row;
    HBS_TRY(keep_text(writer, row->split, &out->split, error));
    HBS_TRY(keep_text(writer, row->name, &out->name, error));
    HBS_TRY(keep_text(writer, row->label_source, &out->source, error));
    HBS_TRY(keep_text(writer, row->reason, &out->reason, error));
    HBS_TRY(keep_text(writer, row->solver, &out->solver, error));
    HBS_TRY(keep_text(writer, row->gbd_hash, &out->gbd, error));
    HBS_TRY(keep(writer, row->payload ? row->payload : (const uint8_t *)"", row->payload_size, &out->payload, error));
    HBS_TRY(keep(writer, row->certificate, row->certificate_bytes, &out->certificate, error));
    HBS_TRY(keep_text(writer, row->parent_dataset, &out->parent_dataset, error));
    HBS_TRY(keep_text(writer, row->parent_dataset ? row->root_dataset : NULL, &out->root_dataset, error));
    HBS_TRY(keep(writer, row->canonical_hash, HBS_HASH_SIZE, &out->canonical_hash, error));
done:
    return status;
}

hbs_status hbs_writer_add(hbs_writer *writer, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t arena = writer->arena.size;
    assert(!row->parent_dataset == !row->root_dataset);
    if (row->idx > INT64_MAX || row->parent > INT64_MAX || row->root_unit > INT64_MAX || row->unit > INT64_MAX || row->size_n > INT64_MAX || row->size_m > INT64_MAX || row->effort > INT64_MAX || row->tries > INT64_MAX)
        HBS_FAIL(error, HBS_ERROR_USAGE, "instance %llu: a number is too large for the catalog", (unsigned long long)row->idx);
    HBS_TRY(make_room(writer, row->unit, error));
    HBS_TRY(hbs_grow(&writer->row, &writer->row_capacity, writer->rows + 1, sizeof *writer->row, error));
    HBS_TRY(keep_row(writer, row, &writer->row[writer->rows], error));
    writer->rows++;
    add_to_digest(writer, row);
done:
    if (status == HBS_ERROR_MEMORY && writer->arena.size > arena) writer->arena.size = arena;
    return status;
}

hbs_status hbs_writer_infeasible(hbs_writer *writer, uint64_t unit, uint64_t idx, int wanted_label, uint64_t tries, const char *reason, hbs_error *error) {
    hbs_status status = HBS_OK;
    lost item = {.unit = unit, .idx = idx, .tries = tries, .label = wanted_label};
    HBS_TRY(make_room(writer, unit, error));
    HBS_TRY(hbs_grow(&writer->gone, &writer->gone_capacity, writer->gones + 1, sizeof *writer->gone, error));
    HBS_TRY(keep_text(writer, reason ? reason : "", &item.reason, error));
    writer->gone[writer->gones++] = item;
done:
    return status;
}

hbs_status hbs_writer_finish(hbs_writer *writer, hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    char digest[65] = "";
    uint8_t sum[HBS_HASH_SIZE];
    assert(dataset->id == writer->dataset);
    HBS_TRY(hbs_writer_commit(writer, error));
    hbs_hash_finish(&writer->digest, sum);
    if (writer->is_whole) hbs_hex(sum, sizeof sum, digest);
    writer->is_whole = false;
    HBS_TRY(hbs_dataset_finish_with(writer->catalog, dataset, digest, error));
done:
    return status;
}
