/* Exact counting: binomials and their relatives as GMP integers, subsets and sequences by number, partitions.
 * Numbers of items stay below 2^63; counts are as large as they are. */
#ifndef HBS_CORE_COMBINATORICS_H
#define HBS_CORE_COMBINATORICS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rng.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* C(n,k); 0 when k > n. As long as a few products of numbers as large as it: about a second at 2^23 bits. `n` may be the same variable as `out`. */
void hbs_choose(mpz_t out, const mpz_t n, uint64_t k);
void hbs_choose_small(mpz_t out, uint64_t n, uint64_t k);
/* log2 x for x > 0, and log2 n! for n >= 0, which need not be whole, both to the last bits. */
double hbs_integer_bits(const mpz_t x);
double hbs_factorial_bits(double n);
/* At least log2 C(n,k), and at most 3 min(k, n-k) more, without computing it: GMP ends the program when a number does not fit in memory. */
double hbs_choose_bits(const mpz_t n, uint64_t k);
/* n (n-1) .. (n-k+1). */
void hbs_falling(mpz_t out, uint64_t n, uint64_t k);

/* A set c_1 < .. < c_m has the rank sum over i of C(c_i, i): colex order, the same in any larger space. O(m) binomials. */
void hbs_subset_rank(mpz_t rank, const uint64_t *item, size_t count);
/* The set of that rank among the `count`-subsets of {0, .., space-1}; 0 <= rank < C(space, count). O(count log space) binomials. */
void hbs_subset_unrank(uint64_t *item, size_t count, const mpz_t rank, uint64_t space);
/* A sequence c_1, .., c_m over {0, .., space-1} has the rank sum over i of c_i space^(i-1). */
void hbs_sequence_rank(mpz_t rank, const uint64_t *item, size_t count, uint64_t space);
void hbs_sequence_unrank(uint64_t *item, size_t count, const mpz_t rank, uint64_t space);

/* The next partition of n in `part` (largest first) and *parts, or false after the last. Start with *parts = 0. Room for n parts; n = 0 has one, the
 * empty one, for which true is returned once. */
typedef struct hbs_integer_partition {
    uint32_t n, parts;
    uint32_t part[32];
    bool started;
} hbs_integer_partition;              /* {.n = n}, n <= 32 */
bool hbs_integer_partition_next(hbs_integer_partition *partition);

/* Uniform below `bound` >= 1: words of 32 bits of the stream, drawn again while too large (less than half the time). False when the stream's retry
 * limit is reached. */
bool hbs_rng_below_big(hbs_rng *rng, const mpz_t bound, mpz_t out);

#ifdef __cplusplus
}
#endif
#endif
