/* One pass over the instances of a dataset: decoded and worked on by several threads, consumed in order by the caller's. Memory: one batch, whatever
 * the dataset's size. */
#ifndef HBS_ANALYSIS_SWEEP_H
#define HBS_ANALYSIS_SWEEP_H

#include "analysis/measure.h"
#include "core/stopping.h"

typedef struct hbs_sweep {
    const char *doing; /* for progress: "decide train" */
    uint64_t from;     /* first idx to visit */
    void *context;
    size_t slot_size; /* of a result; slots are zeroed once, then reused */
    /* Any worker thread; `worker` is below hbs_sweep_workers. Must not touch the catalog. Of the row, name, reason, certificate and solver are NULL.
     * The instance is the worker's own until it returns. */
    hbs_status (*produce)(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error);
    /* The caller's thread, in order of idx. May write to other datasets of the catalog. */
    hbs_status (*consume)(void *context, const hbs_row *row, void *slot, hbs_error *error);
    void (*free_slot)(void *slot); /* may be NULL */
} hbs_sweep;

static inline unsigned hbs_sweep_workers(const hbs_measure_options *options) { return options->threads > 1 ? options->threads : 1; }
/* HBS_ERROR_INTERRUPTED when the listener asks to stop: what was consumed stays consumed. */
hbs_status hbs_sweep_run(const hbs_sweep *sweep, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                         hbs_error *error);
/* The same, when the work on one instance can be long and asks `stopping` (hbs_stopping_in the workers there are). */
hbs_status hbs_sweep_run_stopping(const hbs_sweep *sweep, hbs_stopping *stopping, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                  hbs_error *error);

#endif
