#include "core/statistics.h"

#include <math.h>
#include <stdio.h>

#include "tests/unit/test.h"

/* Worked examples of Newcombe, Statistics in Medicine 17 (1998): "Two-sided confidence intervals for the single proportion", 81 of 263; "Interval estimation for the difference
 * between independent proportions", recovered from Wilson limits, 56/70 against 48/80; "Improved confidence intervals .. based on paired data", pairs 36, 12, 2, 0 (both, first
 * only, second only, neither). Jeffreys' limits: Brown, Cai, DasGupta, Statistical Science 16 (2001), table 5, n = 10. */
static void published_examples(void) {
    hbs_estimate e = hbs_wilson(81, 263, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .2553, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3662, 5e-5);
    e = hbs_clopper_pearson(81, 263, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .2527, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3676, 5e-5);
    const hbs_estimate apart[2] = {hbs_wilson(56, 70, .95), hbs_wilson(48, 80, .95)}, pairs[2] = {hbs_wilson(48, 50, .95), hbs_wilson(38, 50, .95)};
    e = hbs_recover_difference(&apart[0], &apart[1], 0, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, .2, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .0524, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3339, 5e-5);
    e = hbs_recover_difference(&pairs[0], &pairs[1], -24 / sqrt(48. * 2 * 38 * 12), .95);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, .2, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, .0569, 5e-4);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, .3404, 5e-4);
    static const double table[][2] = {{.044, .503}, {.093, .606}, {.153, .696}, {.224, .776}};
    for (unsigned x = 2; x <= 5; x++) {
        e = hbs_jeffreys(x / 10., 10, .95);
        CU_ASSERT_DOUBLE_EQUAL(e.ci_low, table[x - 2][0], 6e-4);
        CU_ASSERT_DOUBLE_EQUAL(e.ci_high, table[x - 2][1], 6e-4);
    }
}

static void ends(void) {
    CU_ASSERT_EQUAL(hbs_wilson(0, 10, .95).ci_low, 0);
    CU_ASSERT_EQUAL(hbs_wilson(10, 10, .95).ci_high, 1);
    CU_ASSERT_DOUBLE_EQUAL(hbs_clopper_pearson(0, 10, .95).ci_high, 1 - pow(.025, .1), 1e-9);   /* closed form at 0 */
    CU_ASSERT_DOUBLE_EQUAL(hbs_clopper_pearson(10, 10, .95).ci_low, pow(.025, .1), 1e-9);
    CU_ASSERT_TRUE(isnan(hbs_wilson(0, 0, .95).estimate));
    CU_ASSERT_EQUAL(hbs_clopper_pearson(0, 0, .95).ci_high, 1);
    const hbs_estimate none = hbs_jeffreys(0, 10, .95), one = hbs_jeffreys(.1, 10, .95), all = hbs_jeffreys(1, 10, .95);
    CU_ASSERT(none.ci_low == 0 && all.ci_high == 1);
    CU_ASSERT_DOUBLE_EQUAL(none.ci_high, 1 - pow(.05, .1), 1e-12); /* what one tail alone leaves */
    CU_ASSERT_DOUBLE_EQUAL(one.ci_low, 1 - pow(.95, .1), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(all.ci_low, 1 - none.ci_high, 1e-12);
    for (double trials = .25; trials < 100; trials *= 1.7) /* as clusters amount to */
        for (double share = 1e-6; share < 1; share += .07) {
            const hbs_estimate e = hbs_jeffreys(share, trials, .95);
            CU_ASSERT(0 <= e.ci_low && e.ci_low <= share && share <= e.ci_high && e.ci_high <= 1);
        }
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

#define SIDE 40u

static double difference_covered(hbs_estimate of[SIDE + 1][SIDE + 1], double p, double q) {
    double covered = 0;
    for (unsigned x = 0; x <= SIDE; x++)
        for (unsigned y = 0; y <= SIDE; y++)
            if (of[x][y].ci_low <= p - q && p - q <= of[x][y].ci_high) covered += binomial(SIDE, x, p) * binomial(SIDE, y, q);
    return covered;
}

/* Exact coverage of the difference over both binomial laws, near the ends as well, where those of Newcombe's fall to .90 and are above .97 more often. */
static void difference_coverage(void) {
    static hbs_estimate ours[SIDE + 1][SIDE + 1], newcombe[SIDE + 1][SIDE + 1];
    unsigned above = 0, newcombe_above = 0;
    double worst = 1;
    for (unsigned x = 0; x <= SIDE; x++)
        for (unsigned y = 0; y <= SIDE; y++) {
            const hbs_estimate a = hbs_wilson(x, SIDE, .95), b = hbs_wilson(y, SIDE, .95);
            ours[x][y] = hbs_difference_of_shares(x, SIDE, y, SIDE, .95);
            newcombe[x][y] = hbs_recover_difference(&a, &b, 0, .95);
        }
    for (double p = .02; p < 1; p += .04)
        for (double q = .02; q < 1; q += .04) {
            const double covered = difference_covered(ours, p, q);
            worst = fmin(worst, covered);
            above += covered > .97;
            newcombe_above += difference_covered(newcombe, p, q) > .97;
        }
    CU_ASSERT(worst > .925);
    CU_ASSERT(2 * above < newcombe_above);
    for (double p = .1; p < .95; p += .4)
        for (double q = .2; q < .95; q += .3) {
            const double covered = difference_covered(ours, p, q);
            CU_ASSERT(covered > .93 && covered < .97);
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

/* Of one variance, whatever the mean. */
static hbs_estimate limits_of_sum(double sum, double variance, double heaviest, double most, double level) {
    const hbs_sum s = {.sum = sum, .variance = variance, .heaviest = heaviest, .most = most, .least = variance};
    return hbs_sum_limits(&s, (1 - level) / 2, (1 - level) / 2);
}

/* Counts: at a limit what is more extreme and half of what was seen has the tail's chance, by summation. */
static void sums_of_counts_have_mid_p_limits(void) {
    for (unsigned x = 0; x < 40; x += 3) {
        const hbs_estimate e = limits_of_sum(x, x, 1, 1e9, .9);
        const double limit[2] = {e.ci_low, e.ci_high};
        for (int side = x ? 0 : 1; side < 2; side++) {
            double less = 0;
            for (unsigned k = 0; k < x; k++) less += exp(k * log(limit[side]) - limit[side] - lgamma(k + 1.));
            const double middle = less + .5 * exp(x * log(limit[side]) - limit[side] - lgamma(x + 1.));
            CU_ASSERT_DOUBLE_EQUAL(middle, side ? .05 : .95, 1e-9);
        }
        CU_ASSERT(e.estimate == x && (x || e.ci_low == 0));
    }
}

/* Binomial counts: coverage, by summation, is near the level, and above it where nearly all are successes. */
static void sums_that_cannot_be_large(void) {
    const unsigned n = 60;
    for (double p = .05; p < .99; p += .0313) {
        double covered = 0;
        for (unsigned x = 0; x <= n; x++) {
            const hbs_estimate e = limits_of_sum(x, x * (1 - x / (n + 1.)), 1, n + 1, .95);
            CU_ASSERT(e.ci_low <= x && e.ci_high >= x && e.ci_high <= n + 1);
            if (e.ci_low <= n * p && n * p <= e.ci_high) covered += exp(lgamma(n + 1.) - lgamma(x + 1.) - lgamma(n - x + 1.) + x * log(p) + (n - x) * log1p(-p));
        }
        CU_ASSERT(covered > .935 && (covered < .975 || p > .9));
    }
}

/* Gamma and beta laws meet; weights of w are counts of w each; variance widens. */
static void sums_are_scaled_and_continuous(void) {
    const hbs_estimate gamma = limits_of_sum(9.999, 9.9, 1, 1000, .95), beta = limits_of_sum(10.001, 9.9, 1, 1000, .95);
    CU_ASSERT_DOUBLE_EQUAL(gamma.ci_low, beta.ci_low, .05);
    CU_ASSERT_DOUBLE_EQUAL(gamma.ci_high, beta.ci_high, .15);
    const hbs_estimate one = limits_of_sum(7, 8, 1, 300, .95), seven = limits_of_sum(49, 49 * 8, 7, 2100, .95), wide = limits_of_sum(7, 20, 1, 300, .95);
    CU_ASSERT_DOUBLE_EQUAL(seven.ci_low, 7 * one.ci_low, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(seven.ci_high, 7 * one.ci_high, 1e-9);
    CU_ASSERT(wide.ci_low < one.ci_low && wide.ci_high > one.ci_high);
}

/* What is known where the mean is 10 decides alone whether 10 is left out, at its level; between there and the sum limits lie between those of either variance. */
static void a_variance_known_of_a_lesser_mean(void) {
    unsigned out = 0;
    for (double x = 8; x < 40; x += .7) {
        const hbs_sum s = {.sum = x, .variance = 4 * x, .heaviest = 1, .most = 1e9, .even = 10, .least = x}, even = {.sum = x, .variance = x, .heaviest = 1, .most = 1e9, .least = x};
        const hbs_estimate e = hbs_sum_limits(&s, .04, .01), known = hbs_sum_limits(&even, .04, .01), wide = limits_of_sum(x, 4 * x, 1, 1e9, .98);
        CU_ASSERT_EQUAL(e.ci_low > 10, known.ci_low > 10);
        CU_ASSERT(e.ci_low <= known.ci_low + 1e-9 && (x <= 10 || e.ci_low > wide.ci_low));
        CU_ASSERT_DOUBLE_EQUAL(e.ci_high, wide.ci_high, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(e.level, .95, 1e-12);
        out += e.ci_low > 10;
    }
    CU_ASSERT(out > 20 && out < 40);
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
                              {"difference_coverage", difference_coverage},
                              {"incomplete_gamma", incomplete_gamma},
                              {"tables", tables},
                              {"poisson_coverage", poisson_coverage},
                              {"sums_of_counts_have_mid_p_limits", sums_of_counts_have_mid_p_limits},
                              {"sums_that_cannot_be_large", sums_that_cannot_be_large},
                              {"sums_are_scaled_and_continuous", sums_are_scaled_and_continuous},
    {"a variance known of a lesser mean", a_variance_known_of_a_lesser_mean},
                              {"holm", holm},
                              {NULL, NULL}};
