/* Findings for people: under each measure the sentences, marked by what they weigh; equal sentences are told once; the many shares of single deciders
 * as a table. */
#include "analysis/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"

#define WIDTH 110u
#define INDENT 9

static const char *mark_of(hbs_weight weight, double estimate, double null_value) {
    static const char *const mark[] = {"", "none", "BIAS+", "n/a"};
    return weight == HBS_FINDING_BIAS && estimate < null_value ? "BIAS-" : mark[weight];
}

static const char legend[] =
    "BIAS+ / BIAS-: the whole interval is above / below the null (no difference, or chance); below means harder than the reference. none: looked for,\n"
    "not seen at this level. n/a: could not be computed. Unmarked lines are figures to know.\n";

/* Words of `text`, wrapped, each line after `indent` blanks; the first line's indent is already there. */
static hbs_status wrap(hbs_bytes *out, const char *text, int indent, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t column = (size_t)indent;
    while (*text) {
        const size_t word = strcspn(text, " ");
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

/* One line a decider; the first of a label brings the head. */
static hbs_status print_decider(const hbs_findings *findings, size_t i, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_finding *f = &findings->item[i];
    if (strcmp(f->quantity, "marginal_share") != 0) return HBS_OK;
    const char *name = strstr(f->subject, " decider=") + strlen(" decider=");
    const int label = (int)(strstr(f->subject, " decider=") - f->subject);
    if (i == 0 || !is_of_decider(&findings->item[i - 1]))
        HBS_TRY(hbs_bytes_print(out, error, "%*s%-28.*s%12s%12s%12s\n", INDENT, "", label, f->subject, "alone", "cascade", "reference"));
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
    HBS_TRY(hbs_bytes_print(out, error, "  %-*s", INDENT - 2, mark_of(f->weight, f->value.estimate, f->null_value)));
    const bool tells_which = strncmp(f->subject, "label=", 6) == 0; /* the sentences of the others name their subject */
    snprintf(text, sizeof text, "%s%s%s", tells_which ? f->subject : "", tells_which ? ": " : "", f->sentence);
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

hbs_status hbs_findings_text(const hbs_findings *findings, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(print_findings(findings, out, error));
    HBS_TRY(hbs_bytes_print(out, error, "\n%s", legend));
done:
    return status;
}

static hbs_status print_estimate(hbs_bytes *out, const hbs_estimate *e, const char *format, hbs_error *error) {
    char text[64] = "not defined";
    if (!isnan(e->estimate)) {
        char number[3][16];
        const double value[3] = {e->estimate, e->ci_low, e->ci_high};
        for (int i = 0; i < 3; i++) snprintf(number[i], sizeof number[i], format[0] == '+' ? "%+.3f" : "%.3f", value[i]);
        snprintf(text, sizeof text, "%s [%s, %s]", number[0], number[1], number[2]);
    }
    return hbs_bytes_print(out, error, "  %-24s", text);
}

static int widest(const hbs_study *study, bool train) {
    size_t width = 5;
    for (size_t i = 0; i < study->count; i++) {
        const size_t length = strlen(train ? study->cell[i].train : study->cell[i].test);
        if (length > width) width = length;
    }
    return (int)width;
}

static hbs_weight weight_of(const hbs_estimate *gap) {
    if (isnan(gap->estimate)) return HBS_FINDING_NOT_APPLICABLE;
    return gap->ci_low > 0 || gap->ci_high < 0 ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
}

static hbs_status print_cell(const hbs_study_cell *cell, int train, int test, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_print(out, error, "%-*s  %-*s  %-10s", train, cell->train, test, cell->test, cell->probe));
    HBS_TRY(print_estimate(out, &cell->own, "", error));
    HBS_TRY(print_estimate(out, &cell->reference, "", error));
    HBS_TRY(print_estimate(out, &cell->gap, "+", error));
    HBS_TRY(hbs_bytes_print(out, error, "  %8" PRIu64 "  %8" PRIu64 "  %s\n", cell->train_rows, cell->test_rows,
                            mark_of(weight_of(&cell->gap), cell->gap.estimate, 0)));
done:
    return status;
}

static hbs_status print_omissions(const hbs_study *study, hbs_bytes *out, hbs_error *error) {
    for (size_t i = 0; i < study->count; i++) {
        const hbs_study_cell *c = &study->cell[i];
        if (!c->unknown && !c->infeasible) continue;
        const hbs_status status = hbs_bytes_print(
            out, error, "test %s: %" PRIu64 " labels unknown, left out; %" PRIu64 " instances without a counterpart, left out of the gap\n", c->test,
            c->unknown, c->infeasible);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

hbs_status hbs_study_text(const hbs_study *study, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const int train = widest(study, true), test = widest(study, false);
    HBS_TRY(hbs_bytes_print(out, error, "%-*s  %-*s  %-10s  %-24s  %-24s  %-24s  %8s  %8s\n", train, "train", test, "test", "probe", "own accuracy",
                            "reference", "gap", "trained", "tested"));
    for (size_t i = 0; i < study->count; i++) HBS_TRY(print_cell(&study->cell[i], train, test, out, error));
    HBS_TRY(print_omissions(study, out, error));
    HBS_TRY(hbs_bytes_print(
        out, error,
        "\nAccuracy is balanced over the labels: half is chance. gap = own - reference: what of the accuracy does not carry over to uniform instances\n"
        "of the same sizes and labels; below 0: the dataset is harder than they are.\n%s",
        legend));
done:
    return status;
}

static hbs_status print_part(const hbs_report_part *part, double level, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    double by_chance;
    const hbs_dataset *d = &part->dataset;
    HBS_TRY(hbs_bytes_print(out, error, "%s: %s, %s, seed %" PRIu64 "\n%*sdigest %s\n\n", d->name, hbs_problem_name(d->problem), d->spec, d->seed,
                            (int)strlen(d->name) + 2, "", d->digest));
    HBS_TRY(wrap(out, part->summary, 0, error));
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
    HBS_TRY(print_findings(&part->findings, out, error));
    const size_t comparisons = hbs_report_comparisons(part, level, &by_chance);
    HBS_TRY(hbs_bytes_print(
        out, error,
        "\n%zu intervals were held against a null, unadjusted: about %.1f would be marked by chance alone if there were nothing to find.\n",
        comparisons, by_chance));
done:
    return status;
}

hbs_status hbs_report_text(const hbs_report *report, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < report->count; i++) {
        HBS_TRY(print_part(&report->part[i], report->options.level, out, error));
        HBS_TRY(hbs_bytes_print(out, error, "\n%s", i + 1 < report->count ? "\n" : ""));
    }
    HBS_TRY(hbs_bytes_print(out, error, "%sIntervals at level %g; bootstraps of %u over units, seed %" PRIu64 ".\n", legend, report->options.level,
                            report->options.replicates, report->options.seed));
done:
    return status;
}
