/* Parallel work with results in order: `threads` workers produce items 0..count-1 in any order, the calling thread consumes them
 * in order 0, 1, 2, .. . At most `window` items are held at once, so memory is bounded by the window and not by count.
 * With threads <= 1 everything runs on the calling thread. Failures: the first in *item order* is returned, with its error; items
 * before it have been consumed, no later one has, so results do not depend on the number of threads. HBS_ERROR_INTERRUPTED ("WHAT: stopped") when the listener asks to. */
#ifndef HBS_CORE_PARALLEL_H
#define HBS_CORE_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_parallel {
    void *context;             /* shared, read-only to workers */
    size_t slot_size;          /* bytes of one result slot; zeroed once before first use, then reused */
    /* Makes item into its slot. `worker` in 0..threads-1 tells which worker runs it (for per-worker scratch). */
    hbs_status (*produce)(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error);
    /* Calling thread, in order. */
    hbs_status (*consume)(void *context, uint64_t item, void *slot, hbs_error *error);
    void (*free_slot)(void *slot);   /* may be NULL */
    struct hbs_stopping *stopping;   /* asked on the calling thread after each item, and ten times a second while it waits; NULL: it never stops */
} hbs_parallel;

hbs_status hbs_parallel_run(const hbs_parallel *work, unsigned threads, size_t window, uint64_t count, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
