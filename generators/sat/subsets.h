/* The k-subsets of {1..n}, numbered colexicographically: sum over i of C(v_i - 1, i) for v_1 < .. < v_k. */
#ifndef HBS_GENERATORS_SAT_SUBSETS_H
#define HBS_GENERATORS_SAT_SUBSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rng.h"
#include "core/status.h"

typedef struct hbs_subsets {
    uint32_t n, k, buckets;
    uint64_t count;           /* C(n,k) */
    uint64_t *binomial;       /* row i = 2..k: C(v, i) for v = 0..n; no rows when they would be large */
    uint32_t *bucket;         /* row i = 2..k: the v of every 2^shift-th number */
    unsigned *shift;          /* row i = 2..k */
    size_t binomial_capacity, bucket_capacity, shift_capacity;
    size_t rows;
} hbs_subsets;                /* {0} is valid */

/* C(n,k), or UINT64_MAX when it does not fit 63 bits. O(k). */
uint64_t hbs_binomial(uint64_t n, uint64_t k);

void hbs_subsets_free(hbs_subsets *subsets);
/* C(n,k) must be positive and fit 63 bits. O(1) when n and k are as before; else O(n k) at most. */
hbs_status hbs_subsets_set(hbs_subsets *subsets, uint32_t n, uint32_t k, hbs_error *error);
/* The subset of `number` < count into out[0..k-1], ascending. Expected O(k) with tables, O(k^2 log n) without. */
void hbs_subset_of(const hbs_subsets *subsets, uint64_t number, uint32_t *out);
/* The same for `count` numbers: subset c goes to out[c*k ..]. Faster than one by one: what is not known of one number does not keep the next one waiting. */
void hbs_subsets_of(const hbs_subsets *subsets, const uint64_t *number, size_t count, uint32_t *out);

/* The next k-subset of 0..n-1, rising, in lexicographic order; false after the last. The first is 0, .., k-1. O(k). */
bool hbs_next_subset(uint32_t *member, uint32_t n, uint32_t k);

/* k distinct numbers of 0..n-1, uniform, for the literals of a clause: an ordered tuple (hbs_rng_sample), or, where the stream is indifferent to the order of literals, one
 * choice among the subsets as far as those have numbers below 2^63, rising. */
void hbs_subset_draw(hbs_rng *rng, uint32_t n, uint32_t k, uint32_t *out);

#endif
