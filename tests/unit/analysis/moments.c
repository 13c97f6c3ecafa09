/* Moments of integers: worked values, independence of order, no cancellation far from zero. */
#include <math.h>

#include "analysis/features/moments.h"
#include "core/rng.h"
#include "tests/unit/test.h"

#include <stdio.h>

static hbs_moments of(const int64_t *item, size_t count, int64_t pivot) {
    hbs_moments moments;
    hbs_moments_start(&moments, pivot);
    for (size_t i = 0; i < count; i++) hbs_moments_add(&moments, item[i]);
    return moments;
}

static void worked_values(void) {
    const int64_t item[] = {1, 2, 2, 7};
    for (int64_t pivot = -3; pivot < 9; pivot++) {   /* the pivot changes nothing */
        const hbs_moments moments = of(item, 4, pivot);
        CU_ASSERT_EQUAL(hbs_moments_mean(&moments, 1), 3);
        CU_ASSERT_EQUAL(hbs_moments_mean(&moments, 2), 1.5);
        CU_ASSERT_EQUAL(hbs_moments_sd(&moments, 1), sqrt(5.5));
        CU_ASSERT_EQUAL(hbs_moments_least(&moments, 1), 1);
        CU_ASSERT_EQUAL(hbs_moments_greatest(&moments, 2), 3.5);
        CU_ASSERT_DOUBLE_EQUAL(hbs_moments_skewness(&moments), 13.5 / (5.5 * sqrt(5.5)), 1e-14);
    }
}

static void nothing_and_no_spread(void) {
    const int64_t item[] = {5, 5, 5};
    hbs_moments moments = of(NULL, 0, 0);
    CU_ASSERT_TRUE(isnan(hbs_moments_mean(&moments, 1)) && isnan(hbs_moments_sd(&moments, 1)) && isnan(hbs_moments_skewness(&moments)));
    CU_ASSERT_TRUE(isnan(hbs_moments_least(&moments, 1)) && isnan(hbs_moments_greatest(&moments, 1)));
    moments = of(item, 3, 1);
    CU_ASSERT_EQUAL(hbs_moments_sd(&moments, 1), 0);
    CU_ASSERT_TRUE(isnan(hbs_moments_skewness(&moments)));
}

static void repeated_is_added_often(void) {
    hbs_moments one, many;
    hbs_moments_start(&one, 4);
    hbs_moments_start(&many, 4);
    for (int i = 0; i < 1000; i++) hbs_moments_add(&one, 0);
    hbs_moments_add(&one, 9);
    hbs_moments_repeat(&many, 0, 1000);
    hbs_moments_repeat(&many, 9, 1);
    hbs_moments_repeat(&many, 77, 0);
    CU_ASSERT_EQUAL(hbs_moments_mean(&one, 1), hbs_moments_mean(&many, 1));
    CU_ASSERT_EQUAL(hbs_moments_sd(&one, 1), hbs_moments_sd(&many, 1));
    CU_ASSERT_EQUAL(hbs_moments_skewness(&one), hbs_moments_skewness(&many));
    CU_ASSERT_EQUAL(hbs_moments_greatest(&many, 1), 9);
}

/* The same bits in any order; and the spread of values near 2^32 comes out as that of the same values near 0. */
static void order_and_offset(void) {
    int64_t item[200], far[200];
    hbs_rng rng;
    uint32_t order[200];
    hbs_rng_seed(&rng, 21, 0, HBS_LANE_INSTANCE);
    for (uint32_t i = 0; i < 200; i++) {
        item[i] = (int64_t)hbs_rng_below(&rng, 50);
        order[i] = i;
    }
    const hbs_moments first = of(item, 200, 20);
    hbs_rng_shuffle(&rng, order, 200);
    int64_t shuffled[200];
    for (uint32_t i = 0; i < 200; i++) {
        shuffled[i] = item[order[i]];
        far[i] = item[i] + (INT64_C(1) << 32) - 60;
    }
    const hbs_moments second = of(shuffled, 200, 20), third = of(far, 200, (INT64_C(1) << 32) - 40);
    CU_ASSERT_EQUAL(hbs_moments_mean(&first, 3), hbs_moments_mean(&second, 3));
    CU_ASSERT_EQUAL(hbs_moments_sd(&first, 3), hbs_moments_sd(&second, 3));
    CU_ASSERT_EQUAL(hbs_moments_skewness(&first), hbs_moments_skewness(&second));
    CU_ASSERT_EQUAL(hbs_moments_sd(&first, 1), hbs_moments_sd(&third, 1));
    CU_ASSERT_EQUAL(hbs_moments_skewness(&first), hbs_moments_skewness(&third));
}

const hbs_test hbs_tests[] = {{"worked_values", worked_values},
                              {"nothing_and_no_spread", nothing_and_no_spread},
                              {"repeated_is_added_often", repeated_is_added_often},
                              {"order_and_offset", order_and_offset},
                              {NULL, NULL}};
