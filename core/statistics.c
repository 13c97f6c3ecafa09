/* Intervals for proportions, counts, and differences and ratios. The method of variance estimates recovery takes the distances from an estimate to its limits for its standard error on
 * either side, so that differences and ratios keep the shape of their parts' limits (Donner, Zou, Statistical Methods in Medical Research 21, 2012). Of proportions these are
 * Jeffreys' (Brown, Cai, DasGupta, Statistical Science 16, 2001), but for none and one success (below; Louis, American Statistician 35, 1981): by summation, differences that are
 * recovered from Wilson's (Newcombe 1998) cover .88 at worst and ratios .86 where these cover .915, and differences cover more than .97 nearly twice as often (docs/measures.md).
 *
 * The incomplete beta function is its continued fraction by Lentz's
 * method (Numerical Recipes gives the same series; the symmetry I_x(a,b) = 1 - I_(1-x)(b,a) keeps it fast); the incomplete gamma function is its power series below its mean and the
 * continued fraction above. Quantiles are found by bisection on the distribution function, which is monotone, so that nothing can diverge. */
#include "core/statistics.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"

double hbs_normal_cdf(double z) { return .5 * erfc(-z / sqrt(2.)); }

double hbs_normal_quantile(double p) {
    assert(p > 0 && p < 1);
    double low = -40, high = 40;
    for (int i = 0; i < 200 && low < high; i++) {
        const double middle = .5 * (low + high);
        if (hbs_normal_cdf(middle) < p) low = middle;
        else high = middle;
    }
    return .5 * (low + high);
}

/* lgamma writes to a global. Only arguments above 0 occur. */
static double log_gamma(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

static double beta_fraction(double a, double b, double x) {
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m <= 100000; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 + even * d, c = 1 + even / c;
        d = 1 / (fabs(d) < tiny ? tiny : d), c = fabs(c) < tiny ? tiny : c;
        h *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + odd * d, c = 1 + odd / c;
        d = 1 / (fabs(d) < tiny ? tiny : d), c = fabs(c) < tiny ? tiny : c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-15) break;
    }
    return h;
}

double hbs_incomplete_beta(double a, double b, double x) {
    assert(a > 0 && b > 0);
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

static double beta_quantile(double a, double b, double p) {
    double low = 0, high = 1, middle = .5;
    for (int i = 0; i < 100 && low < middle && middle < high; i++, middle = .5 * (low + high)) {
        if (hbs_incomplete_beta(a, b, middle) < p) low = middle;
        else high = middle;
    }
    return middle;
}

/* x^a e^-x sum over k of x^k / (a (a+1) .. (a+k)), for x < a + 1 */
static double gamma_series(double a, double x) {
    double term = 1 / a, sum = term;
    for (int k = 1; k <= 1000000 && term > sum * 1e-17; k++) {
        term *= x / (a + k);
        sum += term;
    }
    return sum;
}

static double gamma_fraction(double a, double x) {
    const double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
    for (int i = 1; i <= 1000000; i++) {
        const double an = -i * (i - a);
        b += 2;
        d = an * d + b, c = b + an / c;
        d = 1 / (fabs(d) < tiny ? tiny : d), c = fabs(c) < tiny ? tiny : c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-15) break;
    }
    return h;
}

double hbs_incomplete_gamma(double a, double x) {
    assert(a > 0);
    if (!(x > 0)) return 0;
    const double front = exp(a * log(x) - x - log_gamma(a));
    return x < a + 1 ? fmin(1, front * gamma_series(a, x)) : 1 - front * gamma_fraction(a, x);
}

double hbs_gamma_quantile(double p, double a) {
    assert(p > 0 && p < 1 && a > 0);
    double low = 0, high = a + 1;
    while (hbs_incomplete_gamma(a, high) < p && high < 1e300) high *= 2;
    for (int i = 0; i < 100; i++) {
        const double middle = .5 * (low + high);
        if (hbs_incomplete_gamma(a, middle) < p) low = middle;
        else high = middle;
    }
    return .5 * (low + high);
}

double hbs_student_quantile(double p, double freedom) {
    assert(p > 0 && p < 1 && freedom > 0);
    if (p == .5) return 0;
    if (p < .5) return -hbs_student_quantile(1 - p, freedom);
    const double x = beta_quantile(freedom / 2, .5, 2 * (1 - p)); /* P(|t| > q) = I_x(freedom/2, 1/2), x = freedom / (freedom + q^2) */
    return sqrt(freedom * (1 - x) / x);
}

hbs_estimate hbs_poisson_limits(uint64_t count, double level) {
    assert(level > 0 && level < 1);
    const double x = (double)count, tail = (1 - level) / 2;
    return (hbs_estimate){.estimate = x,
                          .ci_low = count ? hbs_gamma_quantile(tail, x) : 0,
                          .ci_high = hbs_gamma_quantile(1 - tail, x + 1),
                          .level = level,
                          .n = 1,
                          .method = "poisson, exact"};
}

#define PRECISION 1e-13 /* of limits, relative */
#define MOST_SPREAD 10.  /* squared means: beyond, the upper limit would fall as the variance grows */
#define NEAR_MOST .01 /* share of the most that there can be: below, gamma and beta laws are alike */

/* The chance that the mean of a sum is below x, by the gamma or beta law that has this mean and variance; a beta law has less variance than mean (most - mean). */
static double chance_below(double x, double mean, double variance, double most) {
    const double share = mean / most, size = share * (1 - share) * most * most / variance - 1;
    if (mean <= 0) return 1;
    if (share < NEAR_MOST || size <= 0) return hbs_incomplete_gamma(mean * mean / variance, mean * x / variance);
    return hbs_incomplete_beta(share * size, (1 - share) * size, x / most);
}

/* The variance of the sum if its mean were x. */
static double variance_at(const hbs_sum *s, double x) {
    if (x >= s->sum) return s->variance;
    return s->sum > s->even ? s->least + (s->variance - s->least) * sqrt(fmax(0, x - s->even) / (s->sum - s->even)) : s->least;
}

/* By the even mixture of the law of the sum and that of the sum with one heaviest part more. */
static double chance_of_less(const hbs_sum *s, double x) {
    const double next = fmin(s->sum + s->heaviest, .5 * (s->sum + s->most)), variance = variance_at(s, x), spread = fmin(variance + s->heaviest * s->heaviest, MOST_SPREAD * next * next);
    return .5 * (chance_below(x, s->sum, variance, s->most) + chance_below(x, next, spread, s->most));
}

static double sum_limit(const hbs_sum *s, double p) {
    double low = 0, high = fmin(s->most, s->sum + s->heaviest + sqrt(s->variance));
    while (high < s->most && chance_of_less(s, high) < p) high = fmin(s->most, 2 * high);
    for (int i = 0; i < 200 && high - low > PRECISION * high; i++) {
        const double middle = .5 * (low + high);
        if (chance_of_less(s, middle) < p) low = middle;
        else high = middle;
    }
    return .5 * (low + high);
}

/* The gamma limits of a sum of weighted counts (Fay, Feuer, Statistics in Medicine 16, 1997) take the law of the sum for the lower limit and that of the sum with one heaviest part more for the
 * upper one, as Garwood's and Clopper and Pearson's do; the mid-p limits are those of an even mixture of both (Fay, Kim, Biometrical Journal 59, 2017). The variance at the limit is what Wilson's limits have
 * (JASA 22, 1927): with that of the estimate a test of what is known exactly would not have its level. */
hbs_estimate hbs_sum_limits(const hbs_sum *s, double below, double above) {
    assert(s->sum >= 0 && (s->sum <= 0 || (s->least > 0 && s->variance >= s->least)) && s->heaviest > 0 && s->most > s->sum && below > 0 && above > 0 && below + above < 1);
    return (hbs_estimate){.estimate = s->sum,
                          .ci_low = s->sum > 0 ? fmin(s->sum, sum_limit(s, below)) : 0,
                          .ci_high = fmax(s->sum, sum_limit(s, 1 - above)),
                          .level = 1 - below - above};
}

static hbs_estimate no_trials(double level, const char *method) {
    return (hbs_estimate){.estimate = NAN, .ci_low = 0, .ci_high = 1, .level = level, .n = 0, .method = method};
}

hbs_estimate hbs_wilson_effective(double share, double trials, double level) {
    assert(share >= 0 && share <= 1 && trials > 0 && level > 0 && level < 1);
    const double n = trials, p = share, z = hbs_normal_quantile(.5 + level / 2), z2 = z * z;
    const double centre = (p + z2 / (2 * n)) / (1 + z2 / n), half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return (hbs_estimate){.estimate = p,
                          .ci_low = p > 0 ? fmax(0, centre - half) : 0,
                          .ci_high = p < 1 ? fmin(1, centre + half) : 1,
                          .level = level,
                          .method = "wilson"};
}

/* Of none and of one success it is one tail alone that errs, so the exact limit that tells one from the other has all of 1 - level: (1 - p)^n is 1 - level or level. */
static double jeffreys_low(double share, double trials, double level) {
    const double x = share * trials, rest = trials - x;
    if (share <= 0) return 0;
    const double all = pow(1 - level, 1 / trials), one = 1 - pow(level, 1 / trials);
    return fmin(share, fmin(x <= 1 ? one : all, beta_quantile(x + .5, rest + .5, (1 - level) / 2)));
}

hbs_estimate hbs_jeffreys(double share, double trials, double level) {
    assert(share >= 0 && share <= 1 && trials > 0 && level > 0 && level < 1);
    return (hbs_estimate){.estimate = share,
                          .ci_low = jeffreys_low(share, trials, level),
                          .ci_high = 1 - jeffreys_low(1 - share, trials, level),
                          .level = level,
                          .method = "jeffreys"};
}

hbs_estimate hbs_wilson(uint64_t successes, uint64_t trials, double level) {
    assert(successes <= trials);
    if (!trials) return no_trials(level, "wilson");
    hbs_estimate e = hbs_wilson_effective((double)successes / (double)trials, (double)trials, level);
    e.n = trials;
    return e;
}

hbs_estimate hbs_clopper_pearson(uint64_t successes, uint64_t trials, double level) {
    assert(successes <= trials && level > 0 && level < 1);
    if (!trials) return no_trials(level, "clopper-pearson");
    const double x = (double)successes, n = (double)trials, tail = (1 - level) / 2;
    return (hbs_estimate){.estimate = x / n,
                          .ci_low = successes ? beta_quantile(x, n - x + 1, tail) : 0,
                          .ci_high = successes < trials ? beta_quantile(x + 1, n - x, 1 - tail) : 1,
                          .level = level,
                          .n = trials,
                          .method = "clopper-pearson"};
}

static double root_of_squares(double x, double y, double correlation) { return sqrt(fmax(0, x * x - 2 * correlation * x * y + y * y)); }

hbs_estimate hbs_recover_difference(const hbs_estimate *x, const hbs_estimate *y, double correlation, double level) {
    const double difference = x->estimate - y->estimate;
    return (hbs_estimate){.estimate = difference,
                          .ci_low = difference - root_of_squares(x->estimate - x->ci_low, y->ci_high - y->estimate, correlation),
                          .ci_high = difference + root_of_squares(x->ci_high - x->estimate, y->estimate - y->ci_low, correlation),
                          .level = level};
}

/* A limit R of x / y solves (x - R y)^2 = dx^2 - 2 r R dx dy + R^2 dy^2, dx and dy the distances to the limits of x and y that bear on this side. The lower one is written so
 * that it holds for any sign of `scale`: between 0, where the difference of the sides is not negative, and x / y, where it is not positive, there is one root. */
static double ratio_limit(double x, double dx, double y, double dy, double correlation, bool upper) {
    const double scale = y * y - dy * dy, middle = x * y - correlation * dx * dy, rest = x * x - dx * dx;
    const double root = sqrt(fmax(0, middle * middle - rest * scale));
    if (!upper) return rest > 0 && middle + root > 0 ? rest / (middle + root) : 0;
    return scale > 0 ? (middle + root) / scale : INFINITY;
}

hbs_estimate hbs_recover_ratio(const hbs_estimate *x, const hbs_estimate *y, double correlation, double level) {
    return (hbs_estimate){.estimate = x->estimate / y->estimate,
                          .ci_low = ratio_limit(x->estimate, x->estimate - x->ci_low, y->estimate, y->ci_high - y->estimate, correlation, false),
                          .ci_high = ratio_limit(x->estimate, x->ci_high - x->estimate, y->estimate, y->estimate - y->ci_low, correlation, true),
                          .level = level};
}

hbs_estimate hbs_difference_of_shares(uint64_t successes1, uint64_t trials1, uint64_t successes2, uint64_t trials2, double level) {
    hbs_estimate difference = {.estimate = NAN, .ci_low = -1, .ci_high = 1, .level = level};
    if (trials1 && trials2) {
        const double n = (double)trials1, m = (double)trials2;
        const hbs_estimate a = hbs_jeffreys((double)successes1 / n, n, level), b = hbs_jeffreys((double)successes2 / m, m, level);
        difference = hbs_recover_difference(&a, &b, 0, level);
    }
    difference.n = trials1 + trials2;
    difference.method = "difference of jeffreys limits";
    return difference;
}

hbs_status hbs_holm(const double *p, size_t count, double *adjusted, hbs_error *error) {
    size_t *order = NULL;
    hbs_status status = hbs_allocate(&order, count, sizeof *order, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < count; i++) {   /* insertion sort: families of tests are small */
        size_t j = i;
        for (; j > 0 && p[order[j - 1]] > p[i]; j--) order[j] = order[j - 1];
        order[j] = i;
    }
    double running = 0;
    for (size_t rank = 0; rank < count; rank++) {
        running = fmax(running, fmin(1, (double)(count - rank) * p[order[rank]]));
        adjusted[order[rank]] = running;
    }
    free(order);
    return HBS_OK;
}
