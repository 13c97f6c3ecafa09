/* Findings for people: under each measure the sentences, marked by what they weigh; equal sentences are told once; the many shares of single deciders
 * as a table of those that settle something; then what the names mean. Lines keep to 80 columns, names of more than that excepted. */
#include "analysis/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/marking.h"
#include "analysis/report/glossary.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/printable.h"

#define WIDTH 80u
#define INDENT 9

static const char *mark_of(hbs_weight weight, double estimate, double null_value) {
    static const char *const mark[] = {"", "none", "BIAS+", "n/a"};
    return weight == HBS_FINDING_BIAS && estimate < null_value ? "BIAS-" : mark[weight];
}

/* Wrong labels, copies and sizes are held against no reference. Two datasets differ; neither is the reference of the other. */
static const char *mark_of_finding(const hbs_finding *f) {
    if (f->weight != HBS_FINDING_BIAS) return mark_of(f->weight, f->value.estimate, f->null_value);
    if (hbs_is_of_wrong_labels(f)) return "WRONG";
    if (hbs_is_of_copies(f)) return "COPIES";
    if (hbs_is_of_sizes(f)) return "SIZES";
    if (strcmp(f->measure, "compare") != 0) return mark_of(f->weight, f->value.estimate, f->null_value);
    return isnan(f->null_value) || isnan(f->value.estimate) ? "DIFF" : f->value.estimate < f->null_value ? "DIFF-" : "DIFF+";
}

/* Of the first word; "N = 8" and "3 %" are words. */
static size_t word_length(const char *text) {
    size_t length = strcspn(text, " ");
    if (strncmp(text + length, " = ", 3) == 0 || strncmp(text + length, " < ", 3) == 0) length += 3 + strcspn(text + length + 3, " ");
    if (strncmp(text + length, " %", 2) == 0) length += 1 + strcspn(text + length + 1, " ");
    return length;
}

/* Words of `text`, wrapped, each line after `indent` blanks; the first line's indent is already there. */
static hbs_status wrap(hbs_bytes *out, const char *text, int indent, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t column = (size_t)indent;
    while (*text) {
        const size_t word = word_length(text);
        if (column > (size_t)indent && column + 1 + word > WIDTH) {
            HBS_TRY(hbs_bytes_print(out, error, "\n%*s", indent, ""));
            column = (size_t)indent;
        } else if (column > (size_t)indent) {
            HBS_TRY(hbs_bytes_print(out, error, " "));
            column++;
        }
        HBS_TRY(hbs_bytes_print(out, error, "%.*s", (int)word, text));
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
done:
    return status;
}

/* Which marks there are to explain. */
typedef struct marks {
    bool bias, differs, wrong, copies, sizes, none, missing, comparing;
} marks;

static void note_mark(marks *m, const char *mark) {
    m->bias = m->bias || strncmp(mark, "BIAS", 4) == 0;
    m->differs = m->differs || strncmp(mark, "DIFF", 4) == 0;
    m->wrong = m->wrong || strcmp(mark, "WRONG") == 0;
    m->copies = m->copies || strcmp(mark, "COPIES") == 0;
    m->sizes = m->sizes || strcmp(mark, "SIZES") == 0;
    m->none = m->none || strcmp(mark, "none") == 0;
    m->missing = m->missing || strcmp(mark, "n/a") == 0;
}

static void note_marks(marks *m, const hbs_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) note_mark(m, mark_of_finding(&findings->item[i]));
    m->comparing = findings->count && !strcmp(findings->item[0].measure, "compare");
}

static hbs_status print_legend(const marks *m, hbs_bytes *out, hbs_error *error) {
    char text[1000];
    snprintf(text, sizeof text, "%s%s%s%s%s%s%sUnmarked lines are figures to know.", m->wrong ? "WRONG: labels that are not right. " : "",
             m->differs ? "DIFF+ / DIFF-: differs, more / less than in the other one. DIFF: differs, in no direction. " : "",
             m->bias ? "BIAS+ / BIAS-: the whole interval is above / below the null, no difference from the reference, and the exact test, where there is one, agrees; "
                       "below means harder than the reference, or fewer copies. "
                     : "",
             m->sizes ? "SIZES: the sizes alone predict the label, unlike chance; a reference of the same sizes cannot show it. " : "",
             m->copies ? "COPIES: instances that come again, more often than by chance, or in several splits or datasets; renamed: with other names or signs of variables. "
                         "analyze redundancy --list names them. " : "",
             m->none ? m->comparing ? "none: looked for, no difference at this level. " : "none: looked for, not marked at this level. " : "",
             m->missing ? "n/a: could not be computed. " : "");
    return wrap(out, text, 0, error);
}

static bool is_of_decider(const hbs_finding *f) { return strstr(f->subject, " decider=") != NULL; }

static double share_of(const hbs_findings *findings, const hbs_finding *like, const char *quantity) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        if (strcmp(f->quantity, quantity) == 0 && strcmp(f->subject, like->subject) == 0 && strcmp(f->dataset, like->dataset) == 0)
            return f->value.estimate;
    }
    return NAN;
}

static hbs_status print_share(hbs_bytes *out, double share, hbs_error *error) {
    return isnan(share) ? hbs_bytes_print(out, error, "%12s", "-") : hbs_bytes_print(out, error, "%12.3f", share);
}

static bool settles(const hbs_findings *findings, size_t i) {
    const hbs_finding *f = &findings->item[i];
    return f->value.estimate > 0 || share_of(findings, f, "reference_marginal_share") > 0;
}

/* Is there a decider of this label before it that settles something? Those of a label stand together. */
static bool has_head(const hbs_findings *findings, size_t i, int label) {
    const char *subject = findings->item[i].subject;
    while (i-- > 0 && is_of_decider(&findings->item[i]) && strncmp(findings->item[i].subject, subject, (size_t)label + 1) == 0)
        if (strcmp(findings->item[i].quantity, "marginal_share") == 0 && settles(findings, i)) return true;
    return false;
}

/* One line a decider that settles something, here or in the reference; the first of a label brings the head. */
static hbs_status print_decider(const hbs_findings *findings, size_t i, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_finding *f = &findings->item[i];
    if (strcmp(f->quantity, "marginal_share") != 0 || !settles(findings, i)) return HBS_OK;
    const char *name = strstr(f->subject, " decider=") + strlen(" decider=");
    const int label = (int)(strstr(f->subject, " decider=") - f->subject);
    if (!has_head(findings, i, label))
        HBS_TRY(hbs_bytes_print(out, error, "%*s%-28.*s%12s%12s%12s\n", INDENT, "", label, f->subject, "alone", "so far", "reference"));
    HBS_TRY(hbs_bytes_print(out, error, "%*s  %-26s", INDENT, "", name));
    HBS_TRY(print_share(out, f->value.estimate, error));
    HBS_TRY(print_share(out, share_of(findings, f, "cumulative_share"), error));
    HBS_TRY(print_share(out, share_of(findings, f, "reference_marginal_share"), error));
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
done:
    return status;
}

static bool opens_group(const hbs_findings *findings, size_t i) {
    return i == 0 || strcmp(findings->item[i].measure, findings->item[i - 1].measure) != 0 ||
           strcmp(findings->item[i].dataset, findings->item[i - 1].dataset) != 0;
}

static hbs_status print_finding(const hbs_findings *findings, size_t i, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_finding *f = &findings->item[i];
    const bool opens = opens_group(findings, i);
    char text[700];
    if (opens) HBS_TRY(hbs_bytes_print(out, error, "%s%s of %s\n", i ? "\n" : "", f->measure, f->dataset));
    if (is_of_decider(f)) return print_decider(findings, i, out, error);
    if (!opens && strcmp(f->sentence, findings->item[i - 1].sentence) == 0) return HBS_OK;
    HBS_TRY(hbs_bytes_print(out, error, "  %-*s", INDENT - 2, mark_of_finding(f)));
    const bool tells_which = strncmp(f->subject, "label=", 6) == 0 && strcmp(f->quantity, "label_share") != 0; /* the others name theirs */
    const int subject = tells_which ? (int)strlen("label=0") : 0; /* a feature is named by the sentence */
    snprintf(text, sizeof text, "%.*s%s%s", subject, f->subject, tells_which ? ": " : "", f->sentence);
    HBS_TRY(wrap(out, text, INDENT, error));
done:
    return status;
}

static hbs_status print_findings(const hbs_findings *findings, hbs_bytes *out, hbs_error *error) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_status status = print_finding(findings, i, out, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static bool has_shares(const hbs_findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        if (is_of_decider(&findings->item[i]) && settles(findings, i)) return true;
    return false;
}

static hbs_status print_shares_key(hbs_bytes *out, hbs_error *error) {
    return hbs_bytes_print(out, error,
                           "\nShares settled. alone: by this decider; so far: by it or one above it;\n"
                           "reference: by it alone, of the reference. Deciders that settle none, here or\n"
                           "there, are left out. A decider is always right or silent.\n");
}

static hbs_status print_names(const hbs_glossary *names, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (names->count) HBS_TRY(hbs_bytes_print(out, error, "\nNames\n"));
    for (size_t i = 0; i < names->count; i++) {
        HBS_TRY(hbs_bytes_print(out, error, "  %s\n      ", names->item[i].name));
        HBS_TRY(wrap(out, names->item[i].meaning, 6, error));
    }
done:
    return status;
}

hbs_status hbs_findings_text(const hbs_findings *findings, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_glossary names = {0};
    marks m = {0};
    HBS_TRY(hbs_glossary_add(&names, findings, error));
    HBS_TRY(print_findings(findings, out, error));
    if (has_shares(findings)) HBS_TRY(print_shares_key(out, error));
    HBS_TRY(print_names(&names, out, error));
    note_marks(&m, findings);
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
    HBS_TRY(print_legend(&m, out, error));
done:
    hbs_glossary_free(&names);
    return status;
}

static hbs_status print_estimate(hbs_bytes *out, const hbs_estimate *e, const char *format, hbs_error *error) {
    char text[64] = "not defined";
    if (!isnan(e->estimate)) {
        char number[3][16];
        const double value[3] = {e->estimate, e->ci_low, e->ci_high};
        for (int i = 0; i < 3; i++) snprintf(number[i], sizeof number[i], format[0] == '+' ? "%+.3f" : "%.3f", value[i]);
        snprintf(text, sizeof text, "%s [%s, %s]", number[0], number[1], number[2]);
        hbs_drop_signs_of_zero(text);
    }
    return hbs_bytes_print(out, error, "  %-*s", format[0] == '+' ? 23 : 20, text);
}

/* "d", or which part of it. */
static void name_side(const hbs_study_cell *cell, bool trained, char *out, size_t room) {
    const char *name = trained ? cell->train : cell->test;
    const hbs_study_part part = trained ? cell->train_part : cell->test_part;
    if (part == HBS_STUDY_WHOLE) snprintf(out, room, "%s", name);
    else if (part == HBS_STUDY_SPLIT) snprintf(out, room, "split %s of %s", trained ? "train" : "test", name);
    else snprintf(out, room, "%s half of %s, by the seed", trained || strcmp(cell->train, cell->test) ? "one" : "the other", name);
}

static hbs_weight weigh_cell(const hbs_study_cell *cell) { return hbs_mark(&cell->gap, 0, cell->gap_p); }

static hbs_status print_cell(const hbs_study_cell *cell, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char text[800], train[160], test[160], repeats[60] = "";
    if (cell->repeats > 1) snprintf(repeats, sizeof repeats, "; in the first of %u trainings", cell->repeats);
    name_side(cell, true, train, sizeof train);
    name_side(cell, false, test, sizeof test);
    snprintf(text, sizeof text,
             "Trained on %s (%" PRIu64 " instance%s), tested on %s (%" PRIu64 " held-out instance%s, %" PRIu64 " of the reference%s%s%s), probe %s", train,
             cell->train_rows, hbs_s(cell->train_rows), test, cell->test_rows, hbs_s(cell->test_rows), cell->reference_rows,
             cell->matched ? "" : " ", cell->matched ? "" : cell->reference_name, repeats, cell->probe);
    HBS_TRY(wrap(out, text, 0, error));
    HBS_TRY(hbs_bytes_print(out, error, "  %-20s  %-20s  %-23s  mark\n", "own accuracy", "reference", "gap"));
    HBS_TRY(print_estimate(out, &cell->own, "", error));
    HBS_TRY(print_estimate(out, &cell->reference, "", error));
    HBS_TRY(print_estimate(out, &cell->gap, "+", error));
    HBS_TRY(hbs_bytes_print(out, error, "  %s\n", mark_of(weigh_cell(cell), cell->gap.estimate, 0)));
done:
    return status;
}

static hbs_status print_remark(hbs_bytes *out, const char *text, hbs_error *error) {
    const hbs_status status = hbs_bytes_print(out, error, "  ");
    return status == HBS_OK ? wrap(out, text, 2, error) : status;
}

/* Tested on what was trained on, or on its like. */
static hbs_status print_leaks(const hbs_study_cell *c, hbs_bytes *out, hbs_error *error) {
    char text[500], unknown[200] = "";
    if (c->unknown_forms)
        snprintf(unknown, sizeof unknown, " Of %" PRIu64 " instances no canonical form is stored, so that renamed copies of them are not seen: analyze redundancy stores them.", c->unknown_forms);
    if (c->copies + c->renamed + c->relatives == 0) return unknown[0] ? print_remark(out, unknown + 1, error) : HBS_OK;
    snprintf(text, sizeof text,
             "Of the %" PRIu64 " test instance%s %" PRIu64 " %s of an instance trained on, %" PRIu64 " more renamed, and %" PRIu64
             " %s one: augmented from it, or from the same as it.%s",
             c->held_out, hbs_s(c->held_out), c->copies, hbs_one_or(c->copies, "is an exact copy", "are exact copies"), c->renamed, c->relatives,
             hbs_one_or(c->relatives, "is a relative of", "are relatives of"), unknown);
    return print_remark(out, text, error);
}

/* What trainings differ by, and for which of them the intervals are. */
static hbs_status print_trainings(const hbs_study_cell *c, hbs_bytes *out, hbs_error *error) {
    const struct {
        const char *name;
        const hbs_trainings *of;
    } item[] = {{"own accuracy", &c->own_trainings}, {"reference", &c->reference_trainings}, {"gap", &c->gap_trainings}};
    char text[600];
    int at = snprintf(text, sizeof text, "Means of %u trainings. What these differ by (standard deviation, beyond what the instances explain that each was tested on), and what the interval is for:",
                      c->repeats);
    const char *comma = "";
    for (size_t i = 0; i < sizeof item / sizeof *item; i++) {
        if (isnan(item[i].of->spread)) continue;
        at += snprintf(text + at, sizeof text - (size_t)at, "%s %s %.3f, %s", comma, item[i].name, item[i].of->spread, item[i].of->others ? "another training set" : "these trainings");
        comma = ";";
    }
    snprintf(text + at, sizeof text - (size_t)at, ".%s", c->repeats < HBS_TRAININGS_ENOUGH ? " What another training set would give, ten repeats or more can tell." : "");
    return *comma ? print_remark(out, text, error) : HBS_OK;
}

/* What a cell leaves out, and why a gap is not defined or not marked. */
static hbs_status print_remarks(const hbs_study_cell *c, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char text[400], note[80], which[80] = "";
    if (c->unknown) {
        snprintf(text, sizeof text, "%" PRIu64 " label%s unknown: left out.", c->unknown, hbs_s(c->unknown));
        HBS_TRY(print_remark(out, text, error));
    }
    if (c->infeasible) {
        snprintf(text, sizeof text, "Infeasible: %" PRIu64 " test instance%s without a counterpart, left out of the gap and of the reference; the own accuracy counts them.", c->infeasible,
                 hbs_s(c->infeasible));
        HBS_TRY(print_remark(out, text, error));
    }
    HBS_TRY(print_leaks(c, out, error));
    if (c->repeats > 1) HBS_TRY(print_trainings(c, out, error));
    hbs_mark_note(&c->gap, 0, c->gap_p, note, sizeof note);
    if (isnan(c->gap.estimate)) snprintf(text, sizeof text, "The gap is %s.", c->gap.method);
    else {
        if (c->repeats > 1) snprintf(which, sizeof which, ", the units that any of the %u trainings held out", c->repeats);
        snprintf(text, sizeof text, "The gap: N = %" PRIu64 "%s%s.", c->gap.n, which, note);
    }
    HBS_TRY(print_remark(out, text, error));
done:
    return status;
}

static bool is_matched(const hbs_study *study) {
    for (size_t i = 0; i < study->count; i++)
        if (!study->cell[i].matched) return false;
    return true;
}

hbs_status hbs_study_text(const hbs_study *study, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    marks m = {0};
    for (size_t i = 0; i < study->count; i++) {
        note_mark(&m, mark_of(weigh_cell(&study->cell[i]), study->cell[i].gap.estimate, 0));
        HBS_TRY(print_cell(&study->cell[i], out, error));
        HBS_TRY(print_remarks(&study->cell[i], out, error));
        HBS_TRY(hbs_bytes_print(out, error, "\n"));
    }
    HBS_TRY(wrap(out,
                 is_matched(study) ? "Accuracy is balanced over the labels: half is chance. gap = own - reference: what of the accuracy does not carry "
                                     "over to uniform instances of the same sizes and labels; below 0: the dataset is harder. N counts units."
                                   : "Accuracy is balanced over the labels: half is chance. gap = own - reference: what of the accuracy does not carry "
                                     "over to the reference named, whose sizes need not be the same: it measures the law of sizes too. N counts units.",
                 0, error));
    HBS_TRY(print_legend(&m, out, error));
done:
    return status;
}

static hbs_status print_part(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_comparisons c = hbs_report_comparisons(part);
    const hbs_dataset *d = &part->dataset;
    char text[700], seed[40] = "";
    if (!hbs_is_imported(d)) snprintf(seed, sizeof seed, ", seed %" PRIu64, d->seed);
    snprintf(text, sizeof text, "%s: %s, %s%s", d->name, hbs_problem_name(d->problem), d->spec, seed);
    hbs_make_printable(text);
    HBS_TRY(wrap(out, text, 0, error));
    snprintf(text, sizeof text, "digest %s", d->digest);
    hbs_make_printable(text);
    HBS_TRY(hbs_bytes_print(out, error, "%s\n\n", text));
    HBS_TRY(wrap(out, part->summary, 0, error));
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
    HBS_TRY(print_findings(&part->findings, out, error));
    if (!c.count) goto done;
    snprintf(text, sizeof text,
             "%zu interval%s held against a null: about %.1f would be marked by chance alone if there were nothing to find.", c.count,
             hbs_one_or(c.count, " was", "s were"), c.by_chance);
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
    HBS_TRY(wrap(out, text, 0, error));
done:
    return status;
}

hbs_status hbs_report_text(const hbs_report *report, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_glossary names = {0};
    marks m = {0};
    bool shares = false;
    for (size_t i = 0; i < report->count; i++) {
        HBS_TRY(print_part(&report->part[i], out, error));
        if (i + 1 < report->count) HBS_TRY(hbs_bytes_print(out, error, "\n\n"));
        HBS_TRY(hbs_glossary_add(&names, &report->part[i].findings, error));
        note_marks(&m, &report->part[i].findings);
        shares = shares || has_shares(&report->part[i].findings);
    }
    if (shares) HBS_TRY(print_shares_key(out, error));
    HBS_TRY(print_names(&names, out, error));
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
    HBS_TRY(print_legend(&m, out, error));
    HBS_TRY(hbs_bytes_print(out, error,
                            "Intervals at level %g, over units; seed %" PRIu64 ".\n"
                            "What each number means: docs/measures.md of hardbias.\n",
                            report->options.level, report->options.seed));
done:
    hbs_glossary_free(&names);
    return status;
}
