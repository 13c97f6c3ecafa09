/* Rows are read in batches on the caller's thread, since a catalog belongs to one thread; their payloads are copied into one arena, decoded and
 * worked on in parallel, and the results consumed in order. A batch is closed by rows or by bytes, whichever comes first. Batches do not depend on
 * the number of threads. */
#include "analysis/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

#define BATCH_ROWS 1024u
#define SPLIT_BYTES 32u
#define BATCH_BYTES ((size_t)32 << 20)

typedef struct batch {
    const hbs_sweep *sweep;
    hbs_problem problem;
    const char *dataset;
    hbs_row row[BATCH_ROWS];
    size_t offset[BATCH_ROWS];
    char split[BATCH_ROWS][SPLIT_BYTES];
    size_t rows;
    uint64_t from;
    hbs_bytes payload;
    hbs_instance *scratch; /* one a worker */
} batch;

static hbs_status keep(batch *b, const hbs_row *row, hbs_error *error) {
    const size_t offset = b->payload.size;
    const hbs_status status = hbs_bytes_append(&b->payload, row->payload, row->payload_size, error);
    if (status != HBS_OK) return status;
    hbs_row *mine = &b->row[b->rows];
    *mine = *row;
    if (row->split) {
        snprintf(b->split[b->rows], SPLIT_BYTES, "%s", row->split);
        mine->split = b->split[b->rows];
    }
    mine->dataset = b->dataset;
    mine->payload = NULL;
    mine->name = mine->label_source = mine->reason = mine->solver = mine->gbd_hash = mine->parent_dataset = mine->root_dataset = NULL;
    mine->certificate = mine->canonical_hash = NULL;
    mine->certificate_bytes = 0;
    b->offset[b->rows++] = offset;
    return HBS_OK;
}

static bool full(const batch *b) { return b->rows == BATCH_ROWS || b->payload.size >= BATCH_BYTES; }

/* The next batch from b->from on; closes the reader, so that no read snapshot is open while results are consumed. */
static hbs_status read_batch(batch *b, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    b->rows = 0;
    hbs_bytes_clear(&b->payload);
    HBS_TRY(hbs_rows_open_from(&rows, catalog, dataset, b->from, error));
    while (more && !full(b)) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        HBS_TRY(keep(b, &row, error));
        b->from = row.idx + 1;
    }
    for (size_t i = 0; b->payload.size && i < b->rows; i++) b->row[i].payload = b->payload.data + b->offset[i];
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status produce(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    const batch *b = context;
    const hbs_row *row = &b->row[item];
    hbs_instance *instance = &b->scratch[worker];
    const hbs_status status = hbs_row_instance(row, b->problem, instance, error);
    if (status != HBS_OK) return status;
    return b->sweep->produce(b->sweep->context, worker, row, instance, slot, error);
}

static hbs_status consume(void *context, uint64_t item, void *slot, hbs_error *error) {
    const batch *b = context;
    return b->sweep->consume(b->sweep->context, &b->row[item], slot, error);
}

hbs_status hbs_sweep_run_stopping(const hbs_sweep *sweep, hbs_stopping *stopping, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    batch *b = NULL;
    hbs_dataset_counts counts;
    HBS_TRY(hbs_dataset_count(catalog, dataset->id, &counts, error));
    HBS_TRY(hbs_allocate(&b, 1, sizeof *b, error));
    b->sweep = sweep;
    b->problem = dataset->problem;
    b->dataset = dataset->name;
    b->from = sweep->from;
    HBS_TRY(hbs_allocate(&b->scratch, workers, sizeof *b->scratch, error));
    const hbs_parallel work = {.context = b, .slot_size = sweep->slot_size, .produce = produce, .consume = consume, .free_slot = sweep->free_slot, .stopping = stopping};
    do {
        hbs_report_progress(options->listener, sweep->doing, b->from, counts.instances, "instances");
        HBS_TRY(read_batch(b, catalog, dataset->id, error));
        HBS_TRY(hbs_parallel_run(&work, workers, (size_t)workers * 32, b->rows, error));
    } while (b->rows);
done:
    if (status == HBS_ERROR_INTERRUPTED) hbs_raise(error, status, "%s: stopped", stopping->what);   /* within an instance too */
    for (unsigned i = 0; b && b->scratch && i < workers; i++) hbs_instance_free(&b->scratch[i]);
    if (b) {
        free(b->scratch);
        hbs_bytes_free(&b->payload);
    }
    free(b);
    return status;
}

hbs_status hbs_sweep_run(const hbs_sweep *sweep, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                         hbs_error *error) {
    hbs_stopping stopping = {.listener = options->listener, .what = sweep->doing};
    return hbs_sweep_run_stopping(sweep, &stopping, catalog, dataset, options, error);
}
