/* Listeners belong to the thread that called the library. It asks and leaves the answer where its workers see it; a yes stays. */
#include "core/stopping.h"

bool hbs_stopping_told(void *context) {
    hbs_stopping *const stopping = context;
    return atomic_load_explicit(&stopping->told, memory_order_relaxed);
}

bool hbs_stopping_ask(void *context) {
    hbs_stopping *const stopping = context;
    if (hbs_should_stop(stopping->listener)) atomic_store_explicit(&stopping->told, true, memory_order_relaxed);
    return hbs_stopping_told(stopping);
}
