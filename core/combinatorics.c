/* Counting with GMP integers. Large binomials are a falling product, by halves, divided by k!, since multiplication of large numbers of one size is what GMP is
 * fast at. Subsets by number are the combinatorial number system (Lehmer, "The machine tools of combinatorics", 1964; Knuth, TAOCP
 * 4A, 7.2.1.3): the largest item is the largest c with C(c, m) <= rank, found by bisection, and so on downwards. */
#include "core/combinatorics.h"

#include <assert.h>
#include <math.h>

#define LEAF 32u          /* factors that are multiplied one by one */
#define PLAIN_MOST 2000u  /* GMP's binomials take time quadratic in k */

/* (n - low) .. (n - high + 1), both halves about as large, so that GMP multiplies them fast. */
static void product(mpz_t out, const mpz_t n, uint64_t low, uint64_t high) {
    mpz_t other;
    mpz_init(other);
    mpz_set_ui(out, 1);
    if (high - low > LEAF) {
        const uint64_t middle = low + (high - low) / 2;
        product(out, n, low, middle);
        product(other, n, middle, high);
        mpz_mul(out, out, other);
    } else {
        for (; low < high; low++) {
            mpz_sub_ui(other, n, low);
            mpz_mul(out, out, other);
        }
    }
    mpz_clear(other);
}

/* min(k, n - k), for k <= n. */
static uint64_t nearer(const mpz_t n, uint64_t k) {
    mpz_t rest;
    mpz_init(rest);
    mpz_sub_ui(rest, n, k);
    if (mpz_cmp_ui(rest, k) < 0) k = mpz_get_ui(rest);
    mpz_clear(rest);
    return k;
}

/* k = min(k, n - k). */
static void choose_nearer(mpz_t out, const mpz_t n, uint64_t k) {
    if (k <= PLAIN_MOST) {
        mpz_bin_ui(out, n, k);
        return;
    }
    mpz_t upper, lower;
    mpz_inits(upper, lower, NULL);
    product(upper, n, 0, k);
    mpz_fac_ui(lower, k);
    mpz_divexact(out, upper, lower);
    mpz_clears(upper, lower, NULL);
}

void hbs_choose(mpz_t out, const mpz_t n, uint64_t k) {
    if (mpz_sgn(n) < 0 || mpz_cmp_ui(n, k) < 0) mpz_set_ui(out, 0);
    else if (mpz_fits_ulong_p(n)) hbs_choose_small(out, mpz_get_ui(n), k);
    else choose_nearer(out, n, nearer(n, k));
}

void hbs_choose_small(mpz_t out, uint64_t n, uint64_t k) {
    if (k <= n && n - k < k) k = n - k;
    if (k > n || k <= PLAIN_MOST) {
        mpz_bin_uiui(out, n, k);
        return;
    }
    mpz_t items;
    mpz_init_set_ui(items, n);
    choose_nearer(out, items, k);
    mpz_clear(items);
}

double hbs_integer_bits(const mpz_t x) {
    long exponent;
    const double fraction = mpz_get_d_2exp(&exponent, x);
    return log2(fraction) + (double)exponent;
}

double hbs_factorial_bits(double n) {
    int sign;
    return lgamma_r(n + 1, &sign) / log(2);
}

/* C(n, k) <= (e n / k)^k. */
double hbs_choose_bits(const mpz_t n, uint64_t k) {
    if (mpz_sgn(n) < 0 || mpz_cmp_ui(n, k) < 0) return 0;
    k = nearer(n, k);
    if (!k) return 0;
    const int log_k = 63 - __builtin_clzll(k);
    return (double)k * ((double)mpz_sizeinbase(n, 2) - log_k + 1.45);
}

void hbs_falling(mpz_t out, uint64_t n, uint64_t k) {
    mpz_t items;
    mpz_init_set_ui(items, n);
    if (k <= n) product(out, items, 0, k);
    else mpz_set_ui(out, 0);
    mpz_clear(items);
}

void hbs_subset_rank(mpz_t rank, const uint64_t *item, size_t count) {
    mpz_t sum, term;
    mpz_inits(sum, term, NULL);
    for (size_t i = 0; i < count; i++) {
        assert(i == 0 || item[i - 1] < item[i]);
        hbs_choose_small(term, item[i], i + 1);
        mpz_add(sum, sum, term);
    }
    mpz_set(rank, sum);
    mpz_clears(sum, term, NULL);
}

/* The largest c < space with C(c, i) <= rank, which is at least i - 1; *value gets C(c, i). */
static uint64_t largest_below(const mpz_t rank, uint64_t i, uint64_t space, mpz_t value) {
    uint64_t low = i - 1, high = space;   /* C(low, i) <= rank; C(high, i) > rank or high == space */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        hbs_choose_small(value, middle, i);
        if (mpz_cmp(value, rank) <= 0) low = middle; else high = middle;
    }
    hbs_choose_small(value, low, i);
    return low;
}

void hbs_subset_unrank(uint64_t *item, size_t count, const mpz_t rank, uint64_t space) {
    mpz_t left, value;
    mpz_init_set(left, rank);
    mpz_init(value);
    for (size_t i = count; i > 0; i--) {
        item[i - 1] = space = largest_below(left, i, space, value);
        mpz_sub(left, left, value);
    }
    mpz_clears(left, value, NULL);
}

void hbs_sequence_rank(mpz_t rank, const uint64_t *item, size_t count, uint64_t space) {
    mpz_t sum;
    mpz_init(sum);
    for (size_t i = count; i > 0; i--) {
        assert(item[i - 1] < space);
        mpz_mul_ui(sum, sum, space);
        mpz_add_ui(sum, sum, item[i - 1]);
    }
    mpz_swap(rank, sum);
    mpz_clear(sum);
}

void hbs_sequence_unrank(uint64_t *item, size_t count, const mpz_t rank, uint64_t space) {
    mpz_t left;
    mpz_init_set(left, rank);
    for (size_t i = 0; i < count; i++) item[i] = mpz_fdiv_q_ui(left, left, space);
    mpz_clear(left);
}

bool hbs_integer_partition_next(hbs_integer_partition *partition) {
    uint32_t *const part = partition->part;
    assert(partition->n <= 32);
    if (!partition->started) {
        partition->started = true;
        partition->parts = partition->n > 0;
        part[0] = partition->n;
        return true;
    }
    uint32_t ones = 0;
    while (partition->parts && part[partition->parts - 1] == 1) ones++, partition->parts--;
    if (!partition->parts) return false;
    const uint32_t largest = --part[partition->parts - 1];
    for (uint32_t left = ones + 1; left > 0;) {
        const uint32_t take = left < largest ? left : largest;
        part[partition->parts++] = take;
        left -= take;
    }
    return true;
}

bool hbs_rng_below_big(hbs_rng *rng, const mpz_t bound, mpz_t out) {
    mpz_t most;
    mpz_init(most);
    mpz_sub_ui(most, bound, 1);
    const size_t bits = mpz_sgn(most) > 0 ? mpz_sizeinbase(most, 2) : 0;
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    bool found = true;
    for (;;) {
        mpz_set_ui(out, 0);
        for (size_t left = bits; left > 0;) {
            const unsigned take = left < 32 ? (unsigned)left : 32;
            mpz_mul_2exp(out, out, take);
            mpz_add_ui(out, out, (unsigned long)hbs_rng_below(rng, UINT64_C(1) << take));
            left -= take;
        }
        if (mpz_cmp(out, most) <= 0) break;
        found = hbs_rng_reject(rng, mark);
        if (!found) break;
    }
    mpz_clear(most);
    return found;
}
