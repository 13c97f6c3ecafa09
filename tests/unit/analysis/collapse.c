/* Collapse: wholly where a core is planted, not at all for uniform instances, less than nothing where they are easier. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/audited.h"
#include "tests/unit/test.h"

static const hbs_measure_options options = {.seed = 1, .threads = 2};

static const hbs_finding *find(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *found = audited_find(f, "collapse", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

static void a_planted_core_collapses(void) {
    audited a;
    audited_one(&a, "collapse", "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85", 800, 1, false, &options);
    const hbs_finding *kappa = find(&a.findings, "kappa", "label=0");
    CU_ASSERT_EQUAL(kappa->value.estimate, 1);
    CU_ASSERT(kappa->value.ci_low > .98 && kappa->weight == HBS_FINDING_BIAS && kappa->value.n == 400);
    CU_ASSERT_EQUAL(find(&a.findings, "marginal_share", "label=0 decider=full_block")->value.estimate, 1);
    CU_ASSERT(find(&a.findings, "reference_marginal_share", "label=0 decider=full_block")->value.estimate < .02);
    CU_ASSERT_EQUAL(find(&a.findings, "kappa", "label=1")->weight, HBS_FINDING_NONE);
    CU_ASSERT_PTR_NULL(audited_find(&a.findings, "collapse", "marginal_share", "label=1 decider=full_block")); /* it can only say no */
    CU_ASSERT_PTR_NULL(audited_find(&a.findings, "collapse", "labels_contradicted", NULL));
    audited_close(&a);
}

/* Marginal shares never exceed cumulative ones, and the last cumulative one is the share decided. */
static void shares_add_up(void) {
    audited a;
    audited_one(&a, "collapse", "sat/sr n=10..20", 300, 1, false, &options);
    double last[2] = {0, 0};
    for (size_t i = 0; i < a.findings.count; i++) {
        const hbs_finding *x = &a.findings.item[i];
        if (strcmp(x->quantity, "cumulative_share") != 0) continue;
        const int label = x->subject[6] - '0';
        CU_ASSERT(x->value.estimate >= find(&a.findings, "marginal_share", x->subject)->value.estimate);
        CU_ASSERT(x->value.estimate >= last[label]);
        last[label] = x->value.estimate;
    }
    CU_ASSERT(last[0] > .5 && last[0] == find(&a.findings, "share_decided", "label=0")->value.estimate);
    CU_ASSERT_EQUAL(last[1], find(&a.findings, "share_decided", "label=1")->value.estimate);
    audited_close(&a);
}

/* 2-SAT is decided whole on both sides. */
static void a_saturated_reference_is_said(void) {
    audited a;
    audited_one(&a, "collapse", "sat/uniform n=10 k=2 m=14", 200, 1, true, &options);
    const hbs_finding *kappa = find(&a.findings, "kappa", "label=0");
    CU_ASSERT(kappa->weight == HBS_FINDING_NOT_APPLICABLE && isnan(kappa->value.estimate) && strstr(kappa->sentence, "Saturated") != NULL);
    audited_close(&a);
}

/* The reference is settled whole, the dataset by half: kappa has no room, and the difference must not be lost. Here a satisfiable formula over a
 * hundred variables that no decider settles, against uniform ones of the same sizes that most do. */
static void harder_than_a_saturated_reference_is_a_bias(void) {
    audited a;
    static const int32_t hard[] = {1, 2, 3, 0, -1, -2, -3, 0, 1, -2, 4, 0, -1, 2, -4, 0, 3, -4, 5, 0, -3, 4, -5, 0, 5, 1, -3, 0, -5, -1, 2, 0, 0};
    for (int few = 0; few < 2; few++) {
        audited_open(&a);
        hbs_dataset d = audited_create(&a, "d", HBS_SAT);
        for (uint64_t i = 0; i < (few ? 5 : 60); i++) audited_add(&a, &d, i, i, HBS_LABEL_YES, NULL, 100, hard);
        audited_finish(&a, &d);
        hbs_findings f = audited_measure(&a, "collapse", &d, &options);
        const hbs_finding *kappa = find(&f, "kappa", "label=1"), *difference = find(&f, "difference", "label=1");
        CU_ASSERT_EQUAL(find(&f, "share_decided", "label=1")->value.estimate, 0);
        CU_ASSERT_EQUAL(find(&f, "reference_share_decided", "label=1")->value.estimate, 1);
        CU_ASSERT_EQUAL(kappa->weight, HBS_FINDING_NOT_APPLICABLE);
        CU_ASSERT(difference->value.ci_high < 0 && strstr(difference->sentence, "exact test") != NULL);
        CU_ASSERT_EQUAL(difference->weight, few ? HBS_FINDING_NONE : HBS_FINDING_BIAS);
        CU_ASSERT(!few || strstr(difference->sentence, "too large for a mark") != NULL);
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* The weight of kappa and of the difference does not depend on what was found, but for BIAS or NONE. */
static void one_of_both_is_weighed(void) {
    static const char *const specs[] = {"sat/uniform n=10 m=43", "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85", "sat/uniform n=10 k=2 m=14"};
    for (int s = 0; s < 3; s++) {
        audited a;
        audited_one(&a, "collapse", specs[s], 200, 1, s != 1, &options);
        for (int label = 0; label < 2; label++) {
            const hbs_weight kappa = find(&a.findings, "kappa", label ? "label=1" : "label=0")->weight,
                             difference = find(&a.findings, "difference", label ? "label=1" : "label=0")->weight;
            if (kappa == HBS_FINDING_NOT_APPLICABLE) CU_ASSERT(difference == HBS_FINDING_BIAS || difference == HBS_FINDING_NONE);
            if (kappa != HBS_FINDING_NOT_APPLICABLE) CU_ASSERT_EQUAL(difference, HBS_FINDING_PLAIN);
        }
        audited_close(&a);
    }
}

/* Labels that no uniform formula of these sizes has: said, with the count and the reason. */
static void an_infeasible_reference_is_said(void) {
    audited a;
    audited_one(&a, "collapse", "sat/core n=50 m=60 + sat/uniform n=50 m=60 label=1", 60, 1, false, &options);
    const hbs_finding *infeasible = find(&a.findings, "infeasible", "label=0"), *kappa = find(&a.findings, "kappa", "label=0");
    CU_ASSERT(infeasible->value.estimate == 1 &&
              strstr(infeasible->sentence, "Infeasible: 30 of 30 unsatisfiable instances have no counterpart") != NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(infeasible->sentence, "reference: "));
    CU_ASSERT(kappa->weight == HBS_FINDING_NOT_APPLICABLE && strstr(kappa->sentence, "Infeasible") != NULL);
    CU_ASSERT_PTR_NULL(audited_find(&a.findings, "collapse", "infeasible", "label=1"));
    audited_close(&a);
}

/* Every unit holds the same formula four times: N counts units, so the interval is that of 25 and not of 100. */
static void images_of_one_seed_are_one_unit(void) {
    audited a;
    static const int32_t block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 3, 4, 5, 0, -3, 4, 6, 0, 5, -6, 3, 0, 0};
    static const int32_t open[] = {1, 2, 3, 0, -1, 2, 4, 0, 1, -2, 5, 0, -3, 4, 6, 0, 5, -6, 1, 0, 2, 4, 0, -2, 6, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 100; i++) audited_add(&a, &d, i, i / 4, i < 60 ? HBS_LABEL_NO : HBS_LABEL_YES, NULL, 6, i < 60 ? block : open);
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "collapse", &d, &options);
    const hbs_finding *difference = find(&f, "difference", "label=0");
    CU_ASSERT_STRING_EQUAL(difference->value.method, "difference of jeffreys limits over units");
    CU_ASSERT_EQUAL(difference->value.n, 15);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* A stored label that a sound decider refutes is told, with the first instance's number. */
static void wrong_labels_are_told(void) {
    audited a;
    static const int32_t block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    audited_add(&a, &d, 0, 0, HBS_LABEL_NO, NULL, 2, block);
    audited_add(&a, &d, 1, 1, HBS_LABEL_YES, NULL, 2, block);
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "collapse", &d, &options);
    const hbs_finding *wrong = find(&f, "labels_contradicted", "");
    CU_ASSERT(wrong->value.estimate == 1 && wrong->weight == HBS_FINDING_BIAS && strstr(wrong->sentence, "number 1:") != NULL);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Tiny formulas that deciders settle here and there, and cores that no uniform formula stands for. */
static void what_is_left_out_is_said_beside_every_comparison(void) {
    audited a;
    audited_one(&a, "collapse", "sat/uniform n=5 k=2 m=20 label=0 + sat/core n=50 m=60", 240, 1, false, NULL);
    const hbs_finding *difference = find(&a.findings, "difference", "label=0"), *kappa = find(&a.findings, "kappa", "label=0");
    CU_ASSERT_EQUAL(kappa->weight, HBS_FINDING_NOT_APPLICABLE);
    CU_ASSERT_PTR_NOT_NULL(strstr(difference->sentence, "N = 120 and 120"));
    CU_ASSERT_PTR_NOT_NULL(strstr(difference->sentence, "120 instances without a counterpart are left out."));
    CU_ASSERT_PTR_NOT_NULL(strstr(kappa->sentence, "120 instances without a counterpart are left out."));
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"a planted core collapses", a_planted_core_collapses},
    {"shares add up", shares_add_up},
    {"a saturated reference is said", a_saturated_reference_is_said},
    {"harder than a saturated reference is a bias", harder_than_a_saturated_reference_is_a_bias},
    {"one of both is weighed", one_of_both_is_weighed},
    {"what is left out is said beside every comparison", what_is_left_out_is_said_beside_every_comparison},
    {"an infeasible reference is said", an_infeasible_reference_is_said},
    {"images of one seed are one unit", images_of_one_seed_are_one_unit},
    {"wrong labels are told", wrong_labels_are_told},
    {NULL, NULL},
};
