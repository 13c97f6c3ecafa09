/* A ring of `window` slots. Workers take the next item number, wait until its slot is free, produce into it and mark it ready; the calling thread waits for
 * the item it must consume next. A failure stops the taking of further items; the consumer meets failures in item order. */
#include "core/parallel.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "core/memory.h"
#include "core/stopping.h"

#define WAIT_NANOSECONDS 100000000

typedef struct ring_slot {
    void *payload;
    bool ready;
    hbs_status status;
    hbs_error error;
} ring_slot;

typedef struct ring {
    const hbs_parallel *work;
    ring_slot *slot;
    size_t window;
    uint64_t count, taken, consumed;
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} ring;

typedef struct worker {
    ring *ring;
    unsigned number;
    pthread_t thread;
} worker;

static void *run_worker(void *argument) {
    const worker *self = argument;
    ring *r = self->ring;
    pthread_mutex_lock(&r->lock);
    while (!r->stop && r->taken < r->count) {
        const uint64_t item = r->taken++;
        while (!r->stop && item >= r->consumed + r->window) pthread_cond_wait(&r->changed, &r->lock);
        if (r->stop) break;
        pthread_mutex_unlock(&r->lock);
        ring_slot *slot = &r->slot[item % r->window];
        const hbs_status status = r->work->produce(r->work->context, self->number, item, slot->payload, &slot->error);
        pthread_mutex_lock(&r->lock);
        slot->status = status;
        slot->ready = true;
        if (status != HBS_OK) r->count = item < r->count ? item + 1 : r->count;   /* nothing after the first failure is wanted */
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Until something changes, or it is time to ask whether to stop. */
static void wait_for_workers(ring *r) {
    struct timespec until;
    if (!r->work->stopping) {
        pthread_cond_wait(&r->changed, &r->lock);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAIT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (pthread_cond_timedwait(&r->changed, &r->lock, &until) != ETIMEDOUT) return;
    pthread_mutex_unlock(&r->lock);
    hbs_stopping_ask(r->work->stopping);
    pthread_mutex_lock(&r->lock);
}

static hbs_status consume(const hbs_parallel *work, uint64_t item, void *payload, hbs_error *error) {
    const hbs_status status = work->consume(work->context, item, payload, error);
    if (status != HBS_OK || !work->stopping || !hbs_stopping_ask(work->stopping)) return status;
    return hbs_raise(error, HBS_ERROR_INTERRUPTED, "%s: stopped", work->stopping->what);
}

static hbs_status consume_all(ring *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    pthread_mutex_lock(&r->lock);
    for (uint64_t item = 0; status == HBS_OK && item < r->count; item++) {
        ring_slot *slot = &r->slot[item % r->window];
        while (!slot->ready) wait_for_workers(r);
        status = slot->status;
        if (status != HBS_OK) {
            if (error) *error = slot->error;
            break;
        }
        pthread_mutex_unlock(&r->lock);
        status = consume(r->work, item, slot->payload, error);
        pthread_mutex_lock(&r->lock);
        slot->ready = false;
        r->consumed = item + 1;
        pthread_cond_broadcast(&r->changed);
    }
    r->stop = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return status;
}

static hbs_status run_alone(const hbs_parallel *work, uint64_t count, hbs_error *error) {
    void *slot = NULL;
    hbs_status status = hbs_allocate(&slot, 1, work->slot_size, error);
    if (status != HBS_OK) return status;
    for (uint64_t item = 0; status == HBS_OK && item < count; item++) {
        status = work->produce(work->context, 0, item, slot, error);
        if (status == HBS_OK) status = consume(work, item, slot, error);
    }
    if (work->free_slot) work->free_slot(slot);
    free(slot);
    return status;
}

static hbs_status allocate_slots(ring *r, hbs_error *error) {
    hbs_status status = hbs_allocate(&r->slot, r->window, sizeof *r->slot, error);
    for (size_t i = 0; status == HBS_OK && i < r->window; i++) status = hbs_allocate(&r->slot[i].payload, 1, r->work->slot_size, error);
    return status;
}

static void free_slots(ring *r) {
    for (size_t i = 0; r->slot && i < r->window; i++) {
        if (r->slot[i].payload && r->work->free_slot) r->work->free_slot(r->slot[i].payload);
        free(r->slot[i].payload);
    }
    free(r->slot);
}

/* Starts as many workers as the system gives; none at all is an error. */
static hbs_status start_workers(worker *workers, unsigned threads, ring *r, unsigned *started, hbs_error *error) {
    for (*started = 0; *started < threads; ++*started) {
        worker *w = &workers[*started];
        *w = (worker){.ring = r, .number = *started};
        if (pthread_create(&w->thread, NULL, run_worker, w)) break;
    }
    return *started ? HBS_OK : hbs_raise(error, HBS_ERROR_MEMORY, "cannot start a thread; use --threads 1");
}

static void init_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

hbs_status hbs_parallel_run(const hbs_parallel *work, unsigned threads, size_t window, uint64_t count, hbs_error *error) {
    if (threads <= 1) return run_alone(work, count, error);
    hbs_status status = HBS_OK;
    worker *workers = NULL;
    unsigned started = 0;
    ring r = {.work = work, .window = window < threads ? threads : window, .count = count};
    pthread_mutex_init(&r.lock, NULL);
    init_condition(&r.changed);
    HBS_TRY(hbs_allocate(&workers, threads, sizeof *workers, error));
    HBS_TRY(allocate_slots(&r, error));
    HBS_TRY(start_workers(workers, threads, &r, &started, error));
    status = consume_all(&r, error);
done:
    for (unsigned i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.lock);
    free_slots(&r);
    free(workers);
    return status;
}
