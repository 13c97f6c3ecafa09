/* Which of two datasets is harder, label by label: effort as a ratio of means and of medians, and the share that deciders settle. Intervals of ratios by bootstrap over the
 * units of both, of shares as collapse has them. Effort is in the solver's own steps, so it is compared only where one solver labelled all of both. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare_rows.h"
#include "analysis/kappa.h"
#include "analysis/marking.h"
#include "core/memory.h"
#include "core/resampling.h"

typedef struct point {
    double value;
    uint32_t cluster;
    uint8_t side;
} point;

/* Rows of one label, in order of value. */
typedef struct points {
    point *item;
    size_t count;
} points;

static int compare_points(const void *a, const void *b) {
    const point *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static hbs_status collect(points *out, const hbs_both *both, int label, hbs_error *error) {
    const hbs_status status = hbs_allocate(&out->item, both->rows, sizeof *out->item, error);
    if (status != HBS_OK) return status;
    for (size_t r = 0; r < both->rows; r++)
        if (both->label[r] == label && !isnan(both->effort[r])) out->item[out->count++] = (point){both->effort[r], both->cluster[r], (uint8_t)hbs_side(both, r)};
    qsort(out->item, out->count, sizeof *out->item, compare_points);
    return HBS_OK;
}

static double ratio_of_means(void *context, const uint32_t *weight) {
    const points *p = context;
    double sum[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < p->count; i++) {
        const double w = weight[p->item[i].cluster];
        sum[p->item[i].side] += w * p->item[i].value;
        count[p->item[i].side] += w;
    }
    if (count[0] <= 0 || count[1] <= 0) return NAN;
    return sum[1] > 0 ? sum[0] / count[0] / (sum[1] / count[1]) : NAN;
}

/* Of an even number the mean of the middle two. */
static double ratio_of_medians(void *context, const uint32_t *weight) {
    const points *p = context;
    uint64_t count[2] = {0, 0}, seen[2] = {0, 0};
    double low[2] = {NAN, NAN}, high[2] = {NAN, NAN};
    for (size_t i = 0; i < p->count; i++) count[p->item[i].side] += weight[p->item[i].cluster];
    for (size_t i = 0; i < p->count; i++) {
        const int side = p->item[i].side;
        seen[side] += weight[p->item[i].cluster];
        if (isnan(low[side]) && seen[side] && 2 * seen[side] >= count[side]) low[side] = p->item[i].value;
        if (isnan(high[side]) && 2 * seen[side] > count[side]) high[side] = p->item[i].value;
    }
    return low[1] + high[1] > 0 ? (low[0] + high[0]) / (low[1] + high[1]) : NAN;
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
    HBS_TRY(hbs_bootstrap(both->clusters, medians ? ratio_of_medians : ratio_of_means, p, d->options->replicates, d->options->seed, d->options->level, &head.value, error));
    head.null_value = 1;
    head.weight = hbs_mark(&head.value, 1, NAN);
    hbs_mark_note(&head.value, 1, NAN, note, sizeof note);
    snprintf(subject, sizeof subject, "label=%d", label);
    const char *const what = medians ? "median" : "mean";
    if (isnan(head.value.estimate)) {
        head.weight = HBS_FINDING_NOT_APPLICABLE;
        HBS_TRY(hbs_findings_say(d->out, &head, medians ? "median_effort_ratio" : "mean_effort_ratio", subject, error, "no ratio of %s efforts: a side has none.", what));
    } else
        HBS_TRY(hbs_findings_say(d->out, &head, medians ? "median_effort_ratio" : "mean_effort_ratio", subject, error, "%s effort of %s: %.3g times that of %s [%.3g, %.3g]%s.", what,
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
