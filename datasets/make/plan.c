/* The schedule of parts is a walk: where unit i stands follows from all units before it. Workers ask for chunks nearly in order, so one walker under a lock
 * keeps the state before each of the last `window` chunks: memory does not grow with the dataset, and a chunk costs one lock. */
#include "datasets/make/plan.h"

#include <stdlib.h>
#include <string.h>

/* floor(a * b / c) */
static uint64_t share_of(uint64_t a, uint64_t b, uint64_t c) {
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)(product / c);
}

hbs_status hbs_plan_start(hbs_plan *plan, const hbs_spec *spec, uint64_t count, uint64_t shard, uint64_t shards, hbs_error *error) {
    hbs_schedule schedule;
    const hbs_status status = hbs_schedule_start(&schedule, spec, count, error);
    if (status != HBS_OK) return status;
    const uint64_t units = hbs_schedule_units(spec, count);
    *plan = (hbs_plan){.next = schedule, .start = schedule, .end = shards ? share_of(units, shard + 1, shards) : units};
    pthread_mutex_init(&plan->lock, NULL);
    if (shards) hbs_plan_skip_to(plan, share_of(units, shard, shards));
    return HBS_OK;
}

/* One part: no walk is needed, and it would take long for many units. */
static void skip_alike(hbs_schedule *at, uint64_t unit) {
    if (at->spec->parts != 1 || at->unit >= unit) return;
    const uint32_t size = at->spec->part[0].generator->instances_per_unit;
    const uint64_t left = (at->count - at->idx) / size, units = unit - at->unit < left ? unit - at->unit : left;
    at->unit += units;
    at->idx += units * size;
    at->made[0] += units * size;
}

void hbs_plan_skip_to(hbs_plan *plan, uint64_t unit) {
    uint64_t number, idx;
    skip_alike(&plan->start, unit);
    while (plan->start.unit < unit && hbs_schedule_next(&plan->start, &number, &idx) >= 0) continue;
    plan->next = plan->start;
}

hbs_status hbs_plan_cut(hbs_plan *plan, uint64_t chunk, size_t window, hbs_error *error) {
    hbs_schedule *ring = NULL;
    const hbs_status status = hbs_allocate(&ring, window + 1, sizeof *ring, error);
    if (status != HBS_OK) return status;
    free(plan->ring);
    plan->ring = ring;
    plan->window = window + 1;
    plan->chunk = chunk;
    plan->asked = 0;
    plan->next = plan->start;
    return HBS_OK;
}

uint64_t hbs_plan_chunks(const hbs_plan *plan, uint64_t units) {
    const uint64_t left = plan->end > plan->start.unit ? plan->end - plan->start.unit : 0, wanted = units < left ? units : left;
    return wanted / plan->chunk + (wanted % plan->chunk != 0);
}

void hbs_plan_chunk(hbs_plan *plan, uint64_t chunk, hbs_schedule *out) {
    uint64_t unit, idx;
    pthread_mutex_lock(&plan->lock);
    for (; plan->asked <= chunk; plan->asked++) {
        plan->ring[plan->asked % plan->window] = plan->next;
        for (uint64_t i = 0; i < plan->chunk && plan->next.unit < plan->end; i++)
            if (hbs_schedule_next(&plan->next, &unit, &idx) < 0) break;
    }
    *out = plan->ring[chunk % plan->window];
    pthread_mutex_unlock(&plan->lock);
}

void hbs_plan_free(hbs_plan *plan) {
    if (!plan->start.spec) return;   /* never started */
    pthread_mutex_destroy(&plan->lock);
    free(plan->ring);
    *plan = (hbs_plan){0};
}
