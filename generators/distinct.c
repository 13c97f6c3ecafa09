/* Drawing without replacement by a virtual shuffle. An array 0, 1, .., space-1 is shuffled from its end: draw j below the number left, take
 * array[j], move the last entry into its place. Only entries that differ from their index are stored, in an open-addressed table, so the cost is
 * that of what is drawn, not of the space; when all of the space is drawn it is the ordinary shuffle. Against rejection of repeats it takes one
 * more probe and gives in return exactly log2 (space)_count choice bits, a stream without retries and an end also at count = space. (Fisher and
 * Yates 1938; Durstenfeld, CACM 1964; the sparse form is folklore.) */
#include "generators/distinct.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define SLOTS_LEAST_LOG2 4u

void hbs_distinct_free(hbs_distinct *distinct) {
    hbs_subsets_free(&distinct->subsets);
    free(distinct->member);
    free(distinct->slot);
    *distinct = (hbs_distinct){0};
}

hbs_status hbs_distinct_start(hbs_distinct *distinct, uint64_t space, size_t count, hbs_error *error) {
    assert(count <= space && space < UINT64_MAX);
    hbs_status status = HBS_OK;
    if (count > SIZE_MAX / 4) HBS_FAIL(error, HBS_ERROR_MEMORY, "cannot draw %zu numbers: more than memory holds", count);
    unsigned log = SLOTS_LEAST_LOG2;
    while (((size_t)1 << log) < 2 * count) log++;
    HBS_TRY(hbs_grow(&distinct->slot, &distinct->capacity, (size_t)1 << log, sizeof *distinct->slot, error));
    memset(distinct->slot, 0, sizeof *distinct->slot << log);
    distinct->left = space;
    distinct->top = 0;
    distinct->shift = 64 - log;
    distinct->as_set = false;
done:
    return status;
}

hbs_status hbs_distinct_start_set(hbs_distinct *distinct, const hbs_rng *rng, uint64_t space, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_distinct_start(distinct, space, count, error));
    if (!(rng->indifferent & HBS_RNG_PART_ORDER) || count == 0 || space > UINT32_MAX || hbs_binomial(space, count) == UINT64_MAX) goto done;
    HBS_TRY(hbs_subsets_set(&distinct->subsets, (uint32_t)space, (uint32_t)count, error));
    HBS_TRY(hbs_grow(&distinct->member, &distinct->member_capacity, count, sizeof *distinct->member, error));
    distinct->as_set = true;
    distinct->given = count;
done:
    return status;
}

/* The first one draws them all. */
static uint64_t next_member(hbs_distinct *distinct, hbs_rng *rng) {
    if (distinct->given == distinct->subsets.k) {
        hbs_subset_of(&distinct->subsets, hbs_rng_below(rng, distinct->subsets.count), distinct->member);
        distinct->given = 0;
    }
    distinct->left--;
    return distinct->member[distinct->given++] - 1;
}

/* The slot of index, or the free one where it belongs. */
static inline hbs_distinct_slot *find(const hbs_distinct *distinct, uint64_t index) {
    const size_t mask = ((size_t)1 << (64 - distinct->shift)) - 1;
    size_t at = (size_t)((index * UINT64_C(0x9E3779B97F4A7C15)) >> distinct->shift);
    while (distinct->slot[at].key && distinct->slot[at].key != index + 1) at = (at + 1) & mask;
    return &distinct->slot[at];
}

/* What stands at place j of those that are left. */
static inline uint64_t take_out(hbs_distinct *distinct, uint64_t j) {
    const uint64_t last = --distinct->left;
    hbs_distinct_slot *const slot = find(distinct, j);
    const uint64_t value = slot->key ? slot->value : j;
    if (j == last) return value;
    uint64_t moved = last;
    if (last < distinct->top) {   /* hardly ever in large spaces */
        const hbs_distinct_slot *const end = find(distinct, last);
        if (end->key) moved = end->value;
    }
    slot->key = j + 1;
    slot->value = moved;
    if (j >= distinct->top) distinct->top = j + 1;
    return value;
}

uint64_t hbs_distinct_next(hbs_distinct *distinct, hbs_rng *rng) {
    assert(distinct->left > 0);
    if (distinct->as_set) return next_member(distinct, rng);
    return take_out(distinct, hbs_rng_below(rng, distinct->left));
}

void hbs_distinct_take(hbs_distinct *distinct, hbs_rng *rng, size_t count, uint64_t *out) {
    assert(distinct->left >= count);
    for (size_t i = 0; distinct->as_set && i < count; i++) out[i] = next_member(distinct, rng);
    if (distinct->as_set) return;
    hbs_rng_falling(rng, distinct->left, count, out);
    for (size_t i = 0; i < count; i++) out[i] = take_out(distinct, out[i]);
}
