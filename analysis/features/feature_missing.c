/* Computes the features that a catalog lacks, batch by batch: read a few thousand payloads, let the workers decode them and fill one row of numbers
 * each, then store the rows in one short transaction (or hand them over). The workers never touch the catalog, no statement stays
 * open across batches, and the write lock is held only while rows are written, so other processes read and write in between. A row is
 * computed from the payload alone, so it does not matter which process or thread stores it first. */
#include "analysis/features/feature_missing.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/parallel.h"

#define BATCH_ROWS 4096
#define BATCH_BYTES (8u << 20)
#define CHUNK 32   /* rows a worker takes at a time */

typedef struct batch {
    int64_t *idx;
    size_t *end;         /* payload r is bytes end[r-1] .. end[r]-1 */
    size_t rows;
    hbs_bytes payload;
    double *value;       /* rows * columns */
} batch;

/* What a worker fills, and nobody else touches. */
typedef struct worker {
    hbs_instance instance;
    hbs_profile *profile;
} worker;

typedef struct job {
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    const hbs_measure_options *options;
    const hbs_feature *const *feature;
    size_t columns;
    unsigned threads;
    worker *worker;
    batch batch;
    sqlite3_stmt *select, *insert;
    hbs_feature_take take;
    void *context;
} job;

const char *hbs_feature_table_name(hbs_problem problem) { return problem == HBS_SAT ? "sat_features" : "cqc_features"; }

/* Columns */

static hbs_status has_column(hbs_catalog *catalog, sqlite3_stmt *ask, const char *name, bool *has, hbs_error *error) {
    sqlite3_bind_text(ask, 1, name, -1, SQLITE_STATIC);
    const int code = sqlite3_step(ask);
    *has = code == SQLITE_ROW;
    sqlite3_reset(ask);
    return code == SQLITE_ROW || code == SQLITE_DONE ? HBS_OK : hbs_catalog_fail(catalog, "read its features", error);
}

static hbs_status add_column(hbs_catalog *catalog, const char *table, const char *name, hbs_error *error) {
    char sql[256];
    snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN \"%s\" REAL", table, name);
    return hbs_catalog_execute(catalog, sql, "store features", error);
}

/* Counts the features without a column, and adds one for each when `add`. */
static hbs_status count_absent(hbs_catalog *catalog, hbs_problem problem, bool add, size_t *absent, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *ask = NULL;
    char sql[128];
    bool has = false;
    *absent = 0;
    snprintf(sql, sizeof sql, "SELECT 1 FROM pragma_table_info('%s') WHERE name = ?1", hbs_feature_table_name(problem));
    HBS_TRY(hbs_catalog_prepare(catalog, &ask, sql, error));
    for (const hbs_feature *const *feature = hbs_features(problem); *feature; feature++) {
        HBS_TRY(has_column(catalog, ask, (*feature)->name, &has, error));
        *absent += !has;
        if (add && !has) HBS_TRY(add_column(catalog, hbs_feature_table_name(problem), (*feature)->name, error));
    }
done:
    sqlite3_finalize(ask);
    return status;
}

hbs_status hbs_feature_columns_present(hbs_catalog *catalog, hbs_problem problem, bool *present, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t absent = 0;
    HBS_TRY(count_absent(catalog, problem, false, &absent, error));
    *present = absent == 0;
done:
    return status;
}

/* NULL in a new column would read as "not defined": rows from before it are dropped, and so computed again. */
static hbs_status complete_columns(hbs_catalog *catalog, hbs_problem problem, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    size_t absent = 0;
    char sql[128];
    HBS_TRY(count_absent(catalog, problem, false, &absent, error));
    if (!absent) return HBS_OK;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(count_absent(catalog, problem, true, &absent, error));
    snprintf(sql, sizeof sql, "DELETE FROM %s", hbs_feature_table_name(problem));
    if (absent) HBS_TRY(hbs_catalog_execute(catalog, sql, "store features", error));
done:
    return hbs_catalog_end(catalog, mine, status, error);
}

/* The workers' part */

static const uint8_t *payload_of(const batch *b, size_t row, size_t *size) {
    const size_t start = row ? b->end[row - 1] : 0;
    *size = b->end[row] - start;
    return b->payload.data ? b->payload.data + start : (const uint8_t *)"";
}

static hbs_status compute_row(job *j, worker *w, size_t row, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_row stored = {.dataset = j->dataset->name, .idx = (uint64_t)j->batch.idx[row]};
    stored.payload = payload_of(&j->batch, row, &stored.payload_size);
    HBS_TRY(hbs_row_instance(&stored, j->dataset->problem, &w->instance, error));
    HBS_TRY(hbs_profile_fill(w->profile, &w->instance, error));
    double *const value = j->batch.value + row * j->columns;
    for (size_t f = 0; f < j->columns; f++) value[f] = j->feature[f]->value(w->profile);
done:
    return status;
}

static hbs_status produce(void *context, unsigned number, uint64_t item, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    job *const j = context;
    const size_t from = (size_t)item * CHUNK, to = from + CHUNK < j->batch.rows ? from + CHUNK : j->batch.rows;
    (void)slot;
    for (size_t row = from; row < to; row++) HBS_TRY(compute_row(j, j->worker + number, row, error));
done:
    return status;
}

static hbs_status consume(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)context, (void)item, (void)slot, (void)error;
    return HBS_OK;
}

static hbs_status compute_batch(job *j, hbs_error *error) {
    const hbs_parallel work = {.context = j, .slot_size = 1, .produce = produce, .consume = consume};
    return hbs_parallel_run(&work, j->threads, 4 * (size_t)j->threads, (j->batch.rows + CHUNK - 1) / CHUNK, error);
}

/* Reading and writing a batch */

static hbs_status read_row(job *j, hbs_error *error) {
    hbs_status status = HBS_OK;
    batch *const b = &j->batch;
    const sqlite3_int64 idx = sqlite3_column_int64(j->select, 0);
    if (sqlite3_column_type(j->select, 0) != SQLITE_INTEGER || idx < 0 || sqlite3_column_type(j->select, 1) != SQLITE_BLOB)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: dataset %s, instance %lld has no payload; `gen verify` says more",
                 hbs_catalog_path(j->catalog), j->dataset->name, (long long)idx);
    const void *const data = sqlite3_column_blob(j->select, 1);
    HBS_TRY(hbs_bytes_append(&b->payload, data, (size_t)sqlite3_column_bytes(j->select, 1), error));
    b->idx[b->rows] = idx;
    b->end[b->rows++] = b->payload.size;
done:
    return status;
}

/* The next rows after `after`; none at the end. */
static hbs_status read_batch(job *j, int64_t after, hbs_error *error) {
    hbs_status status = HBS_OK;
    batch *const b = &j->batch;
    int code = SQLITE_ROW;
    b->rows = 0;
    hbs_bytes_clear(&b->payload);
    sqlite3_bind_int64(j->select, 1, j->dataset->id);
    sqlite3_bind_int64(j->select, 2, after);
    while (b->rows < BATCH_ROWS && b->payload.size < BATCH_BYTES && (code = sqlite3_step(j->select)) == SQLITE_ROW) HBS_TRY(read_row(j, error));
    if (code != SQLITE_ROW && code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(j->catalog, "read instances", error));
done:
    sqlite3_reset(j->select);
    return status;
}

/* A NAN binds as NULL. */
static hbs_status insert_row(job *j, size_t row, hbs_error *error) {
    const double *const value = j->batch.value + row * j->columns;
    sqlite3_bind_int64(j->insert, 1, j->dataset->id);
    sqlite3_bind_int64(j->insert, 2, j->batch.idx[row]);
    for (size_t f = 0; f < j->columns; f++) sqlite3_bind_double(j->insert, (int)f + 3, value[f]);
    const int code = sqlite3_step(j->insert);
    const hbs_status status = code == SQLITE_DONE ? HBS_OK : hbs_catalog_fail(j->catalog, "store features", error);
    sqlite3_reset(j->insert);
    return status;
}

static hbs_status insert_batch(job *j, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(j->catalog, &mine, error));
    for (size_t row = 0; row < j->batch.rows; row++) HBS_TRY(insert_row(j, row, error));
done:
    return hbs_catalog_end(j->catalog, mine, status, error);
}

static hbs_status deliver_batch(job *j, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (j->insert) return insert_batch(j, error);
    for (size_t row = 0; row < j->batch.rows; row++)
        HBS_TRY(j->take(j->context, (uint64_t)j->batch.idx[row], j->batch.value + row * j->columns, error));
done:
    return status;
}

/* The job */

static void job_clear(job *j) {
    for (unsigned w = 0; j->worker && w < j->threads; w++) {
        hbs_instance_free(&j->worker[w].instance);
        hbs_profile_free(j->worker[w].profile);
    }
    free(j->worker);
    free(j->batch.idx);
    free(j->batch.end);
    free(j->batch.value);
    hbs_bytes_free(&j->batch.payload);
    sqlite3_finalize(j->select);
    sqlite3_finalize(j->insert);
}

static hbs_status job_init(job *j, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    *j = (job){.catalog = catalog, .dataset = dataset, .options = options, .feature = hbs_features(dataset->problem),
               .columns = hbs_feature_count(dataset->problem)};
    j->threads = options->threads > 1 ? options->threads : 1;
    HBS_TRY(hbs_allocate(&j->worker, j->threads, sizeof *j->worker, error));
    for (unsigned w = 0; w < j->threads; w++) HBS_TRY(hbs_profile_new(&j->worker[w].profile, dataset->problem, error));
    HBS_TRY(hbs_allocate(&j->batch.idx, BATCH_ROWS, sizeof *j->batch.idx, error));
    HBS_TRY(hbs_allocate(&j->batch.end, BATCH_ROWS, sizeof *j->batch.end, error));
    HBS_TRY(hbs_allocate(&j->batch.value, BATCH_ROWS * j->columns, sizeof *j->batch.value, error));
done:
    return status;
}

static hbs_status prepare_select(job *j, bool columns_present, hbs_error *error) {
    char sql[512], unstored[128];
    snprintf(unstored, sizeof unstored, " AND NOT EXISTS (SELECT 1 FROM %s AS f WHERE f.dataset = i.dataset AND f.idx = i.idx)",
             hbs_feature_table_name(j->dataset->problem));
    snprintf(sql, sizeof sql, "SELECT i.idx, i.payload FROM instance AS i WHERE i.dataset = ?1 AND i.idx > ?2%s ORDER BY i.idx",
             columns_present ? unstored : "");
    return hbs_catalog_prepare(j->catalog, &j->select, sql, error);
}

/* OR IGNORE: another process may have stored the row since, with the same values. */
static hbs_status prepare_insert(job *j, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes sql = {0};
    HBS_TRY(hbs_bytes_print(&sql, error, "INSERT OR IGNORE INTO %s(dataset, idx", hbs_feature_table_name(j->dataset->problem)));
    for (size_t f = 0; f < j->columns; f++) HBS_TRY(hbs_bytes_print(&sql, error, ", \"%s\"", j->feature[f]->name));
    HBS_TRY(hbs_bytes_print(&sql, error, ") VALUES(?, ?"));
    for (size_t f = 0; f < j->columns; f++) HBS_TRY(hbs_bytes_print(&sql, error, ", ?"));
    HBS_TRY(hbs_bytes_print(&sql, error, ")"));
    HBS_TRY(hbs_catalog_prepare(j->catalog, &j->insert, (const char *)sql.data, error));
done:
    hbs_bytes_free(&sql);
    return status;
}

/* How many instances have no stored features. */
static hbs_status count_missing(const job *j, bool columns_present, uint64_t *missing, hbs_error *error) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT max(0, (SELECT count(*) FROM instance WHERE dataset = ?1) - %d * (SELECT count(*) FROM %s WHERE dataset = ?1))", columns_present,
             hbs_feature_table_name(j->dataset->problem));
    return hbs_catalog_number(j->catalog, j->dataset->id, sql, missing, error);
}

static hbs_status run(job *j, bool columns_present, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_listener *const listener = j->options->listener;
    char what[160];
    uint64_t missing = 0, ready = 0;
    int64_t after = -1;
    snprintf(what, sizeof what, "features of %s", j->dataset->name);
    HBS_TRY(count_missing(j, columns_present, &missing, error));
    if (!missing) goto done;
    HBS_TRY(prepare_select(j, columns_present, error));
    for (;;) {
        HBS_TRY(read_batch(j, after, error));
        if (!j->batch.rows) break;
        HBS_TRY(compute_batch(j, error));
        HBS_TRY(deliver_batch(j, error));
        after = j->batch.idx[j->batch.rows - 1];
        ready += j->batch.rows;
        hbs_report_progress(listener, what, ready, missing > ready ? missing : ready, "instances");
        if (hbs_should_stop(listener))
            HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted after the features of %llu instances", (unsigned long long)ready);
    }
done:
    return status;
}

hbs_status hbs_feature_store_missing(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    job j = {0};
    HBS_TRY(complete_columns(catalog, dataset->problem, error));
    HBS_TRY(job_init(&j, catalog, dataset, options, error));
    HBS_TRY(prepare_insert(&j, error));
    HBS_TRY(run(&j, true, error));
done:
    job_clear(&j);
    return status;
}

hbs_status hbs_feature_compute_missing(hbs_catalog *catalog, const hbs_dataset *dataset, bool columns_present, const hbs_measure_options *options,
                                       hbs_feature_take take, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    job j = {0};
    HBS_TRY(job_init(&j, catalog, dataset, options, error));
    j.take = take;
    j.context = context;
    HBS_TRY(run(&j, columns_present, error));
done:
    job_clear(&j);
    return status;
}
