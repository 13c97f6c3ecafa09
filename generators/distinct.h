/* A uniform sequence of distinct numbers of {0, .., space-1}, one choice a number and never a rejection: a Fisher-Yates shuffle from the end whose
 * array is kept only where it differs from the identity. */
#ifndef HBS_GENERATORS_DISTINCT_H
#define HBS_GENERATORS_DISTINCT_H

#include <stddef.h>
#include <stdint.h>

#include "core/rng.h"
#include "generators/sat/subsets.h"

typedef struct hbs_distinct_slot {
    uint64_t key, value;      /* array[key - 1] is value; key 0: free */
} hbs_distinct_slot;

typedef struct hbs_distinct {
    hbs_subsets subsets;      /* of a set that is drawn in one choice .. */
    uint32_t *member;         /* .. its members, the next one at member[given]; given == subsets.k before they are drawn */
    size_t member_capacity, given;
    bool as_set;
    hbs_distinct_slot *slot;
    size_t capacity;          /* slots there are, at least slots in use */
    uint64_t left;            /* numbers not yet drawn */
    uint64_t top;             /* all keys in use are <= top */
    unsigned shift;           /* 64 - log2(slots in use) */
} hbs_distinct;               /* {0} is valid; memory is kept from start to start */

void hbs_distinct_free(hbs_distinct *distinct);
/* Ready to draw up to `count` <= space numbers, space < 2^64 - 1. O(count). */
hbs_status hbs_distinct_start(hbs_distinct *distinct, uint64_t space, size_t count, hbs_error *error);
/* The same where the numbers make a set, all `count` of them are drawn, and their order is that of clauses, atoms or edges: where the stream is indifferent to it, they are
 * one choice among C(space, count) sets, as far as those have numbers below 2^63, and come in rising order. */
hbs_status hbs_distinct_start_set(hbs_distinct *distinct, const hbs_rng *rng, uint64_t space, size_t count, hbs_error *error);
/* The next number: a choice among those left. Expected O(1). Not more often than `count` times. */
uint64_t hbs_distinct_next(hbs_distinct *distinct, hbs_rng *rng);
/* The next `count` numbers. */
void hbs_distinct_take(hbs_distinct *distinct, hbs_rng *rng, size_t count, uint64_t *out);

#endif
