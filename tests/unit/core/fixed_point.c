#include "core/fixed_point.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/rng.h"
#include "tests/unit/test.h"

static const double unit = (double)(INT64_C(1) << HBS_LOG2_PLACES);

/* long double has 64 bits where there is more than double; elsewhere the bound is that of libm. */
static const long double slack = sizeof(long double) > sizeof(double) ? 4e-17L : 1e-14L;

static void logarithms(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 200000; i++) {
        const uint64_t x = 1 + (hbs_rng_below(&rng, UINT64_MAX) >> hbs_rng_below(&rng, 64));
        const long double error = (long double)hbs_log2(x) / unit - log2l((long double)x);
        CU_ASSERT_FATAL(error <= slack && error >= -slack);
    }
    for (int e = 0; e < 64; e++) CU_ASSERT_EQUAL(hbs_log2(UINT64_C(1) << e), (int64_t)e << HBS_LOG2_PLACES);
    CU_ASSERT_EQUAL(hbs_log2(3), INT64_C(114208584442304135));   /* floor(2^56 log2 3) */
}

static void powers(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 2, 0, HBS_LANE_INSTANCE);
    CU_ASSERT_EQUAL(hbs_exp2(0), UINT64_C(1) << 62);
    for (int i = 0; i < 200000; i++) {
        const uint64_t fraction = hbs_rng_below(&rng, UINT64_C(1) << HBS_LOG2_PLACES), power = hbs_exp2(fraction);
        const long double wanted = exp2l((long double)fraction / unit);
        CU_ASSERT_FATAL(power >= UINT64_C(1) << 62 && power < UINT64_C(1) << 63);
        CU_ASSERT_FATAL(fabsl((long double)power / 0x1p62L / wanted - 1) <= 2 * slack);
    }
}

/* 2^(exponent / 2^56) as a double. */
static double power_of(int64_t exponent) {
    const int64_t one = INT64_C(1) << HBS_LOG2_PLACES, below = exponent % one, fraction = below < 0 ? below + one : below;
    return ldexp((double)hbs_exp2((uint64_t)fraction), (int)((exponent - fraction) / one) - 62);
}

/* Each way back: 2^(log2 x) is x up to the last places. */
static void inverse(void) {
    for (uint64_t x = 1; x < 20000; x++) CU_ASSERT_FATAL(fabs(power_of(hbs_log2(x)) / (double)x - 1) < 1e-15);
    for (uint64_t x = 1; x < 2000; x++) CU_ASSERT_FATAL(fabs(power_of(-hbs_log2(x)) * (double)x - 1) < 1e-15);
    for (uint64_t x = 1; x < 2000; x++)   /* a logarithm of a product is the sum */
        CU_ASSERT_FATAL(llabs(hbs_log2(x * 1999) - hbs_log2(x) - hbs_log2(1999)) <= 4);
}

const hbs_test hbs_tests[] = {{"logarithms", logarithms}, {"powers", powers}, {"inverse", inverse}, {NULL, NULL}};
