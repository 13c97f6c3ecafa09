/* Open addressing with linear probing, at most half full. */
#include "generators/sat/weighted_keys.h"

#include <stdlib.h>

#include "core/memory.h"

void hbs_weighted_keys_free(hbs_weighted_keys *keys) {
    free(keys->slot);
    *keys = (hbs_weighted_keys){0};
}

static hbs_weighted_key *place(hbs_weighted_key *slot, size_t capacity, uint64_t key) {
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (capacity - 1);
    while (slot[at].used && slot[at].key != key) at = (at + 1) & (capacity - 1);
    return &slot[at];
}

static hbs_status widen(hbs_weighted_keys *keys, hbs_error *error) {
    const size_t capacity = keys->capacity ? 2 * keys->capacity : 64;
    hbs_weighted_key *slot = NULL;
    const hbs_status status = hbs_allocate(&slot, capacity, sizeof *slot, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < keys->capacity; i++)
        if (keys->slot[i].used) *place(slot, capacity, keys->slot[i].key) = keys->slot[i];
    free(keys->slot);
    keys->slot = slot;
    keys->capacity = capacity;
    return HBS_OK;
}

hbs_status hbs_weighted_keys_add(hbs_weighted_keys *keys, uint64_t key, int64_t weight, hbs_error *error) {
    if (2 * keys->count >= keys->capacity) {
        const hbs_status status = widen(keys, error);
        if (status != HBS_OK) return status;
    }
    hbs_weighted_key *const slot = place(keys->slot, keys->capacity, key);
    keys->count += !slot->used;
    slot->used = true;
    slot->key = key;
    slot->weight += weight;
    return HBS_OK;
}

const hbs_weighted_key *hbs_weighted_keys_find(const hbs_weighted_keys *keys, uint64_t key) {
    if (!keys->count) return NULL;
    const hbs_weighted_key *const slot = place(keys->slot, keys->capacity, key);
    return slot->used ? slot : NULL;
}
