/* The paragraph of a report over findings made up here: every quantity in every weight, alone and together, with reasons and sentences as measures
 * write them. */
#include "analysis/report/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/phrases.h"
#include "tests/unit/paragraph.h"
#include "tests/unit/test.h"

static const char *const subjects[] = {"",           "label=0",        "label=1",        "feature=mean_clause_length", "feature",
                                       "probe=sizes", "probe=order",   "train=d probe=gin", "size=clauses",           "size=variables",
                                       "split=train", "split=test",    "other=e",        "generator=sat/planted",      "generator=sat/core part=2"};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const char *const sentences[] = {
    "Both halves of the units need instances of both labels.",
    "14 of the 80 instances of split test occur in another split too: what is learnt there can be remembered here.",
    "'d@uniform' is taken by a dataset that is no reference of d. Name another.",
    "Uniform draws may repeat too, and there is no reference to tell how often: 'd@uniform' is taken by a dataset that is no reference of d. Name another.",
    "KL divergence is not known..",
};
enum { SENTENCES = sizeof sentences / sizeof *sentences };

static hbs_report_part new_part(void) {
    hbs_report_part part = {.dataset = {.name = "d", .problem = HBS_SAT}, .counts = {.instances = 80, .units = 40, .label = {40, 40}}};
    return part;
}

static char *summarise(const hbs_report_part *part) {
    hbs_error error = {0};
    char *text = NULL;
    CHECK_OK(hbs_summarise(part, &text, &error));
    return text;
}

static bool says(const char *text, const char *what) { return strstr(text, what) != NULL; }

static void check(const hbs_report_part *part) {
    char *text = summarise(part);
    const char *flaw = paragraph_flaw(text);
    if (flaw) fprintf(stderr, "\n    \"%s\" in: %s\n", flaw, text);
    CU_ASSERT_PTR_NULL(flaw);
    free(text);
}

static void add(hbs_report_part *part, const hbs_phrase *phrase, hbs_weight weight, const char *subject, double x, double p, const char *sentence) {
    hbs_error error = {0};
    hbs_finding head = {.measure = phrase->measure, .null_value = 0, .weight = weight, .value = {x, x - .01, x + .01, .95, 75, "m"}};
    if (weight == HBS_FINDING_NOT_APPLICABLE) head.value = hbs_not_defined();
    head.p_value = p;
    CHECK_OK(hbs_findings_say(&part->findings, &head, phrase->quantity, subject, &error, "%s", sentence));
}

/* Subjects in words are told where the phrase has room for one. */
static bool takes(const hbs_phrase *phrase, hbs_weight weight, const char *subject) {
    const char *text = weight == HBS_FINDING_BIAS ? phrase->above : weight == HBS_FINDING_NONE ? phrase->none : phrase->thing;
    if (!text) return false;
    return strstr(text, "%s") ? true : !*subject;
}

static const hbs_weight weights[] = {HBS_FINDING_BIAS, HBS_FINDING_NONE, HBS_FINDING_NOT_APPLICABLE};
static const double values[] = {.25, -.25, 0}; /* above, below, not excluding the null */

static void each_quantity_alone(void) {
    size_t phrases;
    const hbs_phrase *phrase = hbs_phrases(&phrases);
    for (size_t i = 0; i < phrases; i++)
        for (int w = 0; w < 3; w++)
            for (int k = 0; k < SUBJECTS; k++)
                for (int v = 0; v < 3; v++) {
                    if (!takes(&phrase[i], weights[w], subjects[k]) || (weights[w] == HBS_FINDING_BIAS && v == 2)) continue;
                    hbs_report_part part = new_part();
                    add(&part, &phrase[i], weights[w], subjects[k], values[v], k % 2 ? .0733 : 0, sentences[k % SENTENCES]);
                    CU_ASSERT(hbs_phrase_fits(&part.findings.item[0]));
                    check(&part);
                    hbs_findings_free(&part.findings);
                }
}

/* A row of findings that a report may hold: one weight a quantity and subject, drawn from a fixed sequence. */
static void many_together(void) {
    uint64_t state = 1;
    size_t phrases;
    const hbs_phrase *phrase = hbs_phrases(&phrases);
    for (int round = 0; round < 400; round++) {
        hbs_report_part part = new_part();
        for (size_t i = 0; i < phrases; i++)
            for (int k = 0; k < SUBJECTS; k++) {
                state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                const unsigned draw = (unsigned)(state >> 40);
                const hbs_weight weight = weights[draw % 3];
                if (draw / 3 % 16 > (unsigned)(round % 16) || !takes(&phrase[i], weight, subjects[k])) continue;
                if (weight == HBS_FINDING_BIAS && strcmp(subjects[k], "feature") == 0) continue; /* told as "" is */
                const double x = values[weight == HBS_FINDING_BIAS ? draw / 64 % 2 : draw / 64 % 3] + .001 * (double)(i * SUBJECTS + (size_t)k); /* told apart */
                add(&part, &phrase[i], weight, subjects[k], x, draw / 256 % 2 ? .0733 : 0, sentences[draw / 512 % SENTENCES]);
            }
        check(&part);
        hbs_findings_free(&part.findings);
    }
}

/* What nobody has put into words is told by its sentence, and never by its name. */
static void what_has_no_words_is_told_by_its_sentence(void) {
    static const hbs_phrase unheard = {"novelty", "strange_share", HBS_PHRASE_NUMBER, NULL, NULL, NULL, NULL};
    hbs_report_part part = new_part();
    add(&part, &unheard, HBS_FINDING_BIAS, "label=0", .5, 0, "Strange things are half of it.");
    add(&part, &unheard, HBS_FINDING_NONE, "label=1", 0, 0, "Nothing strange.");
    add(&part, &unheard, HBS_FINDING_NOT_APPLICABLE, "", 0, 0, "Strangeness needs both labels.");
    check(&part);
    char *text = summarise(&part);
    CU_ASSERT(says(text, " Strange things are half of it.") && says(text, "Not known: strangeness needs both labels.") && !says(text, "No bias was found"));
    CU_ASSERT(!says(text, "strange_share") && !says(text, "novelty"));
    free(text);
    hbs_findings_free(&part.findings);
}

static const hbs_phrase *named(const char *measure, const char *quantity) {
    hbs_finding f = {.measure = measure};
    snprintf(f.quantity, sizeof f.quantity, "%s", quantity);
    return hbs_phrase_of(&f);
}

/* One phrase for all its subjects; one reason for all that it kept from being computed. */
static void subjects_share_a_phrase(void) {
    hbs_report_part part = new_part();
    const hbs_phrase *copies = named("redundancy", "shared_across_splits"), *kappa = named("collapse", "kappa"), *chi2 = named("bias", "collision_chi2");
    add(&part, copies, HBS_FINDING_NONE, "split=train", 0, 0, "");
    add(&part, copies, HBS_FINDING_NONE, "split=test", 0, 0, "");
    for (int label = 0; label < 2; label++) {
        add(&part, chi2, HBS_FINDING_NOT_APPLICABLE, label ? "label=1" : "label=0", 0, 0, "Chi^2 by collisions: nothing can be seen.");
        add(&part, kappa, HBS_FINDING_NOT_APPLICABLE, label ? "label=1" : "label=0", 0, 0, "It is taken.");
    }
    add(&part, named("redundancy", "excess_repeats"), HBS_FINDING_NOT_APPLICABLE, "", 0, 0, "There is no reference to tell how often: it is taken.");
    char *text = summarise(&part);
    CU_ASSERT(says(text, "Looked for and not seen: exact copies of split train and split test in other splits."));
    CU_ASSERT(says(text, "the collapse of unsatisfiable and satisfiable instances, exact copies against the reference (it is taken)"));
    CU_ASSERT(says(text, "chi^2 by collisions (nothing can be seen)"));
    free(text);
    hbs_findings_free(&part.findings);
}

/* What is not seen up to isomorphism is not said of equal instances once more; what is seen of either is. */
static void isomorphic_instances_stand_for_equal_ones(void) {
    hbs_report_part part = new_part();
    add(&part, named("redundancy", "conflicting_pairs"), HBS_FINDING_NONE, "", 0, 0, "");
    add(&part, named("redundancy", "isomorphic_conflicting_pairs"), HBS_FINDING_NONE, "", 0, 0, "");
    char *text = summarise(&part);
    CU_ASSERT(says(text, "not seen: copies, exact or renamed, with different labels."));
    free(text);
    part.findings.item[1].weight = HBS_FINDING_BIAS;
    part.findings.item[1].value = hbs_exactly(2, 80);
    text = summarise(&part);
    CU_ASSERT(says(text, "Wrong labels: 2 pairs of copies, exact or renamed, have") && says(text, "not seen: exact copies with different labels."));
    free(text);
    hbs_findings_free(&part.findings);
}

/* Why an interval that excludes the null has no mark: the exact test, with its p, or the number of units. */
static void the_reason_of_undecided_is_the_true_one(void) {
    hbs_report_part part = new_part();
    add(&part, named("collapse", "kappa"), HBS_FINDING_NONE, "label=0", .2, .0733, "");
    char *text = summarise(&part);
    CU_ASSERT(says(text, "the exact test does not): polynomial deciders settle more of the unsatisfiable") && says(text, "N = 75, p = 0.0733)") && !says(text, "too few units"));
    free(text);
    part.findings.item[0].p_value = 0;
    text = summarise(&part);
    CU_ASSERT(says(text, "too few units for a mark): polynomial") && says(text, "N = 75).") && !says(text, "exact test"));
    free(text);
    hbs_findings_free(&part.findings);
}

/* A prediction worse than chance is none, and an order is not marked where its accuracy is at chance: neither is left open. */
static void what_predicts_nothing_is_not_undecided(void) {
    hbs_report_part part = new_part();
    add(&part, named("shortcuts", "own_accuracy"), HBS_FINDING_NONE, "probe=sizes", .4, 0, "");
    part.findings.item[0].null_value = .5;
    add(&part, named("shortcuts", "order_gap"), HBS_FINDING_NONE, "probe=order", .1, .01, "");
    char *text = summarise(&part);
    CU_ASSERT(!says(text, "Undecided") && says(text, "not seen: a gain of a probe of the order alone over chance and over the same instances reordered; a probe of the sizes alone beyond chance."));
    free(text);
    part.findings.item[1].value = (hbs_estimate){-.1, -.2, -.05, .95, 75, "m"};
    part.findings.item[1].p_value = .06;
    text = summarise(&part);
    CU_ASSERT(!says(text, "Undecided"));
    free(text);
    hbs_findings_free(&part.findings);
}

/* Of many looks some are marked by chance: said where one is, before any verdict. */
static void what_chance_marks_is_said_with_what_is_marked(void) {
    hbs_report_part part = new_part();
    add(&part, named("study", "gap"), HBS_FINDING_NONE, "train=d probe=gin", 0, .5, "");
    add(&part, named("collapse", "kappa"), HBS_FINDING_NONE, "label=0", 0, .5, "");
    char *text = summarise(&part);
    CU_ASSERT(!says(text, "chance alone"));
    free(text);
    part.findings.item[0].weight = HBS_FINDING_BIAS;
    text = summarise(&part);
    CU_ASSERT(says(text, " Of 2 intervals held against a null 1 is marked; chance alone marks about 0.1."));
    free(text);
    hbs_findings_free(&part.findings);
}

/* Against a reference of other sizes nobody can say which is harder, and what is found is read with that in mind. */
static void sizes_that_are_not_matched_are_said_first(void) {
    hbs_report_part part = new_part();
    char reference[] = "the dataset e as it is";
    part.uniform_over = reference;
    add(&part, named("study", "gap"), HBS_FINDING_BIAS, "train=d probe=gin", -.2, .01, "");
    check(&part);
    char *text = summarise(&part);
    CU_ASSERT(says(text, " Found: ") && !says(text, "harder"));
    text[strcspn(text, ".") + 1 + strcspn(text + strcspn(text, ".") + 1, ".")] = 0; /* after the second sentence */
    CU_ASSERT(says(text, " The reference is the dataset e as it is, whose sizes are not matched: every difference from it measures the law of sizes too") && !says(text, "Found"));
    free(text);
    hbs_findings_free(&part.findings);
}

static void families_are_told_as_twins_are(void) {
    hbs_report_part part = new_part();
    char *text = summarise(&part);
    CU_ASSERT(says(text, "d holds 80 formulas in 40 units of related instances, which are sampled as a whole: "));
    free(text);
    part.counts.units = part.counts.augmented = 80;
    part.counts.families = 5;
    text = summarise(&part);
    CU_ASSERT(says(text, "d holds 80 formulas in 5 families of copies changed from the same instance, which are sampled as a whole: "));
    free(text);
    part.counts.families = 80;
    text = summarise(&part);
    CU_ASSERT(says(text, "d holds 80 formulas: "));
    free(text);
}

/* Two labels that leave kappa no room are told in one sentence. */
static void saturation_is_told_once(void) {
    hbs_report_part part = new_part();
    for (int label = 0; label < 2; label++) {
        const char *subject = label ? "label=1" : "label=0";
        add(&part, named("collapse", "difference"), HBS_FINDING_NONE, subject, 0, .5, "");
        add(&part, named("collapse", "kappa"), HBS_FINDING_NOT_APPLICABLE, subject, 0, 0, "Saturated: the deciders settle 40 of the 40.");
    }
    check(&part);
    char *text = summarise(&part);
    CU_ASSERT(says(text, "so many of the unsatisfiable and satisfiable instances of the reference too that hardly any are left to settle") && !says(text, "kappa"));
    CU_ASSERT(!says(text, "Not known"));
    free(text);
    hbs_findings_free(&part.findings);
}

/* Wrong labels come before all else, copies among what is found, and neither keeps the verdict on bias back. */
static void wrong_labels_and_copies_are_no_bias(void) {
    hbs_report_part part = new_part();
    for (int label = 0; label < 2; label++) add(&part, named("collapse", "kappa"), HBS_FINDING_NONE, label ? "label=1" : "label=0", 0, .5, "");
    add(&part, named("study", "gap"), HBS_FINDING_NONE, "train=d probe=gin", 0, .5, "");
    add(&part, named("shortcuts", "own_accuracy"), HBS_FINDING_BIAS, "probe=sizes", .7, 0, "");
    part.findings.item[3].null_value = .5;
    add(&part, named("redundancy", "isomorphic_across_splits"), HBS_FINDING_BIAS, "split=test", .25, 0, "");
    add(&part, named("overview", "claims_refuted"), HBS_FINDING_BIAS, "", 6, 0, "");
    for (size_t i = 0; i < part.findings.count; i++) part.findings.item[i].value.n = 400;
    check(&part);
    char *text = summarise(&part);
    static const char *const order[] = {" Wrong labels: 6 claimed labels were refuted", " The sizes alone predict the label", " Found: split test has copies, exact or renamed", " Copies are named by ",
                                        " Beyond that, no bias was found.", " Looked for and not seen: "};
    const char *at = text;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        at = strstr(at, order[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    }
    free(text);
    hbs_findings_free(&part.findings);
}

const hbs_test hbs_tests[] = {
    {"wrong labels and copies are no bias", wrong_labels_and_copies_are_no_bias},
    {"each quantity alone", each_quantity_alone},
    {"many together", many_together},
    {"what has no words is told by its sentence", what_has_no_words_is_told_by_its_sentence},
    {"subjects share a phrase", subjects_share_a_phrase},
    {"isomorphic instances stand for equal ones", isomorphic_instances_stand_for_equal_ones},
    {"the reason of undecided is the true one", the_reason_of_undecided_is_the_true_one},
    {"what predicts nothing is not undecided", what_predicts_nothing_is_not_undecided},
    {"what chance marks is said with what is marked", what_chance_marks_is_said_with_what_is_marked},
    {"sizes that are not matched are said first", sizes_that_are_not_matched_are_said_first},
    {"families are told as twins are", families_are_told_as_twins_are},
    {"saturation is told once", saturation_is_told_once},
    {NULL, NULL},
};
