/* Which of two datasets is harder, label by label: effort as a ratio of means and of medians, and the share that deciders settle. Intervals by bootstrap over the
 * units of both. Effort is in the solver's own steps, so it is compared only where one solver labelled all of both. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare_rows.h"
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
    bool difference;   /* of means, instead of their ratio */
} points;

static int compare_points(const void *a, const void *b) {
    const point *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static hbs_status collect(points *out, const hbs_both *both, int label, const double *at, size_t stride, hbs_error *error) {
    const hbs_status status = hbs_allocate(&out->item, both->rows, sizeof *out->item, error);
    if (status != HBS_OK) return status;
    for (size_t r = 0; r < both->rows; r++)
        if (both->label[r] == label && !isnan(at[r * stride])) out->item[out->count++] = (point){at[r * stride], both->cluster[r], (uint8_t)hbs_side(both, r)};
    qsort(out->item, out->count, sizeof *out->item, compare_points);
    return HBS_OK;
}

static double of_means(void *context, const uint32_t *weight) {
    const points *p = context;
    double sum[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < p->count; i++) {
        const double w = weight[p->item[i].cluster];
        sum[p->item[i].side] += w * p->item[i].value;
        count[p->item[i].side] += w;
    }
    if (count[0] <= 0 || count[1] <= 0) return NAN;
    if (p->difference) return sum[0] / count[0] - sum[1] / count[1];
    return sum[1] > 0 ? sum[0] / count[0] / (sum[1] / count[1]) : NAN;
}

/* The lower median. */
static double ratio_of_medians(void *context, const uint32_t *weight) {
    const points *p = context;
    uint64_t count[2] = {0, 0}, seen[2] = {0, 0};
    double median[2] = {NAN, NAN};
    for (size_t i = 0; i < p->count; i++) count[p->item[i].side] += weight[p->item[i].cluster];
    for (size_t i = 0; i < p->count; i++) {
        const int side = p->item[i].side;
        seen[side] += weight[p->item[i].cluster];
        if (isnan(median[side]) && seen[side] && 2 * seen[side] >= count[side]) median[side] = p->item[i].value;
    }
    return median[1] > 0 ? median[0] / median[1] : NAN;
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
    HBS_TRY(hbs_bootstrap(both->clusters, medians ? ratio_of_medians : of_means, p, d->options->replicates, d->options->seed, d->options->level, &head.value, error));
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
    HBS_TRY(collect(&p, d->both, label, d->both->effort, 1, error));
    if (!p.count) goto done;
    HBS_TRY(say_ratio(d, &p, label, false, error));
    HBS_TRY(say_ratio(d, &p, label, true, error));
done:
    free(p.item);
    return status;
}

static hbs_status say_settled(const difficulty *d, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = d->both;
    points p = {.difference = true};
    hbs_finding head = *d->head;
    char subject[32], note[80];
    HBS_TRY(collect(&p, both, label, both->value + both->columns - 1, both->columns, error));
    HBS_TRY(hbs_bootstrap(both->clusters, of_means, &p, d->options->replicates, d->options->seed, d->options->level, &head.value, error));
    if (isnan(head.value.estimate)) goto done;
    double settled[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < p.count; i++) settled[p.item[i].side] += p.item[i].value, count[p.item[i].side]++;
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    hbs_mark_note(&head.value, 0, NAN, note, sizeof note);
    snprintf(subject, sizeof subject, "label=%d", label);
    HBS_TRY(hbs_findings_say(d->out, &head, "settled_difference", subject, error, "deciders settle %.3f, in %s %.3f: difference %+.3f [%+.3f, %+.3f]%s.", settled[0] / count[0],
                             both->dataset[1]->name, settled[1] / count[1], head.value.estimate, head.value.ci_low, head.value.ci_high, note));
done:
    free(p.item);
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
