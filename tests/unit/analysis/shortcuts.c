/* Shortcuts that are there are found, and none is found where there is none. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/gap/reordered.h"
#include "core/rng.h"
#include "tests/unit/audited.h"
#include "tests/unit/test.h"

static const hbs_measure_options options = {.seed = 1, .threads = 2};

static const hbs_finding *find(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *found = audited_find(f, "shortcuts", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

/* The first finding of this quantity about a feature. */
static const hbs_finding *of_a_feature(const hbs_findings *f, const char *quantity) {
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->item[i].quantity, quantity) == 0 && strncmp(f->item[i].subject, "feature=", 8) == 0) return &f->item[i];
    CU_FAIL_FATAL("no finding about a feature");
    return NULL;
}

/* A full block in every unsatisfiable member: one feature tells, and tells nothing about uniform instances. */
static void a_planted_core_is_a_shortcut(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85", 400, 1, false, &options);
    const hbs_finding *own = of_a_feature(&a.findings, "own_accuracy"), *gap = of_a_feature(&a.findings, "gap"), *reference = of_a_feature(&a.findings, "reference_accuracy");
    CU_ASSERT(own->value.estimate > .99 && own->value.ci_low > .95);
    CU_ASSERT_DOUBLE_EQUAL(reference->value.estimate, .5, .05);
    CU_ASSERT(gap->weight == HBS_FINDING_BIAS && gap->value.ci_low > .4);
    CU_ASSERT_EQUAL(find(&a.findings, "own_accuracy", "probe=sizes")->weight, HBS_FINDING_NONE);
    audited_close(&a);
}

/* Fewer clauses when satisfiable: sizes alone tell the label. A matched reference has the same sizes, so chance is the null. */
static void sizes_that_tell_the_label_are_seen(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/uniform n=12 m=40..45 label=1 + sat/uniform n=12 m=56..60 label=0", 200, 1, false, &options);
    const hbs_finding *sizes = find(&a.findings, "own_accuracy", "probe=sizes");
    CU_ASSERT(sizes->weight == HBS_FINDING_BIAS && sizes->value.ci_low > .9 && sizes->null_value == .5);
    CU_ASSERT_PTR_NULL(audited_find(&a.findings, "shortcuts", "gap", "probe=sizes"));
    audited_close(&a);
}

/* Uniform against uniform: the features that tell the label do so on both sides. Thirty datasets, each of 200, at level .95: biases in no more than a
 * few. */
static void uniform_instances_have_no_shortcut(void) {
    int biased = 0, gaps = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        audited a;
        const hbs_measure_options with_seed = {.seed = seed, .threads = 1};
        audited_one(&a, "shortcuts", "sat/uniform n=10 m=43", 200, seed, true, &with_seed);
        for (size_t i = 0; i < a.findings.count; i++) {
            gaps += !strcmp(a.findings.item[i].quantity, "gap") || !strcmp(a.findings.item[i].quantity, "order_gap");
            biased += a.findings.item[i].weight == HBS_FINDING_BIAS;
        }
        audited_close(&a);
    }
    CU_ASSERT(gaps >= 30);
    CU_ASSERT(biased <= 8); /* 90 looks, expectation 3.75 at the nominal rates; 9 or more has probability .02 */
}

/* Twins share their sizes: a rule on sizes is right for one of them, always. */
static void twins_stay_together(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/sr n=5..10", 200, 1, false, &options);
    const hbs_finding *sizes = find(&a.findings, "own_accuracy", "probe=sizes");
    CU_ASSERT_DOUBLE_EQUAL(sizes->value.estimate, .5, 1e-12);
    CU_ASSERT_EQUAL(sizes->value.n, 50);
    CU_ASSERT_EQUAL(sizes->weight, HBS_FINDING_NONE);
    audited_close(&a);
}

/* SR's flipped literal stands at a known place: published pairs leak the label through their order. Shuffled, they do not. */
static void the_order_of_SR_leaks_unless_shuffled(void) {
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        audited a;
        audited_open(&a);
        hbs_dataset d =
            shuffled ? audited_make(&a, "d", "sat/sr n=3..10", 1200, 1, false, NULL) : audited_make_in_order(&a, "d", "sat/sr n=3..10", 1200, 1);
        hbs_findings f = audited_measure(&a, "shortcuts", &d, &options);
        const hbs_finding *accuracy = find(&f, "own_accuracy", "probe=order"), *gap = find(&f, "order_gap", "probe=order");
        if (shuffled) CU_ASSERT(accuracy->value.estimate < .56 && gap->value.ci_low <= 0);
        if (!shuffled) CU_ASSERT(accuracy->value.ci_low > .6 && gap->weight == HBS_FINDING_BIAS && gap->value.ci_low > 0);
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* One label's formulas have mostly negative literals, which the order probe sees in whatever order; but no order tells it. */
static void what_any_order_shows_is_no_order(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/uniform n=20 m=85 label=1 + sat/vertex_cover n=6 label=0", 200, 1, false, &options);
    const hbs_finding *own = find(&a.findings, "own_accuracy", "probe=order"), *gap = find(&a.findings, "order_gap", "probe=order");
    CU_ASSERT(own->value.ci_low > .6);
    CU_ASSERT(gap->weight == HBS_FINDING_NONE && gap->value.ci_low <= 0 && gap->value.ci_high < .1);
    audited_close(&a);
}

/* Uniform pairs, in uniform order: the probe is at chance, and the same pairs reordered happen to fall below it, by more than the exact test allows for. */
static void an_order_at_chance_is_no_shortcut(void) {
    audited a;
    audited_one(&a, "shortcuts", "cqc/uniform", 400, 1, true, &options);
    const hbs_finding *own = find(&a.findings, "own_accuracy", "probe=order"), *gap = find(&a.findings, "order_gap", "probe=order");
    CU_ASSERT(own->value.ci_low < .5 && own->value.ci_high > .5);
    CU_ASSERT(gap->value.ci_low > 0 && gap->p_value < .05);
    CU_ASSERT_EQUAL(gap->weight, HBS_FINDING_NONE);
    CU_ASSERT_PTR_NOT_NULL(strstr(gap->sentence, "no better than chance"));
    audited_close(&a);
}

/* Sizes do not go with labels here: that they are wrong more often than chance on the other half predicts nothing. */
static void sizes_that_mislead_are_no_shortcut(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/uniform n=6..12 m=40", 100, 169, true, &options);
    const hbs_finding *sizes = find(&a.findings, "own_accuracy", "probe=sizes");
    CU_ASSERT(sizes->value.ci_high < .5 && sizes->value.n >= 30);
    CU_ASSERT_EQUAL(sizes->weight, HBS_FINDING_NONE);
    CU_ASSERT_PTR_NOT_NULL(strstr(sizes->sentence, "no better than chance"));
    audited_close(&a);
}

static bool every_row(const void *context, uint64_t idx) { return context == NULL && idx != UINT64_MAX; }

/* Rows and what does not depend on order stay; what does, does not. */
static void reordering_leaves_the_instances(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make_in_order(&a, "d", "sat/sr n=3..10", 60, 1);
    hbs_feature_table own = {0}, other = {0};
    const bool mask[60] = {[1] = true, [7] = true, [8] = true, [59] = true};
    const hbs_masked_rows rows = {&own, mask};
    size_t moved = 0;
    CU_ASSERT_EQUAL_FATAL(hbs_feature_table_load_rows(&own, a.catalog, &d, &options, every_row, NULL, NULL), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(hbs_reordered_rows(&other, a.catalog, &d, &rows, &options, NULL), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(other.rows, 4);
    for (size_t i = 0; i < other.rows; i++) {
        const size_t idx = (size_t)other.idx[i];
        CU_ASSERT(mask[idx] && other.label[i] == own.label[idx] && other.unit[i] == own.unit[idx]);
        for (size_t f = 0; f < own.columns; f++) {
            const double x = own.value[idx * own.columns + f], y = other.value[i * own.columns + f];
            if (own.feature[f]->order) moved += x != y;
            else CU_ASSERT((isnan(x) && isnan(y)) || fabs(x - y) <= 1e-9 * fmax(1, fabs(x)));
        }
    }
    CU_ASSERT(moved > 10);
    hbs_feature_table_free(&own);
    hbs_feature_table_free(&other);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* What is weighed is settled by the kind of rule: accuracy against chance for sizes, else the gap, whatever comes out. */
static void weights_do_not_depend_on_the_outcome(void) {
    static const char *const specs[] = {"sat/uniform n=10 m=43", "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85"};
    for (int s = 0; s < 2; s++) {
        audited a;
        audited_one(&a, "shortcuts", specs[s], 200, 1, s == 0, &options);
        CU_ASSERT_EQUAL(of_a_feature(&a.findings, "own_accuracy")->weight, HBS_FINDING_PLAIN);
        CU_ASSERT_EQUAL(find(&a.findings, "own_accuracy", "probe=order")->weight, HBS_FINDING_PLAIN);
        const hbs_weight sizes = find(&a.findings, "own_accuracy", "probe=sizes")->weight, gap = of_a_feature(&a.findings, "gap")->weight;
        CU_ASSERT(sizes == HBS_FINDING_NONE || sizes == HBS_FINDING_BIAS);
        CU_ASSERT(gap == HBS_FINDING_NONE || gap == HBS_FINDING_BIAS);
        audited_close(&a);
    }
}

static void one_label_alone_is_said(void) {
    audited a;
    audited_one(&a, "shortcuts", "sat/planted n=10 m=20", 20, 1, false, &options);
    CU_ASSERT_EQUAL_FATAL(a.findings.count, 1);
    CU_ASSERT_EQUAL(a.findings.item[0].weight, HBS_FINDING_NOT_APPLICABLE);
    CU_ASSERT(isnan(a.findings.item[0].value.estimate) && strstr(a.findings.item[0].sentence, "both labels") != NULL);
    audited_close(&a);
}

/* Without a reference to be had, what can be said is said, and the rest names the cure. */
static void a_catalog_open_for_reading_still_answers(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=10 m=43", 60, 1, true, NULL);
    audited_reopen(&a, HBS_CATALOG_READ);
    hbs_findings f = audited_measure(&a, "shortcuts", &d, &options);
    CU_ASSERT(!isnan(of_a_feature(&f, "own_accuracy")->value.estimate));
    const hbs_finding *gap = of_a_feature(&f, "gap");
    CU_ASSERT(gap->weight == HBS_FINDING_NOT_APPLICABLE && strstr(gap->sentence, "open it for writing") != NULL);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"a planted core is a shortcut", a_planted_core_is_a_shortcut},
    {"sizes that tell the label are seen", sizes_that_tell_the_label_are_seen},
    {"uniform instances have no shortcut", uniform_instances_have_no_shortcut},
    {"twins stay together", twins_stay_together},
    {"the order of SR leaks unless shuffled", the_order_of_SR_leaks_unless_shuffled},
    {"what any order shows is no order", what_any_order_shows_is_no_order},
    {"an order at chance is no shortcut", an_order_at_chance_is_no_shortcut},
    {"sizes that mislead are no shortcut", sizes_that_mislead_are_no_shortcut},
    {"reordering leaves the instances", reordering_leaves_the_instances},
    {"weights do not depend on the outcome", weights_do_not_depend_on_the_outcome},
    {"one label alone is said", one_label_alone_is_said},
    {"a catalog open for reading still answers", a_catalog_open_for_reading_still_answers},
    {NULL, NULL},
};
