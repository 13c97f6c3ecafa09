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

/* Twice the upper tail of a binomial(n, 1/2) from k > n / 2 on. */
static double two_tails(unsigned n, unsigned k) {
    double tail = 0;
    for (unsigned j = k; j <= n; j++) tail += exp(lgamma(n + 1.) - lgamma(j + 1.) - lgamma(n - j + 1.) - n * log(2));
    return 2 * tail;
}

/* At any number, and far below what drawn patterns can tell. */
static void many_equal_differences_are_the_binomial(void) {
    static double many[20000];
    static const unsigned cases[][2] = {{60, 40}, {60, 60}, {900, 500}, {1300, 700}, {20000, 10200}, {20000, 10900}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (unsigned i = 0; i < cases[c][0]; i++) many[i] = i < cases[c][1] ? .25 : -.25;
        CU_ASSERT_DOUBLE_EQUAL(p_of(many, cases[c][0]) / two_tails(cases[c][0], cases[c][1]), 1, 1e-6);
    }
    for (unsigned i = 0; i < 20000; i++) many[i] = 1;
    CU_ASSERT(p_of(many, 20000) > 0);   /* 2^-19999 */
}

/* Small multiples of one amount, and two amounts with no common measure (labels of unequal numbers), against all patterns. */
static void few_amounts_are_exact(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 7, 0, HBS_LANE_ANALYSIS);
    for (int run = 0; run < 40; run++) {
        double difference[16], sum = 0;
        int far = 0;
        for (int i = 0; i < 16; i++) {
            const double amount = run % 2 ? (double)(1 + hbs_rng_below(&rng, 4)) / 7 : hbs_rng_below(&rng, 2) ? 1. / 11 : sqrt(2);
            sum += difference[i] = hbs_rng_below(&rng, 3) ? amount : -amount;
        }
        for (int pattern = 0; pattern < 1 << 16; pattern++) {
            double flipped = 0;
            for (int i = 0; i < 16; i++) flipped += pattern >> i & 1 ? -difference[i] : difference[i];
            far += fabs(flipped) >= fabs(sum) - 1e-9;
        }
        CU_ASSERT_DOUBLE_EQUAL(p_of(difference, 16), far / 65536., 1e-12);
    }
}

/* Amounts that all differ: patterns are drawn, and above 1000 the normal limit stands for them. Both against the normal law. */
static void many_amounts_are_drawn(void) {
    static double many[1300];
    for (size_t count = 60; count <= 1300; count += 1240) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < count; i++) {
            sum += many[i] = i % 8 < 5 ? sqrt((double)i + 2) : -sqrt((double)i + 2);
            squares += many[i] * many[i];
        }
        CU_ASSERT_DOUBLE_EQUAL(p_of(many, count), erfc(sum / sqrt(2 * squares)), count == 60 ? .02 : 1e-9);
    }
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
    {"many equal differences are the binomial", many_equal_differences_are_the_binomial},
    {"few amounts are exact", few_amounts_are_exact},
    {"many amounts are drawn", many_amounts_are_drawn},
    {"chance is rarely below the level", chance_is_rarely_below_the_level},
    {NULL, NULL},
};
