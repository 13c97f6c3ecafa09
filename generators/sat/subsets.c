/* From a number to a subset: the largest element is the largest v with C(v,k) <= number, the rest is the (k-1)-subset of the remainder (the
 * combinatorial number system; Knuth, TAOCP 7.2.1.3). For k = 1 that is the number itself; else a table of the binomials is entered through
 * buckets of equally many numbers, so that none or one step finds v. Without tables (they would be large) v is a square root for k = 2 and found
 * by bisection over computed binomials above. */
#include "generators/sat/subsets.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"

__extension__ typedef unsigned __int128 wide;

#define BUCKETS_MAX 1024u
#define TABLE_MAX (UINT64_C(1) << 20)   /* entries of all rows together */

uint64_t hbs_binomial(uint64_t n, uint64_t k) {
    if (k > n) return 0;
    if (k > n - k) k = n - k;
    wide product = 1;
    for (uint64_t i = 1; i <= k; i++) {
        product = product * (n - k + i) / i;
        if (product > INT64_MAX) return UINT64_MAX;
    }
    return (uint64_t)product;
}

void hbs_subsets_free(hbs_subsets *subsets) {
    free(subsets->binomial);
    free(subsets->bucket);
    free(subsets->shift);
    *subsets = (hbs_subsets){0};
}

static void fill_row(hbs_subsets *subsets, uint32_t i) {
    const size_t row = i - 2;
    const uint32_t n = subsets->n;
    uint64_t *const binomial = subsets->binomial + row * ((size_t)n + 1);
    uint32_t *const bucket = subsets->bucket + row * ((size_t)subsets->buckets + 1);
    binomial[0] = 0;
    const uint64_t *const above = i == 2 ? NULL : binomial - (n + (size_t)1);   /* the row of i - 1: Pascal's triangle */
    for (uint32_t v = 1; v <= n; v++) binomial[v] = binomial[v - 1] + (above ? above[v - 1] : v - 1);
    unsigned shift = 0;
    while ((binomial[n] - 1) >> shift >= subsets->buckets) shift++;
    subsets->shift[row] = shift;
    uint32_t v = 0;
    for (uint64_t b = 0; b <= subsets->buckets; b++) {
        while (v + 1 < n && (b << shift) >= binomial[v + 1]) v++;
        bucket[b] = v;
    }
}

/* Every row must fit: C(v,i) for i < k may be larger than C(n,k). */
static bool tables_fit(uint32_t n, uint32_t k) {
    if ((uint64_t)(k - 1) * ((uint64_t)n + 1 + BUCKETS_MAX) > TABLE_MAX) return false;
    for (uint32_t i = 2; i <= k; i++)
        if (hbs_binomial(n, i) == UINT64_MAX) return false;
    return true;
}

hbs_status hbs_subsets_set(hbs_subsets *subsets, uint32_t n, uint32_t k, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (subsets->count && subsets->n == n && subsets->k == k) goto done;
    subsets->count = 0;
    subsets->rows = 0;
    if (k >= 2 && tables_fit(n, k)) {
        const size_t rows = k - 1;
        for (subsets->buckets = 16; subsets->buckets < 4 * n && subsets->buckets < BUCKETS_MAX;) subsets->buckets *= 2;
        HBS_TRY(hbs_grow(&subsets->binomial, &subsets->binomial_capacity, rows * ((size_t)n + 1), sizeof *subsets->binomial, error));
        HBS_TRY(hbs_grow(&subsets->bucket, &subsets->bucket_capacity, rows * ((size_t)subsets->buckets + 1), sizeof *subsets->bucket, error));
        HBS_TRY(hbs_grow(&subsets->shift, &subsets->shift_capacity, rows, sizeof *subsets->shift, error));
        subsets->rows = rows;
    }
    subsets->n = n;
    subsets->k = k;
    for (uint32_t i = 2; i < 2 + subsets->rows; i++) fill_row(subsets, i);
    subsets->count = hbs_binomial(n, k);
    assert(subsets->count > 0 && subsets->count != UINT64_MAX);
done:
    return status;
}

/* The largest v with C(v,i) <= number, from the tables. */
static inline uint32_t look_up(const hbs_subsets *subsets, uint32_t i, uint64_t number, uint64_t *rest) {
    const size_t row = i - 2;
    const uint64_t *const binomial = subsets->binomial + row * ((size_t)subsets->n + 1);
    const uint32_t *const bucket = subsets->bucket + row * ((size_t)subsets->buckets + 1) + (number >> subsets->shift[row]);
    uint32_t low = bucket[0], high = bucket[1];
    while (high - low > 8) {   /* only among the small elements */
        const uint32_t middle = low + (high - low) / 2;
        if (binomial[middle] <= number) low = middle; else high = middle;
    }
    low += binomial[low + 1] <= number;   /* most buckets hold at most one step: no branch to mispredict */
    while (binomial[low + 1] <= number) low++;
    *rest = number - binomial[low];
    return low;
}

/* The largest v with C(v,2) <= number. */
static uint32_t pair_of(uint64_t number) {
    uint64_t v = (uint64_t)((1 + sqrt(1 + 8 * (double)number)) / 2);
    while (v * (v - 1) / 2 > number) v--;
    while ((v + 1) * v / 2 <= number) v++;
    return (uint32_t)v;
}

/* The largest v with C(v,i) <= number, by bisection below `high`, C(high,i) > number. */
static uint32_t bisect(uint32_t i, uint64_t number, uint32_t high) {
    uint32_t low = i - 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (hbs_binomial(middle, i) <= number) low = middle; else high = middle;
    }
    return low;
}

void hbs_subset_of(const hbs_subsets *subsets, uint64_t number, uint32_t *out) {
    assert(number < subsets->count);
    uint32_t v = subsets->n;
    for (uint32_t i = subsets->k; i >= 2; i--) {
        if (subsets->rows) {
            v = look_up(subsets, i, number, &number);
        } else {
            v = i == 2 ? pair_of(number) : bisect(i, number, v);
            number -= hbs_binomial(v, i);
        }
        out[i - 1] = v + 1;
    }
    if (subsets->k >= 1) out[0] = (uint32_t)number + 1;
}

/* With tables; k is a constant where this is called, so that the loop is none. */
static inline void look_up_all(const hbs_subsets *subsets, uint32_t k, const uint64_t *number, size_t count, uint32_t *out) {
    for (size_t c = 0; c < count; c++, out += k) {
        uint64_t rest = number[c];
        for (uint32_t i = k; i >= 2; i--) out[i - 1] = look_up(subsets, i, rest, &rest) + 1;
        out[0] = (uint32_t)rest + 1;
    }
}

void hbs_subsets_of(const hbs_subsets *subsets, const uint64_t *number, size_t count, uint32_t *out) {
    if (subsets->rows && subsets->k == 3) look_up_all(subsets, 3, number, count, out);
    else if (subsets->rows && subsets->k == 2) look_up_all(subsets, 2, number, count, out);
    else
        for (size_t c = 0; c < count; c++) hbs_subset_of(subsets, number[c], out + c * subsets->k);
}

bool hbs_next_subset(uint32_t *member, uint32_t n, uint32_t k) {
    uint32_t i = k;
    while (i > 0 && member[i - 1] == n - k + i - 1) i--;
    if (i == 0) return false;
    member[i - 1]++;
    for (; i < k; i++) member[i] = member[i - 1] + 1;
    return true;
}

void hbs_subset_draw(hbs_rng *rng, uint32_t n, uint32_t k, uint32_t *out) {
    const uint64_t subsets = rng->indifferent & HBS_RNG_LITERAL_ORDER ? hbs_binomial(n, k) : UINT64_MAX;
    if (subsets == UINT64_MAX) {
        hbs_rng_sample(rng, n, k, out);
        return;
    }
    uint64_t number = hbs_rng_below(rng, subsets);
    for (uint32_t i = k, v = n; i > 0; i--) {
        v = bisect(i, number, v);
        number -= hbs_binomial(v, i);
        out[i - 1] = v;
    }
}
