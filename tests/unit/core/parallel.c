#include "core/parallel.h"

#include <stdatomic.h>
#include <stdio.h>

#include "core/rng.h"
#include "core/stopping.h"
#include "tests/unit/test.h"

typedef struct run {
    uint64_t fail_at;        /* produce fails here */
    uint64_t stop_at;        /* consume fails here */
    uint64_t next, sum;
    atomic_uint_fast64_t started;
    uint64_t window;
    int out_of_order, too_far;
} run;

static hbs_status produce(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    run *r = context;
    (void)worker;
    atomic_fetch_add(&r->started, 1);
    hbs_rng rng;
    hbs_rng_seed(&rng, 5, item, HBS_LANE_INSTANCE);
    volatile uint64_t spin = hbs_rng_below(&rng, 2000);   /* uneven work, so that threads overtake one another */
    while (spin) spin--;
    if (item == r->fail_at || item == r->fail_at + 3) return hbs_raise(error, HBS_ERROR_FAULT, "item %llu", (unsigned long long)item);
    *(uint64_t *)slot = item * item;
    return HBS_OK;
}

static hbs_status consume(void *context, uint64_t item, void *slot, hbs_error *error) {
    run *r = context;
    r->out_of_order |= item != r->next || *(uint64_t *)slot != item * item;
    r->next = item + 1;
    r->sum += *(uint64_t *)slot;
    r->too_far |= atomic_load(&r->started) > item + r->window + 8;
    return item == r->stop_at ? hbs_raise(error, HBS_ERROR_IO, "stopped") : HBS_OK;
}

static hbs_status go(run *r, unsigned threads, uint64_t count, hbs_error *error) {
    const hbs_parallel work = {.context = r, .slot_size = sizeof(uint64_t), .produce = produce, .consume = consume};
    return hbs_parallel_run(&work, threads, (size_t)r->window, count, error);
}

static void in_order_for_any_number_of_threads(void) {
    for (unsigned threads = 1; threads <= 5; threads++) {
        hbs_error error = {0};
        run r = {.fail_at = UINT64_MAX / 2, .stop_at = UINT64_MAX, .window = 7};
        CHECK_OK(go(&r, threads, 3000, &error));
        CU_ASSERT_EQUAL(r.next, 3000);
        CU_ASSERT_EQUAL(r.sum, UINT64_C(2999) * 3000 * 5999 / 6);
        CU_ASSERT_FALSE(r.out_of_order);
        CU_ASSERT_FALSE(r.too_far);
    }
}

static void the_first_failure_in_order_is_returned(void) {
    for (unsigned threads = 1; threads <= 4; threads++) {
        hbs_error error = {0};
        run r = {.fail_at = 500, .stop_at = UINT64_MAX, .window = 16};
        CU_ASSERT_EQUAL(go(&r, threads, 1000, &error), HBS_ERROR_FAULT);
        CU_ASSERT_STRING_EQUAL(error.message, "item 500");
        CU_ASSERT_EQUAL(r.next, 500);
    }
}

static void a_consumer_can_stop_the_work(void) {
    for (unsigned threads = 1; threads <= 4; threads++) {
        hbs_error error = {0};
        run r = {.fail_at = UINT64_MAX / 2, .stop_at = 40, .window = 8};
        CU_ASSERT_EQUAL(go(&r, threads, 1000, &error), HBS_ERROR_IO);
        CU_ASSERT_EQUAL(r.next, 41);
    }
}

/* Says yes from the fifth question on. */
static bool ask_fifth(void *context) { return ++*(unsigned *)context >= 5; }

/* An item that waits for the listener, on whatever thread. */
typedef struct waiting {
    hbs_stop_function stop;
    hbs_stopping *stopping;
    uint64_t consumed;
} waiting;

static hbs_status wait_in_item_3(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    const waiting *w = context;
    (void)worker, (void)slot;
    while (item == 3)
        if (w->stop(w->stopping)) return hbs_raise(error, HBS_ERROR_INTERRUPTED, "item 3 stopped");
    return HBS_OK;
}

static hbs_status count_consumed(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)item, (void)slot, (void)error;
    ((waiting *)context)->consumed++;
    return HBS_OK;
}

static void a_listener_stops_the_work(void) {
    for (unsigned threads = 1; threads <= 4; threads++) {
        for (int waits = 0; waits < 2; waits++) {
            hbs_error error = {0};
            unsigned asked = 0;
            const hbs_listener listener = {.context = &asked, .stop = ask_fifth};
            hbs_stopping stopping = {.listener = &listener, .what = "the work"};
            waiting w = {hbs_stopping_in(threads), &stopping, 0};
            run r = {.fail_at = UINT64_MAX / 2, .stop_at = UINT64_MAX, .window = 8};
            const hbs_parallel quick = {.context = &r, .slot_size = sizeof(uint64_t), .produce = produce, .consume = consume, .stopping = &stopping};
            const hbs_parallel slow = {.context = &w, .slot_size = 1, .produce = wait_in_item_3, .consume = count_consumed, .stopping = &stopping};
            CU_ASSERT_EQUAL(hbs_parallel_run(waits ? &slow : &quick, threads, 8, 1000, &error), HBS_ERROR_INTERRUPTED);
            CU_ASSERT_STRING_EQUAL(error.message, waits ? "item 3 stopped" : "the work: stopped");
            CU_ASSERT_EQUAL(waits ? w.consumed : r.next, waits ? 3 : 5);
            CU_ASSERT(hbs_stopping_told(&stopping));
        }
    }
}

static void nothing_to_do(void) {
    hbs_error error = {0};
    run r = {.window = 4};
    CHECK_OK(go(&r, 3, 0, &error));
    CU_ASSERT_EQUAL(r.next, 0);
}

const hbs_test hbs_tests[] = {{"in_order_for_any_number_of_threads", in_order_for_any_number_of_threads},
                              {"the_first_failure_in_order_is_returned", the_first_failure_in_order_is_returned},
                              {"a_consumer_can_stop_the_work", a_consumer_can_stop_the_work},
                              {"nothing_to_do", nothing_to_do},
                              {"a listener stops the work", a_listener_stops_the_work},
    {NULL, NULL}};
