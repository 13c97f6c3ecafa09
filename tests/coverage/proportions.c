/* Proportions, counts, and differences and ratios of proportions. */
#include <math.h>
#include <stdlib.h>

#include "analysis/collapse/kappa.h"
#include "tests/coverage/coverage.h"

static const row proportions[] = {{"p = .02", .02, 0, 0}, {"p = .1", .1, 0, 0},   {"p = .3", .3, 0, 0},   {"p = .5", .5, 0, 0},
                                      {"p = .9", .9, 0, 0},   {"p = .98", .98, 0, 0}, {"p uniform in [0, 1]", -1, 0, 0}, {0}};

static double share(const setting *s, hbs_rng *rng) { return s->a < 0 ? uniform01(rng) : s->a; }

static outcome wilson(const setting *s, size_t n, hbs_rng *rng) {
    const double p = share(s, rng);
    const hbs_estimate e = hbs_wilson(binomial(n, p, rng), n, s->level);
    return covers(&e, p);
}

static outcome clopper_pearson(const setting *s, size_t n, hbs_rng *rng) {
    const double p = share(s, rng);
    const hbs_estimate e = hbs_clopper_pearson(binomial(n, p, rng), n, s->level);
    return covers(&e, p);
}

/* Counts of draws into 10^6 cells are as good as Poisson. */
static outcome poisson(const setting *s, size_t mean, hbs_rng *rng) {
    const double rate = (double)mean * s->a;
    const double stop = exp(-rate / 16);
    uint64_t count = 0;
    for (int part = 0; part < 16; part++) /* Knuth's product of uniforms, in parts so that nothing underflows */
        for (double product = uniform01(rng); product > stop; product *= uniform01(rng)) count++;
    const hbs_estimate e = hbs_poisson_limits(count, s->level);
    return covers(&e, rate);
}

static const row rates[] = {{"mean as the column says", 1, 0, 0}, {"half of it", .5, 0, 0}, {0}};

static const row two[] = {{"p1 = .5, p2 = .5", .5, .5, 0},   {"p1 = .9, p2 = .7", .9, .7, 0},     {"p1 = .3, p2 = .05", .3, .05, 0},
                                {"p1 = .02, p2 = .02", .02, .02, 0}, {"p1 = .98, p2 = .9", .98, .9, 0}, {"p1 = 1, p2 = .5", 1, .5, 0},
                                {"p1 = .98, p2 = .02", .98, .02, 0}, {"p1 = .06, p2 = .94", .06, .94, 0}, {0}};

static outcome difference_of_shares(const setting *s, size_t n, hbs_rng *rng) {
    const hbs_estimate e = hbs_difference_of_shares(binomial(n, s->a, rng), n, binomial(n, s->b, rng), n, s->level);
    return covers(&e, s->a - s->b);
}

/* n instances with their counterparts: settled with probability a and b, and with probability c by the same draw. */
static hbs_contrast draw_contrast(const setting *s, size_t n, hbs_rng *rng) {
    hbs_contrast contrast = {.n = n, .reference_n = n, .paired = s->c > 0};
    for (size_t i = 0; i < n; i++) {
        const double x = uniform01(rng), y = uniform01(rng) < s->c ? x : uniform01(rng);
        contrast.settled += x < s->a;
        contrast.reference_settled += y < s->b;
        contrast.both += x < s->a && y < s->b;
    }
    return contrast;
}

static const row shares[] = {{"d = .5, u = .5, sides apart", .5, .5, 0},  {"d = .5, u = .5, pairs", .5, .5, .5},
                                 {"d = .9, u = .5, pairs", .9, .5, .3},       {"d = .2, u = .5, pairs", .2, .5, .3},
                                 {"d = .05, u = .02, pairs", .05, .02, .3},   {"d = .95, u = .9, sides apart", .95, .9, 0},
                                 {"d = 1, u = .05, pairs", 1, .05, .3},       {"d = .98, u = .05, sides apart", .98, .05, 0},
                                 {"d = .95, u = .02, sides apart", .95, .02, 0}, {"d = .9, u = .95, pairs", .9, .95, .7}, {0}};

static outcome difference(const setting *s, size_t n, hbs_rng *rng) {
    const hbs_contrast contrast = draw_contrast(s, n, rng);
    const hbs_estimate e = hbs_contrast_difference(&contrast, s->level);
    return covers(&e, s->a - s->b);
}

static outcome kappa(const setting *s, size_t n, hbs_rng *rng) {
    bool saturated;
    const hbs_contrast contrast = draw_contrast(s, n, rng);
    const hbs_estimate e = hbs_contrast_kappa(&contrast, s->level, &saturated);
    return covers(&e, (s->a - s->b) / (1 - s->b));
}

/* n units of two instances and their counterparts: half of the time both of a side go by one draw. */
static hbs_contrast_unit *draw_units(const setting *s, size_t n, hbs_rng *rng) {
    hbs_contrast_unit *unit = calloc(n, sizeof *unit);
    if (!unit) exit(3);
    for (size_t i = 0; i < n; i++) {
        const double together = uniform01(rng);
        unit[i].n = unit[i].reference_n = 2;
        for (int twin = 0; twin < 2; twin++) {
            const double x = uniform01(rng) < .5 ? together : uniform01(rng), y = uniform01(rng) < s->c ? x : uniform01(rng);
            unit[i].settled += x < s->a;
            unit[i].reference_settled += y < s->b;
        }
    }
    return unit;
}

static outcome contrast_of_units(const setting *s, size_t n, bool of_kappa, hbs_rng *rng) {
    hbs_estimate difference, kappa;
    bool saturated;
    hbs_contrast_unit *unit = draw_units(s, n, rng);
    hbs_contrast_of_units(unit, n, s->level, &difference, &kappa, &saturated);
    free(unit);
    return of_kappa ? covers(&kappa, (s->a - s->b) / (1 - s->b)) : covers(&difference, s->a - s->b);
}

static outcome difference_of_units(const setting *s, size_t n, hbs_rng *rng) { return contrast_of_units(s, n, false, rng); }
static outcome kappa_of_units(const setting *s, size_t n, hbs_rng *rng) { return contrast_of_units(s, n, true, rng); }

#define ENDS "conservative where nearly all, or nearly none, succeed: chance has one tail there, and limits allow for two"
#define SIZES {30, 100, 400, 1500}

const block proportion_blocks[] = {
    {"Proportion, Wilson", "N", "p = .3 at 30 is .930 by summation too: successes are whole numbers, so that coverage goes up and down with p and N, for other limits as well (below)", CONSERVATIVE, 10000, SIZES, proportions, wilson},
    {"Proportion, Clopper-Pearson", "N", "exact: at least .95 whatever p is, and above it because successes are whole numbers", AT_LEAST, 10000, SIZES, proportions, clopper_pearson},
    {"Count, Poisson (Garwood)", "mean", "exact, as Clopper-Pearson", AT_LEAST, 10000, {1, 5, 20, 200}, rates, poisson},
    {"Difference of two proportions", "N a side", ENDS, CONSERVATIVE, 10000, SIZES, two, difference_of_shares},
    {"Share settled, difference", "N a side", ENDS, CONSERVATIVE, 10000, SIZES, shares, difference},
    {"Share settled, kappa", "N a side", ENDS, CONSERVATIVE, 10000, SIZES, shares, kappa},
    {"Share settled, difference, units of two", "units a side", ENDS, CONSERVATIVE, 4000, SIZES, shares, difference_of_units},
    {"Share settled, kappa, units of two", "units a side", ENDS, CONSERVATIVE, 4000, SIZES, shares, kappa_of_units},
    {0}};
