/* Which of two datasets is harder, label by label: effort as a ratio of means and of medians, and the share that deciders settle, as collapse has it. Intervals over the units of both. Efforts are skewed,
 * so the limits of their means allow for that (means.h), those of their medians are order statistics, for as many independent values as the units amount to (Woodruff 1952), and both are put
 * together as logarithms; below 30 units a side neither is known to cover, and a ratio has no limits. Effort is in the solver's own steps, so it is compared only where one solver labelled all of both. Source: Woodruff, JASA 47, 1952, 635-646. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/rows.h"
#include "analysis/collapse/kappa.h"
#include "analysis/marking.h"
#include "analysis/means.h"
#include "core/memory.h"

typedef struct point {
    double value;
    uint32_t cluster;
    uint8_t side;
} point;

/* Rows of one label, in order of value. */
typedef struct points {
    point *item;
    size_t count, clusters;
} points;

static int compare_points(const void *a, const void *b) {
    const point *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static hbs_status collect(points *out, const hbs_both *both, int label, hbs_error *error) {
    const hbs_status status = hbs_allocate(&out->item, both->rows, sizeof *out->item, error);
    if (status != HBS_OK) return status;
    out->clusters = both->clusters;
    for (size_t r = 0; r < both->rows; r++)
        if (both->label[r] == label && !isnan(both->effort[r])) out->item[out->count++] = (point){both->effort[r], both->cluster[r], (uint8_t)hbs_side(both, r)};
    qsort(out->item, out->count, sizeof *out->item, compare_points);
    return HBS_OK;
}

/* What a unit holds of each side. */
typedef struct unit_sum {
    double sum[2], count[2];
} unit_sum;

static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const unit_sum *u = (const unit_sum *)context + unit;
    for (int side = 0; side < 2; side++) sum[side] = u->sum[side], count[side] = u->count[side];
}

/* median NULL: means of the values; else shares of values up to median[side]. */
static hbs_status measure(hbs_means *out, const points *p, const double *median, hbs_error *error) {
    unit_sum *unit = NULL;
    const hbs_status status = hbs_allocate(&unit, p->clusters, sizeof *unit, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < p->count; i++) {
        const point *x = &p->item[i];
        unit[x->cluster].sum[x->side] += median ? x->value <= median[x->side] : x->value;
        unit[x->cluster].count[x->side]++;
    }
    hbs_means_of(out, 2, p->clusters, of_unit, unit);
    free(unit);
    return HBS_OK;
}

/* The least value of a side that `share` of its values do not exceed. */
static double quantile(const points *p, int side, double count, double share) {
    double seen = 0, last = NAN;
    for (size_t i = 0; i < p->count; i++) {
        if (p->item[i].side != side) continue;
        last = p->item[i].value;
        if (++seen >= share * count) break;
    }
    return last;
}

static hbs_status medians_of(const points *p, hbs_estimate median[2], double level, hbs_error *error) {
    hbs_means below;
    double at[2], next[2], count[2] = {0, 0};
    for (size_t i = 0; i < p->count; i++) count[p->item[i].side]++;
    for (int side = 0; side < 2; side++) {
        at[side] = quantile(p, side, count[side], .5);
        next[side] = quantile(p, side, count[side] + .5, .5); /* of an even number: the upper one of the middle two */
    }
    const hbs_status status = measure(&below, p, at, error);
    if (status != HBS_OK) return status;
    for (int side = 0; side < 2; side++) {
        median[side] = (hbs_estimate){.5 * (at[side] + next[side]), NAN, NAN, level, below.units[side], "order statistics over units"};
        if (count[side] <= 0) continue;
        const hbs_estimate share = hbs_wilson_effective(.5, hbs_means_effective(&below, (size_t)side, level), level);
        median[side].ci_low = quantile(p, side, count[side], share.ci_low);
        median[side].ci_high = quantile(p, side, count[side], share.ci_high);
    }
    return HBS_OK;
}

static hbs_status ratio_of(const points *p, bool medians, double level, hbs_estimate *out, hbs_error *error) {
    hbs_means m;
    hbs_estimate e[2];
    const hbs_status status = medians ? medians_of(p, e, level, error) : measure(&m, p, NULL, error);
    if (status != HBS_OK) return status;
    for (size_t side = 0; side < 2 && !medians; side++) e[side] = hbs_means_hall(&m, side, level);
    hbs_estimate ratio = {NAN, NAN, NAN, level, 0, NULL};
    if (e[0].estimate >= 0 && e[1].estimate > 0) ratio = hbs_recover_log_ratio(&e[0], &e[1], level);
    if (e[0].n < HBS_UNITS_ENOUGH || e[1].n < HBS_UNITS_ENOUGH) ratio.ci_low = ratio.ci_high = NAN;
    ratio.n = e[0].n < e[1].n ? e[0].n : e[1].n;
    ratio.method = e[0].method;
    *out = ratio;
    return HBS_OK;
}

typedef struct difficulty {
    const hbs_both *both;
    const hbs_measure_options *options;
    const hbs_finding *head;
    hbs_findings *out;
} difficulty;

static hbs_status say_ratio(const difficulty *d, points *p, int label, bool medians, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = d->both;
    hbs_finding head = *d->head;
    char subject[32], note[80];
    HBS_TRY(ratio_of(p, medians, d->options->level, &head.value, error));
    head.null_value = 1;
    head.weight = hbs_mark(&head.value, 1, NAN);
    hbs_mark_note(&head.value, 1, NAN, note, sizeof note);
    snprintf(subject, sizeof subject, "label=%d", label);
    const char *const what = medians ? "median" : "mean", *const quantity = medians ? "median_effort_ratio" : "mean_effort_ratio";
    if (isnan(head.value.estimate)) {
        head.weight = HBS_FINDING_NOT_APPLICABLE;
        HBS_TRY(hbs_findings_say(d->out, &head, quantity, subject, error, "no ratio of %s efforts: a side has none.", what));
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
    points p = {0};
    HBS_TRY(collect(&p, d->both, label, error));
    if (!p.count) goto done;
    HBS_TRY(say_ratio(d, &p, label, false, error));
    HBS_TRY(say_ratio(d, &p, label, true, error));
done:
    free(p.item);
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
