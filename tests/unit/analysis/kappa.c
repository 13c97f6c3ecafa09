/* kappa and the difference of shares: values by hand, and how often the intervals cover the truth on simulated counts. */
#include "analysis/collapse/kappa.h"

#include <math.h>
#include <stdio.h>

#include "core/rng.h"
#include "tests/unit/test.h"

#define N 400

static bool chance(hbs_rng *rng, double p) { return (double)hbs_rng_below(rng, 1000000) < p * 1000000; }

static uint64_t binomial(hbs_rng *rng, double p) {
    uint64_t hits = 0;
    for (int i = 0; i < N; i++) hits += chance(rng, p);
    return hits;
}

static hbs_estimate kappa_of(uint64_t settled, uint64_t reference_settled, uint64_t n, bool *saturated) {
    const hbs_contrast c = {settled, n, reference_settled, n, 0, false};
    return hbs_contrast_kappa(&c, .95, saturated);
}

static void kappa_by_hand(void) {
    bool saturated;
    hbs_estimate e = kappa_of(400, 0, 400, &saturated);
    CU_ASSERT(!saturated && e.estimate == 1 && e.ci_high == 1 && e.ci_low > .98 && e.n == 400);
    e = kappa_of(88, 38, 100, &saturated);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, .5 / .62, 1e-12);
    CU_ASSERT(e.ci_low > .6 && e.ci_high < .95);
    e = kappa_of(50, 70, 100, &saturated);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, -.2 / .3, 1e-12);
    CU_ASSERT(e.ci_high < 0);
    e = kappa_of(350, 360, 400, &saturated);
    CU_ASSERT(!saturated && e.ci_low < 0 && e.ci_high > 0);
}

static void saturation_is_seen(void) {
    bool saturated;
    CU_ASSERT(isnan(kappa_of(350, 400, 400, &saturated).estimate) && saturated);
    kappa_of(350, 392, 400, &saturated);
    CU_ASSERT(saturated);
    kappa_of(350, 380, 400, &saturated);
    CU_ASSERT(!saturated);
    CU_ASSERT(isnan(kappa_of(8, 13, 13, &saturated).estimate) && !saturated); /* no room, but 1 - u may still be .2 */
}

/* Pairs 36, 12, 2, 0 (both, first only, second only, neither) of Newcombe 1998, 2635, have phi -.1147; 36, 12, 0, 2 have .3273, which his correction makes .2137. */
static void pairs_by_hand(void) {
    static const struct {
        uint64_t second, both;
        double phi;
    } of[] = {{38, 36, -.114708}, {36, 36, .213672}};
    for (size_t k = 0; k < 2; k++) {
        const hbs_contrast c = {48, 50, of[k].second, 50, of[k].both, true};
        const hbs_estimate e = hbs_contrast_difference(&c, .95), a = hbs_jeffreys(.96, 50, .95), b = hbs_jeffreys((double)of[k].second / 50, 50, .95);
        const double down = .96 - a.ci_low, up = b.ci_high - b.estimate;
        CU_ASSERT_DOUBLE_EQUAL(e.estimate, .96 - b.estimate, 1e-12);
        CU_ASSERT_DOUBLE_EQUAL(e.estimate - e.ci_low, sqrt(down * down + up * up - 2 * of[k].phi * down * up), 1e-6);
        CU_ASSERT_EQUAL(e.n, 50);
    }
}

static void independent_sides_are_covered(void) {
    static const double cases[][2] = {{.1, .1}, {.5, .5}, {.88, .38}, {1, .3}, {.3, .6}, {.5, .9}, {0, 0}};
    hbs_rng rng;
    hbs_rng_seed(&rng, 15, 0, HBS_LANE_ANALYSIS);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int covered = 0, used = 0;
        const double truth = 1 - (1 - cases[k][0]) / (1 - cases[k][1]);
        for (int run = 0; run < 300; run++) {
            bool saturated;
            const uint64_t own = binomial(&rng, cases[k][0]);
            const hbs_estimate e = kappa_of(own, binomial(&rng, cases[k][1]), N, &saturated);
            if (saturated) continue;
            used++;
            covered += e.ci_low <= truth + 1e-12 && e.ci_high >= truth - 1e-12;
        }
        CU_ASSERT(used > 250 && covered >= used * .905);
    }
}

/* Sizes vary: half of the pairs are settled nearly always, half nearly never, on both sides alike. */
static hbs_contrast draw_pairs(hbs_rng *rng, double shift) {
    hbs_contrast c = {0, N, 0, N, 0, true};
    for (int i = 0; i < N; i++) {
        const double p = i % 2 ? .9 : .1;
        const bool own = chance(rng, p + shift), reference = chance(rng, p);
        c.settled += own;
        c.reference_settled += reference;
        c.both += own && reference;
    }
    return c;
}

/* Paired intervals keep their level where those for independent sides are too wide, and so find more. */
static void pairs_are_covered_and_narrower(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 16, 0, HBS_LANE_ANALYSIS);
    for (int shifted = 0; shifted < 2; shifted++) {
        int kappa_covered = 0, difference_covered = 0, narrower = 0;
        const double shift = shifted ? .08 : 0, truth = shift / .5;
        for (int run = 0; run < 1000; run++) {
            bool saturated;
            hbs_contrast c = draw_pairs(&rng, shift);
            const hbs_estimate kappa = hbs_contrast_kappa(&c, .95, &saturated), difference = hbs_contrast_difference(&c, .95);
            kappa_covered += kappa.ci_low <= truth && kappa.ci_high >= truth;
            difference_covered += difference.ci_low <= shift && difference.ci_high >= shift;
            c.paired = false;
            const hbs_estimate apart = hbs_contrast_kappa(&c, .95, &saturated);
            narrower += kappa.ci_high - kappa.ci_low < .8 * (apart.ci_high - apart.ci_low);
        }
        CU_ASSERT(kappa_covered >= 922 && kappa_covered <= 992); /* about .95 (of fixed strata: a little more) */
        CU_ASSERT(difference_covered >= 922 && difference_covered <= 992);
        CU_ASSERT(narrower > 950);
    }
}

/* Fifty units of four equal instances tell as much as fifty instances; where all agree the limits stay apart. */
static void copies_count_once(void) {
    hbs_contrast_unit unit[50];
    hbs_estimate difference, kappa;
    bool saturated;
    for (int i = 0; i < 50; i++) unit[i] = (hbs_contrast_unit){4, i < 30 ? 4 : 0, 4, i % 5 < 2 ? 4 : 0}; /* 30 and 20, uncorrelated */
    hbs_contrast_of_units(unit, 50, .95, &difference, &kappa, &saturated);
    const hbs_estimate single = hbs_difference_of_shares(30, 50, 20, 50, .95);
    CU_ASSERT_DOUBLE_EQUAL(difference.estimate, .2, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(kappa.estimate, 1 - .4 / .6, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(difference.ci_low, single.ci_low, .02);
    CU_ASSERT_DOUBLE_EQUAL(difference.ci_high, single.ci_high, .02);
    CU_ASSERT(difference.n == 50 && kappa.n == 50 && !saturated);
    for (int i = 0; i < 50; i++) unit[i] = (hbs_contrast_unit){4, 4, 4, 0};
    hbs_contrast_of_units(unit, 50, .95, &difference, &kappa, &saturated);
    CU_ASSERT(kappa.estimate == 1 && kappa.ci_low < .96 && kappa.ci_low > .85 && kappa.ci_high == 1);
    for (int i = 0; i < 50; i++) unit[i] = (hbs_contrast_unit){4, i % 2 ? 4 : 0, 40, 40};
    hbs_contrast_of_units(unit, 50, .95, &difference, &kappa, &saturated);
    CU_ASSERT(isnan(kappa.estimate) && difference.estimate == -.5 && difference.ci_high < 0);
}

const hbs_test hbs_tests[] = {
    {"kappa by hand", kappa_by_hand},
    {"saturation is seen", saturation_is_seen},
    {"pairs by hand", pairs_by_hand},
    {"independent sides are covered", independent_sides_are_covered},
    {"pairs are covered, and narrower", pairs_are_covered_and_narrower},
    {"copies count once", copies_count_once},
    {NULL, NULL},
};
