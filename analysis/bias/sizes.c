/* Balance and sizes by label. Sizes that differ between the labels tell the label without a look at the instance. That is no bias against uniform instances of the same sizes: where the
 * sizes vary, uniform instances have labels that go with them too. So it is told as a matter of sizes. Test: units are permuted; where every unit holds both labels, as twins do, the two
 * change places within units instead (exchange.h). Two sizes are tested, so marks go by p-values that Holm 1979 adjusts. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bias/bias.h"
#include "analysis/exchange.h"
#include "analysis/marking.h"
#include "analysis/means.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/resampling.h"

#define DRAWS 9999u
#define UNITS_LEAST 10u          /* of a label: below, limits of its mean say nothing */
#define WORK UINT64_C(400000000) /* draws times units: fewer draws where there are many units */

/* What one unit holds: of each label how many, and the sum of the size. */
typedef struct unit_sum {
    uint64_t unit;
    uint64_t count[2];
    double sum[2];
} unit_sum;

typedef struct units {
    unit_sum *item;
    size_t count, mixed;
    double smallest, largest; /* size of an instance */
} units;

static int by_unit(const void *a, const void *b) {
    const unit_sum *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static int by_label(const void *a, const void *b) {
    const unit_sum *x = a, *y = b;
    const int first = x->count[0] > 0, second = y->count[0] > 0;
    return first != second ? first - second : by_unit(a, b);
}

static hbs_status gather(units *u, const hbs_bias_sample *sample, unsigned which, hbs_error *error) {
    size_t kept = 0;
    const hbs_status status = hbs_allocate(&u->item, sample->count, sizeof *u->item, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < sample->count; i++) {
        const hbs_bias_instance *s = &sample->item[i];
        if (s->label < 0) continue;
        unit_sum one = {.unit = s->unit};
        one.count[s->label] = 1;
        one.sum[s->label] = s->size[which];
        u->smallest = u->count ? fmin(u->smallest, s->size[which]) : s->size[which];
        u->largest = u->count ? fmax(u->largest, s->size[which]) : s->size[which];
        u->item[u->count++] = one;
    }
    if (u->count) qsort(u->item, u->count, sizeof *u->item, by_unit);
    for (size_t i = 0; i < u->count; i++) {
        if (!kept || u->item[kept - 1].unit != u->item[i].unit) {
            u->item[kept++] = u->item[i];
            continue;
        }
        for (int y = 0; y < 2; y++) u->item[kept - 1].count[y] += u->item[i].count[y], u->item[kept - 1].sum[y] += u->item[i].sum[y];
    }
    u->count = kept;
    for (size_t i = 0; i < u->count; i++) u->mixed += u->item[i].count[0] && u->item[i].count[1];
    return HBS_OK;
}

/* 0 and 1: the size of the instances of that label; 2: the share of label 1. */
static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const unit_sum *u = (const unit_sum *)context + unit;
    for (int y = 0; y < 2; y++) sum[y] = u->sum[y], count[y] = (double)u->count[y];
    sum[2] = count[1], count[2] = count[0] + count[1];
}

/* Units of one label each, those of label 1 first; under the permutation `side` says which label a unit's sum goes to. */
static double permuted(void *context, const uint8_t *side) {
    const units *u = context;
    double sum[2] = {0, 0}, n[2] = {0, 0};
    for (size_t i = 0; i < u->count; i++) {
        sum[side[i]] += u->item[i].sum[0] + u->item[i].sum[1];
        n[side[i]] += (double)(u->item[i].count[0] + u->item[i].count[1]);
    }
    return n[0] > 0 && n[1] > 0 ? fabs(sum[0] / n[0] - sum[1] / n[1]) : NAN;
}

static hbs_status exchanged_p(const units *u, uint64_t seed, double *p, hbs_error *error) {
    double *d = NULL;
    hbs_status status = hbs_allocate(&d, u->count, sizeof *d, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < u->count; i++) {
        const unit_sum *x = &u->item[i];
        d[i] = x->sum[1] / (double)x->count[1] - x->sum[0] / (double)x->count[0];
    }
    status = hbs_exchange_p(d, u->count, seed, p, error);
    free(d);
    return status;
}

static hbs_status permuted_p(units *u, uint64_t seed, double *p, hbs_error *error) {
    size_t first = 0;
    const uint64_t draws = u->count > WORK / DRAWS ? WORK / u->count : DRAWS;
    qsort(u->item, u->count, sizeof *u->item, by_label);
    for (size_t i = 0; i < u->count; i++) first += !u->item[i].count[0];
    return hbs_permutation_p(u->count, first, permuted, u, (unsigned)(draws < 199 ? 199 : draws), seed, p, error);
}

static hbs_status say_share(hbs_bias_work *work, units *u, hbs_error *error) {
    hbs_finding head = work->head;
    hbs_means m;
    if (!u->count) return hbs_bias_not_applicable(work, "label_share", "label=1", error, "No instance has a known label.");
    hbs_means_of(&m, 3, u->count, of_unit, u->item);
    const bool by_design = u->mixed == u->count && m.covariance[2][2] < 1e-20; /* twins: as many of either label in every unit */
    head.value = by_design ? hbs_exactly(m.mean[2], u->count) : hbs_means_wilson(&m, 2, work->options->level);
    const double x = head.value.estimate;
    const double away = fabs(x - .5);
    return hbs_findings_say(work->out, &head, "label_share", "label=1", error, "Share of label 1 (%s): %.3f [%.3f, %.3f] over %zu unit%s, %.3g away from half and half.",
                            hbs_label_name(work->dataset->problem, HBS_LABEL_YES), x, head.value.ci_low, head.value.ci_high, u->count, hbs_s(u->count), away);
}

static hbs_status say_few(hbs_bias_work *work, hbs_finding *head, const char *subject, const char *what, uint64_t fewer, hbs_error *error) {
    head->value.ci_low = head->value.ci_high = NAN;
    return hbs_findings_say(work->out, head, "size_difference", subject, error, "Mean number of %s, label 1 minus label 0: %+.4g, N = %" PRIu64 " unit%s, of one label %" PRIu64 ", fewer than the %u that an interval takes.", what,
                            head->value.estimate, head->value.n, hbs_s(head->value.n), fewer, UNITS_LEAST);
}

static hbs_status say_difference(hbs_bias_work *work, units *u, const char *what, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options *o = work->options;
    hbs_finding head = work->head;
    hbs_means m;
    char subject[48], note[80];
    double p = NAN;
    snprintf(subject, sizeof subject, "size=%s", what);
    uint64_t n[2] = {0, 0};
    for (size_t i = 0; i < u->count; i++) n[0] += u->item[i].count[0], n[1] += u->item[i].count[1];
    if (!n[0] || !n[1]) return hbs_bias_not_applicable(work, "size_difference", subject, error, "Sizes by label: %s.", !n[0] && !n[1] ? "no instance has a known label" : n[1] ? "no instance has label 0" : "no instance has label 1");
    if (u->smallest == u->largest) {
        head.value = hbs_exactly(0, u->count);
        return hbs_findings_say(work->out, &head, "size_difference", subject, error, "All instances have the same number of %s, %.0f.", what, u->smallest);
    }
    if (u->mixed && u->mixed < u->count)
        return hbs_bias_not_applicable(work, "size_difference", subject, error, "Sizes by label: some units hold both labels and some do not, so that neither units nor labels within them could change places.");
    hbs_means_of(&m, 2, u->count, of_unit, u->item);
    head.value = hbs_means_difference(&m, 1, 0, o->level);
    head.value.n = u->count;
    const uint64_t fewer = m.units[0] < m.units[1] ? m.units[0] : m.units[1];
    if (fewer < UNITS_LEAST) return say_few(work, &head, subject, what, fewer, error);
    HBS_TRY(u->mixed ? exchanged_p(u, o->seed, &p, error) : permuted_p(u, o->seed, &p, error));
    head.null_value = 0;
    head.p_value = hbs_p_or_none(p);
    head.weight = hbs_mark(&head.value, 0, p);
    hbs_mark_note(&head.value, 0, p, note, sizeof note);
    HBS_TRY(hbs_findings_say(work->out, &head, "size_difference", subject, error, "Mean number of %s, label 1 minus label 0: %+.4g [%+.4g, %+.4g], N = %zu unit%s%s.", what, head.value.estimate,
                             head.value.ci_low, head.value.ci_high, u->count, hbs_s(u->count), note));
done:
    return status;
}

/* The findings from number `from` on as one family: what was marked by its own p alone is no longer. */
static hbs_status adjust(hbs_findings *out, size_t from, double level, hbs_error *error) {
    size_t tested = 0;
    for (size_t i = from; i < out->count; i++) tested += out->item[i].p_value > 0;
    if (tested < 2) return HBS_OK;
    const hbs_status status = hbs_findings_adjust(out, from, error);
    for (size_t i = from; status == HBS_OK && i < out->count; i++) {
        hbs_finding *f = &out->item[i];
        if (f->weight != HBS_FINDING_BIAS || f->p_adjusted <= 1 - level + 1e-12) continue;
        const size_t used = strlen(f->sentence);
        f->weight = HBS_FINDING_NONE;
        snprintf(f->sentence + used, sizeof f->sentence - used, " As one of %zu sizes tested (Holm): p = %.3g, too large for a mark.", tested, f->p_adjusted);
    }
    return status;
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    static const char *const name[2][2] = {{"variables", "clauses"}, {"atoms of q1", "atoms of q2"}};
    const unsigned problem = work->dataset->problem == HBS_SAT ? 0 : 1;
    const size_t from = work->out->count;
    for (unsigned which = 0; which < 2; which++) {
        units u = {0};
        hbs_status status = gather(&u, work->sample, which, error);
        if (status == HBS_OK && which == 0) status = say_share(work, &u, error);
        if (status == HBS_OK) status = say_difference(work, &u, name[problem][which], error);
        free(u.item);
        if (status != HBS_OK) return status;
    }
    return adjust(work->out, from, work->options->level, error);
}

const hbs_bias hbs_bias_sizes = {
    .name = "sizes",
    .summary = "the share of each label; sizes by label",
    .source = "permutation and exchange tests over units: Fisher 1935",
    .run = run,
};
