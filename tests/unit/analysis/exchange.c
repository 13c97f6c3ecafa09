/* The exact test against closed forms, against a listing of all patterns, and its rate where there is nothing to find. */
#include "analysis/exchange.h"

#include <math.h>
#include <stdio.h>

#include "core/rng.h"
#include "tests/unit/test.h"

static double p_of(const double *difference, size_t count) {
    hbs_error error = {0};
    double p = NAN;
    CHECK_OK(hbs_exchange_p(difference, count, 1, &p, &error));
    return p;
}

/* Equal sizes: McNemar's exact test, twice a binomial tail. */
static void equal_differences_are_a_sign_test(void) {
    const double five[5] = {1, 1, 1, 1, 1}, mixed[8] = {1, 0, 1, 1, 0, 1, 1, -1}, even[4] = {.5, -.5, .5, -.5};
    CU_ASSERT_DOUBLE_EQUAL(p_of(five, 5), 2 * pow(.5, 5), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(p_of(mixed, 8), 2 * 7 * pow(.5, 6), 1e-12); /* 5 of 6 and 6 of 6 */
    CU_ASSERT_EQUAL(p_of(even, 4), 1);
    CU_ASSERT_EQUAL(p_of(mixed, 0), 1);
}

/* Terms whose sums tie only up to rounding count as ties. */
static void ties_survive_rounding(void) {
    const double terms[6] = {.1, .1, .1, .3, .3, .3};
    CU_ASSERT_DOUBLE_EQUAL(p_of(terms, 6), 2 * pow(.5, 6), 1e-12);
    const double less[6] = {.1, .1, .1, -.3, .3, .3}; /* sum .6: patterns of .6, 1, 1.2 and the like on both sides */
    int far = 0;
    for (int pattern = 0; pattern < 64; pattern++) {
        int sum = 0;
        for (int i = 0; i < 6; i++) sum += (pattern >> i & 1 ? -1 : 1) * (i < 3 ? 1 : 3);
        far += sum >= 6 || sum <= -6;
    }
    CU_ASSERT_DOUBLE_EQUAL(p_of(less, 6), far / 64., 1e-12);
}

/* The three ways agree where they meet: 40 of 60 by drawing and 700 of 1300 by the normal limit, against the binomial. */
static void drawing_and_the_limit_agree_with_the_binomial(void) {
    static double many[1300];
    for (size_t i = 0; i < 60; i++) many[i] = i < 40 ? 1 : -1;
    CU_ASSERT_DOUBLE_EQUAL(p_of(many, 60), .0135, .004);
    for (size_t i = 0; i < 1300; i++) many[i] = i < 700 ? 1 : -1;
    CU_ASSERT_DOUBLE_EQUAL(p_of(many, 1300), .0060, .0006);
}

static void chance_is_rarely_below_the_level(void) {
    hbs_rng rng;
    int below = 0;
    hbs_rng_seed(&rng, 31, 0, HBS_LANE_ANALYSIS);
    for (int run = 0; run < 3000; run++) {
        double difference[11];
        for (size_t i = 0; i < 11; i++) difference[i] = ((double)hbs_rng_below(&rng, 3) - 1) * (i % 2 ? 1. / 5 : 1. / 6);
        below += p_of(difference, 11) <= .05;
    }
    CU_ASSERT(below <= 3000 * .06 && below > 30);
}

const hbs_test hbs_tests[] = {
    {"equal differences are a sign test", equal_differences_are_a_sign_test},
    {"ties survive rounding", ties_survive_rounding},
    {"drawing and the limit agree with the binomial", drawing_and_the_limit_agree_with_the_binomial},
    {"chance is rarely below the level", chance_is_rarely_below_the_level},
    {NULL, NULL},
};
