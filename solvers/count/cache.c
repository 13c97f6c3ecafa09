/* A table of two generations. Keys are compared whole, so a count is never taken for another's on the word of a hash. Forgetting by generation needs no
 * bookkeeping at a hit, is deterministic, and keeps at least the latest half of what fits. */
#include "solvers/count/cache.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    uint64_t hash;
    size_t key, value;       /* bytes of each; they follow */
} entry;

#define SLOTS_AT_FIRST 1024u

void hbs_count_cache_free(hbs_count_cache *cache)
{
    free(cache->young.entries);
    free(cache->young.index);
    free(cache->elder.entries);
    free(cache->elder.index);
    cache->young = cache->elder = (hbs_count_generation){0};
}

static size_t entry_bytes(size_t key, size_t value) { return (sizeof(entry) + key + value + sizeof(entry) - 1) / sizeof(entry) * sizeof(entry); }

/* Empties the slot of every entry when they are few: a large index is not to cost each small formula after it. */
static void forget(hbs_count_generation *generation)
{
    const size_t slots = generation->slots;
    if (generation->used > slots / 8) memset(generation->index, 0, slots * sizeof *generation->index);
    else
        for (size_t at = 0; at < generation->size;) {
            const entry *const e = (const entry *)(const void *)(generation->entries + at);
            size_t slot = e->hash & (slots - 1);
            while (generation->index[slot] != at + 1) slot = (slot + 1) & (slots - 1);
            generation->index[slot] = 0;
            at += entry_bytes(e->key, e->value);
        }
    generation->size = generation->used = 0;
}

void hbs_count_cache_clear(hbs_count_cache *cache)
{
    forget(&cache->young);
    forget(&cache->elder);
}

static uint64_t mix(uint64_t x)
{
    x *= UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 29;
}

static uint64_t hash_of(const uint8_t *key, size_t size)
{
    uint64_t hash = size, word = 0;
    for (; size >= sizeof word; key += sizeof word, size -= sizeof word) {
        memcpy(&word, key, sizeof word);
        hash = mix(hash ^ word);
    }
    word = 0;
    memcpy(&word, key, size);
    return mix(mix(hash ^ word));
}

static const entry *entry_at(const hbs_count_generation *generation, size_t slot) { return (const entry *)(const void *)(generation->entries + generation->index[slot] - 1); }

/* The slot of the key, or the empty one where it would be. */
static size_t slot_of(const hbs_count_generation *generation, const uint8_t *key, size_t size, uint64_t hash)
{
    size_t slot = hash & (generation->slots - 1);
    for (; generation->index[slot]; slot = (slot + 1) & (generation->slots - 1)) {
        const entry *const e = entry_at(generation, slot);
        if (e->hash == hash && e->key == size && !memcmp(e + 1, key, size)) break;
    }
    return slot;
}

static bool find(const hbs_count_generation *generation, const uint8_t *key, size_t size, uint64_t hash, mpz_t out)
{
    if (!generation->used) return false;
    const size_t slot = slot_of(generation, key, size, hash);
    if (!generation->index[slot]) return false;
    const entry *const e = entry_at(generation, slot);
    mpz_import(out, e->value, -1, 1, 0, 0, (const uint8_t *)(e + 1) + e->key);
    return true;
}

bool hbs_count_cache_find(const hbs_count_cache *cache, const uint8_t *key, size_t size, mpz_t out)
{
    const uint64_t hash = hash_of(key, size);
    return find(&cache->young, key, size, hash, out) || find(&cache->elder, key, size, hash, out);
}

static void reinsert_all(const hbs_count_generation *from, size_t *index, size_t slots)
{
    for (size_t s = 0; s < from->slots; s++) {
        if (!from->index[s]) continue;
        size_t slot = entry_at(from, s)->hash & (slots - 1);
        while (index[slot]) slot = (slot + 1) & (slots - 1);
        index[slot] = from->index[s];
    }
}

static hbs_status grow_index(hbs_count_generation *generation, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t *index;
    const size_t slots = generation->slots ? 2 * generation->slots : SLOTS_AT_FIRST;
    if (generation->slots && 2 * generation->used < generation->slots) goto done;
    HBS_TRY(hbs_allocate(&index, slots, sizeof *index, error));
    reinsert_all(generation, index, slots);
    free(generation->index);
    generation->index = index;
    generation->slots = slots;
done:
    return status;
}

static void turn_over(hbs_count_cache *cache)
{
    const hbs_count_generation oldest = cache->elder;
    cache->elder = cache->young;
    cache->young = oldest;
    forget(&cache->young);
}

hbs_status hbs_count_cache_store(hbs_count_cache *cache, const uint8_t *key, size_t size, const mpz_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_count_generation *const young = &cache->young;
    const size_t value = mpz_sgn(count) ? (mpz_sizeinbase(count, 2) + 7) / 8 : 0;
    const size_t bytes = entry_bytes(size, value);
    if (bytes > cache->limit) goto done;
    if (young->size + bytes > cache->limit) turn_over(cache);
    HBS_TRY(grow_index(young, error));
    HBS_TRY(hbs_grow(&young->entries, &young->capacity, young->size + bytes, 1, error));
    entry *const e = (entry *)(void *)(young->entries + young->size);
    const uint64_t hash = hash_of(key, size);
    memcpy(e + 1, key, size);
    mpz_export((uint8_t *)(e + 1) + size, NULL, -1, 1, 0, 0, count);
    *e = (entry){.hash = hash, .key = size, .value = value};
    young->index[slot_of(young, key, size, hash)] = young->size + 1;
    young->size += bytes;
    young->used++;
done:
    return status;
}
