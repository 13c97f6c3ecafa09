/* A listener's wish to stop, for threads that may not ask the listener. */
#ifndef HBS_CORE_STOPPING_H
#define HBS_CORE_STOPPING_H

#include <stdatomic.h>

#include "core/listener.h"

typedef struct hbs_stopping {
    const hbs_listener *listener;   /* NULL never stops */
    const char *what;               /* is stopped */
    atomic_bool told;               /* it said yes */
} hbs_stopping;

/* The context of each is a hbs_stopping. Asks the listener: on the thread that called the library alone. */
bool hbs_stopping_ask(void *stopping);
/* What the listener has said so far: on any thread. */
bool hbs_stopping_told(void *stopping);

typedef bool (*hbs_stop_function)(void *stopping);
/* What the workers of hbs_parallel_run call: with one thread, that is the thread that called the library. */
static inline hbs_stop_function hbs_stopping_in(unsigned threads) { return threads > 1 ? hbs_stopping_told : hbs_stopping_ask; }

#endif
