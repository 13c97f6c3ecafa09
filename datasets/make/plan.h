/* Which units a run makes, cut into chunks that workers take in any order. */
#ifndef HBS_DATASETS_MAKE_PLAN_H
#define HBS_DATASETS_MAKE_PLAN_H

#include <pthread.h>

#include "generators/spec.h"

typedef struct hbs_plan {
    hbs_schedule next;         /* before the first unit of the next chunk that was not asked for yet */
    hbs_schedule start;        /* before the first unit of the run */
    uint64_t end;              /* units start.unit .. end-1 */
    uint64_t chunk;            /* units a chunk */
    uint64_t asked;            /* chunks that `next` has passed */
    hbs_schedule *ring;        /* the last `window` of them */
    size_t window;
    pthread_mutex_t lock;
} hbs_plan;

/* Moves to the first unit of shard `shard` of `shards` (contiguous, sizes differ by at most one unit) and on to `unit` if that is later. O(units). */
hbs_status hbs_plan_start(hbs_plan *plan, const hbs_spec *spec, uint64_t count, uint64_t shard, uint64_t shards, hbs_error *error);
void hbs_plan_skip_to(hbs_plan *plan, uint64_t unit);
/* Cuts what is left, up to `units`, into chunks; at most `window` chunks may be in hand at once. */
hbs_status hbs_plan_cut(hbs_plan *plan, uint64_t chunk, size_t window, hbs_error *error);
uint64_t hbs_plan_chunks(const hbs_plan *plan, uint64_t units);
/* The schedule before the first unit of a chunk; any thread. Chunks may be asked for in any order within the window. */
void hbs_plan_chunk(hbs_plan *plan, uint64_t chunk, hbs_schedule *out);
void hbs_plan_free(hbs_plan *plan);

#endif
