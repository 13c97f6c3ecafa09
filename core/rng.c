/* Philox words become choices so: a bound up to 2^32 takes one word w and gives floor(w * bound / 2^32), redrawn while the low half of the
 * product is below 2^32 mod bound (Lemire, "Fast random integer generation in an interval", TOMACS 2019); a larger bound does the same with two
 * words (low first) and 128-bit products. A bound of 1 takes nothing. A Bernoulli draw compares a choice among `denominator`. Shuffles and tuples draw their
 * bounds downwards. This mapping never changes: data made from a seed must stay what it was. */
#include "core/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define RETRY_LIMIT UINT64_C(1000000)
#define PRODUCT_FULL 1e200   /* below it another factor up to 2^64 cannot overflow a double */

void hbs_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)UINT32_C(0xD2511F53) * c0, b = (uint64_t)UINT32_C(0xCD9E8D57) * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += UINT32_C(0x9E3779B9);
        k1 += UINT32_C(0xBB67AE85);
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

void hbs_rng_seed(hbs_rng *rng, uint64_t seed, uint64_t unit, hbs_lane lane) {
    memset(rng, 0, sizeof *rng);
    rng->key[0] = (uint32_t)seed;
    rng->key[1] = (uint32_t)(seed >> 32);
    rng->counter[1] = (uint32_t)lane << 24;   /* block number: 32 bits of counter[0] and the low 24 of counter[1] */
    rng->counter[2] = (uint32_t)unit;
    rng->counter[3] = (uint32_t)(unit >> 32);
    rng->used = 4;
    rng->product = 1;
    rng->retry_limit = RETRY_LIMIT;
}

static inline uint32_t word(hbs_rng *rng) {
    if (rng->used == 4) {
        hbs_philox4x32(rng->counter, rng->key, rng->block);
        if (!++rng->counter[0]) rng->counter[1]++;
        rng->used = 0;
    }
    return rng->block[rng->used++];
}

static inline void count_choice(hbs_rng *rng, uint64_t bound) {
    rng->product *= (double)bound;
    if (rng->product > PRODUCT_FULL) {
        rng->bits += log2(rng->product);
        rng->product = 1;
    }
}

static uint64_t below_wide(hbs_rng *rng, uint64_t bound) {
    __extension__ typedef unsigned __int128 wide;
    const uint64_t reject = (0 - bound) % bound;
    for (;;) {
        const uint64_t low = word(rng), w = low | (uint64_t)word(rng) << 32;
        const wide product = (wide)w * bound;
        if ((uint64_t)product >= reject) return (uint64_t)(product >> 64);
    }
}

static inline uint64_t philox_below(hbs_rng *rng, uint64_t bound) {
    if (bound == 1) return 0;
    if (bound > UINT64_C(1) << 32) return below_wide(rng, bound);
    uint64_t product = word(rng) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t reject = (uint32_t)((UINT64_C(1) << 32) % bound);
        while ((uint32_t)product < reject) product = word(rng) * bound;
    }
    return product >> 32;
}

uint64_t hbs_rng_below(hbs_rng *rng, uint64_t bound) {
    assert(bound >= 1);
    count_choice(rng, bound);
    return rng->draw ? rng->draw(rng, bound) : philox_below(rng, bound);
}

void hbs_rng_falling(hbs_rng *rng, uint64_t bound, size_t count, uint64_t *out) {
    assert(count <= bound);
    for (size_t i = 0; rng->draw && i < count; i++) out[i] = hbs_rng_below(rng, bound - i);
    if (rng->draw) return;
    for (size_t i = 0; i < count; i++) {
        count_choice(rng, bound - i);
        out[i] = philox_below(rng, bound - i);
    }
}

int64_t hbs_rng_between(hbs_rng *rng, int64_t low, int64_t high) {
    assert(low <= high);
    return (int64_t)((uint64_t)low + hbs_rng_below(rng, (uint64_t)high - (uint64_t)low + 1));
}

bool hbs_rng_bernoulli(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    assert(denominator > 0 && numerator <= denominator);
    if (numerator == 0) return false;
    if (numerator == denominator) return true;
    count_choice(rng, 2);
    return rng->weigh ? rng->weigh(rng, numerator, denominator) : philox_below(rng, denominator) < numerator;
}

/* The j-th smallest number not in taken[0..count-1] (sorted ascending), which it then inserts. */
static uint32_t take(uint32_t *taken, uint32_t count, uint32_t j) {
    uint32_t i = 0;
    while (i < count && taken[i] <= j) i++, j++;
    memmove(taken + i + 1, taken + i, (count - i) * sizeof *taken);
    taken[i] = j;
    return j;
}

#define SAMPLE_SMALL 64u

/* Which of 0..n-1 are taken: counted by bucket of 2^shift numbers, about one of the tuple in each, in a Fenwick tree (Fenwick, A new data structure for cumulative frequency
 * tables, 1994), and listed within their buckets. */
typedef struct taken_numbers {
    uint32_t buckets, shift;
    uint32_t *free_below;   /* [1..buckets], the tree: numbers that are not taken */
    uint32_t *first;        /* [buckets], 1 + the place in the tuple of a number of the bucket; 0: none */
    uint32_t *next;         /* [k], the same for the next one of its bucket */
} taken_numbers;

static bool taken_new(taken_numbers *own, uint32_t n, uint32_t k) {
    for (own->shift = 0; (uint64_t)k << own->shift < n;) own->shift++;
    own->buckets = ((n - 1) >> own->shift) + 1;
    own->free_below = calloc((size_t)own->buckets + 1, sizeof *own->free_below);
    own->first = calloc(own->buckets, sizeof *own->first);
    own->next = calloc(k, sizeof *own->next);
    if (!own->free_below || !own->first || !own->next) return false;
    for (uint64_t b = 1; b <= own->buckets; b++) {   /* its node stands for the buckets from b - (b & -b) to b - 1 */
        const uint64_t end = b << own->shift, start = (b - (b & -b)) << own->shift;
        own->free_below[b] = (uint32_t)((end < n ? end : n) - start);
    }
    return true;
}

static void taken_free(taken_numbers *own) {
    free(own->free_below);
    free(own->first);
    free(own->next);
}

/* The j-th smallest number of the bucket that is not taken. */
static uint32_t free_number(const taken_numbers *own, uint32_t bucket, uint32_t j, const uint32_t *tuple) {
    uint32_t number = (bucket << own->shift) + j;
    for (uint32_t before = 0, now;; before = now) {
        now = 0;
        for (uint32_t at = own->first[bucket]; at; at = own->next[at - 1]) now += tuple[at - 1] <= number;
        if (now == before) return number;
        number += now - before;
    }
}

/* The j-th smallest number that is not taken, which is then tuple[i]. */
static void take_far(taken_numbers *own, uint32_t i, uint32_t j, uint32_t *tuple) {
    uint32_t bucket = 0, step = 1;
    while (step <= own->buckets / 2) step *= 2;
    for (; step; step /= 2)
        if (step <= own->buckets - bucket && own->free_below[bucket + step] <= j) j -= own->free_below[bucket += step];
    tuple[i] = free_number(own, bucket, j, tuple);
    own->next[i] = own->first[bucket];
    own->first[bucket] = i + 1;
    for (uint64_t b = (uint64_t)bucket + 1; b <= own->buckets; b += b & -b) own->free_below[b]--;
}

/* Without memory of its own: out[0..i-1] holds the tuple so far. */
static uint32_t take_by_counting(uint32_t i, uint32_t j, const uint32_t *out) {
    for (uint32_t before = 0, now;; before = now) {
        now = 0;
        for (uint32_t t = 0; t < i; t++) now += out[t] <= j;
        if (now == before) return j;
        j += now - before;
    }
}

/* Whether to stop is asked after so many numbers. */
#define DRAWS_BETWEEN ((uint32_t)1 << 16)

void hbs_rng_sample(hbs_rng *rng, uint32_t n, uint32_t k, uint32_t *out) {
    assert(k <= n);
    if (k <= SAMPLE_SMALL) {
        uint32_t taken[SAMPLE_SMALL];
        for (uint32_t i = 0; i < k; i++) out[i] = take(taken, i, (uint32_t)hbs_rng_below(rng, n - i));
        return;
    }
    taken_numbers taken = {0};
    const bool there = taken_new(&taken, n, k);   /* else slowly */
    for (uint32_t i = 0; i < k; i++) {
        if (i && i % DRAWS_BETWEEN == 0 && hbs_rng_should_stop(rng)) {
            memset(out + i, 0, (k - i) * sizeof *out);
            break;
        }
        const uint32_t j = (uint32_t)hbs_rng_below(rng, n - i);
        if (there) take_far(&taken, i, j, out);
        else out[i] = take_by_counting(i, j, out);
    }
    taken_free(&taken);
}

void hbs_rng_shuffle(hbs_rng *rng, uint32_t *items, size_t count) {
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)hbs_rng_below(rng, i);
        const uint32_t swap = items[i - 1];
        items[i - 1] = items[j];
        items[j] = swap;
    }
}

hbs_status hbs_rng_order(hbs_rng *rng, size_t count, uint32_t **order, hbs_error *error) {
    uint32_t *items;
    if (count > UINT32_MAX) return hbs_raise(error, HBS_ERROR_MEMORY, "%zu items are too many to shuffle: at most %u", count, UINT32_MAX);
    const hbs_status status = hbs_allocate(&items, count, sizeof *items, error);
    if (status != HBS_OK) return status;
    for (uint32_t i = 0; i < count; i++) items[i] = i;
    hbs_rng_shuffle(rng, items, count);
    *order = items;
    return HBS_OK;
}

double hbs_rng_choice_bits(const hbs_rng *rng) { return rng->bits + log2(rng->product); }

hbs_rng_mark hbs_rng_take_mark(const hbs_rng *rng) { return (hbs_rng_mark){rng->bits, rng->product}; }

bool hbs_rng_should_stop(hbs_rng *rng) {
    if (rng->stop && rng->stop(rng->stop_context)) rng->stopped = true;
    return rng->stopped;
}

bool hbs_rng_reject(hbs_rng *rng, hbs_rng_mark mark) {
    rng->bits = mark.bits;
    rng->product = mark.product;
    if (hbs_rng_should_stop(rng)) return false;
    return ++rng->retries < rng->retry_limit;
}
