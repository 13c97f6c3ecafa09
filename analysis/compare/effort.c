/* Which of two datasets is harder, label by label: effort as a ratio of means and of medians, and the share that deciders settle, as collapse has it. Intervals over the units of both. Efforts are skewed:
 * the limits of their means allow for that (means.h). The limits of a median are where the share of smaller values is told from one half, by as many independent values as the units amount to (Woodruff 1952), between
 * order statistics in proportion, which is nearer to the level than either of two (Hettmansperger, Sheather 1986); half their distance on the scale of logarithms stands for the error of that side's median, and the
 * ratio is put together on that scale (Price, Bonett 2002). Below 30 units a side neither is known to cover, and a ratio has no limits; nor is there more to say than 0 to infinity where the limit of a median is 0. Effort is in
 * the solver's own steps, so it is compared only where one solver labelled all of both. Sources: Woodruff, JASA 47, 1952, 635-646; Hettmansperger, Sheather, Statistics and Probability Letters 4, 1986, 75-79; Price,
 * Bonett, Journal of Statistical Computation and Simulation 72, 2002, 119-124. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/rows.h"
#include "analysis/collapse/kappa.h"
#include "analysis/marking.h"
#include "core/memory.h"

/* Efforts of one label, in order, side by side; `below` has for each row whether it is no more than the median of its side. */
typedef struct efforts {
    double *of[2], *below;
    size_t count[2];
} efforts;

static void efforts_free(efforts *e) {
    free(e->of[0]);
    free(e->of[1]);
    free(e->below);
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static hbs_status collect(efforts *out, const hbs_both *both, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (int side = 0; side < 2; side++) HBS_TRY(hbs_allocate(&out->of[side], both->rows, sizeof *out->of[side], error));
    HBS_TRY(hbs_allocate(&out->below, both->rows, sizeof *out->below, error));
    for (size_t r = 0; r < both->rows; r++) {
        const int side = hbs_side(both, r);
        if (both->label[r] == label && !isnan(both->effort[r])) out->of[side][out->count[side]++] = both->effort[r];
    }
    for (int side = 0; side < 2; side++)
        if (out->count[side]) qsort(out->of[side], out->count[side], sizeof *out->of[side], by_value);
done:
    return status;
}

/* The values of a side are at shares 1/(n+1) .. n/(n+1); between them in proportion. */
static double quantile(const efforts *e, int side, double share) {
    const double *const value = e->of[side], at = share * ((double)e->count[side] + 1) - 1, last = (double)e->count[side] - 1;
    if (!e->count[side]) return NAN;
    if (at <= 0 || at >= last) return value[at <= 0 ? 0 : e->count[side] - 1];
    const size_t i = (size_t)at;
    return value[i] + (at - (double)i) * (value[i + 1] - value[i]);
}

static hbs_status ratio_of_medians(const hbs_both *both, int label, efforts *e, double level, hbs_estimate *out, hbs_means *below, hbs_error *error) {
    double median[2], error_of[2] = {0, 0};
    for (int side = 0; side < 2; side++) median[side] = quantile(e, side, .5);
    for (size_t r = 0; r < both->rows; r++) e->below[r] = isnan(both->effort[r]) ? NAN : both->effort[r] <= median[hbs_side(both, r)];
    const hbs_status status = hbs_means_of_sides(both, e->below, 1, label, below, error);
    if (status != HBS_OK) return status;
    *out = (hbs_estimate){NAN, NAN, NAN, level, 0, "order statistics over units"};
    if (!(median[0] >= 0 && median[1] > 0)) return HBS_OK;
    for (int side = 0; side < 2; side++) {
        const hbs_estimate share = hbs_wilson_effective(.5, hbs_means_effective(below, (size_t)side, level), level);
        error_of[side] = log(quantile(e, side, share.ci_high) / quantile(e, side, share.ci_low)) / 2;
    }
    const double apart = isnan(error_of[0]) ? INFINITY : hypot(error_of[0], error_of[1]);
    out->estimate = median[0] / median[1];
    out->ci_low = out->estimate * exp(-apart);
    out->ci_high = apart < INFINITY ? out->estimate * exp(apart) : INFINITY;
    return HBS_OK;
}

static hbs_status ratio_of(const hbs_both *both, int label, efforts *e, bool medians, double level, hbs_estimate *out, hbs_error *error) {
    hbs_means m;
    const hbs_status status = medians ? ratio_of_medians(both, label, e, level, out, &m, error) : hbs_means_of_sides(both, both->effort, 1, label, &m, error);
    if (status != HBS_OK) return status;
    if (!medians) *out = hbs_means_ratio(&m, 0, 1, level);
    out->n = m.units[0] < m.units[1] ? m.units[0] : m.units[1];
    if (out->n < HBS_UNITS_ENOUGH) out->ci_low = out->ci_high = NAN;
    return HBS_OK;
}

typedef struct difficulty {
    const hbs_both *both;
    const hbs_measure_options *options;
    const hbs_finding *head;
    hbs_findings *out;
} difficulty;

static hbs_status say_ratio(const difficulty *d, efforts *e, int label, bool medians, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = d->both;
    hbs_finding head = *d->head;
    char subject[32], note[80];
    HBS_TRY(ratio_of(both, label, e, medians, d->options->level, &head.value, error));
    head.null_value = 1;
    head.weight = hbs_mark(&head.value, 1, NAN);
    hbs_mark_note(&head.value, 1, NAN, note, sizeof note);
    snprintf(subject, sizeof subject, "label=%d", label);
    const char *const what = medians ? "median" : "mean", *const quantity = medians ? "median_effort_ratio" : "mean_effort_ratio";
    if (isnan(head.value.estimate)) {
        head.weight = HBS_FINDING_NOT_APPLICABLE;
        HBS_TRY(hbs_findings_say(d->out, &head, quantity, subject, error, "no ratio of %s efforts: %s.", what, head.value.n ? "that of a side is 0" : "a side has none"));
    } else if (isnan(head.value.ci_low)) {
        head.weight = HBS_FINDING_PLAIN;
        HBS_TRY(hbs_findings_say(d->out, &head, quantity, subject, error,
                                 "%s effort of %s: %.3g times that of %s; a side has fewer than %u units, too few for an interval.", what, both->solver[0], head.value.estimate, both->dataset[1]->name, HBS_UNITS_ENOUGH));
    } else
        HBS_TRY(hbs_findings_say(d->out, &head, quantity, subject, error, "%s effort of %s: %.3g times that of %s [%.3g, %.3g]%s.", what,
                                 both->solver[0], head.value.estimate, both->dataset[1]->name, head.value.ci_low, head.value.ci_high, note));
done:
    return status;
}

static hbs_status say_efforts(const difficulty *d, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    efforts e = {0};
    HBS_TRY(collect(&e, d->both, label, error));
    if (!e.count[0] && !e.count[1]) goto done;
    HBS_TRY(say_ratio(d, &e, label, false, error));
    HBS_TRY(say_ratio(d, &e, label, true, error));
done:
    efforts_free(&e);
    return status;
}

/* Instances of a label, and those of them that deciders settle, by unit. A side's 0 of N has an interval too, which resampling would not give it. */
static hbs_status count_settled(const hbs_both *both, int label, hbs_contrast_unit **out, size_t *units, hbs_error *error) {
    const hbs_status status = hbs_allocate(out, both->clusters, sizeof **out, error);
    if (status != HBS_OK) return status;
    const double *const settled = both->value + both->columns - 1;
    for (size_t r = 0; r < both->rows; r++) {
        hbs_contrast_unit *const unit = &(*out)[both->cluster[r]];
        const double value = settled[r * both->columns];
        if (both->label[r] != label || isnan(value)) continue;
        *(hbs_side(both, r) ? &unit->reference_n : &unit->n) += 1;
        *(hbs_side(both, r) ? &unit->reference_settled : &unit->settled) += value;
    }
    *units = 0;
    for (size_t i = 0; i < both->clusters; i++)
        if ((*out)[i].n + (*out)[i].reference_n > 0) (*out)[(*units)++] = (*out)[i];
    return HBS_OK;
}

static hbs_status say_settled(const difficulty *d, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_contrast_unit *unit = NULL, sum = {0};
    hbs_finding head = *d->head;
    hbs_estimate kappa;
    bool saturated;
    size_t units;
    char subject[32], note[80];
    HBS_TRY(count_settled(d->both, label, &unit, &units, error));
    for (size_t i = 0; i < units; i++) {
        sum.n += unit[i].n, sum.settled += unit[i].settled;
        sum.reference_n += unit[i].reference_n, sum.reference_settled += unit[i].reference_settled;
    }
    if (sum.n <= 0 || sum.reference_n <= 0) goto done;
    hbs_contrast_of_units(unit, units, d->options->level, &head.value, &kappa, &saturated);
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    hbs_mark_note(&head.value, 0, NAN, note, sizeof note);
    snprintf(subject, sizeof subject, "label=%d", label);
    HBS_TRY(hbs_findings_say(d->out, &head, "settled_difference", subject, error, "deciders settle %.0f of %.0f, in %s %.0f of %.0f: difference %+.3f [%+.3f, %+.3f]%s.",
                             sum.settled, sum.n, d->both->dataset[1]->name, sum.reference_settled, sum.reference_n, head.value.estimate, head.value.ci_low, head.value.ci_high,
                             note));
done:
    free(unit);
    return status;
}

hbs_status hbs_compare_difficulty(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const difficulty d = {both, options, head, out};
    const bool comparable = both->solver[0][0] && !strcmp(both->solver[0], both->solver[1]);
    hbs_finding none = *head;
    none.weight = HBS_FINDING_NOT_APPLICABLE;
    none.value = hbs_not_defined();
    if (!comparable)
        HBS_TRY(hbs_findings_say(out, &none, "mean_effort_ratio", "", error, "Efforts are not compared: %s labelled one side and %s the other, and their steps differ.",
                                 both->solver[0][0] ? both->solver[0] : "several solvers, or none,", both->solver[1][0] ? both->solver[1] : "several solvers, or none,"));
    for (int label = 0; label < 2; label++) {
        if (comparable) HBS_TRY(say_efforts(&d, label, error));
        HBS_TRY(say_settled(&d, label, error));
    }
done:
    return status;
}
