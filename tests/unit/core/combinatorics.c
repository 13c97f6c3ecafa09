/* Counts against enumeration, subsets and sequences there and back, partitions against their number. */
#include "core/combinatorics.h"

#include <string.h>

#include "tests/unit/test.h"

static unsigned long choose(unsigned long n, unsigned long k) { return k > n ? 0 : k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

static void counts(void) {
    mpz_t found, number;
    mpz_inits(found, number, NULL);
    for (unsigned long n = 0; n < 30; n++)
        for (unsigned long k = 0; k < 33; k++) {
            hbs_choose_small(found, n, k);
            CU_ASSERT(mpz_cmp_ui(found, choose(n, k)) == 0);
            mpz_set_ui(number, n);
            hbs_choose(number, number, k);
            CU_ASSERT(mpz_cmp(found, number) == 0);
        }
    mpz_set_si(number, -3);
    hbs_choose(found, number, 2);
    CU_ASSERT(mpz_sgn(found) == 0);
    mpz_ui_pow_ui(number, 2, 100);
    hbs_choose(found, number, 1);
    CU_ASSERT(mpz_cmp(found, number) == 0);
    hbs_falling(found, 7, 3);
    CU_ASSERT(mpz_cmp_ui(found, 210) == 0);
    hbs_falling(found, 2, 3);
    CU_ASSERT(mpz_sgn(found) == 0);
    mpz_clears(found, number, NULL);
}

/* GMP's own binomials are the oracle of large ones, and the bounds hold where it is sharp. */
static void large_counts(void) {
    static const struct { uint64_t n, k; } row[] = {{10, 0}, {10, 5}, {5000, 2001}, {5000, 2999}, {UINT64_C(1) << 50, 2500}, {UINT64_MAX, 2100}, {UINT64_MAX, 1}};
    mpz_t found, expected, number;
    mpz_inits(found, expected, number, NULL);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mpz_bin_uiui(expected, row[i].n, row[i].k);
        hbs_choose_small(found, row[i].n, row[i].k);
        CU_ASSERT(mpz_cmp(found, expected) == 0);
        mpz_set_ui(number, row[i].n);
        const double bits = hbs_choose_bits(number, row[i].k), known = (double)mpz_sizeinbase(expected, 2) - 1;
        const uint64_t k = row[i].k < row[i].n - row[i].k ? row[i].k : row[i].n - row[i].k;
        CU_ASSERT(bits >= known && bits <= known + 3 * (double)k);
        hbs_choose(number, number, row[i].k);
        CU_ASSERT(mpz_cmp(number, expected) == 0);
    }
    mpz_ui_pow_ui(number, 2, 100);
    mpz_bin_ui(expected, number, 2100);
    hbs_choose(found, number, 2100);
    CU_ASSERT(mpz_cmp(found, expected) == 0);
    mpz_clears(found, expected, number, NULL);
}

/* All ranks of C(9, m): rising in colex order, there and back, the same in a larger space. */
static void subsets(void) {
    mpz_t rank, back, size;
    mpz_inits(rank, back, size, NULL);
    for (size_t m = 0; m <= 9; m++) {
        uint64_t item[9] = {0}, last[9] = {0}, wider[9] = {0};
        hbs_choose_small(size, 9, m);
        for (mpz_set_ui(rank, 0); mpz_cmp(rank, size) < 0; mpz_add_ui(rank, rank, 1)) {
            hbs_subset_unrank(item, m, rank, 9);
            hbs_subset_unrank(wider, m, rank, UINT64_C(1) << 62);
            CU_ASSERT(!memcmp(item, wider, sizeof item));
            hbs_subset_rank(back, item, m);
            CU_ASSERT(mpz_cmp(rank, back) == 0);
            size_t differ = m;
            while (differ > 0 && item[differ - 1] == last[differ - 1]) differ--;
            CU_ASSERT(mpz_sgn(rank) == 0 || (differ > 0 && item[differ - 1] > last[differ - 1]));
            memcpy(last, item, sizeof last);
        }
    }
    mpz_clears(rank, back, size, NULL);
}

static void sequences(void) {
    static const uint64_t item[] = {3, 0, UINT64_C(1) << 61, 7};
    uint64_t found[4];
    mpz_t rank;
    mpz_init(rank);
    hbs_sequence_rank(rank, item, 4, (UINT64_C(1) << 62) - 57);
    hbs_sequence_unrank(found, 4, rank, (UINT64_C(1) << 62) - 57);
    CU_ASSERT(!memcmp(item, found, sizeof item));
    hbs_sequence_rank(rank, item, 0, 5);
    CU_ASSERT(mpz_sgn(rank) == 0);
    mpz_clear(rank);
}

static void partitions(void) {
    static const unsigned number[] = {1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42};
    for (uint32_t n = 0; n <= 10; n++) {
        unsigned count = 0;
        for (hbs_integer_partition partition = {.n = n}; hbs_integer_partition_next(&partition); count++) {
            uint32_t sum = 0;
            for (uint32_t i = 0; i < partition.parts; i++) {
                sum += partition.part[i];
                CU_ASSERT(partition.part[i] > 0 && (i == 0 || partition.part[i] <= partition.part[i - 1]));
            }
            CU_ASSERT_EQUAL(sum, n);
        }
        CU_ASSERT_EQUAL(count, number[n]);
    }
}

/* Each of 5 values a fifth of the time; one value takes no draw. */
static void big_draws(void) {
    unsigned seen[5] = {0};
    mpz_t bound, found;
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 2, HBS_LANE_ANALYSIS);
    mpz_init_set_ui(bound, 5);
    mpz_init(found);
    for (unsigned i = 0; i < 5000; i++) {
        CU_ASSERT(hbs_rng_below_big(&rng, bound, found));
        seen[mpz_get_ui(found)]++;
    }
    for (unsigned i = 0; i < 5; i++) CU_ASSERT(seen[i] > 880 && seen[i] < 1120);
    mpz_ui_pow_ui(bound, 3, 100);
    for (unsigned i = 0; i < 100; i++) CU_ASSERT(hbs_rng_below_big(&rng, bound, found) && mpz_cmp(found, bound) < 0 && mpz_sgn(found) >= 0);
    mpz_set_ui(bound, 1);
    CU_ASSERT(hbs_rng_below_big(&rng, bound, found) && mpz_sgn(found) == 0);
    rng.retry_limit = 0;
    mpz_ui_pow_ui(bound, 2, 64);
    mpz_add_ui(bound, bound, 1);   /* nearly half of the words are too large */
    bool all = true;
    for (unsigned i = 0; i < 50; i++) all = hbs_rng_below_big(&rng, bound, found) && all;
    CU_ASSERT(!all);
    mpz_clears(bound, found, NULL);
}

const hbs_test hbs_tests[] = {{"counts", counts},         {"large_counts", large_counts}, {"subsets", subsets}, {"sequences", sequences},
                              {"partitions", partitions}, {"big_draws", big_draws},     {NULL, NULL}};
