/* Reading instances in order. Every value of a row is checked for type and range before it leaves here: a stranger's catalog may hold anything. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/catalog/connection.h"

struct hbs_rows {
    hbs_catalog *catalog;
    sqlite3_stmt *statement;
    char name[129];   /* of the dataset */
    char problem[8];
};

enum column {
    IDX, UNIT, PART, SPLIT, NAME, LABEL, CLAIM, SOURCE, REASON, SIZE_N, SIZE_M, SOLVER, EFFORT, TRIES, UNKNOWN_TRIES, CHOICE_BITS, CONTENT_HASH, GBD_HASH,
    CERTIFICATE_KIND, CERTIFICATE_SIZE, PAYLOAD, CERTIFICATE, PARENT_DATASET, PARENT, ROOT_DATASET, ROOT_UNIT, CANONICAL_HASH
};
#define COLUMNS                                                                                                                            \
    "idx, unit, part, split, name, label, claim, label_source, reason, size_n, size_m, solver, effort, tries, unknown_tries, choice_bits, " \
    "content_hash, gbd_hash, certificate_kind, certificate_size, payload, certificate, parent_dataset, parent, root_dataset, root_unit, canonical_hash"

static const char *const kind_names[] = {NULL, "model", "refutation", "homomorphism", "search_tree", "encoding_refutation"};
#define KINDS (sizeof kind_names / sizeof *kind_names)

const char *hbs_catalog_kind_name(hbs_certificate_kind kind) { return (size_t)kind < KINDS ? kind_names[kind] : NULL; }

bool hbs_catalog_kind_parse(const char *name, hbs_certificate_kind *out) {
    for (size_t i = 1; i < KINDS; i++)
        if (!strcmp(name, kind_names[i])) {
            *out = (hbs_certificate_kind)i;
            return true;
        }
    return false;
}

static hbs_status find_name(hbs_rows *rows, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(rows->catalog, &statement, "SELECT name, problem FROM dataset WHERE id = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset);
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) HBS_FAIL(error, HBS_ERROR_NOT_FOUND, "%s: dataset number %lld is not there any more: somebody has removed it; `gen ls` lists what there is", rows->catalog->path, (long long)dataset);
    if (code != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(rows->catalog, "find a dataset", error));
    snprintf(rows->name, sizeof rows->name, "%s", (const char *)sqlite3_column_text(statement, 0));
    snprintf(rows->problem, sizeof rows->problem, "%s", (const char *)sqlite3_column_text(statement, 1));
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_rows_open(hbs_rows **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error) { return hbs_rows_open_from(out, catalog, dataset, 0, error); }

hbs_status hbs_rows_open_from(hbs_rows **out, hbs_catalog *catalog, int64_t dataset, uint64_t from, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    HBS_TRY(hbs_allocate(&rows, 1, sizeof *rows, error));
    rows->catalog = catalog;
    HBS_TRY(find_name(rows, dataset, error));
    HBS_TRY(hbs_catalog_prepare(catalog, &rows->statement, "SELECT " COLUMNS " FROM instance WHERE dataset = ?1 AND idx >= ?2 ORDER BY idx", error));
    sqlite3_bind_int64(rows->statement, 1, dataset);
    /* from the start: negative numbers too, which are then refused and not passed over */
    if (from <= INT64_MAX) sqlite3_bind_int64(rows->statement, 2, from == 0 ? INT64_MIN : (int64_t)from);
    else sqlite3_bind_null(rows->statement, 2);   /* behind the last number that there can be: no rows */
    *out = rows;
    rows = NULL;
done:
    hbs_rows_close(rows);
    return status;
}

void hbs_rows_close(hbs_rows *rows) {
    if (!rows) return;
    sqlite3_finalize(rows->statement);
    free(rows);
}

/* Readers of one value: false when it has another type or is out of range. */
static bool whole(sqlite3_stmt *row, enum column column, bool optional, uint64_t *out) {
    *out = 0;
    if (sqlite3_column_type(row, (int)column) == SQLITE_NULL) return optional;
    const sqlite3_int64 value = sqlite3_column_int64(row, (int)column);
    *out = (uint64_t)value;
    return sqlite3_column_type(row, (int)column) == SQLITE_INTEGER && value >= 0;
}

static bool label(sqlite3_stmt *row, enum column column, int *out) {
    uint64_t value;
    *out = HBS_LABEL_UNKNOWN;
    if (sqlite3_column_type(row, (int)column) == SQLITE_NULL) return true;
    if (!whole(row, column, false, &value) || value > 1) return false;
    *out = (int)value;
    return true;
}

static bool text(sqlite3_stmt *row, enum column column, const char **out) {
    *out = NULL;
    if (sqlite3_column_type(row, (int)column) == SQLITE_NULL) return true;
    if (sqlite3_column_type(row, (int)column) != SQLITE_TEXT) return false;
    *out = (const char *)sqlite3_column_text(row, (int)column);
    return *out != NULL;
}

static bool blob(sqlite3_stmt *row, enum column column, const uint8_t **out, size_t *size) {
    *out = sqlite3_column_blob(row, (int)column);   /* NULL for an empty one */
    *size = (size_t)sqlite3_column_bytes(row, (int)column);
    return sqlite3_column_type(row, (int)column) == SQLITE_BLOB;
}

static bool source(sqlite3_stmt *row, const char **out) {
    static const char *const known[] = {"solver", "construction", "file"};
    const char *found;
    if (!text(row, SOURCE, &found)) return false;
    *out = NULL;
    for (size_t i = 0; found && !*out && i < sizeof known / sizeof *known; i++)
        if (!strcmp(found, known[i])) *out = known[i];
    return !found || *out;
}

static bool hash(sqlite3_stmt *row, uint8_t out[HBS_HASH_SIZE]) {
    const uint8_t *data;
    size_t size;
    if (!blob(row, CONTENT_HASH, &data, &size) || size != HBS_HASH_SIZE) return false;
    memcpy(out, data, HBS_HASH_SIZE);
    return true;
}

static bool gbd(sqlite3_stmt *row, const char **out) {
    return text(row, GBD_HASH, out) && (!*out || (strlen(*out) == 32 && strspn(*out, "0123456789abcdef") == 32));
}

static bool bits(sqlite3_stmt *row, double *out) {
    const int type = sqlite3_column_type(row, CHOICE_BITS);
    *out = type == SQLITE_NULL ? NAN : sqlite3_column_double(row, CHOICE_BITS);
    return type == SQLITE_NULL || (type == SQLITE_FLOAT && isfinite(*out) && *out >= 0);
}

static bool certificate(sqlite3_stmt *row, hbs_row *out) {
    const char *kind;
    out->certificate_kind = HBS_CERTIFICATE_NONE;
    out->certificate = NULL;
    out->certificate_bytes = 0;
    if (!text(row, CERTIFICATE_KIND, &kind) || (kind && !hbs_catalog_kind_parse(kind, &out->certificate_kind))) return false;
    if (sqlite3_column_type(row, CERTIFICATE) == SQLITE_NULL) return true;
    if (!kind || !blob(row, CERTIFICATE, &out->certificate, &out->certificate_bytes)) return false;
    if (!out->certificate) out->certificate = (const uint8_t *)"";
    return true;
}

static bool payload(sqlite3_stmt *row, hbs_row *out) {
    if (!blob(row, PAYLOAD, &out->payload, &out->payload_size)) return false;
    if (!out->payload) out->payload = (const uint8_t *)"";
    return true;
}

uint64_t hbs_family(const char *root_dataset, uint64_t root_unit, uint64_t unit) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);   /* FNV-1a */
    if (!root_dataset) return unit;
    for (const char *at = root_dataset; *at; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);   /* its upper bits hardly depend on the last bytes */
    return HBS_FAMILY_ROOTED | hash >> 42 << 40 | (root_unit & ((UINT64_C(1) << 40) - 1));
}

static bool canonical(sqlite3_stmt *row, const uint8_t **out) {
    size_t size;
    *out = NULL;
    return sqlite3_column_type(row, CANONICAL_HASH) == SQLITE_NULL || (blob(row, CANONICAL_HASH, out, &size) && size == HBS_HASH_SIZE);
}

/* A number where there are ancestors, else NULL. */
static bool of_ancestor(sqlite3_stmt *row, enum column column, bool there, uint64_t *out) {
    return there ? whole(row, column, false, out) : sqlite3_column_type(row, (int)column) == SQLITE_NULL;
}

/* "NAME" or "FILE:NAME", a path and a name long at most. */
static bool ancestor(sqlite3_stmt *row, enum column column, const char **out) {
    return text(row, column, out) && (!*out || (**out && strlen(*out) <= 4096 + 1 + 128));
}

/* All four, or none. */
static const char *ancestry(sqlite3_stmt *row, hbs_row *out) {
    if (!ancestor(row, PARENT_DATASET, &out->parent_dataset)) return "parent_dataset";
    if (!ancestor(row, ROOT_DATASET, &out->root_dataset) || !out->root_dataset != !out->parent_dataset) return "root_dataset";
    if (!of_ancestor(row, PARENT, out->parent_dataset, &out->parent)) return "parent";
    if (!of_ancestor(row, ROOT_UNIT, out->parent_dataset, &out->root_unit)) return "root_unit";
    out->family = hbs_family(out->root_dataset, out->root_unit, out->unit);
    return NULL;
}

/* NULL, or the name of the first column that does not hold. */
static const char *read_row(sqlite3_stmt *row, hbs_row *out) {
    uint64_t part;
    if (!whole(row, IDX, false, &out->idx)) return "idx";
    if (!whole(row, UNIT, false, &out->unit)) return "unit";
    if (!whole(row, PART, false, &part) || part > UINT32_MAX) return "part";
    out->part = (uint32_t)part;
    if (!text(row, SPLIT, &out->split) || (out->split && strlen(out->split) > 31)) return "split";
    if (!text(row, NAME, &out->name)) return "name";
    if (!label(row, LABEL, &out->label)) return "label";
    if (!label(row, CLAIM, &out->claim)) return "claim";
    if (!source(row, &out->label_source)) return "label_source";
    if (!text(row, REASON, &out->reason)) return "reason";
    if (!whole(row, SIZE_N, false, &out->size_n)) return "size_n";
    if (!whole(row, SIZE_M, false, &out->size_m)) return "size_m";
    if (!text(row, SOLVER, &out->solver)) return "solver";
    if (!whole(row, EFFORT, true, &out->effort)) return "effort";
    if (!whole(row, TRIES, false, &out->tries)) return "tries";
    if (!whole(row, UNKNOWN_TRIES, false, &out->unknown_tries)) return "unknown_tries";
    if (!bits(row, &out->choice_bits)) return "choice_bits";
    if (!hash(row, out->content_hash)) return "content_hash";
    if (!gbd(row, &out->gbd_hash)) return "gbd_hash";
    if (!whole(row, CERTIFICATE_SIZE, true, &out->certificate_size)) return "certificate_size";
    if (!certificate(row, out)) return "certificate";
    if (!payload(row, out)) return "payload";
    if (!canonical(row, &out->canonical_hash)) return "canonical_hash";
    return ancestry(row, out);
}

hbs_status hbs_rows_next(hbs_rows *rows, hbs_row *row, bool *more, hbs_error *error) {
    hbs_catalog *catalog = rows->catalog;
    const int code = sqlite3_step(rows->statement);
    if (code == SQLITE_DONE) {
        *more = false;
        return HBS_OK;
    }
    if (code != SQLITE_ROW) return hbs_catalog_fail(catalog, "read instances", error);
    hbs_row found = {.dataset = rows->name};
    const char *bad = read_row(rows->statement, &found);
    if (sqlite3_errcode(catalog->db) == SQLITE_NOMEM) return hbs_raise(error, HBS_ERROR_MEMORY, "%s: out of memory while instances are read", catalog->path);
    if (bad)
        return hbs_catalog_damaged(catalog, error, "dataset %s, instance %lld: column %s holds what no instance can", rows->name,
                                   (long long)sqlite3_column_int64(rows->statement, IDX), bad);
    *row = found;
    *more = true;
    return HBS_OK;
}

hbs_status hbs_row_instance(const hbs_row *row, hbs_problem problem, hbs_instance *out, hbs_error *error) {
    hbs_error cause = {0};
    const hbs_status status = hbs_instance_decode(out, problem, row->payload, row->payload_size, &cause);
    if (status == HBS_OK) return HBS_OK;
    return hbs_raise(error, status == HBS_ERROR_MEMORY ? HBS_ERROR_MEMORY : HBS_ERROR_FAULT, "dataset %s, instance %llu: the payload does not decode: %s",
                     row->dataset ? row->dataset : "?", (unsigned long long)row->idx, cause.message);
}
