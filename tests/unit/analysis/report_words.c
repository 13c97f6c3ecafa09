/* The paragraph of a report says neither more nor less than its findings. */
#include <math.h>

#include "tests/unit/analysis/reported.h"

static void the_paragraph_tells_a_collapse(void) {
    audited a;
    hbs_report report = report_of(&a, "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85", 400, 1, false);
    const char *summary = report.part[0].summary;
    CU_ASSERT(says(summary, "200 satisfiable and 200 unsatisfiable"));
    CU_ASSERT(says(summary, "Found: ") && says(summary, "more of the unsatisfiable instances") && says(summary, "(collapse +1.000, N = 200)"));
    CU_ASSERT(strstr(summary, "the logistic probe is more accurate") < strstr(summary, "more of the unsatisfiable instances")); /* what matters most is told first */
    CU_ASSERT(says(summary, "Looked for and not seen: ") && says(summary, "copies, exact or renamed, beyond chance"));
    CU_ASSERT(says(summary, "uniform over sets of distinct clauses"));
    hbs_error error = {0};
    hbs_bytes text = {0};
    CHECK_OK(hbs_report_text(&report, &text, &error));
    CHECK_OK(hbs_bytes_append(&text, "", 1, &error));
    const char *table = strstr((const char *)text.data, "so far   reference\n");   /* of what settles something: nothing of label 1 */
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT(!says(table, "  trivial    ") && says(table, "  full_block  ") && !says(table + 1, "so far   reference\n"));
    hbs_bytes_free(&text);
    hbs_report_free(&report);
    audited_close(&a);
}

/* As many biases are told as there are findings of that weight: never one whose interval holds the null. */
static void bias_is_told_only_when_the_interval_excludes_the_null(void) {
    static const char *const specs[] = {"sat/uniform n=10 m=43", "sat/sr n=5..12"};
    for (int s = 0; s < 2; s++) {
        audited a;
        size_t biases = 0, told = 0;
        hbs_report report = report_of(&a, specs[s], 200, 3, s == 0);
        for (size_t i = 0; i < report.part[0].findings.count; i++) {
            const hbs_finding *f = &report.part[0].findings.item[i];
            if (f->weight != HBS_FINDING_BIAS) continue;
            biases++;
            CU_ASSERT(f->value.ci_low > f->null_value || f->value.ci_high < f->null_value);
        }
        const char *found = strstr(report.part[0].summary, "Found: ");
        CU_ASSERT_EQUAL(found != NULL, biases > 0);
        CU_ASSERT_EQUAL(says(report.part[0].summary, "No bias was found"), biases == 0);
        const char *end = found ? strchr(found, '.') : NULL;
        while (end && end[1] != ' ') end = strchr(end + 1, '.');
        for (const char *at = found; at && end && at < end; at = strchr(at + 1, ';')) told++;
        CU_ASSERT_EQUAL(told, biases);
        hbs_report_free(&report);
        audited_close(&a);
    }
}

/* No label is known: nothing can be compared, and the paragraph must not say that no bias was found. */
static void nothing_compared_is_no_acquittal(void) {
    audited a;
    static const int32_t formula[] = {1, 2, 0, -1, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 3; i++) audited_add(&a, &d, i, i, HBS_LABEL_UNKNOWN, NULL, 2 + (uint32_t)i, formula);
    audited_finish(&a, &d);
    hbs_report report = build(&a, "d");
    const char *summary = report.part[0].summary;
    CU_ASSERT(says(summary, "Nothing could be compared") && !says(summary, "No bias was found") && says(summary, "the labels of 3 instances"));
    hbs_report_free(&report);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* One label has no uniform counterpart: no verdict, the word for it, and what could be read off all the same. */
static void an_infeasible_label_is_no_acquittal(void) {
    audited a;
    hbs_report report = report_of(&a, "sat/core n=50 m=60 + sat/uniform n=50 m=60 label=1", 80, 1, false);
    const char *summary = report.part[0].summary;
    CU_ASSERT(!says(summary, "No bias was found") && says(summary, "there is no verdict on bias"));
    CU_ASSERT(says(summary, "Infeasible: 40 of 40 unsatisfiable instances have no counterpart"));
    CU_ASSERT(says(summary, "Seen, but without a reference to weigh it against: ") &&
              says(summary, "the logistic probe (balanced accuracy 1.000, N = 40)"));
    hbs_report_free(&report);
    audited_close(&a);
}

/* Five pairs that all differ: the interval excludes 0, the exact test does not; that is neither found nor unseen. */
static void too_few_pairs_are_undecided(void) {
    audited a;
    static const int32_t hard[] = {1, 2, 3, 0, -1, -2, -3, 0, 1, -2, 4, 0, -1, 2, -4, 0, 3, -4, 5, 0, -3, 4, -5, 0, 5, 1, -3, 0, -5, -1, 2, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 5; i++) audited_add(&a, &d, i, i, HBS_LABEL_YES, NULL, 100 + (uint32_t)i, hard);
    audited_finish(&a, &d);
    hbs_report report = build(&a, "d");
    const char *summary = report.part[0].summary;
    CU_ASSERT(says(summary, "the exact test does not)") && says(summary, "settle less of the satisfiable instances") && says(summary, "N = 5, p = "));
    CU_ASSERT(!says(summary, "Found: ") && !says(summary, "a share of satisfiable instances settled"));
    hbs_report_free(&report);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* With both labels and a gap, but a dozen instances: nothing found is no finding. */
static void a_handful_allows_no_word_on_bias(void) {
    static const struct {
        uint64_t count;
        const char *says, *never;
    } row[] = {{12, "Nothing can be said of bias: a comparison with the reference rests on N = 6 only.", "No bias was found"},
               {90, "No bias was found, but a comparison rests on N = 45 only, where little can be seen.", "Nothing can be said"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        audited a;
        hbs_report report = report_of(&a, "sat/uniform n=8 m=36", row[i].count, 2, true);
        CU_ASSERT(says(report.part[0].summary, row[i].says) && !says(report.part[0].summary, row[i].never));
        hbs_report_free(&report);
        audited_close(&a);
    }
}

/* The name of the reference is taken by something else, or there is one label only: no verdict either. */
static void a_reference_that_cannot_be_made_is_no_acquittal(void) {
    audited a;
    audited_open(&a);
    hbs_dataset taken = audited_make(&a, "d@uniform", "sat/uniform n=8 m=36", 10, 1, false, NULL),
                d = audited_make(&a, "d", "sat/uniform n=8 m=36", 40, 2, true, NULL),
                one = audited_make(&a, "one", "sat/planted n=10 m=20", 60, 1, false, NULL);
    hbs_report report = build(&a, "d"), planted = build(&a, "one");
    CU_ASSERT(says(report.part[0].summary, "Nothing could be compared") && says(report.part[0].summary, "is taken by a dataset"));
    CU_ASSERT(says(report.part[0].summary, "There is no reference") && !says(report.part[0].summary, "No bias was found"));
    CU_ASSERT(says(planted.part[0].summary, "the law of sat/planted is tilted from uniform") && says(planted.part[0].summary, "no instance has label 0 (unsatisfiable)"));
    CU_ASSERT(!says(planted.part[0].summary, "No bias was found") && says(planted.part[0].summary, "(no study: training on 'one' needs instances of both labels, and the 30 there are all satisfiable)"));
    hbs_report_free(&report);
    hbs_report_free(&planted);
    hbs_dataset_free(&taken);
    hbs_dataset_free(&d);
    hbs_dataset_free(&one);
    audited_close(&a);
}

/* Instances of unknown label count among sizes and copies, and the report says no more than that. */
static void unknown_labels_are_told(void) {
    audited a;
    static const int32_t formula[] = {1, 2, 0, -1, 0, 0}, no[] = {1, 0, -1, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 6; i++) audited_add(&a, &d, i, i, i < 3 ? HBS_LABEL_UNKNOWN : i < 5, NULL, 9, i < 5 ? formula : no);
    audited_finish(&a, &d);
    hbs_report report = build(&a, "d");
    const hbs_findings *findings = &report.part[0].findings;
    CU_ASSERT(says(report.part[0].summary, "d holds 6 formulas: 2 satisfiable, 1 unsatisfiable and 3 of unknown label."));
    CU_ASSERT(says(report.part[0].summary, "the labels of 3 instances, counted among the sizes and the copies alone"));
    CU_ASSERT(says(audited_find(findings, "overview", "unknown_labels", NULL)->sentence, "count among the sizes and the copies"));
    CU_ASSERT_DOUBLE_EQUAL(audited_find(findings, "redundancy", "repeats", NULL)->value.estimate, 4. / 6, 1e-12);
    CU_ASSERT_EQUAL(audited_find(findings, "overview", "variables_mean", NULL)->value.n, 6);
    hbs_report_free(&report);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void add_copies(audited *a, const hbs_dataset *d, uint64_t ones, uint64_t zeros, const char *split) {
    static const int32_t open[] = {1, 2, 0, -1, 3, 0, 0}, block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0};
    for (uint64_t i = 0; i < ones + zeros; i++)
        audited_add(a, d, i, i, i < ones ? HBS_LABEL_YES : HBS_LABEL_NO, i % 2 ? split : split ? "train" : NULL, 3, i < ones ? open : block);
}

/* Small and lopsided datasets: nothing is marked nan, one is one, and no count of one stands beside a plural. */
static void odd_datasets_are_told_in_words(void) {
    static const uint64_t sizes[][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {9, 1}, {1, 9}, {2, 2}};
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        audited a;
        hbs_error error = {0};
        hbs_bytes out = {0};
        audited_open(&a);
        hbs_dataset d = audited_create(&a, "d", HBS_SAT);
        add_copies(&a, &d, sizes[k / 2][0], sizes[k / 2][1], k % 2 ? "test" : NULL);
        audited_finish(&a, &d);
        hbs_report report = build(&a, "d");
        CHECK_OK(hbs_report_text(&report, &out, &error));
        CHECK_OK(hbs_report_json(&report, &out, &error));
        CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
        const char *text = (const char *)out.data;
        static const char *const never[] = {
            "nan", "-inf", "inf]", " 1 instances", " 1 units", " 1 distinct instances", " 1 pairs", "No bias was found.", " 1 labels"};
        for (size_t i = 0; i < sizeof never / sizeof *never; i++) CU_ASSERT_FALSE(says(text, never[i]));
        hbs_bytes_free(&out);
        hbs_report_free(&report);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* Two datasets of one report: the same generator and seed give the same instances, another seed gives others. */
static void shared_instances_are_told(void) {
    audited a;
    hbs_error error = {0};
    hbs_report report = {0};
    hbs_bytes text = {0};
    const char *const names[] = {"x", "y", "z"};
    audited_open(&a);
    hbs_dataset x = audited_make(&a, "x", "sat/uniform n=10 m=43", 40, 1, true, NULL),
                y = audited_make(&a, "y", "sat/uniform n=10 m=43", 60, 1, true, NULL);
    hbs_dataset z = audited_make(&a, "z", "sat/uniform n=10 m=43", 40, 2, true, NULL);
    CHECK_OK(hbs_report_build(&report, a.catalog, names, 3, &options, &error));
    paragraph_check(&report);
    const hbs_finding *in_y = audited_find(&report.part[0].findings, "overlap", "shared_with_dataset", "other=y");
    const hbs_finding *in_x = audited_find(&report.part[1].findings, "overlap", "shared_with_dataset", "other=x");
    const hbs_finding *in_z = audited_find(&report.part[0].findings, "overlap", "shared_with_dataset", "other=z");
    CU_ASSERT_FATAL(in_x != NULL && in_y != NULL && in_z != NULL);
    CU_ASSERT(in_y->value.estimate == 1 && in_y->weight == HBS_FINDING_BIAS && says(in_y->sentence, "40 of the 40"));
    CU_ASSERT_DOUBLE_EQUAL(in_x->value.estimate, 40. / 60, 1e-12);
    CU_ASSERT(in_z->value.estimate == 0 && in_z->weight == HBS_FINDING_NONE);
    CHECK_OK(hbs_report_text(&report, &text, &error));
    hbs_bytes_free(&text);
    hbs_report_free(&report);
    hbs_dataset_free(&x);
    hbs_dataset_free(&y);
    hbs_dataset_free(&z);
    audited_close(&a);
}

/* An augmented dataset beside what it is from: renamed copies are no copies, but relatives, in both directions. */
static void relatives_are_told(void) {
    audited a;
    hbs_error error = {0};
    hbs_report report = {0};
    const char *const names[] = {"seeds", "images"};
    audited_open(&a);
    hbs_dataset seeds = audited_make(&a, "seeds", "sat/uniform n=12 m=52", 40, 1, true, NULL),
                images = audited_make(&a, "images", "sat/augment from=seeds parents=10", 60, 2, false, NULL);
    CHECK_OK(hbs_report_build(&report, a.catalog, names, 2, &options, &error));
    paragraph_check(&report);
    const hbs_finding *of_seeds = audited_find(&report.part[0].findings, "overlap", "related_to_dataset", "other=images");
    const hbs_finding *of_images = audited_find(&report.part[1].findings, "overlap", "related_to_dataset", "other=seeds");
    const hbs_finding *copies = audited_find(&report.part[1].findings, "overlap", "shared_with_dataset", "other=seeds");
    const hbs_finding *renamed = audited_find(&report.part[0].findings, "overlap", "isomorphic_to_dataset", "other=images");
    CU_ASSERT_FATAL(of_seeds != NULL && of_images != NULL && copies != NULL && renamed != NULL);
    CU_ASSERT(renamed->value.estimate == .25 && renamed->weight == HBS_FINDING_BIAS && says(renamed->sentence, "10 of the 40 instances (25 %) have copies, exact or renamed, in images"));
    CU_ASSERT(of_seeds->value.estimate == .25 && says(of_seeds->sentence, "10 of the 40 instances (25 %) are copies or relatives of instances of images"));
    CU_ASSERT(of_images->value.estimate == 1 && of_images->weight == HBS_FINDING_BIAS && copies->weight == HBS_FINDING_NONE);
    CU_ASSERT(says(report.part[1].summary, "relatives of instances of seeds"));
    hbs_report_free(&report);
    hbs_dataset_free(&seeds);
    hbs_dataset_free(&images);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"the paragraph tells a collapse", the_paragraph_tells_a_collapse},
    {"bias is told only when the interval excludes the null", bias_is_told_only_when_the_interval_excludes_the_null},
    {"nothing compared is no acquittal", nothing_compared_is_no_acquittal},
    {"an infeasible label is no acquittal", an_infeasible_label_is_no_acquittal},
    {"too few pairs are undecided", too_few_pairs_are_undecided},
    {"a handful allows no word on bias", a_handful_allows_no_word_on_bias},
    {"a reference that cannot be made is no acquittal", a_reference_that_cannot_be_made_is_no_acquittal},
    {"unknown labels are told", unknown_labels_are_told},
    {"odd datasets are told in words", odd_datasets_are_told_in_words},
    {"shared instances are told", shared_instances_are_told},
    {"relatives are told", relatives_are_told},
    {NULL, NULL},
};
