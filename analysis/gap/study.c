/* The study: probes trained on datasets, tested on held-out units and on the uniform reference of those very units.
 *
 * The gap is taken over the test instances that have a counterpart in the reference, since only these compare alike with alike; own accuracy is that of all. With repeats, each repeat r > 0 draws new
 * halves where halves are drawn, and trains on a resample of its training units (members.h), so what trainings differ by is told, and with ten or more the interval allows for it. Once only a training
 * matrix is in memory. Cost: features once, then repeats * probes * trainings. Source of the question: Yehuda, Gabel, Schuster, ICML 2020. */
#include "analysis/gap/study.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gap/fitted.h"
#include "analysis/gap/members.h"
#include "analysis/marking.h"
#include "analysis/redundancy/overlap.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/ordering.h"

void hbs_study_free(hbs_study *study) {
    if (!study) return;
    free(study->cell);
    *study = (hbs_study){0};
}

/* Cells. */

/* Of the first repeat; the later ones differ by the division alone. */
static void count_rows(const hbs_member *test, hbs_study_cell *cell) {
    const hbs_trial *t = &test->trial;
    for (size_t i = 0; i < test->table.rows; i++) {
        if (!test->held_out[i]) continue;
        if (test->table.label[i] < 0) cell->unknown++;
        else cell->test_rows++;
        if (test->table.label[i] >= 0 && t->matched && !t->has_partner[i]) cell->infeasible++;
    }
    for (size_t i = 0; i < test->reference.rows; i++)
        cell->reference_rows += test->reference.label[i] >= 0 && (!t->matched || (t->partner[i] != SIZE_MAX && test->held_out[t->partner[i]]));
}

typedef struct trained_rows {
    const hbs_feature_table *table;
    const uint32_t *times;
} trained_rows;

static bool is_trained_on(const void *context, uint64_t idx) {
    const trained_rows *rows = context;
    const uint64_t *at = bsearch(&idx, rows->table->idx, rows->table->rows, sizeof idx, hbs_by_uint64);
    return at && rows->times[at - rows->table->idx] && rows->table->label[at - rows->table->idx] >= 0;
}

/* Of the first repeat too. */
static hbs_status count_shared(const hbs_members *r, const hbs_member *train, const hbs_member *test, hbs_study_cell *cell, hbs_error *error) {
    const trained_rows trained = {&train->table, train->times};
    const hbs_masked_rows tested = {&test->table, test->held_out};
    const hbs_some_rows rows = {&test->dataset, hbs_is_masked_row, &tested}, others = {&train->dataset, is_trained_on, &trained};
    hbs_shared shared = {0};
    const hbs_status status = hbs_shared_count(&shared, r->catalog, &rows, &others, error);
    cell->held_out = shared.instances;
    cell->copies = shared.copies;
    cell->relatives = shared.relatives;
    cell->related = shared.related;
    cell->renamed = shared.isomorphic - shared.copies;
    cell->unknown_forms = shared.unknown;
    return status;
}

static hbs_status estimate(const hbs_members *r, const hbs_score *score, hbs_study_cell *cell, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_accuracy_estimate(score->own, score->clusters, r->repeats, &r->measure, &cell->own, &cell->own_trainings, error));
    HBS_TRY(hbs_accuracy_estimate(score->reference, score->clusters, r->repeats, &r->measure, &cell->reference, &cell->reference_trainings, error));
    HBS_TRY(hbs_gap_estimate(score, &r->measure, &cell->gap, &cell->gap_p, &cell->gap_trainings, error));
done:
    return status;
}

/* Of what is trained on in a repeat. */
static void say_part(const hbs_members *r, const hbs_member *train, unsigned repeat, bool lacks_none, char *out, size_t room) {
    if (!lacks_none || train->part == HBS_STUDY_WHOLE) snprintf(out, room, "there");
    else if (train->part == HBS_STUDY_SPLIT) snprintf(out, room, "in its split 'train'");
    else snprintf(out, room, "in the half drawn for repeat %u (seed %" PRIu64 ")", repeat + 1, r->measure.seed + repeat);
}

/* A dataset, or a part of it, without one of the labels has nothing to teach. */
static hbs_status check_labels(const hbs_members *r, const hbs_member *train, unsigned repeat, hbs_error *error) {
    uint64_t count[2] = {0, 0}, all[2] = {0, 0};
    char where[100];
    const uint32_t *const times = train->times + repeat * train->table.rows;
    for (size_t i = 0; i < train->table.rows; i++) {
        if (train->table.label[i] < 0) continue;
        all[train->table.label[i]]++;
        count[train->table.label[i]] += times[i] > 0;
    }
    if (count[0] && count[1]) return HBS_OK;
    say_part(r, train, repeat, all[0] && all[1], where, sizeof where);
    if (!count[0] && !count[1])
        return hbs_raise(error, HBS_ERROR_USAGE, "training on '%s' needs instances of both labels, and none of a known label is %s", train->name, where);
    return hbs_raise(error, HBS_ERROR_USAGE, "training on '%s' needs instances of both labels, and the %" PRIu64 " %s are all %s", train->name, count[0] + count[1], where,
                     hbs_label_name(train->dataset.problem, count[0] ? HBS_LABEL_NO : HBS_LABEL_YES));
}

static hbs_status score_repeat(const hbs_members *r, const hbs_member *train, const hbs_member *test, const hbs_probe *probe, unsigned repeat, hbs_score *score,
                               hbs_study_cell *cell, hbs_error *error) {
    hbs_fitted fitted = {0};
    hbs_error local = {0};
    const hbs_status ready = check_labels(r, train, repeat, error);
    if (ready != HBS_OK) return ready;
    const hbs_status status =
        hbs_fit(&fitted, probe, &train->table, train->times + repeat * train->table.rows, NULL, r->measure.seed + repeat, &local);
    if (status != HBS_OK) return hbs_raise(error, status, "training on '%s': %s", train->name, local.message);
    hbs_trial_score(&test->trial, test->held_out + repeat * test->table.rows, hbs_fitted_guess, &fitted, repeat, score);
    if (!repeat) cell->train_rows = fitted.rows;
    hbs_fitted_free(&fitted);
    return HBS_OK;
}

/* `before`: a cell of the same two datasets, or NULL. */
static hbs_status run_cell(const hbs_members *r, const hbs_member *train, const hbs_member *test, const hbs_probe *probe, const hbs_study_cell *before,
                           hbs_study_cell *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_score score = {0};
    hbs_study_cell cell = {.probe = probe->name, .matched = test->matched, .repeats = r->repeats, .train_part = train->part, .test_part = test->part};
    snprintf(cell.train, sizeof cell.train, "%s", train->name);
    snprintf(cell.test, sizeof cell.test, "%s", test->name);
    snprintf(cell.reference_name, sizeof cell.reference_name, "%s", test->reference_dataset.name);
    HBS_TRY(hbs_score_new(&score, test->trial.clusters, r->repeats, error));
    for (unsigned k = 0; k < r->repeats; k++) {
        if (hbs_should_stop(r->measure.listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "study: interrupted");
        HBS_TRY(score_repeat(r, train, test, probe, k, &score, &cell, error));
    }
    HBS_TRY(estimate(r, &score, &cell, error));
    count_rows(test, &cell);
    if (!before) HBS_TRY(count_shared(r, train, test, &cell, error));
    else {
        cell.held_out = before->held_out, cell.copies = before->copies, cell.relatives = before->relatives;
        cell.related = before->related, cell.renamed = before->renamed, cell.unknown_forms = before->unknown_forms;
    }
    *out = cell;
done:
    hbs_score_free(&score);
    return status;
}

static size_t count_probes(const hbs_study_options *options) {
    if (options->probe) return options->probes;
    size_t count = 0;
    while (hbs_probes()[count]) count++;
    return count;
}

static hbs_status run_cells(hbs_members *r, hbs_study *study, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_study_options *o = r->options;
    const size_t probes = count_probes(o), all = o->trains * o->tests * probes;
    HBS_TRY(hbs_allocate(&study->cell, all, sizeof *study->cell, error));
    for (size_t i = 0; i < all; i++) {
        const hbs_probe *probe = o->probe ? NULL : hbs_probes()[i % probes];
        if (o->probe) HBS_TRY(hbs_probe_find(o->probe[i % probes], &probe, error));
        hbs_report_progress(r->measure.listener, "study", i, all, "cells");
        HBS_TRY(run_cell(r, hbs_member_of(r, o->train[i / probes / o->tests]), hbs_member_of(r, o->test[i / probes % o->tests]), probe,
                         i % probes ? &study->cell[i - 1] : NULL, &study->cell[i], error));
        study->count++;
    }
done:
    return status;
}

static hbs_status check_options(const hbs_study_options *options, hbs_error *error) {
    if (!options->trains || !options->tests)
        return hbs_raise(error, HBS_ERROR_USAGE, "a study needs at least one dataset to train on and one to test on");
    for (size_t i = 0; options->probe && i < options->probes; i++) {
        const hbs_probe *probe;
        const hbs_status status = hbs_probe_find(options->probe[i], &probe, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

hbs_status hbs_study_run(hbs_study *out, hbs_catalog *catalog, const hbs_study_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_members r = {.catalog = catalog,
                 .options = options,
                 .measure = hbs_measure_options_complete(&options->measure),
                 .repeats = options->repeats ? options->repeats : 1};
    hbs_study study = {0};
    HBS_TRY(check_options(options, error));
    HBS_TRY(hbs_members_load(&r, error));
    HBS_TRY(run_cells(&r, &study, error));
    *out = study;
    study = (hbs_study){0};
done:
    hbs_study_free(&study);
    hbs_members_free(&r);
    return status;
}

/* Findings. */

/* For which trainings an interval is; nothing to say of one. */
static void say_trainings(const hbs_study_cell *cell, const hbs_trainings *t, char *out, size_t room) {
    *out = 0;
    if (cell->repeats > 1) snprintf(out, room, ", mean of %u trainings, interval for %s", cell->repeats, t->others ? "another training set of this size" : "these");
}

static hbs_status say_accuracy(const hbs_study_cell *cell, const hbs_finding *base, const char *quantity, const char *subject, const char *where,
                               const hbs_estimate *value, const hbs_trainings *trainings, hbs_findings *out, hbs_error *error) {
    hbs_finding head = *base;
    char note[100];
    head.value = *value;
    head.null_value = .5;
    if (isnan(value->estimate)) {
        head.weight = HBS_FINDING_NOT_APPLICABLE;
        return hbs_findings_say(out, &head, quantity, subject, error,
                                "The accuracy of the %s probe, trained on %s, on %s is %s.", cell->probe, cell->train, where, value->method);
    }
    say_trainings(cell, trainings, note, sizeof note);
    return hbs_findings_say(out, &head, quantity, subject, error,
                            "Trained on %s, the %s probe has balanced accuracy %.3f [%.3f, %.3f] on %s, N = %" PRIu64 "%s.", cell->train, cell->probe,
                            value->estimate, value->ci_low, value->ci_high, where, value->n, note);
}

static hbs_status say_gap(const hbs_study_cell *cell, const hbs_finding *base, const char *subject, hbs_findings *out, hbs_error *error) {
    hbs_finding head = *base;
    char omitted[100], trainings[100], note[80], judged[240];
    const char *others = hbs_compared_with(cell->matched, cell->reference_name);
    const hbs_estimate *gap = &cell->gap;
    head.value = *gap;
    head.null_value = 0;
    head.weight = hbs_mark(gap, 0, cell->gap_p);
    head.p_value = hbs_p_or_none(cell->gap_p);
    if (isnan(gap->estimate))
        return hbs_findings_say(out, &head, "gap", subject, error, "%c%s.", toupper((unsigned char)gap->method[0]), gap->method + 1);
    say_trainings(cell, &cell->gap_trainings, trainings, sizeof trainings);
    hbs_mark_note(gap, 0, cell->gap_p, note, sizeof note);
    hbs_left_out(cell->infeasible, "test instance", omitted, sizeof omitted);
    if (head.weight != HBS_FINDING_BIAS) snprintf(judged, sizeof judged, "no difference from %s is marked", others);
    else
        snprintf(judged, sizeof judged, "%s %s", gap->ci_low > 0 ? "so much of the accuracy does not carry over to" : "this probe is less accurate here than on",
                 others);
    return hbs_findings_say(out, &head, "gap", subject, error, "Own minus reference accuracy: %+.3f [%+.3f, %+.3f], N = %" PRIu64 "%s%s: %s.%s",
                            gap->estimate, gap->ci_low, gap->ci_high, gap->n, trainings, note, judged, omitted);
}

static hbs_status say_shared(const hbs_study_cell *cell, const hbs_finding *base, hbs_findings *out, hbs_error *error) {
    const uint64_t shared = cell->related;
    const bool same = strcmp(cell->train, cell->test) == 0; /* then redundancy weighs them */
    hbs_finding head = *base;
    char subject[160];
    if ((same && !shared) || !cell->held_out) return HBS_OK;
    head.value = hbs_exactly((double)shared / (double)cell->held_out, cell->held_out);
    if (!same) head.null_value = 0;
    head.weight = same ? HBS_FINDING_PLAIN : shared ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    snprintf(subject, sizeof subject, "train=%s", cell->train);
    return hbs_findings_say(out, &head, "related_to_training", subject, error,
                            "%" PRIu64 " of the %" PRIu64 " test instance%s (%.3g %%) %s of instances of %s that are trained on%s.", shared,
                            cell->held_out, hbs_s(cell->held_out), 100 * head.value.estimate, hbs_one_or(shared, "is a copy, exact or renamed, or a relative", "are copies, exact or renamed, or relatives"), cell->train,
                            shared ? ": what the accuracy on them says of others is not known" : "");
}

hbs_status hbs_study_findings(const hbs_study *study, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < study->count; i++) {
        const hbs_study_cell *cell = &study->cell[i];
        hbs_finding base = {.measure = "study", .value = hbs_not_defined(), .null_value = NAN};
        char subject[200];
        snprintf(base.dataset, sizeof base.dataset, "%s", cell->test);
        if (!i || strcmp(cell[-1].train, cell->train) != 0 || strcmp(cell[-1].test, cell->test) != 0) HBS_TRY(say_shared(cell, &base, out, error));
        snprintf(subject, sizeof subject, "train=%s probe=%s", cell->train, cell->probe);
        HBS_TRY(say_accuracy(cell, &base, "own_accuracy", subject, "held-out instances", &cell->own, &cell->own_trainings, out, error));
        const char *where = cell->matched ? "the reference of these instances" : cell->reference_name;
        HBS_TRY(say_accuracy(cell, &base, "reference_accuracy", subject, where, &cell->reference, &cell->reference_trainings, out, error));
        HBS_TRY(say_gap(cell, &base, subject, out, error));
    }
done:
    return status;
}
