/* The rows of the table `dataset`: create, find, list, remove, finish, count.
 *
 * The digest is SHA-256 over the instances in order of idx, for each: one byte for the label (0, 1, or 2 for unknown), the size of the payload as
 * 8 bytes (little-endian), the payload. It says nothing of how the dataset was made, so the same instances imported from text give the same digest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/decimal.h"
#include "datasets/catalog/connection.h"

#ifndef HBS_VERSION
#define HBS_VERSION "unversioned"
#endif
#define NAME_MAX_BYTES 128
#define COLUMNS "id, name, problem, spec, options, seed, count, shuffled, complete, digest, tool_version, reference_of"

void hbs_dataset_free(hbs_dataset *dataset) {
    if (!dataset) return;
    free(dataset->name);
    free(dataset->spec);
    free(dataset->options);
    free(dataset->tool_version);
    free(dataset->reference_of);
    *dataset = (hbs_dataset){0};
}

bool hbs_is_imported(const hbs_dataset *dataset) { return strncmp(dataset->spec, "import:", strlen("import:")) == 0; }

static bool valid_name(const char *name) {
    const size_t length = strlen(name);
    if (!length || length > NAME_MAX_BYTES || name[0] == '.' || name[0] == '-') return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/@+") == length;
}

static hbs_status check_name(const char *name, hbs_error *error) {
    if (name && valid_name(name)) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "'%.140s' cannot name a dataset: use 1 to %d letters, digits and . _ - / @ +, the first not a dot or a dash", name ? name : "",
                     NAME_MAX_BYTES);
}

static int bind_optional(sqlite3_stmt *statement, int at, const char *text) {
    return text ? sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC) : sqlite3_bind_null(statement, at);
}

static void bind_dataset(sqlite3_stmt *statement, const hbs_dataset *dataset, char seed[24]) {
    snprintf(seed, 24, "%llu", (unsigned long long)dataset->seed);
    bind_optional(statement, 1, dataset->name);
    bind_optional(statement, 2, hbs_problem_name(dataset->problem));
    bind_optional(statement, 3, dataset->spec ? dataset->spec : "");
    bind_optional(statement, 4, dataset->options ? dataset->options : "{}");
    bind_optional(statement, 5, seed);
    sqlite3_bind_int64(statement, 6, (sqlite3_int64)dataset->count);
    sqlite3_bind_int(statement, 7, dataset->shuffled);
    bind_optional(statement, 8, dataset->tool_version ? dataset->tool_version : HBS_VERSION);
    bind_optional(statement, 9, dataset->reference_of);
}

static hbs_status insert(hbs_catalog *catalog, hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    char seed[24];
    HBS_TRY(hbs_catalog_prepare(catalog, &statement,
                                "INSERT INTO dataset(name, problem, spec, options, seed, count, shuffled, complete, tool_version, reference_of) "
                                "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9)", error));
    bind_dataset(statement, dataset, seed);
    if (sqlite3_step(statement) == SQLITE_DONE) {
        dataset->id = sqlite3_last_insert_rowid(catalog->db);
    } else if ((sqlite3_extended_errcode(catalog->db) & 0xFF) == SQLITE_CONSTRAINT) {
        HBS_FAIL(error, HBS_ERROR_EXISTS, "%s: dataset %s exists; choose another name or remove it with `gen rm`", catalog->path, dataset->name);
    } else {
        HBS_TRY(hbs_catalog_fail(catalog, "create a dataset", error));
    }
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_dataset_create(hbs_catalog *catalog, hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    HBS_TRY(check_name(dataset->name, error));
    if (dataset->count > INT64_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "a dataset of %llu instances is too large", (unsigned long long)dataset->count);
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(insert(catalog, dataset, error));
done:
    return hbs_catalog_end(catalog, mine, status, error);
}

static hbs_status copy_column(char **out, sqlite3_stmt *statement, int column, hbs_error *error) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return hbs_copy_text(out, text ? text : "", error);
}

static hbs_status read_scalars(const hbs_catalog *catalog, sqlite3_stmt *statement, hbs_dataset *out, hbs_error *error) {
    const char *name = (const char *)sqlite3_column_text(statement, 1), *digest = (const char *)sqlite3_column_text(statement, 9);
    if (!name || !valid_name(name)) return hbs_catalog_damaged(catalog, error, "dataset %lld has no valid name", (long long)sqlite3_column_int64(statement, 0));
    out->id = sqlite3_column_int64(statement, 0);
    out->shuffled = sqlite3_column_int(statement, 7) != 0;
    out->complete = sqlite3_column_int(statement, 8) != 0;
    const sqlite3_int64 count = sqlite3_column_int64(statement, 6);
    const char *const seed = (const char *)sqlite3_column_text(statement, 5);
    if (hbs_problem_parse((const char *)sqlite3_column_text(statement, 2), &out->problem, NULL) != HBS_OK)
        return hbs_catalog_damaged(catalog, error, "dataset %s is of an unknown problem", name);
    if (count < 0 || !seed || !hbs_read_uint64(seed, strlen(seed), &out->seed))
        return hbs_catalog_damaged(catalog, error, "dataset %s has no valid count or seed", name);
    if (digest && strspn(digest, "0123456789abcdef") != 64) return hbs_catalog_damaged(catalog, error, "dataset %s has no valid digest", name);
    out->count = (uint64_t)count;
    snprintf(out->digest, sizeof out->digest, "%s", digest && out->complete ? digest : "");
    return HBS_OK;
}

static hbs_status read_dataset(const hbs_catalog *catalog, sqlite3_stmt *statement, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    HBS_TRY(read_scalars(catalog, statement, &dataset, error));
    HBS_TRY(copy_column(&dataset.name, statement, 1, error));
    HBS_TRY(copy_column(&dataset.spec, statement, 3, error));
    HBS_TRY(copy_column(&dataset.options, statement, 4, error));
    HBS_TRY(copy_column(&dataset.tool_version, statement, 10, error));
    if (sqlite3_column_type(statement, 11) != SQLITE_NULL) HBS_TRY(copy_column(&dataset.reference_of, statement, 11, error));
    *out = dataset;
    dataset = (hbs_dataset){0};
done:
    hbs_dataset_free(&dataset);
    return status;
}

/* As many of the names as a message holds. */
static hbs_status fail_not_found(hbs_catalog *catalog, const char *wanted, hbs_error *error) {
    hbs_dataset *all = NULL;
    size_t count = 0, used = 0;
    char names[700] = "";
    const hbs_status status = hbs_dataset_list(catalog, &all, &count, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < count; i++) {
        if (used + 160 < sizeof names) used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", all[i].name);
        hbs_dataset_free(&all[i]);
    }
    free(all);
    if (!count) return hbs_raise(error, HBS_ERROR_NOT_FOUND, "%s: no dataset %.140s; the catalog is empty", catalog->path, wanted);
    return hbs_raise(error, HBS_ERROR_NOT_FOUND, "%s: no dataset %.140s; there is: %s%s", catalog->path, wanted, names, used + 160 < sizeof names ? "" : ", ..");
}

hbs_status hbs_dataset_find(hbs_catalog *catalog, const char *name, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT " COLUMNS " FROM dataset WHERE name = ?1", error));
    bind_optional(statement, 1, name);
    switch (sqlite3_step(statement)) {
    case SQLITE_ROW: HBS_TRY(read_dataset(catalog, statement, out, error)); break;
    case SQLITE_DONE: HBS_TRY(fail_not_found(catalog, name, error)); break;
    default: HBS_TRY(hbs_catalog_fail(catalog, "find a dataset", error));
    }
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_dataset_list(hbs_catalog *catalog, hbs_dataset **out, size_t *count, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    hbs_dataset *all = NULL;
    size_t used = 0, capacity = 0;
    int code;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT " COLUMNS " FROM dataset ORDER BY name", error));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        HBS_TRY(hbs_grow(&all, &capacity, used + 1, sizeof *all, error));
        HBS_TRY(read_dataset(catalog, statement, &all[used], error));
        used++;
    }
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "list the datasets", error));
    *out = all;
    *count = used;
    all = NULL;
    used = 0;
done:
    for (size_t i = 0; i < used; i++) hbs_dataset_free(&all[i]);
    free(all);
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_dataset_remove(hbs_catalog *catalog, const char *name, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "DELETE FROM dataset WHERE name = ?1", error));
    bind_optional(statement, 1, name);
    if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "remove a dataset", error));
    if (!sqlite3_changes(catalog->db)) HBS_TRY(fail_not_found(catalog, name, error));
done:
    sqlite3_finalize(statement);
    return hbs_catalog_end(catalog, mine, status, error);
}

static bool is_followed_by(const char *text, const char *head, const char *tail) {
    const size_t length = strlen(head);
    return strncmp(text, head, length) == 0 && strcmp(text + length, tail) == 0;
}

bool hbs_is_reference_of(const hbs_dataset *stored, const char *name) {
    return stored->reference_of && strcmp(stored->reference_of, name) == 0 && is_followed_by(stored->name, name, "@uniform") && stored->spec &&
           is_followed_by(stored->spec, "reference of ", name);
}

static hbs_status remove_with_references(hbs_catalog *catalog, const char *name, const hbs_dataset *all, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(hbs_dataset_remove(catalog, name, error));
    for (size_t i = 0; i < count; i++)
        if (hbs_is_reference_of(&all[i], name)) HBS_TRY(hbs_dataset_remove(catalog, all[i].name, error));
done:
    return hbs_catalog_end(catalog, mine, status, error);
}

hbs_status hbs_dataset_remove_all(hbs_catalog *catalog, const char *name, void (*told)(void *context, const char *reference, bool removed), void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset *all = NULL;
    size_t count = 0;
    HBS_TRY(hbs_dataset_list(catalog, &all, &count, error));
    HBS_TRY(remove_with_references(catalog, name, all, count, error));
    for (size_t i = 0; told && i < count; i++)
        if (all[i].reference_of && !strcmp(all[i].reference_of, name) && strcmp(all[i].name, name) != 0) told(context, all[i].name, hbs_is_reference_of(&all[i], name));
done:
    for (size_t i = 0; i < count; i++) hbs_dataset_free(&all[i]);
    free(all);
    return status;
}

void hbs_digest_add(hbs_hash *digest, const hbs_row *row) {
    uint8_t head[9] = {(uint8_t)(row->label == HBS_LABEL_UNKNOWN ? 2 : row->label)};
    for (int i = 0; i < 8; i++) head[1 + i] = (uint8_t)((uint64_t)row->payload_size >> (8 * i));
    hbs_hash_add(digest, head, sizeof head);
    if (row->payload_size) hbs_hash_add(digest, row->payload, row->payload_size);
}

hbs_status hbs_dataset_digest(hbs_catalog *catalog, int64_t dataset, char out[65], hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    hbs_hash hash;
    uint8_t sum[HBS_HASH_SIZE];
    hbs_hash_start(&hash);
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        hbs_digest_add(&hash, &row);
    }
    hbs_hash_finish(&hash, sum);
    hbs_hex(sum, sizeof sum, out);
done:
    hbs_rows_close(rows);
    return status;
}

hbs_status hbs_dataset_finish(hbs_catalog *catalog, hbs_dataset *dataset, hbs_error *error) { return hbs_dataset_finish_with(catalog, dataset, "", error); }

hbs_status hbs_dataset_finish_with(hbs_catalog *catalog, hbs_dataset *dataset, const char *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    bool mine = false;
    char digest[65];
    snprintf(digest, sizeof digest, "%s", known);
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    if (!*digest) status = hbs_dataset_digest(catalog, dataset->id, digest, error);
    if (status == HBS_ERROR_NOT_FOUND) HBS_TRY(hbs_catalog_removed(catalog, dataset->name, error));
    HBS_TRY(status);
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "UPDATE dataset SET digest = ?2, complete = 1 WHERE id = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset->id);
    sqlite3_bind_text(statement, 2, digest, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "finish a dataset", error));
    if (!sqlite3_changes(catalog->db)) HBS_TRY(hbs_catalog_removed(catalog, dataset->name, error));
done:
    sqlite3_finalize(statement);
    status = hbs_catalog_end(catalog, mine, status, error);
    if (status == HBS_OK) {
        dataset->complete = true;
        memcpy(dataset->digest, digest, sizeof digest);
    }
    return status;
}

/* Where nothing has a parent, families are units, and nobody asks for those across splits. */
static hbs_status count_families(hbs_catalog *catalog, int64_t dataset, hbs_dataset_counts *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    out->families = out->units;
    if (!out->augmented) return HBS_OK;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement,
                                "SELECT count(*), count(*) FILTER (WHERE splits > 1) FROM (SELECT count(DISTINCT split) AS splits FROM instance WHERE dataset = ?1 "
                                "GROUP BY root_dataset, iif(root_dataset IS NULL, unit, root_unit))", error));
    sqlite3_bind_int64(statement, 1, dataset);
    if (sqlite3_step(statement) != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(catalog, "count families", error));
    out->families = (uint64_t)sqlite3_column_int64(statement, 0);
    out->split_families = (uint64_t)sqlite3_column_int64(statement, 1);
done:
    sqlite3_finalize(statement);
    return status;
}

#define UNCHECKED "(label_source IS NOT 'solver' AND certificate_kind IS NULL)"

hbs_status hbs_dataset_count(hbs_catalog *catalog, int64_t dataset, hbs_dataset_counts *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement,
                                "SELECT count(*), count(DISTINCT unit), count(*) FILTER (WHERE label = 0), count(*) FILTER (WHERE label = 1), count(*) FILTER (WHERE label IS NULL), "
                                "count(*) FILTER (WHERE claim <> label), total(unknown_tries), (SELECT count(*) FROM infeasible WHERE dataset = ?1), "
                                "count(*) FILTER (WHERE label_source = 'file' AND certificate_kind IS NOT NULL), count(parent_dataset), count(claim), "
                                "count(*) FILTER (WHERE label IS NOT NULL AND " UNCHECKED "), count(*) FILTER (WHERE claim IS NOT NULL AND label IS NOT NULL AND NOT " UNCHECKED "), "
                                "(SELECT count(DISTINCT unit) FROM infeasible WHERE dataset = ?1 AND instr(reason, ?2)) "
                                "FROM instance WHERE dataset = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset);
    sqlite3_bind_text(statement, 2, HBS_OUT_OF_BUDGET, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(catalog, "count instances", error));
    uint64_t value[14];
    for (int i = 0; i < 14; i++) value[i] = (uint64_t)sqlite3_column_int64(statement, i);
    *out = (hbs_dataset_counts){.instances = value[0], .units = value[1], .label = {value[2], value[3]}, .unknown = value[4],
                                .claims_refuted = value[5], .unknown_tries = value[6], .infeasible = value[7], .proved_by_file = value[8], .augmented = value[9], .claimed = value[10],
                                .believed = value[11], .claims_checked = value[12], .unknown_units = value[13]};
    HBS_TRY(count_families(catalog, dataset, out, error));
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_dataset_infeasible(hbs_catalog *catalog, int64_t dataset, uint64_t *units, char reason[256], hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT count(DISTINCT unit), (SELECT reason FROM infeasible WHERE dataset = ?1 ORDER BY idx LIMIT 1) FROM infeasible WHERE dataset = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset);
    if (sqlite3_step(statement) != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(catalog, "read infeasible units", error));
    const char *const text = (const char *)sqlite3_column_text(statement, 1);
    *units = (uint64_t)sqlite3_column_int64(statement, 0);
    snprintf(reason, 256, "%s", text ? text : "");
done:
    sqlite3_finalize(statement);
    return status;
}
