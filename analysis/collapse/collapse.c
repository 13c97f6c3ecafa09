/* Collapse: every decider runs on every instance of the dataset and of its reference, in steps and never in seconds, so that shares do not depend on
 * the machine.
 *
 * Shares are taken per label and never pooled: deciders that can only say no would hide a fully collapsed side behind the other. kappa compares the
 * dataset's instances that have a counterpart in the reference with those counterparts. Within one label a unit has one instance as a rule, so N
 * counts units and the intervals are those of independent proportions; where units hold several, of as many trials as the units amount to. A decider that
 * contradicts a known label is counted: one of the two is wrong. kappa is what is weighed; where the reference leaves it no room (small n), the
 * difference is. Limits: shares from fewer than 400 instances move by a tenth from draw to draw. Cost: that of the cascade. Memory 24 bytes an
 * instance. Sources: Yehuda, Gabel, Schuster, ICML 2020 (the question); Newcombe, Statistics in Medicine 17, 1998 (pairs); Donner, Zou,
 * Statistical Methods in Medical Research 21, 2012 (difference, ratio). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/decider.h"
#include "analysis/exchange.h"
#include "analysis/collapse/kappa.h"
#include "analysis/marking.h"
#include "analysis/means.h"
#include "analysis/measure.h"
#include "analysis/reference/reference.h"
#include "analysis/sweep.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/printable.h"

#define NAME "collapse"
#define DECIDERS_MAX 32u
#define CELL_ENOUGH 400u

typedef struct outcome {
    uint64_t idx, unit;
    uint32_t settled; /* bit d: decider d answered */
    int8_t label;
    bool contradicted, has_partner;
} outcome;

typedef struct outcomes {
    outcome *item;
    size_t count, capacity;
    const hbs_decider *const *decider;
    hbs_cnf *scratch; /* one a worker */
    hbs_problem problem;
} outcomes;

/* Running the cascade. */

static hbs_status decide(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    const outcomes *o = context;
    outcome *result = slot;
    *result = (outcome){.idx = row->idx, .unit = row->family, .label = (int8_t)row->label};
    if (o->problem == HBS_SAT) {
        const hbs_status status = hbs_cnf_clean(&o->scratch[worker], &instance->cnf, error);
        if (status != HBS_OK) return status;
        const hbs_cnf given = instance->cnf; /* the worker's instance carries the cleaned formula for a moment, without a copy */
        instance->cnf = o->scratch[worker];
        o->scratch[worker] = given;
    }
    for (unsigned d = 0; d < DECIDERS_MAX && o->decider[d]; d++) {
        int label = HBS_LABEL_UNKNOWN;
        const hbs_status status = o->decider[d]->decide(instance, &label, error);
        if (status != HBS_OK) return status;
        if (label == HBS_LABEL_UNKNOWN) continue;
        result->settled |= UINT32_C(1) << d;
        if (row->label != HBS_LABEL_UNKNOWN && label != row->label) result->contradicted = true;
    }
    return HBS_OK;
}

static hbs_status keep(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    (void)row;
    outcomes *o = context;
    const hbs_status status = hbs_grow(&o->item, &o->capacity, o->count + 1, sizeof *o->item, error);
    if (status == HBS_OK) o->item[o->count++] = *(const outcome *)slot;
    return status;
}

static hbs_status decide_all(outcomes *o, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    const hbs_sweep sweep = {"run the deciders", 0, o, sizeof(outcome), decide, keep, NULL};
    o->problem = dataset->problem;
    o->decider = hbs_deciders(dataset->problem);
    HBS_TRY(hbs_allocate(&o->scratch, workers, sizeof *o->scratch, error));
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
done:
    for (unsigned i = 0; o->scratch && i < workers; i++) hbs_cnf_free(&o->scratch[i]);
    free(o->scratch);
    o->scratch = NULL;
    return status;
}

/* Counting. A cell is one label of one side, seen through the deciders in `mask`. */

typedef struct cell {
    uint64_t n, settled;
} cell;

static cell count(const outcomes *o, int label, uint32_t mask, bool matched_only) {
    cell c = {0, 0};
    for (size_t i = 0; i < o->count; i++) {
        if (o->item[i].label != label || (matched_only && !o->item[i].has_partner)) continue;
        c.n++;
        c.settled += (o->item[i].settled & mask) != 0;
    }
    return c;
}

/* Both sides are in order of idx. Without a matched reference every instance counts. */
static void pair(outcomes *own, outcomes *reference, bool matched) {
    size_t r = 0;
    for (size_t i = 0; i < own->count; i++) {
        while (matched && r < reference->count && reference->item[r].idx < own->item[i].idx) r++;
        own->item[i].has_partner = !matched || (r < reference->count && reference->item[r].idx == own->item[i].idx);
        if (matched && own->item[i].has_partner) reference->item[r].unit = own->item[i].unit;
    }
    for (size_t i = 0; i < reference->count; i++) reference->item[i].has_partner = true;
}

/* By unit, where units hold several instances of one label. */

typedef struct unit_cell {
    uint64_t unit;
    cell own, reference;
} unit_cell;

typedef struct by_unit {
    unit_cell *item;
    size_t count;
} by_unit;

static int compare_unit_cells(const void *a, const void *b) {
    const unit_cell *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static void fill_units(by_unit *units, const outcomes *o, int label, uint32_t mask, bool matched_only, bool reference, uint64_t tag) {
    for (size_t i = 0; i < o->count; i++) {
        if (o->item[i].label != label || (matched_only && !o->item[i].has_partner)) continue;
        const cell one = {1, (o->item[i].settled & mask) != 0};
        units->item[units->count++] = (unit_cell){o->item[i].unit | tag, reference ? (cell){0, 0} : one, reference ? one : (cell){0, 0}};
    }
}

/* tag: set apart the units of a reference that is not matched. Merges equal units; *clustered when a unit holds several instances of one side. */
static hbs_status gather_units(by_unit *units, const outcomes *own, const outcomes *reference, int label, uint32_t mask, bool matched_only, uint64_t tag,
                               bool *clustered, hbs_error *error) {
    const hbs_status status = hbs_allocate(&units->item, own->count + reference->count, sizeof *units->item, error);
    if (status != HBS_OK) return status;
    fill_units(units, own, label, mask, matched_only, false, 0);
    fill_units(units, reference, label, mask, matched_only, true, tag);
    qsort(units->item, units->count, sizeof *units->item, compare_unit_cells);
    size_t kept = 0;
    *clustered = false;
    for (size_t i = 0; i < units->count; i++) {
        const unit_cell u = units->item[i];
        if (!kept || units->item[kept - 1].unit != u.unit) {
            units->item[kept++] = u;
            continue;
        }
        unit_cell *into = &units->item[kept - 1];
        *into = (unit_cell){u.unit,
                            {into->own.n + u.own.n, into->own.settled + u.own.settled},
                            {into->reference.n + u.reference.n, into->reference.settled + u.reference.settled}};
        *clustered = *clustered || into->own.n > 1 || into->reference.n > 1;
    }
    units->count = kept;
    return HBS_OK;
}

/* Findings. */

typedef struct collapse {
    const hbs_dataset *dataset;
    const hbs_measure_options *options;
    outcomes own, reference;
    hbs_dataset reference_dataset;
    bool has_reference, matched;
    char why[400];
    hbs_findings *out;
    hbs_finding head;
    bool clustered; /* of the label at hand: some unit holds several instances of it */
    double p_value; /* of the label at hand, for what is weighed; 0: no test */
} collapse;

static hbs_status say(collapse *c, const hbs_estimate *value, double null_value, hbs_weight weight, const char *quantity, const char *subject,
                      const char *sentence, hbs_error *error) {
    hbs_finding head = c->head;
    head.p_value = weight == HBS_FINDING_NONE || weight == HBS_FINDING_BIAS ? c->p_value : 0;
    if (value) head.value = *value;
    head.null_value = null_value;
    head.weight = weight;
    return hbs_findings_say(c->out, &head, quantity, subject, error, "%s", sentence);
}

static void settled_of_unit(const void *context, size_t unit, double *sum, double *count) {
    const unit_cell *const u = (const unit_cell *)context + unit;
    *sum = (double)u->own.settled;
    *count = (double)u->own.n;
}

/* Of one side, for as many independent trials as its units amount to. */
static hbs_status share_of(const collapse *c, const outcomes *o, int label, uint32_t mask, cell *x, hbs_estimate *share, hbs_error *error) {
    hbs_status status = HBS_OK;
    const outcomes none = {0};
    by_unit units = {0};
    bool clustered;
    hbs_means means;
    *x = count(o, label, mask, false);
    *share = hbs_wilson(x->settled, x->n, c->options->level);
    if (!c->clustered || !x->n) return HBS_OK;
    HBS_TRY(gather_units(&units, o, &none, label, mask, false, 0, &clustered, error));
    hbs_means_of(&means, 1, units.count, settled_of_unit, units.item);
    *share = hbs_means_wilson(&means, 0, c->options->level);
done:
    free(units.item);
    return status;
}

static hbs_status say_share(collapse *c, const outcomes *o, int label, uint32_t mask, const char *quantity, const char *subject, const char *what, hbs_error *error) {
    char sentence[320];
    cell counted;
    const cell *const x = &counted;
    hbs_estimate share;
    const hbs_status status = share_of(c, o, label, mask, &counted, &share, error);
    if (status != HBS_OK || !x->n) return status;
    snprintf(sentence, sizeof sentence, "%s: %" PRIu64 " of %" PRIu64 " (%.3f [%.3f, %.3f])%s.", what, x->settled, x->n, share.estimate, share.ci_low,
             share.ci_high, x->n < CELL_ENOUGH && !strcmp(quantity, "share_decided") ? "; fewer than 400, so wide" : "");
    return say(c, &share, NAN, HBS_FINDING_PLAIN, quantity, subject, sentence, error);
}

static bool can_answer(const hbs_decider *decider, int label) { return label == HBS_LABEL_YES ? decider->yes : decider->no; }

static hbs_status say_decider(collapse *c, unsigned d, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[160], what[200];
    const hbs_decider *decider = c->own.decider[d];
    const uint32_t alone = UINT32_C(1) << d, up_to = alone | (alone - 1);
    snprintf(subject, sizeof subject, "label=%d decider=%s", label, decider->name);
    snprintf(what, sizeof what, "Settled by %s alone", decider->name);
    HBS_TRY(say_share(c, &c->own, label, alone, "marginal_share", subject, what, error));
    snprintf(what, sizeof what, "Settled by the cascade up to %s", decider->name);
    HBS_TRY(say_share(c, &c->own, label, up_to, "cumulative_share", subject, what, error));
    if (c->has_reference) {
        snprintf(what, sizeof what, "Settled by %s alone in the reference", decider->name);
        HBS_TRY(say_share(c, &c->reference, label, alone, "reference_marginal_share", subject, what, error));
    }
done:
    return status;
}

/* What a label's two sides say. */
typedef struct comparison {
    cell own, reference;
    uint64_t left_out; /* instances without a counterpart */
    hbs_estimate difference, kappa;
    bool saturated;
    double p; /* of the difference, by the exact test for pairs */
} comparison;

/* Pairs can be exchanged. Sides that are apart have intervals of independent proportions, which do not need many: 30 a side. */
static hbs_status test_units(const collapse *c, const by_unit *units, comparison *x, hbs_error *error) {
    double *difference = NULL;
    if (!c->matched) {
        x->p = x->own.n < HBS_UNITS_ENOUGH || x->reference.n < HBS_UNITS_ENOUGH ? 1 : NAN;
        return HBS_OK;
    }
    hbs_status status = hbs_allocate(&difference, units->count, sizeof *difference, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < units->count; i++) difference[i] = (double)units->item[i].own.settled - (double)units->item[i].reference.settled;
    status = hbs_exchange_p(difference, units->count, c->options->seed, &x->p, error);
    free(difference);
    return status;
}

static hbs_status compare_units(const by_unit *units, double level, comparison *x, hbs_error *error) {
    hbs_contrast_unit *unit = NULL;
    const hbs_status status = hbs_allocate(&unit, units->count, sizeof *unit, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < units->count; i++) {
        const cell *own = &units->item[i].own, *reference = &units->item[i].reference;
        unit[i] = (hbs_contrast_unit){(double)own->n, (double)own->settled, (double)reference->n, (double)reference->settled};
    }
    hbs_contrast_of_units(unit, units->count, level, &x->difference, &x->kappa, &x->saturated);
    free(unit);
    return HBS_OK;
}

/* Both comparisons, by unit where needed. */
static hbs_status compare(const collapse *c, int label, comparison *x, hbs_error *error) {
    hbs_status status = HBS_OK;
    by_unit units = {0};
    bool clustered;
    const double level = c->options->level;
    HBS_TRY(gather_units(&units, &c->own, &c->reference, label, UINT32_MAX, true, c->matched ? 0 : UINT64_C(1) << 63, &clustered, error));
    HBS_TRY(test_units(c, &units, x, error));
    if (clustered) {
        HBS_TRY(compare_units(&units, level, x, error));
        goto done;
    }
    hbs_contrast contrast = {x->own.settled, x->own.n, x->reference.settled, x->reference.n, 0, c->matched};
    for (size_t i = 0; contrast.paired && i < units.count; i++) contrast.both += units.item[i].own.settled && units.item[i].reference.settled;
    x->difference = hbs_contrast_difference(&contrast, level);
    x->kappa = hbs_contrast_kappa(&contrast, level, &x->saturated);
done:
    free(units.item);
    return status;
}

static void judge(const collapse *c, hbs_weight weight, const hbs_estimate *value, char *out, size_t room) {
    const char *others = hbs_compared_with(c->matched, c->reference_dataset.name);
    if (weight != HBS_FINDING_BIAS) snprintf(out, room, "no difference from %s is marked", others);
    else snprintf(out, room, "%s is settled than of %s", value->ci_low > 0 ? "more" : "less", others);
}

/* Instances that no uniform one stands for: how many, and what kept them from being drawn. */
static hbs_status say_infeasible(collapse *c, hbs_catalog *catalog, int label, const char *subject, const comparison *x, hbs_error *error) {
    char sentence[512], reason[200];
    if (!c->matched || !x->left_out) return HBS_OK;
    const hbs_status status = hbs_reference_reason(catalog, &c->reference_dataset, label, reason, sizeof reason, error);
    if (status != HBS_OK) return status;
    const uint64_t all = x->own.n + x->left_out;
    const hbs_estimate share = hbs_exactly((double)x->left_out / (double)all, all);
    snprintf(sentence, sizeof sentence, "Infeasible: %" PRIu64 " of %" PRIu64 " %s instance%s %s no counterpart in the reference%s%s.", x->left_out,
             all, hbs_label_name(c->dataset->problem, label), hbs_s(all), hbs_one_or(x->left_out, "has", "have"), reason[0] ? ": " : "", reason);
    return say(c, &share, NAN, HBS_FINDING_PLAIN, "infeasible", subject, sentence, error);
}

/* Where they are fewer than instances, which is what intervals go by. */
static void in_units(const collapse *c, const hbs_estimate *value, char *out, size_t room) {
    if (c->clustered) snprintf(out, room, ", of %" PRIu64 " unit%s", value->n, hbs_s(value->n));
    else *out = 0;
}

static hbs_status say_difference(collapse *c, const comparison *x, const char *subject, hbs_error *error) {
    char sentence[512], note[80] = "", judged[200] = "", omitted[100], units[60];
    const bool tested = isnan(x->kappa.estimate); /* else kappa is what is weighed */
    const hbs_weight weight = tested ? hbs_mark(&x->difference, 0, x->p) : HBS_FINDING_PLAIN;
    if (tested) {
        hbs_mark_note(&x->difference, 0, x->p, note, sizeof note);
        judged[0] = ':', judged[1] = ' ';
        judge(c, weight, &x->difference, judged + 2, sizeof judged - 2);
    }
    hbs_left_out(x->left_out, "instance", omitted, sizeof omitted);
    in_units(c, &x->difference, units, sizeof units);
    snprintf(sentence, sizeof sentence, "Share settled, dataset minus reference: %+.3f [%+.3f, %+.3f], N = %" PRIu64 " and %" PRIu64 "%s%s%s.%s",
             x->difference.estimate, x->difference.ci_low, x->difference.ci_high, x->own.n, x->reference.n, units, note, judged, omitted);
    return say(c, &x->difference, 0, weight, "difference", subject, sentence, error);
}

static hbs_status say_kappa(collapse *c, int label, const comparison *x, const char *subject, hbs_error *error) {
    char sentence[512], note[80], judged[200], omitted[100], units[60];
    const char *name = hbs_label_name(c->dataset->problem, label);
    hbs_left_out(x->left_out, "instance", omitted, sizeof omitted);
    if (isnan(x->kappa.estimate)) {
        snprintf(sentence, sizeof sentence,
                 "%s: the deciders settle %" PRIu64 " of the %" PRIu64 " %s instance%s of the reference too, which leaves hardly any to settle beyond those; "
                 "the difference is weighed instead.%s",
                 x->saturated ? "Saturated" : "Not defined", x->reference.settled, x->reference.n, name, hbs_s(x->reference.n), omitted);
        return say(c, NULL, 0, HBS_FINDING_NOT_APPLICABLE, "kappa", subject, sentence, error);
    }
    const hbs_weight weight = hbs_mark(&x->kappa, 0, x->p);
    hbs_mark_note(&x->kappa, 0, x->p, note, sizeof note);
    judge(c, weight, &x->kappa, judged, sizeof judged);
    in_units(c, &x->kappa, units, sizeof units);
    snprintf(sentence, sizeof sentence, "Collapse of %s instances: %+.3f [%+.3f, %+.3f] of what the reference leaves unsettled, N = %" PRIu64 " and %" PRIu64 "%s%s%s: %s.%s",
             name, x->kappa.estimate, x->kappa.ci_low, x->kappa.ci_high, x->own.n, x->reference.n, units,
             x->own.n < CELL_ENOUGH ? ", fewer than 400, so wide" : "", note, judged, omitted);
    return say(c, &x->kappa, 0, weight, "kappa", subject, sentence, error);
}

static hbs_status say_comparison(collapse *c, hbs_catalog *catalog, int label, const char *subject, hbs_error *error) {
    hbs_status status = HBS_OK;
    comparison x = {.own = count(&c->own, label, UINT32_MAX, true), .reference = count(&c->reference, label, UINT32_MAX, false)};
    x.left_out = count(&c->own, label, UINT32_MAX, false).n - x.own.n;
    HBS_TRY(say_infeasible(c, catalog, label, subject, &x, error));
    if (!x.own.n || !x.reference.n)
        return say(c, NULL, 0, HBS_FINDING_NOT_APPLICABLE, "kappa", subject,
                   c->matched ? "Infeasible: no instance of this label has a counterpart in the reference."
                              : "The reference has no instance of this label.",
                   error);
    HBS_TRY(say_share(c, &c->reference, label, UINT32_MAX, "reference_share_decided", subject, "Settled by any decider in the reference", error));
    HBS_TRY(compare(c, label, &x, error));
    c->p_value = c->matched ? hbs_p_or_none(x.p) : 0;
    HBS_TRY(say_difference(c, &x, subject, error));
    HBS_TRY(say_kappa(c, label, &x, subject, error));
    c->p_value = 0;
done:
    return status;
}

static hbs_status find_clusters(collapse *c, int label, hbs_error *error) {
    by_unit units = {0};
    const outcomes none = {0};
    const hbs_status status = gather_units(&units, &c->own, &none, label, UINT32_MAX, false, 0, &c->clustered, error);
    free(units.item);
    return status;
}

static hbs_status say_label(collapse *c, hbs_catalog *catalog, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[32], what[80];
    snprintf(subject, sizeof subject, "label=%d", label);
    const cell own = count(&c->own, label, UINT32_MAX, false);
    if (!own.n) {
        snprintf(what, sizeof what, "No instance has label %d (%s).", label, hbs_label_name(c->dataset->problem, label));
        return say(c, NULL, 0, HBS_FINDING_NOT_APPLICABLE, "kappa", subject, what, error);
    }
    snprintf(what, sizeof what, "%s instances settled by any decider", hbs_label_name(c->dataset->problem, label));
    HBS_TRY(find_clusters(c, label, error));
    HBS_TRY(say_share(c, &c->own, label, UINT32_MAX, "share_decided", subject, what, error));
    if (c->has_reference) HBS_TRY(say_comparison(c, catalog, label, subject, error));
    else HBS_TRY(say(c, NULL, 0, HBS_FINDING_NOT_APPLICABLE, "kappa", subject, c->why, error));
    for (unsigned d = 0; d < DECIDERS_MAX && c->own.decider[d]; d++)
        if (can_answer(c->own.decider[d], label)) HBS_TRY(say_decider(c, d, label, error));
done:
    return status;
}

/* " (FILE)" of an imported instance, or "". */
static hbs_status name_file(const collapse *c, hbs_catalog *catalog, uint64_t idx, char *out, size_t room, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    out[0] = 0;
    HBS_TRY(hbs_rows_open_from(&rows, catalog, c->dataset->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (more && row.idx == idx && row.name) snprintf(out, room, " (%.200s)", row.name);
    hbs_make_printable(out);
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status say_contradictions(collapse *c, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    char sentence[400], file[210];
    uint64_t wrong = 0, first = 0;
    for (size_t i = 0; i < c->own.count; i++)
        if (c->own.item[i].contradicted && !wrong++) first = c->own.item[i].idx;
    if (!wrong) return HBS_OK;
    const hbs_estimate value = hbs_exactly((double)wrong, c->own.count);
    HBS_TRY(name_file(c, catalog, first, file, sizeof file, error));
    snprintf(sentence, sizeof sentence,
             "Sound deciders contradict the label of %" PRIu64 " instance%s, the first is number %" PRIu64 "%s: run gen verify.", wrong, hbs_s(wrong),
             first, file);
    HBS_TRY(say(c, &value, 0, HBS_FINDING_BIAS, "labels_contradicted", "", sentence, error));
done:
    return status;
}

static hbs_status look(collapse *c, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!hbs_deciders(c->dataset->problem)[0])
        return say(c, NULL, 0, HBS_FINDING_NOT_APPLICABLE, "kappa", "", "There is no decider for this problem.", error);
    HBS_TRY(decide_all(&c->own, catalog, c->dataset, c->options, error));
    HBS_TRY(
        hbs_reference_if_any(catalog, c->dataset, c->options, &c->reference_dataset, &c->has_reference, &c->matched, c->why, sizeof c->why, error));
    if (c->has_reference) HBS_TRY(decide_all(&c->reference, catalog, &c->reference_dataset, c->options, error));
    pair(&c->own, &c->reference, c->matched);
    HBS_TRY(say_label(c, catalog, HBS_LABEL_NO, error));
    HBS_TRY(say_label(c, catalog, HBS_LABEL_YES, error));
    HBS_TRY(say_contradictions(c, catalog, error));
done:
    return status;
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    const hbs_measure_options options = hbs_measure_options_complete(given);
    collapse c = {.dataset = dataset, .options = &options, .out = out, .head = hbs_finding_about(NAME, dataset)};
    const hbs_status status = look(&c, catalog, error);
    hbs_dataset_free(&c.reference_dataset);
    free(c.own.item);
    free(c.reference.item);
    return status;
}

const hbs_measure hbs_measure_collapse = {
    .name = NAME,
    .summary = "shares settled by sound polynomial deciders against the reference, by label, and kappa",
    .source = "Yehuda, Gabel, Schuster, \"It's Not What Machines Can Learn, It's What We Cannot Teach\", ICML 2020",
    .run = run,
};
