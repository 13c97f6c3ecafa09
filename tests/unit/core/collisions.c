/* chi^2 from equal draws: against plain counting over all pairs, in closed form where every pair of units weighs the same, and without bias over all samples of a small law. */
#include "core/collisions.h"

#include <math.h>

#include "core/resampling.h"
#include "core/rng.h"
#include "tests/unit/test.h"

#define DRAWS 60u

static hbs_collided collide(const hbs_cell_draw *draw, size_t count, const hbs_stratum *stratum, double level) {
    hbs_error error = {0};
    hbs_cell_draw copy[DRAWS];
    hbs_collided found;
    for (size_t i = 0; i < count; i++) copy[i] = draw[i];
    CHECK_OK(hbs_collisions(copy, count, stratum, level, &found, &error));
    return found;
}

/* Cells of 20, 9, 3, 2, 1 and 1 draws: one stands out. */
static size_t uneven(hbs_cell_draw *draw) {
    static const unsigned of[] = {20, 9, 3, 2, 1, 1};
    size_t count = 0;
    for (unsigned cell = 0; cell < 6; cell++)
        for (unsigned i = 0; i < of[cell]; i++, count++) draw[count] = (hbs_cell_draw){.unit = count * 7 % 41, .cell = cell, .weight = 1};
    return count;
}

typedef struct sample {
    const hbs_cell_draw *draw;
    size_t count, units;
    const hbs_stratum *stratum;
} sample;

/* C and L without one unit (units: with all), pair by pair. */
static void count_all(const sample *s, size_t unit, double *equal, double *weight, double *expected) {
    *equal = *weight = *expected = 0;
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < i; j++) {
            const hbs_cell_draw *x = &s->draw[i], *y = &s->draw[j];
            if (x->unit == y->unit || x->unit == unit || y->unit == unit || x->stratum != y->stratum) continue;
            *expected += s->stratum[x->stratum].rate;
            if (x->cell == y->cell) ++*equal, *weight += x->weight;
        }
}

static double without(void *context, size_t unit) {
    double equal, weight, expected;
    count_all(context, unit, &equal, &weight, &expected);
    return weight / expected;
}

/* Two equal draws of a space of 2^997 with a label whose share is known to a tenth. */
static void rates_may_be_as_small_as_doubles(void) {
    const hbs_cell_draw draw[] = {{.unit = 0, .weight = 1}, {.unit = 1, .weight = 1}, {.unit = 2, .cell = 1, .weight = 1}};
    const hbs_stratum stratum = {.rate = 1e-300, .uncertainty = .01};
    const hbs_collided found = collide(draw, 3, &stratum, .95);
    CU_ASSERT(found.equal == 1 && found.chi2.estimate > 3e299);
    CU_ASSERT(found.chi2.ci_low > 0 && found.chi2.ci_low < found.chi2.estimate && found.chi2.ci_high > found.chi2.estimate && isfinite(found.chi2.ci_high));
}

/* C when a cell that had `most` of all n units has its exact limit instead, and the rest of the pairs is spread over what is left. */
static double with_a_likely_cell(double equal, double most, double n, double level) {
    const double p = hbs_clopper_pearson((uint64_t)most, (uint64_t)n, level).ci_high, shrunk = (1 - p) / (1 - most / n);
    return n * (n - 1) / 2 * p * p + (equal - most * (most - 1) / 2) * shrunk * shrunk;
}

/* 20 of 36 in one cell. */
static void limits_are_those_of_the_jackknife(void) {
    hbs_cell_draw draw[DRAWS];
    const hbs_stratum stratum = {.rate = 1e-2};
    sample s = {draw, uneven(draw), DRAWS, &stratum};
    double equal, weight, expected;
    for (size_t i = 0; i < s.count; i++) draw[i].unit = i;
    count_all(&s, SIZE_MAX, &equal, &weight, &expected);
    const hbs_collided found = collide(draw, s.count, &stratum, .95);
    const double of_pairs = equal * (1 - equal / 703), jackknife = hbs_jackknife_variance(s.count, without, &s) * expected * expected - of_pairs;
    const hbs_sum of = {equal, jackknife + 2 * pow(2 * equal / 36, 2), 1, 703, expected, of_pairs};
    const hbs_estimate sum = hbs_sum_limits(&of, .04, .01);
    CU_ASSERT_EQUAL(found.chi2.n, 36);
    CU_ASSERT_DOUBLE_EQUAL(found.equal, equal, 0);
    CU_ASSERT_DOUBLE_EQUAL(found.expected, expected, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(found.chi2.estimate, equal / expected - 1, 1e-12);
    CU_ASSERT(jackknife > of_pairs);
    CU_ASSERT_DOUBLE_EQUAL((found.chi2.ci_low + 1) * expected, sum.ci_low, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL((found.chi2.ci_high + 1) * expected, fmax(sum.ci_high, with_a_likely_cell(equal, 20, 36, .95)), 1e-8);
}

/* Few collisions: the variance is that of single pairs, and the upper limit what a likely cell may have hidden. */
static void few_leave_room_for_a_likely_cell(void) {
    hbs_cell_draw draw[8];
    const hbs_stratum stratum = {.rate = 1. / 28};
    for (size_t i = 0; i < 8; i++) draw[i] = (hbs_cell_draw){.unit = i, .cell = i / 2, .weight = 1};
    const hbs_collided few = collide(draw, 8, &stratum, .95);
    const hbs_sum of = {4, 4 - 16. / 45 + 2, 1, 45, 1, 4 - 16. / 45}, nothing = {.heaviest = 1, .most = 10};
    const hbs_estimate sum = hbs_sum_limits(&of, .04, .01);
    const double hidden = with_a_likely_cell(4, 2, 8, .95);
    CU_ASSERT_DOUBLE_EQUAL(few.expected, 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(few.chi2.ci_low, sum.ci_low - 1, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(few.chi2.ci_high, fmax(sum.ci_high, hidden) - 1, 1e-8);
    for (size_t i = 0; i < 3; i++) draw[i].cell = i;
    const hbs_collided none = collide(draw, 3, &stratum, .8);
    CU_ASSERT_EQUAL(none.chi2.ci_low, -1);
    CU_ASSERT_DOUBLE_EQUAL((none.chi2.ci_high + 1) * 3 / 28, fmax(hbs_sum_limits(&nothing, .16, .04).ci_high, with_a_likely_cell(0, 1, 3, .8)), 1e-9);
    CU_ASSERT(isnan(collide(draw, 1, &stratum, .95).chi2.estimate));
    CU_ASSERT(isnan(collide(draw, 0, &stratum, .95).chi2.ci_high));
    CU_ASSERT(isfinite(collide(draw, 3, &stratum, .3).chi2.ci_high));
}

/* Two draws of a cell of weight 24 may hide more than four of one of weight 1: it is as likely as its exact limit lets it be, and the others shrink. */
static void a_heavy_cell_may_be_the_likely_one(void) {
    hbs_cell_draw draw[30];
    const hbs_stratum stratum = {.rate = 1e-2};
    for (size_t i = 0; i < 30; i++) draw[i] = (hbs_cell_draw){.unit = i, .cell = i < 4 ? 0 : i < 6 ? 1 : i, .weight = i < 6 && i >= 4 ? 24 : 1};
    const hbs_estimate e = collide(draw, 30, &stratum, .95).chi2;
    const double p = hbs_clopper_pearson(2, 30, .95).ci_high, shrunk = (1 - p) / (28. / 30);
    CU_ASSERT_DOUBLE_EQUAL((e.ci_high + 1) * 4.35, 24 * 435 * p * p + 6 * shrunk * shrunk, 1e-6);
}

/* All of one cell: the limits hold the laws that give it nearly all, and no more. */
static void one_cell_alone(void) {
    hbs_cell_draw draw[30];
    const hbs_stratum stratum = {.rate = 1e-3};
    for (size_t i = 0; i < 30; i++) draw[i] = (hbs_cell_draw){.unit = i, .weight = 1};
    const hbs_estimate e = collide(draw, 30, &stratum, .95).chi2;
    const double exact = pow(hbs_clopper_pearson(30, 30, .95).ci_low, 2);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, 999, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL((e.ci_low + 1) / 1000, exact, .05);
    CU_ASSERT(e.ci_high >= 999);
}

/* From counts alone, the same limits. */
static void limits_from_counts(void) {
    hbs_cell_draw draw[DRAWS];
    const hbs_stratum stratum = {.rate = 1e-2};
    const size_t count = uneven(draw);
    for (size_t i = 0; i < count; i++) draw[i].unit = i;
    const hbs_equal_draws equal = {.draws = count, .largest = 20, .pairs = 190 + 36 + 3 + 1, .triples = 1140 + 84 + 1, .cells = 100};
    const hbs_estimate chi2 = collide(draw, count, &stratum, .95).chi2, c = hbs_collision_limits(&equal, .95);
    const double expected = (double)(count * (count - 1)) / 200;
    CU_ASSERT_EQUAL(c.estimate, 230);
    CU_ASSERT_DOUBLE_EQUAL(c.ci_low, (chi2.ci_low + 1) * expected, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(c.ci_high, (chi2.ci_high + 1) * expected, 1e-8);
}

/* Units that hold several draws, of several strata, in any order. */
static void pairs_of_units_strata_and_weights(void) {
    const hbs_stratum stratum[3] = {{.rate = .01}, {.rate = .002}, {.rate = .3}};
    for (uint64_t run = 0; run < 200; run++) {
        hbs_rng rng;
        hbs_cell_draw draw[DRAWS];
        sample s = {draw, 2 + run % (DRAWS - 2), DRAWS, stratum};
        double equal, weight, expected;
        hbs_rng_seed(&rng, 5, run, HBS_LANE_INSTANCE);
        for (size_t i = 0; i < s.count; i++) {
            const uint64_t cell = hbs_rng_below(&rng, 9);
            draw[i] = (hbs_cell_draw){.unit = hbs_rng_below(&rng, 12), .stratum = (size_t)hbs_rng_below(&rng, 3), .cell = cell, .weight = 1 + (double)(cell % 4)};
        }
        count_all(&s, SIZE_MAX, &equal, &weight, &expected);
        const hbs_collided found = collide(draw, s.count, stratum, .95);
        CU_ASSERT_DOUBLE_EQUAL(found.equal, equal, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(found.weight, weight, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(found.expected, expected, 1e-9);
        if (!(expected > 0)) continue;
        CU_ASSERT_DOUBLE_EQUAL(found.chi2.estimate, weight / expected - 1, 1e-9);
        CU_ASSERT(found.chi2.ci_low <= found.chi2.estimate && found.chi2.estimate <= found.chi2.ci_high);
    }
}

/* Copies within units change limits as much as the units do that hold them: all pairs of units weigh four, so that limits are those of the units alone. */
static void copies_weigh_as_their_units(void) {
    hbs_cell_draw draw[DRAWS], once[DRAWS];
    const hbs_stratum stratum = {.rate = .004};
    for (size_t i = 0; i < 30; i++) {
        once[i] = (hbs_cell_draw){.unit = i, .cell = i * i % 7, .weight = 1};
        draw[2 * i] = draw[2 * i + 1] = once[i];
    }
    const hbs_collided one = collide(once, 30, &stratum, .9), two = collide(draw, 60, &stratum, .9);
    CU_ASSERT_DOUBLE_EQUAL(two.expected, 4 * one.expected, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(two.chi2.estimate, one.chi2.estimate, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(two.chi2.ci_low, one.chi2.ci_low, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(two.chi2.ci_high, one.chi2.ci_high, 1e-8);
}

/* All sequences of four draws from a law over three cells of unequal weight, each with its probability: the mean estimate is chi^2. */
static void no_bias(void) {
    static const double p[3] = {.5, .3, .2}, weight[3] = {1, 2, 6};
    const hbs_stratum stratum = {.rate = .6}; /* .6, .3, .1 */
    double mean = 0, chi2 = -1;
    for (int i = 0; i < 3; i++) chi2 += p[i] * p[i] * weight[i] / stratum.rate;
    for (unsigned code = 0; code < 81; code++) {
        hbs_cell_draw draw[4];
        double probability = 1;
        for (unsigned i = 0, rest = code; i < 4; i++, rest /= 3) {
            draw[i] = (hbs_cell_draw){.unit = i, .cell = rest % 3, .weight = weight[rest % 3]};
            probability *= p[rest % 3];
        }
        mean += probability * collide(draw, 4, &stratum, .95).chi2.estimate;
    }
    CU_ASSERT_DOUBLE_EQUAL(mean, chi2, 1e-12);
}

static void an_uncertain_rate_widens(void) {
    hbs_cell_draw draw[DRAWS];
    const hbs_stratum exact = {.rate = .01}, drawn = {.rate = .01, .uncertainty = .01};
    const size_t count = uneven(draw);
    const hbs_collided narrow = collide(draw, count, &exact, .95), wide = collide(draw, count, &drawn, .95);
    CU_ASSERT(wide.chi2.ci_low < narrow.chi2.ci_low && wide.chi2.ci_high > narrow.chi2.ci_high && wide.chi2.estimate == narrow.chi2.estimate);
}

/* What cells are called decides nothing, nor which of several of a size comes first. */
static void names_of_cells_decide_nothing(void) {
    hbs_cell_draw draw[12];
    const hbs_stratum stratum = {.rate = .01};
    double high = 0;
    for (unsigned turned = 0; turned < 4; turned++) {
        for (unsigned i = 0; i < 12; i++) {
            const unsigned cell = i / 2, name = (cell + 2 * turned) % 6;
            draw[i] = (hbs_cell_draw){.unit = i, .cell = name, .weight = cell < 2 ? 6 : cell < 4 ? 1 : 2};
        }
        const hbs_collided found = collide(draw, 12, &stratum, .95);
        if (!turned) high = found.chi2.ci_high;
        CU_ASSERT(fabs(found.chi2.ci_high - high) <= 1e-9 * high);
    }
}

const hbs_test hbs_tests[] = {
    {"rates may be as small as doubles", rates_may_be_as_small_as_doubles},
    {"limits are those of the jackknife", limits_are_those_of_the_jackknife},
    {"few collisions leave room for a likely cell", few_leave_room_for_a_likely_cell},
    {"a heavy cell may be the likely one", a_heavy_cell_may_be_the_likely_one},
    {"one cell alone", one_cell_alone},
    {"limits from counts", limits_from_counts},
    {"units, strata and weights against plain counting", pairs_of_units_strata_and_weights},
    {"copies weigh as their units do", copies_weigh_as_their_units},
    {"no bias over all samples", no_bias},
    {"an uncertain rate widens", an_uncertain_rate_widens},
    {"names of cells decide nothing", names_of_cells_decide_nothing},
    {NULL, NULL},
};
