/* A sum of weights for each key: a hash table from 64-bit keys to signed 64-bit weights. */
#ifndef HBS_GENERATORS_SAT_WEIGHTED_KEYS_H
#define HBS_GENERATORS_SAT_WEIGHTED_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef struct hbs_weighted_key {
    uint64_t key;
    int64_t weight;
    bool used;
} hbs_weighted_key;

typedef struct hbs_weighted_keys {
    hbs_weighted_key *slot;
    size_t capacity, count;   /* capacity: a power of 2, or 0 */
} hbs_weighted_keys;          /* {0} is empty */

void hbs_weighted_keys_free(hbs_weighted_keys *keys);
/* Expected O(1). */
hbs_status hbs_weighted_keys_add(hbs_weighted_keys *keys, uint64_t key, int64_t weight, hbs_error *error);
/* The entry of the key, or NULL. Expected O(1). */
const hbs_weighted_key *hbs_weighted_keys_find(const hbs_weighted_keys *keys, uint64_t key);

#endif
