/* Texts and JSON: every finding is there, numbers that are not defined are null with a reason, lines fit. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "tests/unit/analysis/reported.h"

static json_t *parse(hbs_bytes *bytes) {
    json_error_t why;
    CU_ASSERT_FATAL(bytes->size > 0 && bytes->data[bytes->size - 1] == '\n');
    json_t *root = json_loadb((const char *)bytes->data, bytes->size, 0, &why);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    return root;
}

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static void json_holds_every_finding(void) {
    audited a;
    hbs_error error = {0};
    hbs_bytes out = {0};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=14 m=60 label=1 + sat/core n=14 m=60", 200, 1, false, "train=.5,test=.5");
    hbs_report report = build(&a, "d");
    CHECK_OK(hbs_report_json(&report, &out, &error));
    json_t *root = parse(&out), *part = json_array_get(json_object_get(root, "datasets"), 0), *findings = json_object_get(part, "findings");
    CU_ASSERT_EQUAL(json_array_size(findings), report.part[0].findings.count);
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const hbs_finding *f = &report.part[0].findings.item[i];
        json_t *object = json_array_get(findings, i), *value = json_object_get(object, "value");
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "quantity")), f->quantity);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "sentence")), f->sentence);
        CU_ASSERT_EQUAL(json_object_size(value), 6);
        if (isnan(f->value.estimate)) {
            CU_ASSERT(json_is_null(json_object_get(value, "estimate")) && json_is_string(json_object_get(object, "reason")));
        } else {
            CU_ASSERT_DOUBLE_EQUAL(number(value, "estimate"), f->value.estimate, 1e-9 * (1 + fabs(f->value.estimate)));
        }
    }
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(part, "seed")), "1");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(json_object_get(part, "counts"), "instances")), 200);
    json_t *cell = json_array_get(json_object_get(part, "study"), 0);
    CU_ASSERT(number(json_object_get(cell, "gap"), "ci_low") > .3);
    json_decref(root);
    hbs_bytes_free(&out);
    hbs_report_free(&report);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Only marks that the lines above show are explained. */
static void the_legend_explains_what_is_there(void) {
    static const char *const mark[] = {"", "BIAS", "n/a"};
    for (int i = 0; i < 3; i++) {
        hbs_error error = {0};
        hbs_findings findings = {0};
        hbs_bytes out = {0};
        hbs_finding head = {.measure = "collapse", .dataset = "d", .value = hbs_exactly(i, 9), .weight = i == 2 ? HBS_FINDING_NOT_APPLICABLE : i ? HBS_FINDING_BIAS : HBS_FINDING_NONE};
        CHECK_OK(hbs_findings_say(&findings, &head, "kappa", "label=0", &error, "It is %+.1f.", (double)i));
        CHECK_OK(hbs_findings_text(&findings, &out, &error));
        const char *text = (const char *)out.data;
        CU_ASSERT_EQUAL(says(text, "BIAS+ / BIAS-"), i == 1);
        CU_ASSERT_EQUAL(says(text, "none: "), i == 0);
        CU_ASSERT_EQUAL(says(text, "n/a: "), i == 2);
        CU_ASSERT(says(text, mark[i]) && says(text, "Unmarked lines are figures to know.\n") && !says(text, "SIZES") && !says(text, "DIFF"));
        CU_ASSERT(says(text, i ? "label=0: It is +" : "label=0: It is 0.0."));
        hbs_bytes_free(&out);
        hbs_findings_free(&findings);
    }
}

static void lines_fit_a_terminal(void) {
    audited a;
    hbs_error error = {0};
    hbs_bytes out = {0};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/sr n=5..12", 100, 1, false, "train=.5,test=.5");
    hbs_report report = build(&a, "d");
    CHECK_OK(hbs_report_text(&report, &out, &error));
    CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
    const char *text = (const char *)out.data;
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) CU_ASSERT(strcspn(line, "\n") <= 80);
    static const char *const wanted[] = {"overview of d", "redundancy of d", "shortcuts of d", "collapse of d", "study of d",
                                         "so far",        "failed_literals", "none: looked",  "level 0.95"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) CU_ASSERT(says(text, wanted[i]));
    CU_ASSERT_FALSE(says(text, "nan"));
    hbs_bytes_free(&out);
    hbs_report_free(&report);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* A number stays with its name and its unit. */
static void lines_break_between_words(void) {
    hbs_error error = {0};
    hbs_findings f = {0};
    hbs_bytes out = {0};
    const hbs_finding head = {.measure = "collapse", .value = hbs_not_defined(), .null_value = NAN};
    char sentence[200] = "";
    for (int i = 0; i < 40; i++) { /* one blank more each time, so that some line ends at each place */
        snprintf(sentence, sizeof sentence, "%.*s some words and then N = 8 here, p < 0.0001 there, and 3 %% of it all, and 4.25 %% at last.", i,
                 "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww");
        CHECK_OK(hbs_findings_say(&f, &head, "kappa", "", &error, "%s", sentence));
    }
    CHECK_OK(hbs_findings_text(&f, &out, &error));
    CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
    const char *text = (const char *)out.data;
    size_t seen = 0;
    for (const char *at = text; (at = strstr(at, "N = 8")); at++) seen++;
    CU_ASSERT_EQUAL(seen, 40);
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *word = line + strspn(line, " ");
        CU_ASSERT(strchr("=<%", *word) == NULL || *word == 0);
        CU_ASSERT(strcspn(line, "\n") <= 80);
    }
    hbs_bytes_free(&out);
    hbs_findings_free(&f);
}

static void sizes_are_a_kind_of_their_own(void) {
    audited a;
    hbs_error error = {0};
    hbs_bytes out = {0};
    hbs_report report = report_of(&a, "sat/uniform n=20 m=60 label=1 + sat/uniform n=20 m=110 label=0", 240, 1, false);
    const char *summary = report.part[0].summary;
    CU_ASSERT(says(summary, "The sizes alone predict the label") && says(summary, "a reference of the same sizes cannot show that"));
    CU_ASSERT(says(summary, "Beyond the sizes, no bias was found") && !says(summary, "Found: "));
    CHECK_OK(hbs_report_text(&report, &out, &error));
    CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
    CU_ASSERT(says((const char *)out.data, "\n  SIZES  ") && !says((const char *)out.data, "\n  BIAS"));
    hbs_bytes_free(&out);
    hbs_report_free(&report);
    audited_close(&a);
}

/* Another dataset as the reference is not uniform of the same sizes, and no sentence may say so. */
static void a_named_reference_goes_by_its_name(void) {
    audited a;
    hbs_error error = {0};
    hbs_bytes out = {0};
    hbs_report report = {0};
    static const char *const name = "d";
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=14 m=60 label=1 + sat/core n=14 m=60", 200, 1, false, NULL),
                other = audited_make(&a, "other", "sat/uniform n=12 m=52", 200, 2, true, NULL);
    hbs_measure_options named = options;
    named.reference = "other";
    named.unmatched_reference = true;
    CHECK_OK(hbs_report_build(&report, a.catalog, &name, 1, &named, &error));
    const hbs_findings *findings = &report.part[0].findings;
    for (size_t i = 0; i < findings->count; i++) CU_ASSERT(!says(findings->item[i].sentence, "of the same sizes"));
    CU_ASSERT(!says(report.part[0].summary, "uniform over") && !says(report.part[0].summary, "uniform instances") && says(report.part[0].summary, "The reference is the dataset other as it is"));
    CU_ASSERT(says(audited_find(findings, "collapse", "kappa", "label=0")->sentence, "more is settled than of other"));
    CU_ASSERT(says(audited_find(findings, "study", "gap", NULL)->sentence, "does not carry over to other"));
    CHECK_OK(hbs_study_text(&report.part[0].study, &out, &error));
    CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
    CU_ASSERT(says((const char *)out.data, " named,") && !says((const char *)out.data, "uniform"));
    hbs_bytes_free(&out);
    hbs_report_free(&report);
    hbs_dataset_free(&other);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Every decider, feature and probe that a report names is explained in it, in the text and in the document. */
static void names_are_explained(void) {
    static const char *const specs[] = {"sat/uniform n=10 m=43", "cqc/uniform"};
    for (int s = 0; s < 2; s++) {
        audited a;
        hbs_error error = {0};
        hbs_bytes text = {0}, document = {0};
        hbs_report report = report_of(&a, specs[s], 100, 1, true);
        CHECK_OK(hbs_report_text(&report, &text, &error));
        CHECK_OK(hbs_bytes_append(&text, "", 1, &error));
        CHECK_OK(hbs_report_json(&report, &document, &error));
        json_t *root = parse(&document), *names = json_object_get(root, "names");
        const char *listed = strstr((const char *)text.data, "\nNames\n");
        CU_ASSERT_PTR_NOT_NULL_FATAL(listed);
        size_t explained = 0;
        for (size_t i = 0; i < report.part[0].findings.count; i++) {
            static const char *const keys[] = {"decider=", "feature=", "probe="};
            for (int k = 0; k < 3; k++) {
                const char *name = strstr(report.part[0].findings.item[i].subject, keys[k]);
                if (!name) continue;
                name += strlen(keys[k]);
                CU_ASSERT(says(listed, name) && json_string_length(json_object_get(names, name)) > 10);
                explained++;
            }
        }
        CU_ASSERT(explained > 5 && json_is_string(json_object_get(names, "logistic")));
        json_decref(root);
        hbs_bytes_free(&text);
        hbs_bytes_free(&document);
        hbs_report_free(&report);
        audited_close(&a);
    }
}

/* The number of comparisons is that of the looks taken: the same whether a bias is found or not. */
static void comparisons_do_not_depend_on_what_is_found(void) {
    static const char *const specs[] = {"sat/uniform n=20 m=85 label=1 + sat/uniform n=20 m=85 label=0",
                                        "sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85"};
    size_t count[2];
    for (int s = 0; s < 2; s++) {
        audited a;
        hbs_report report = report_of(&a, specs[s], 400, 1, false);
        count[s] = hbs_report_comparisons(&report.part[0]).count;
        hbs_report_free(&report);
        audited_close(&a);
    }
    CU_ASSERT_EQUAL(count[0], count[1]);
    CU_ASSERT(count[0] >= 6);
}

/* Both sizes are tested as one family, so chance marks one of them at the most as often as it marks one interval. */
static void a_family_is_one_look(void) {
    audited a;
    hbs_report report = report_of(&a, "sat/uniform n=4..5 k=2 m=8..10", 24, 1, false);
    const hbs_comparisons c = hbs_report_comparisons(&report.part[0]);
    unsigned adjusted = 0;
    for (size_t i = 0; i < report.part[0].findings.count; i++) adjusted += report.part[0].findings.item[i].p_adjusted > 0;
    CU_ASSERT_EQUAL(adjusted, 2);
    CU_ASSERT_DOUBLE_EQUAL(c.by_chance, .05 * (double)(c.count - 1), 1e-12);
    hbs_report_free(&report);
    audited_close(&a);
}

static void findings_are_stored(void) {
    audited a;
    sqlite3_stmt *statement = NULL;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 60, 1, true, NULL);
    hbs_report report = build(&a, "d"), again = build(&a, "d");
    CU_ASSERT_EQUAL(sqlite3_prepare_v2(hbs_catalog_sqlite(a.catalog), "SELECT count(*) FROM finding", -1, &statement, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_step(statement), SQLITE_ROW);
    CU_ASSERT_EQUAL((size_t)sqlite3_column_int64(statement, 0), again.part[0].findings.count);
    sqlite3_finalize(statement);
    hbs_report_free(&report);
    hbs_report_free(&again);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void a_missing_dataset_is_an_error(void) {
    audited a;
    hbs_error error = {0};
    hbs_report report = {0};
    const char *const names[] = {"d", "nowhere"};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 20, 1, true, NULL);
    CU_ASSERT_EQUAL(hbs_report_build(&report, a.catalog, names, 2, &options, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT(report.part == NULL && report.count == 0);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Undefined estimates in a study: null, and a reason beside them; the text says so too. */
static void undefined_estimates_are_null(void) {
    hbs_error error = {0};
    hbs_bytes json = {0}, text = {0};
    hbs_study_cell cell = {.train = "a", .test = "b", .probe = "logistic", .own = {.6, .5, .7, .95, 10, "m"}, .unknown = 3};
    cell.reference = cell.gap = hbs_not_defined();
    cell.gap.method = "not defined: a label is missing";
    const hbs_study study = {&cell, 1};
    CHECK_OK(hbs_study_json(&study, &json, &error));
    json_t *root = parse(&json), *object = json_array_get(json_object_get(root, "study"), 0);
    CU_ASSERT(json_is_null(json_object_get(json_object_get(object, "gap"), "ci_low")));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "reason")), "not defined: a label is missing");
    CU_ASSERT_DOUBLE_EQUAL(number(json_object_get(object, "own_accuracy"), "estimate"), .6, 1e-12);
    json_decref(root);
    CHECK_OK(hbs_study_text(&study, &text, &error));
    CHECK_OK(hbs_bytes_append(&text, "", 1, &error));
    CU_ASSERT(says((const char *)text.data, "not defined") && says((const char *)text.data, "3 labels unknown") &&
              !says((const char *)text.data, "nan"));
    hbs_bytes_free(&json);
    hbs_bytes_free(&text);
}

static void what_does_not_apply_is_no_failure(void) {
    audited a;
    hbs_error error = {0};
    hbs_bytes out = {0};
    hbs_report report = report_of(&a, "sat/planted n=10 m=20", 20, 1, false);
    const hbs_finding *gap = audited_find(&report.part[0].findings, "study", "gap", NULL);
    CU_ASSERT(gap != NULL && gap->weight == HBS_FINDING_NOT_APPLICABLE && says(gap->sentence, "both labels"));
    CU_ASSERT(says(report.part[0].summary, "Not known: "));
    CHECK_OK(hbs_report_json(&report, &out, &error));
    json_t *root = parse(&out);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(json_array_get(json_object_get(root, "datasets"), 0), "study")), 0);
    json_decref(root);
    hbs_bytes_free(&out);
    hbs_report_free(&report);
    audited_close(&a);
}

/* The instances are counted in one training, and nothing else is of one. */
static void means_are_of_all_trainings(void) {
    hbs_error error = {0};
    hbs_bytes out = {0};
    hbs_study_cell cell = {.train = "d", .test = "d", .probe = "logistic", .matched = true, .repeats = 10, .train_rows = 80, .test_rows = 20, .reference_rows = 20, .held_out = 20,
                           .own = hbs_exactly(.7, 20), .reference = hbs_exactly(.6, 20), .gap = hbs_exactly(.1, 20), .gap_p = NAN,
                           .own_trainings = {.02, true}, .reference_trainings = {.02, true}, .gap_trainings = {.02, true}};
    const hbs_study study = {.cell = &cell, .count = 1};
    CHECK_OK(hbs_study_text(&study, &out, &error));
    CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
    char *text = (char *)out.data;
    for (char *at = text; *at; at++) *at = (char)(*at == '\n' ? ' ' : *at);
    CU_ASSERT(says(text, "(80 instances), tested on d (20 held-out instances, 20 of the reference; in the first of 10 trainings), probe logistic"));
    CU_ASSERT(says(text, "Means of 10 trainings."));
    hbs_bytes_free(&out);
}

const hbs_test hbs_tests[] = {
    {"what does not apply is no failure", what_does_not_apply_is_no_failure},
    {"the legend explains what is there", the_legend_explains_what_is_there},
    {"JSON holds every finding", json_holds_every_finding},
    {"lines fit a terminal", lines_fit_a_terminal},
    {"lines break between words", lines_break_between_words},
    {"sizes are a kind of their own", sizes_are_a_kind_of_their_own},
    {"a named reference goes by its name", a_named_reference_goes_by_its_name},
    {"means are of all trainings", means_are_of_all_trainings},
    {"names are explained", names_are_explained},
    {"comparisons do not depend on what is found", comparisons_do_not_depend_on_what_is_found},
    {"a family is one look", a_family_is_one_look},
    {"findings are stored", findings_are_stored},
    {"a missing dataset is an error", a_missing_dataset_is_an_error},
    {"undefined estimates are null", undefined_estimates_are_null},
    {NULL, NULL},
};
