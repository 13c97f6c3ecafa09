/* Intervals of accuracies and gaps: values by hand, and how often they cover the truth on simulated predictions. */
#include "analysis/gap/accuracy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/marking.h"
#include "core/rng.h"
#include "tests/unit/test.h"

#define UNITS 300
#define RUNS 200

static const hbs_measure_options options = {.seed = 5, .level = .95, .threads = 1};

static bool chance(hbs_rng *rng, double p) { return (double)hbs_rng_below(rng, 1000000) < p * 1000000; }

static double accuracy_of(const hbs_tally *tally, size_t clusters) {
    hbs_estimate e = {0};
    hbs_error error;
    CHECK_OK(hbs_accuracy_estimate(tally, clusters, 1, &options, &e, NULL, &error));
    return e.estimate;
}

static void balanced_accuracy_by_hand(void) {
    const hbs_tally tally[3] = {{{1, 0}, {1, 1}}, {{0, 2}, {1, 2}}, {{2, 0}, {2, 1}}}, twice[2] = {{{1, 0}, {1, 1}}, {{0, 6}, {3, 6}}}, one_label[1] = {{{1, 0}, {2, 0}}};
    CU_ASSERT_DOUBLE_EQUAL(accuracy_of(tally, 3), .5 * (3. / 4 + 2. / 4), 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(accuracy_of(twice, 2), .5 * (1. / 4 + 6. / 7), 1e-15);
    CU_ASSERT(isnan(accuracy_of(tally, 0)) && isnan(accuracy_of(one_label, 1)));
}

/* All right: no bootstrap can leave 1, the interval must. */
static void perfect_predictions_have_a_lower_limit(void) {
    hbs_tally single[40], twins[40];
    hbs_estimate e;
    double p;
    hbs_error error;
    for (uint32_t i = 0; i < 40; i++) {
        single[i] = (hbs_tally){{i % 2, 1 - i % 2}, {i % 2, 1 - i % 2}};
        twins[i] = (hbs_tally){{1, 1}, {1, 1}};
    }
    CHECK_OK(hbs_accuracy_estimate(single, 40, 1, &options, &e, NULL, &error));
    CU_ASSERT(e.estimate == 1 && e.ci_high == 1 && e.ci_low < .95 && e.ci_low > .8 && e.n == 40);
    CHECK_OK(hbs_accuracy_estimate(twins, 40, 1, &options, &e, NULL, &error));
    CU_ASSERT(e.estimate == 1 && e.ci_high == 1 && e.n == 40);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, pow(.05, 1. / 40), 1e-6); /* exact for 40 of 40: both labels of a unit are right together */
    const hbs_score score = {40, 1, twins, twins, twins};
    CHECK_OK(hbs_gap_estimate(&score, &options, &e, &p, NULL, &error));
    CU_ASSERT(e.estimate == 0 && e.ci_low < 0 && e.ci_high > 0);
}

static void a_missing_label_is_not_defined(void) {
    const hbs_tally tally[2] = {{{1, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
    hbs_estimate e;
    hbs_error error;
    CHECK_OK(hbs_accuracy_estimate(tally, 2, 1, &options, &e, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && isnan(e.ci_low));
}

/* Single instances of either label, right with probability p[label]. */
static void simulate_single(hbs_tally *tally, double p0, double p1, hbs_rng *rng) {
    for (int i = 0; i < UNITS; i++) {
        const int y = i % 2;
        tally[i] = (hbs_tally){0};
        tally[i].total[y] = 1;
        tally[i].right[y] = chance(rng, y ? p1 : p0);
    }
}

static void single_instances_are_covered(void) {
    static const double p[4][2] = {{.5, .5}, {.7, .6}, {.98, .9}, {1, .02}};
    static hbs_tally tally[UNITS];
    hbs_estimate e;
    hbs_error error;
    hbs_rng rng;
    hbs_rng_seed(&rng, 11, 0, HBS_LANE_ANALYSIS);
    for (int k = 0; k < 4; k++) {
        int covered = 0;
        for (int run = 0; run < 400; run++) {
            simulate_single(tally, p[k][0], p[k][1], &rng);
            CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 1, &options, &e, NULL, &error));
            covered += e.ci_low <= .5 * (p[k][0] + p[k][1]) && e.ci_high >= .5 * (p[k][0] + p[k][1]);
        }
        CU_ASSERT(covered >= 400 * .92); /* 3 standard errors below .95 */
    }
}

/* Twins whose predictions are right or wrong together: intervals that take instances for independent would miss far more often. */
static void twins_are_covered(void) {
    static hbs_tally own[UNITS], reference[UNITS];
    const hbs_score score = {UNITS, 1, own, own, reference};
    int covered = 0, no_gap = 0;
    hbs_estimate e;
    double p;
    hbs_error error;
    hbs_rng rng;
    hbs_rng_seed(&rng, 12, 0, HBS_LANE_ANALYSIS);
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i < UNITS; i++) {
            const uint32_t a = chance(&rng, .7), b = chance(&rng, .7);
            own[i] = (hbs_tally){{a, a}, {1, 1}};
            reference[i] = (hbs_tally){{b, b}, {1, 1}};
        }
        CHECK_OK(hbs_accuracy_estimate(own, UNITS, 1, &options, &e, NULL, &error));
        covered += e.ci_low <= .7 && e.ci_high >= .7;
        CHECK_OK(hbs_gap_estimate(&score, &options, &e, &p, NULL, &error));
        no_gap += e.ci_low <= 0 && e.ci_high >= 0;
    }
    CU_ASSERT(covered >= RUNS * .89 && no_gap >= RUNS * .89); /* .95 less 4 standard errors */
    CU_ASSERT(no_gap < RUNS);                                 /* nominal, not infinitely wide */
}

/* A difference that is there is found. */
static void a_gap_is_seen(void) {
    static hbs_tally own[UNITS], reference[UNITS];
    const hbs_score score = {UNITS, 1, own, own, reference};
    hbs_estimate e;
    double p;
    hbs_error error;
    hbs_rng rng;
    hbs_rng_seed(&rng, 13, 0, HBS_LANE_ANALYSIS);
    simulate_single(own, .9, .8, &rng);
    simulate_single(reference, .6, .6, &rng);
    CHECK_OK(hbs_gap_estimate(&score, &options, &e, &p, NULL, &error));
    CU_ASSERT(e.ci_low > .1 && e.ci_high < .4 && e.n == UNITS);
}

/* Why a gap is not defined: no held-out instance of a label is not the same as no counterpart. */
static void a_missing_label_is_told_from_a_missing_counterpart(void) {
    const hbs_tally both[2] = {{{1, 0}, {1, 0}}, {{0, 1}, {0, 1}}}, one[2] = {{{1, 0}, {1, 0}}, {{0, 0}, {0, 0}}};
    const hbs_score no_label = {2, 1, (hbs_tally *)one, (hbs_tally *)one, (hbs_tally *)one};
    const hbs_score no_counterpart = {2, 1, (hbs_tally *)both, (hbs_tally *)one, (hbs_tally *)one};
    hbs_estimate e;
    double p;
    hbs_error error;
    CHECK_OK(hbs_gap_estimate(&no_label, &options, &e, &p, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && isnan(p) && strstr(e.method, "no held-out instance has one of the labels") != NULL);
    CHECK_OK(hbs_gap_estimate(&no_counterpart, &options, &e, &p, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && isnan(p) && strstr(e.method, "infeasible") != NULL);
    const hbs_tally some[4] = {both[0], both[1], one[0], one[1]}, all[4] = {both[0], both[1], both[0], both[1]};
    const hbs_score no_label_in_one = {2, 2, (hbs_tally *)some, (hbs_tally *)some, (hbs_tally *)some};
    const hbs_score no_counterpart_in_one = {2, 2, (hbs_tally *)all, (hbs_tally *)some, (hbs_tally *)some};
    CHECK_OK(hbs_gap_estimate(&no_label_in_one, &options, &e, &p, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && strstr(e.method, "not defined: in some of the trainings no held-out instance") != NULL);
    CHECK_OK(hbs_gap_estimate(&no_counterpart_in_one, &options, &e, &p, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && strstr(e.method, "infeasible: in some of the trainings") != NULL);
    CHECK_OK(hbs_accuracy_estimate(some, 2, 2, &options, &e, NULL, &error));
    CU_ASSERT(isnan(e.estimate) && strstr(e.method, "in some of the trainings") != NULL);
}

/* Without a difference in law, gaps of a dozen pairs are marked as rarely as the level says, and the interval leaves out 0 as rarely, but for chance. */
static void few_pairs_are_not_marked_by_chance(void) {
    static hbs_tally own[24], reference[24];
    const hbs_score score = {24, 1, own, own, reference};
    int marked = 0, excluded = 0;
    hbs_estimate e;
    double p;
    hbs_error error;
    hbs_rng rng;
    hbs_rng_seed(&rng, 21, 0, HBS_LANE_ANALYSIS);
    for (int run = 0; run < 2000; run++) {
        for (int i = 0; i < 24; i++) {
            const int y = i % 2;
            own[i] = reference[i] = (hbs_tally){0};
            own[i].total[y] = reference[i].total[y] = i < 12;
            own[i].right[y] = i < 12 && chance(&rng, y ? .5 : .7);
            reference[i].right[y] = i < 12 && chance(&rng, y ? .5 : .7);
        }
        CHECK_OK(hbs_gap_estimate(&score, &options, &e, &p, NULL, &error));
        excluded += e.ci_low > 0 || e.ci_high < 0;
        marked += hbs_mark(&e, 0, p) == HBS_FINDING_BIAS;
    }
    CU_ASSERT(excluded <= 2000 * .065 && excluded >= marked);
    CU_ASSERT(marked <= 2000 * .05 && marked > 0);
}

/* Trainings right .5, and .5 + step more each time. */
static void simulate_trainings(hbs_tally *tally, unsigned trainings, double step) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 14, 0, HBS_LANE_ANALYSIS);
    for (unsigned r = 0; r < trainings; r++) simulate_single(tally + r * UNITS, .5 + r * step, .5 + r * step, &rng);
}

static double width(const hbs_estimate *e) { return e->ci_high - e->ci_low; }

static void few_trainings_speak_of_themselves(void) {
    static hbs_tally tally[2 * UNITS];
    hbs_estimate one, two;
    hbs_trainings t;
    hbs_error error;
    simulate_trainings(tally, 2, .3);
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 1, &options, &one, &t, &error));
    CU_ASSERT(isnan(t.spread) && !t.others);
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 2, &options, &two, &t, &error));
    CU_ASSERT_DOUBLE_EQUAL(two.estimate, .5 * (accuracy_of(tally, UNITS) + accuracy_of(tally + UNITS, UNITS)), 1e-12);
    CU_ASSERT(width(&two) < width(&one) && width(&two) > .6 * width(&one)); /* twice the predictions, less alike than the same ones */
    CU_ASSERT(!t.others && strstr(two.method, "these trainings") != NULL);
    CU_ASSERT_DOUBLE_EQUAL(t.spread, .3 / sqrt(2), .05);
}

/* Ten that differ: Student's t on what they differ by, (R^2 + R - 1) / (R (R - 1)) S^2, as the units add next to nothing. Ten that do not: the units alone. */
static void many_trainings_speak_of_others_where_they_differ(void) {
    static hbs_tally tally[10 * UNITS];
    hbs_estimate e;
    hbs_trainings t;
    hbs_error error;
    simulate_trainings(tally, 10, .03);
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 10, &options, &e, &t, &error));
    const double spread = .03 * sqrt(55. / 6); /* of 0 to 9: variance 55 / 6 */
    CU_ASSERT(t.others && strstr(e.method, "trainings") != NULL && strstr(e.method, "these") == NULL);
    CU_ASSERT_DOUBLE_EQUAL(t.spread, spread, .01);
    CU_ASSERT_DOUBLE_EQUAL(width(&e), 2 * 2.262 * sqrt(109. / 90) * spread, .03);
    simulate_trainings(tally, 10, 0);
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 10, &options, &e, &t, &error));
    CU_ASSERT(!t.others && t.spread < .02 && width(&e) < .1);
    for (int r = 1; r < 10; r++) memcpy(tally + r * UNITS, tally, UNITS * sizeof *tally); /* the same every time: what one has to say */
    hbs_estimate one;
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 10, &options, &e, &t, &error));
    CHECK_OK(hbs_accuracy_estimate(tally, UNITS, 1, &options, &one, NULL, &error));
    CU_ASSERT(!t.others && t.spread == 0 && fabs(width(&e) - width(&one)) < .002);
}

const hbs_test hbs_tests[] = {
    {"balanced accuracy by hand", balanced_accuracy_by_hand},
    {"perfect predictions have a lower limit", perfect_predictions_have_a_lower_limit},
    {"a missing label is not defined", a_missing_label_is_not_defined},
    {"single instances are covered", single_instances_are_covered},
    {"twins are covered", twins_are_covered},
    {"a gap is seen", a_gap_is_seen},
    {"a missing label is told from a missing counterpart", a_missing_label_is_told_from_a_missing_counterpart},
    {"few pairs are not marked by chance", few_pairs_are_not_marked_by_chance},
    {"few trainings speak of themselves", few_trainings_speak_of_themselves},
    {"many trainings speak of others where they differ", many_trainings_speak_of_others_where_they_differ},
    {NULL, NULL},
};
