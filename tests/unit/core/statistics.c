#include "core/statistics.h"

#include <math.h>
#include <stdio.h>

#include "tests/unit/test.h"

/* Worked examples of Newcombe, "Two-sided confidence intervals for the single proportion" and "Interval estimation for the difference between independent
 * proportions", Statistics in Medicine 17 (1998): 81 of 263; 56/70 against 48/80. */
static void published_examples(void) {
    hbs_estimate e = hbs_wilson(81, 263, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .2553, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3662, 5e-5);
    e = hbs_clopper_pearson(81, 263, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .2527, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3676, 5e-5);
    e = hbs_newcombe(56, 70, 48, 80, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, .2, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .0524, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3339, 5e-5);
}

static void ends(void) {
    CU_ASSERT_EQUAL(hbs_wilson(0, 10, .95).ci_low, 0);
    CU_ASSERT_EQUAL(hbs_wilson(10, 10, .95).ci_high, 1);
    CU_ASSERT_DOUBLE_EQUAL(hbs_clopper_pearson(0, 10, .95).ci_high, 1 - pow(.025, .1), 1e-9);   /* closed form at 0 */
    CU_ASSERT_DOUBLE_EQUAL(hbs_clopper_pearson(10, 10, .95).ci_low, pow(.025, .1), 1e-9);
    CU_ASSERT_TRUE(isnan(hbs_wilson(0, 0, .95).estimate));
    CU_ASSERT_EQUAL(hbs_clopper_pearson(0, 0, .95).ci_high, 1);
}

static void normal(void) {
    CU_ASSERT_DOUBLE_EQUAL(hbs_normal_quantile(.975), 1.959963984540054, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(hbs_normal_cdf(hbs_normal_quantile(.001)), .001, 1e-12);
}

static double binomial(unsigned n, unsigned x, double p) {
    return exp(lgamma(n + 1.) - lgamma(x + 1.) - lgamma(n - x + 1.) + x * log(p) + (n - x) * log1p(-p));
}

/* I_x(a,b) for whole numbers is a binomial tail. */
static void incomplete_beta_is_the_binomial_tail(void) {
    for (double p = .05; p < 1; p += .15)
        for (unsigned k = 1; k <= 20; k++) {
            double tail = 0;
            for (unsigned x = k; x <= 20; x++) tail += binomial(20, x, p);
            CU_ASSERT_DOUBLE_EQUAL(hbs_incomplete_beta(k, 20 - k + 1., p), tail, 1e-10);
        }
}

/* Exact coverage by summing the binomial law: Clopper-Pearson never below its level, Wilson near it on average. */
static void coverage(void) {
    double worst = 1, mean = 0;
    unsigned points = 0;
    for (double p = .02; p < .99; p += .03, points++) {
        double exact = 0, score = 0;
        for (unsigned x = 0; x <= 60; x++) {
            const hbs_estimate c = hbs_clopper_pearson(x, 60, .95), w = hbs_wilson(x, 60, .95);
            exact += (c.ci_low <= p && p <= c.ci_high) ? binomial(60, x, p) : 0;
            score += (w.ci_low <= p && p <= w.ci_high) ? binomial(60, x, p) : 0;
        }
        worst = fmin(worst, exact);
        mean += score;
    }
    CU_ASSERT(worst >= .95 - 1e-9);
    CU_ASSERT(fabs(mean / points - .95) < .01);
}

/* Exact coverage of the difference over both binomial laws. */
static void newcombe_coverage(void) {
    for (double p = .1; p < .95; p += .4)
        for (double q = .2; q < .95; q += .3) {
            double covered = 0;
            for (unsigned x = 0; x <= 40; x++)
                for (unsigned y = 0; y <= 40; y++) {
                    const hbs_estimate e = hbs_newcombe(x, 40, y, 40, .95);
                    if (e.ci_low <= p - q && p - q <= e.ci_high) covered += binomial(40, x, p) * binomial(40, y, q);
                }
            CU_ASSERT(covered > .93 && covered < .975);
        }
}

/* P(a, x) for whole a is one minus a Poisson tail sum; chi^2 with one degree is the square of a normal variable. */
static void incomplete_gamma(void) {
    for (unsigned a = 1; a <= 40; a += 3)
        for (double x = .25; x < 90; x *= 1.7) {
            double below = 0;
            for (unsigned k = 0; k < a; k++) below += exp(k * log(x) - x - lgamma(k + 1.));
            CU_ASSERT_DOUBLE_EQUAL(hbs_incomplete_gamma(a, x), 1 - below, 1e-12);
        }
    CU_ASSERT_DOUBLE_EQUAL(hbs_incomplete_gamma(.5, .5 * 1.959963984540054 * 1.959963984540054), .95, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_incomplete_gamma(1e6, hbs_gamma_quantile(.3, 1e6)), .3, 1e-8);
}

/* Tables: t(.975) with 1, 5 and 30 degrees of freedom; Garwood's limits for 0, 1, 10 and 100. */
static void tables(void) {
    CU_ASSERT_DOUBLE_EQUAL(hbs_student_quantile(.975, 1), 12.7062, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_student_quantile(.975, 5), 2.5706, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_student_quantile(.025, 30), -2.0423, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_student_quantile(.975, 1e9), hbs_normal_quantile(.975), 1e-6);
    CU_ASSERT_EQUAL(hbs_poisson_limits(0, .95).ci_low, 0);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(0, .95).ci_high, -log(.025), 1e-10);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(1, .95).ci_low, -log(.975), 1e-10);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(10, .95).ci_low, 4.7954, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(10, .95).ci_high, 18.3904, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(100, .95).ci_low, 81.3640, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(hbs_poisson_limits(100, .95).ci_high, 121.6268, 5e-5);
}

/* Exact coverage by summing the Poisson law: never below the level. */
static void poisson_coverage(void) {
    for (double mean = .1; mean < 60; mean *= 1.23) {
        double covered = 0;
        for (unsigned x = 0; x < 200; x++) {
            const hbs_estimate e = hbs_poisson_limits(x, .95);
            if (e.ci_low <= mean && mean <= e.ci_high) covered += exp(x * log(mean) - mean - lgamma(x + 1.));
        }
        CU_ASSERT(covered >= .95 - 1e-9);
    }
}

static void holm(void) {
    hbs_error error = {0};
    const double p[4] = {.01, .04, .03, .005};
    double a[4];
    CHECK_OK(hbs_holm(p, 4, a, &error));
    CU_ASSERT_DOUBLE_EQUAL(a[0], .03, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a[1], .06, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a[2], .06, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a[3], .02, 1e-12);
}

const hbs_test hbs_tests[] = {{"published_examples", published_examples},
                              {"ends", ends},
                              {"normal", normal},
                              {"incomplete_beta", incomplete_beta_is_the_binomial_tail},
                              {"coverage", coverage},
                              {"newcombe_coverage", newcombe_coverage},
                              {"incomplete_gamma", incomplete_gamma},
                              {"tables", tables},
                              {"poisson_coverage", poisson_coverage},
                              {"holm", holm},
                              {NULL, NULL}};
