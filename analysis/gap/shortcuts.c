/* Shortcuts: rules too simple to have anything to do with the problem, that predict the label all the same.
 *
 * The units are halved by the seed. On one half every feature, threshold and direction is tried for the best balanced accuracy; that one rule is
 * scored once on the other half, so the number of rules tried costs nothing in significance. A feature may predict on uniform instances as well (few
 * clauses: satisfiable), so the rule is scored on the label- and size-matched reference of the same held-out rows too, and it is the signed gap that
 * is weighed. The order of clauses needs another measure: satisfiable formulas have less balanced polarities, so even in uniform order a single literal
 * tells a little, and more so where solutions are hidden: the order is held against the very same instances in an order drawn anew. Features that are functions of the sizes alone are equal in a matched reference; for them chance is the null. When the best rule
 * uses a size, the best one that does not is given too. Values that are not defined count as not above the threshold. Cost O(features * rows * log
 * rows). */
#include "analysis/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gap/fitted.h"
#include "analysis/gap/held_out.h"
#include "analysis/gap/reordered.h"
#include "analysis/marking.h"
#include "analysis/reference/reference.h"
#include "analysis/wording.h"
#include "core/memory.h"

#define NAME "shortcuts"

/* All that one run looks at. */
typedef struct shortcuts {
    const hbs_dataset *dataset;
    const hbs_measure_options *options;
    hbs_feature_table table, reference_table;
    hbs_dataset reference;
    bool has_reference, matched;
    bool reordered; /* the reference is the same instances in another order */
    char why[400]; /* why there is no reference */
    char is[200];  /* what rules are held against: "the reference NAME" */
    const char *than; /* the same after "easier to tell here than on" */
    const char *other_accuracy, *gap; /* quantities */
    bool *held_out;
    uint32_t *times; /* 1 for rows of the first half */
    hbs_trial trial;
    hbs_findings *out;
} shortcuts;

typedef struct rule {
    size_t column;
    double threshold;
    int above;       /* label predicted above the threshold */
    uint64_t gain;   /* on the half it was found on: |2 balanced accuracy - 1| times the product of the counts of both labels, an integer, so that ties are ties */
} rule;

typedef struct point {
    double value;
    int label;
} point;

static int compare_points(const void *a, const void *b) {
    const double x = ((const point *)a)->value, y = ((const point *)b)->value;
    return (x > y) - (x < y);
}

/* A cut between two neighbouring values, in the lower one's favour when no double lies between. */
static double between(double low, double high) {
    const double middle = low + (high - low) / 2;
    return middle < high ? middle : low;
}

/* Best cut of one sorted column; of equal ones the first. Counts are below 2^32, so products are exact. `below`, `total`: counts by label, those not defined already below. */
static void cut(const point *points, size_t count, const uint64_t undefined[2], const uint64_t total[2], size_t column, rule *best) {
    uint64_t below[2] = {undefined[0], undefined[1]};
    for (size_t i = 0; i + 1 < count; i++) {
        below[points[i].label]++;
        if (!(points[i].value < points[i + 1].value)) continue;
        const uint64_t zero = below[0] * total[1], one = below[1] * total[0]; /* "above: label 1" is right on below[0] and total[1] - below[1] */
        const uint64_t gain = zero > one ? zero - one : one - zero;
        if (gain > best->gain) *best = (rule){column, between(points[i].value, points[i + 1].value), zero > one, gain};
    }
}

static bool not_size(const hbs_feature *feature) { return !feature->size; }
static bool is_size(const hbs_feature *feature) { return feature->size; }
static bool is_order(const hbs_feature *feature) { return feature->order; }
static bool any_feature(const hbs_feature *feature) { return feature != NULL; }

static hbs_status find_rule(const shortcuts *s, bool (*use)(const hbs_feature *), rule *best, hbs_error *error) {
    const hbs_feature_table *t = &s->table;
    point *points = NULL;
    const hbs_status status = hbs_allocate(&points, t->rows, sizeof *points, error);
    if (status != HBS_OK) return status;
    *best = (rule){.column = SIZE_MAX};
    for (size_t c = 0; c < t->columns; c++) {
        uint64_t total[2] = {0, 0}, undefined[2] = {0, 0};
        size_t count = 0;
        for (size_t i = 0; i < t->rows && use(t->feature[c]); i++) {
            hbs_feature_table_passed(t, i);
            if (s->held_out[i] || t->label[i] < 0) continue;
            const double value = t->value[i * t->columns + c];
            total[t->label[i]]++;
            if (isnan(value)) undefined[t->label[i]]++;
            else points[count++] = (point){value, t->label[i]};
        }
        qsort(points, count, sizeof *points, compare_points);
        if (count) cut(points, count, undefined, total, c, best);
    }
    free(points);
    return HBS_OK;
}

static int guess_by_rule(void *context, const double *values) {
    const rule *r = context;
    return values[r->column] > r->threshold ? r->above : !r->above;
}

/* Findings. */

static hbs_finding head_of(const shortcuts *s, const hbs_estimate *value, double null_value, hbs_weight weight) {
    hbs_finding head = hbs_finding_about(NAME, s->dataset);
    head.value = *value;
    head.null_value = null_value;
    head.weight = weight;
    return head;
}

static hbs_status not_applicable(shortcuts *s, const char *quantity, const char *subject, const char *why, hbs_error *error) {
    const hbs_estimate none = hbs_not_defined();
    const hbs_finding head = head_of(s, &none, NAN, HBS_FINDING_NOT_APPLICABLE);
    return hbs_findings_say(s->out, &head, quantity, subject, error, "%s", why);
}

/* Words for a rule: `what` begins the sentence; against_chance: its null is .5, else the reference. */
typedef struct words {
    const char *subject, *what, *noun;
    bool against_chance;
} words;

/* Against chance where sizes are all there is; else the gap is what is weighed, and this a figure to know. */
static hbs_status say_accuracy(shortcuts *s, const words *w, const hbs_estimate *own, hbs_error *error) {
    char note[80] = "", judged[120] = "";
    const hbs_weight weight = w->against_chance ? hbs_mark_above(own, .5, NAN) : HBS_FINDING_PLAIN;
    const hbs_finding head = head_of(s, own, .5, weight);
    if (w->against_chance) {
        hbs_mark_note(own, .5, NAN, note, sizeof note);
        snprintf(judged, sizeof judged, ": %s",
                 weight == HBS_FINDING_BIAS ? "the sizes alone tell that much of the label, without a look at the instances"
                 : note[0]                  ? "not marked"
                                            : "no better than chance");
    }
    return hbs_findings_say(s->out, &head, "own_accuracy", w->subject, error, "%s: balanced accuracy %.3f [%.3f, %.3f] on %llu unit%s of a random half%s%s.", w->what, own->estimate, own->ci_low,
                            own->ci_high, (unsigned long long)own->n, hbs_s(own->n), note, judged);
}

/* Held-out instances of known label that the reference has no counterpart for. */
static uint64_t without_counterpart(const shortcuts *s) {
    uint64_t count = 0;
    for (size_t i = 0; s->matched && i < s->table.rows; i++) count += s->held_out[i] && s->table.label[i] >= 0 && !s->trial.has_partner[i];
    return count;
}

/* Less than in another order is no rule, and a gain of what is no better than chance is the bad luck of the other order. */
static hbs_weight weigh(const shortcuts *s, const hbs_estimate *own, const hbs_estimate *gap, double p) {
    if (!s->reordered) return hbs_mark(gap, 0, p);
    return own->ci_low > .5 ? hbs_mark_above(gap, 0, p) : HBS_FINDING_NONE;
}

static hbs_status say_gap(shortcuts *s, const words *w, const hbs_estimate *own, const hbs_estimate *reference, const hbs_estimate *gap, double p, hbs_error *error) {
    char omitted[100], note[80], judged[240];
    const hbs_weight weight = weigh(s, own, gap, p);
    const hbs_finding other = head_of(s, reference, .5, HBS_FINDING_PLAIN);
    hbs_finding head = head_of(s, gap, 0, weight);
    head.p_value = hbs_p_or_none(p);
    const hbs_status status = hbs_findings_say(s->out, &other, s->other_accuracy, w->subject, error, "The same %s on %s: %.3f [%.3f, %.3f].", w->noun, s->is, reference->estimate, reference->ci_low,
                                               reference->ci_high);
    if (status != HBS_OK) return status;
    hbs_mark_note(gap, 0, p, note, sizeof note);
    hbs_left_out(without_counterpart(s), "instance", omitted, sizeof omitted);
    if (s->reordered && !(own->ci_low > .5)) snprintf(judged, sizeof judged, "not marked, as the probe is no better than chance");
    else if (weight != HBS_FINDING_BIAS) snprintf(judged, sizeof judged, "no %s %s is marked", s->reordered ? "gain over" : "difference from", s->than);
    else snprintf(judged, sizeof judged, "the label is %s to tell here than on %s", gap->ci_low > 0 ? "easier" : "harder", s->than);
    return hbs_findings_say(s->out, &head, s->gap, w->subject, error, "The %s gains %+.3f [%+.3f, %+.3f] over that, N = %llu%s: %s.%s", w->noun, gap->estimate, gap->ci_low, gap->ci_high,
                            (unsigned long long)gap->n, note, judged, omitted);
}

static hbs_status report(shortcuts *s, const words *w, hbs_guess guess, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_score score = {0};
    hbs_estimate own, reference, gap;
    double p;
    HBS_TRY(hbs_score_new(&score, s->trial.clusters, 1, error));
    hbs_trial_score(&s->trial, s->held_out, guess, context, 0, &score);
    HBS_TRY(hbs_accuracy_estimate(score.own, score.clusters, 1, s->options, &own, NULL, error));
    HBS_TRY(say_accuracy(s, w, &own, error));
    if (w->against_chance && s->matched) goto done; /* sizes are equal there: nothing to learn */
    if (!s->has_reference) {
        HBS_TRY(not_applicable(s, s->gap, w->subject, s->why, error));
        goto done;
    }
    HBS_TRY(hbs_accuracy_estimate(score.reference, score.clusters, 1, s->options, &reference, NULL, error));
    HBS_TRY(hbs_gap_estimate(&score, s->options, &gap, &p, NULL, error));
    if (isnan(gap.estimate))
        HBS_TRY(not_applicable(s, s->gap, w->subject,
                               "Infeasible: the reference has no instance of one of the labels to set against the held-out ones.", error));
    else HBS_TRY(say_gap(s, w, &own, &reference, &gap, p, error));
done:
    hbs_score_free(&score);
    return status;
}

static hbs_status report_rule(shortcuts *s, rule *r, hbs_error *error) {
    char subject[160], what[300];
    if (r->column == SIZE_MAX) return not_applicable(s, "own_accuracy", "feature", "No feature varies on the half that rules are sought on.", error);
    const hbs_feature *feature = s->table.feature[r->column];
    snprintf(subject, sizeof subject, "feature=%s", feature->name);
    snprintf(what, sizeof what, "Best one-feature rule%s, \"%s > %.6g: label %d\"", feature->size ? "" : " that is no function of the sizes",
             feature->name, r->threshold, r->above);
    const words w = {subject, what, "rule", feature->size};
    return report(s, &w, guess_by_rule, r, error);
}

static hbs_status report_rules(shortcuts *s, hbs_error *error) {
    rule best;
    hbs_status status = find_rule(s, any_feature, &best, error);
    if (status == HBS_OK) status = report_rule(s, &best, error);
    if (status != HBS_OK || best.column == SIZE_MAX || !s->table.feature[best.column]->size) return status;
    status = find_rule(s, not_size, &best, error);
    return status == HBS_OK ? report_rule(s, &best, error) : status;
}

static hbs_status report_probe(shortcuts *s, bool (*use)(const hbs_feature *), const char *subject, const char *what, const char *none,
                               bool against_chance, hbs_error *error) {
    hbs_fitted fitted = {0};
    const hbs_probe *probe;
    const words w = {subject, what, "probe", against_chance};
    size_t columns = 0;
    for (size_t c = 0; c < s->table.columns; c++) columns += use(s->table.feature[c]);
    if (!columns) return not_applicable(s, "own_accuracy", subject, none, error);
    hbs_status status = hbs_probe_find("logistic", &probe, error);
    if (status == HBS_OK) status = hbs_fit(&fitted, probe, &s->table, s->times, use, s->options->seed, error);
    if (status == HBS_OK) status = report(s, &w, hbs_fitted_guess, &fitted, error);
    hbs_fitted_free(&fitted);
    return status;
}

/* Set-up. */

static hbs_status load_reference(shortcuts *s, hbs_catalog *catalog, hbs_error *error) {
    const hbs_status status =
        hbs_reference_if_any(catalog, s->dataset, s->options, &s->reference, &s->has_reference, &s->matched, s->why, sizeof s->why, error);
    if (status != HBS_OK || !s->has_reference) return status;
    snprintf(s->is, sizeof s->is, "the reference %s", s->reference.name);
    s->than = hbs_compared_with(s->matched, s->reference.name);
    const hbs_masked_rows tested = {&s->table, s->held_out};
    return hbs_feature_table_load_rows(&s->reference_table, catalog, &s->reference, s->options, s->matched ? hbs_is_masked_row : NULL, &tested,
                                       error);
}

static hbs_status divide(shortcuts *s, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&s->held_out, s->table.rows, sizeof *s->held_out, error));
    HBS_TRY(hbs_allocate(&s->times, s->table.rows, sizeof *s->times, error));
    HBS_TRY(hbs_halve_units(&s->table, s->options->seed, s->held_out, error));
    for (size_t i = 0; i < s->table.rows; i++) s->times[i] = !s->held_out[i];
done:
    return status;
}

/* From here on the held-out instances are held against themselves in an order drawn anew. */
static hbs_status reorder(shortcuts *s, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_masked_rows tested = {&s->table, s->held_out};
    hbs_trial_close(&s->trial);
    hbs_feature_table_free(&s->reference_table);
    s->has_reference = s->matched = s->reordered = true;
    s->than = s->is;
    s->other_accuracy = "reordered_accuracy";
    s->gap = "order_gap";
    snprintf(s->is, sizeof s->is, "the same instances in an order drawn anew");
    HBS_TRY(hbs_reordered_rows(&s->reference_table, catalog, s->dataset, &tested, s->options, error));
    HBS_TRY(hbs_trial_open(&s->trial, &s->table, &s->reference_table, true, s->held_out, error));
done:
    return status;
}

static hbs_status look(shortcuts *s, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!hbs_feature_count(s->dataset->problem)) return not_applicable(s, "own_accuracy", "", "There is no feature for this problem.", error);
    HBS_TRY(hbs_feature_table_load(&s->table, catalog, s->dataset, s->options, error));
    HBS_TRY(divide(s, error));
    if (!hbs_has_both_labels(&s->table, s->held_out, false) || !hbs_has_both_labels(&s->table, s->held_out, true))
        return not_applicable(s, "own_accuracy", "", "Both halves of the units need instances of both labels.", error);
    HBS_TRY(load_reference(s, catalog, error));
    HBS_TRY(hbs_trial_open(&s->trial, &s->table, s->has_reference ? &s->reference_table : NULL, s->matched, s->held_out, error));
    HBS_TRY(report_rules(s, error));
    HBS_TRY(report_probe(s, is_size, "probe=sizes", "A probe that sees the sizes alone",
                         "No feature of this problem is a function of the sizes alone.", true, error));
    HBS_TRY(reorder(s, catalog, error));
    HBS_TRY(report_probe(s, is_order, "probe=order",
                         s->dataset->problem == HBS_SAT ? "A probe that sees the order of clauses and literals alone"
                                                        : "A probe that sees the order of atoms alone",
                         "No feature of this problem depends on order.", false, error));
done:
    return status;
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    const hbs_measure_options options = hbs_measure_options_complete(given);
    shortcuts s = {.dataset = dataset, .options = &options, .out = out, .other_accuracy = "reference_accuracy", .gap = "gap"};
    const hbs_status status = look(&s, catalog, error);
    hbs_trial_close(&s.trial);
    hbs_feature_table_free(&s.table);
    hbs_feature_table_free(&s.reference_table);
    hbs_dataset_free(&s.reference);
    free(s.held_out);
    free(s.times);
    return status;
}

const hbs_measure hbs_measure_shortcuts = {
    .name = NAME,
    .summary = "the best one-feature rule for the label, and probes that see sizes or order alone, on held-out units",
    .source = "Holte, \"Very simple classification rules perform well on most commonly used datasets\", Machine Learning 11, 1993",
    .run = run,
};
