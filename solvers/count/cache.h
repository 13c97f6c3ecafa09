/* Counts of components by what they are, in bounded memory. Internal to solvers/count/count.h. */
#ifndef HBS_SOLVERS_COUNT_CACHE_H
#define HBS_SOLVERS_COUNT_CACHE_H

#include <gmp.h>
#include <stdbool.h>

#include "core/memory.h"

/* What was stored lately; when it has grown to half of what is allowed it becomes the elder, and what was the elder is forgotten. */
typedef struct hbs_count_generation {
    uint8_t *entries;        /* one after the other */
    size_t size, capacity;
    size_t *index;           /* open addressing; 0: empty, else 1 + place among entries */
    size_t slots, used;      /* slots: 0 or a power of two */
} hbs_count_generation;

typedef struct hbs_count_cache {
    hbs_count_generation young, elder;
    size_t limit;            /* bytes of entries of a generation */
} hbs_count_cache;           /* {.limit = ..} is valid */

void hbs_count_cache_free(hbs_count_cache *cache);
void hbs_count_cache_clear(hbs_count_cache *cache);   /* memory is kept */
bool hbs_count_cache_find(const hbs_count_cache *cache, const uint8_t *key, size_t size, mpz_t out);
/* The key must not be in it. */
hbs_status hbs_count_cache_store(hbs_count_cache *cache, const uint8_t *key, size_t size, const mpz_t count, hbs_error *error);

#endif
