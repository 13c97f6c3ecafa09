/* A dataset that is trained and tested on is divided by unit: its splits "train" and "test" when it has both, else halves drawn from the seed; other datasets are used whole. Each repeat r > 0 draws new
 * halves (seed + r), and resamples its training units. What a draw leaves without a label is drawn again, within REDRAWS: a repeat without one would have no figure, and undo the mean of all. Halves of
 * datasets that share families follow one another, so that such datasets are drawn again together. Every table is loaded once. */
#include "analysis/gap/members.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/reference/reference.h"
#include "core/memory.h"
#include "core/rng.h"

#define RESAMPLE_STREAM (UINT64_MAX - 1) /* halves use the last one */
#define REDRAWS 1000u /* of later halves, until they have both labels where the first ones have; of a resample, until it has those of what it is drawn from */

hbs_member *hbs_member_of(hbs_members *r, const char *name) {
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->member[i].name, name) == 0) return &r->member[i];
    r->member[r->count].name = name;
    return &r->member[r->count++];
}

static hbs_status list_members(hbs_members *r, hbs_error *error) {
    const hbs_study_options *o = r->options;
    const hbs_status status = hbs_allocate(&r->member, o->trains + o->tests, sizeof *r->member, error);
    if (status != HBS_OK) return status;
    r->count = 0;
    for (size_t i = 0; i < o->trains; i++) hbs_member_of(r, o->train[i])->trains = true;
    for (size_t i = 0; i < o->tests; i++) hbs_member_of(r, o->test[i])->tests = true;
    return HBS_OK;
}

static bool has_split(const hbs_feature_table *table, const char *name) {
    for (size_t i = 0; i < table->rows; i++)
        if (strcmp(table->split[i], name) == 0) return true;
    return false;
}

static bool is_split(const hbs_feature_table *table) { return has_split(table, "train") && has_split(table, "test"); }

static bool teaches(const hbs_feature_table *table, const uint32_t *times) {
    bool has[2] = {false, false};
    for (size_t i = 0; i < table->rows; i++)
        if (times[i] && table->label[i] >= 0) has[table->label[i]] = true;
    return has[0] && has[1];
}

/* By halves drawn from the seed; families that an earlier member has too go where it has them. */
static hbs_status halve(const hbs_members *r, hbs_member *m, unsigned repeat, uint64_t draw, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool *settled = NULL, *held_out = m->held_out + repeat * m->table.rows;
    HBS_TRY(hbs_allocate(&settled, m->table.rows, sizeof *settled, error));
    for (const hbs_member *before = r->member; before < m; before++)
        if (before->group == m->group)
            HBS_TRY(hbs_follow_relatives(&m->table, &before->table, before->held_out + repeat * before->table.rows, settled, held_out, error));
    HBS_TRY(hbs_halve_rest(&m->table, r->measure.seed + repeat + (draw << 32), settled, held_out, error));
done:
    free(settled);
    return status;
}

static void train_and_test(hbs_member *m, unsigned repeat) {
    const size_t rows = m->table.rows;
    bool *held_out = m->held_out + repeat * rows;
    for (size_t i = 0; i < rows; i++) {
        if (m->part == HBS_STUDY_SPLIT) held_out[i] = strcmp(m->table.split[i], "test") == 0;
        else if (m->part == HBS_STUDY_WHOLE) held_out[i] = m->tests;
        m->times[repeat * rows + i] = m->part == HBS_STUDY_SPLIT ? strcmp(m->table.split[i], "train") == 0 : !held_out[i];
    }
}

/* A side of a later repeat's half that lacks a label which the first one's has: nothing to learn from, or no balanced accuracy there. */
static bool lost_a_label(const hbs_member *m, unsigned repeat) {
    const bool *const now = m->held_out + repeat * m->table.rows;
    for (int side = 0; side < 2; side++)
        if (!hbs_has_both_labels(&m->table, now, side) && hbs_has_both_labels(&m->table, m->held_out, side)) return true;
    return false;
}

/* Members that are halved and have families in common, by way of others too, are one group: halves of one decide those of the rest. */
static hbs_status join_groups(const hbs_members *r, hbs_member *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool *related = NULL;
    m->group = (size_t)(m - r->member);
    for (hbs_member *before = r->member; before < m && m->part == HBS_STUDY_HALF; before++) {
        if (before->part != HBS_STUDY_HALF || before->group == m->group) continue;
        free(related);
        HBS_TRY(hbs_allocate(&related, m->table.rows, sizeof *related, error));
        HBS_TRY(hbs_follow_relatives(&m->table, &before->table, before->held_out, related, m->held_out, error));
        if (!m->table.rows || !memchr(related, 1, m->table.rows)) continue;
        const size_t joined = before->group;
        for (hbs_member *other = r->member; other < m; other++)
            if (other->group == joined) other->group = m->group;
    }
done:
    free(related);
    return status;
}

static hbs_status divide_once(const hbs_members *r, size_t group, unsigned repeat, uint64_t draw, bool *lost, hbs_error *error) {
    hbs_status status = HBS_OK;
    *lost = false;
    for (hbs_member *m = r->member; m < r->member + r->count; m++) {
        if (m->group != group) continue;
        if (m->part == HBS_STUDY_HALF) HBS_TRY(halve(r, m, repeat, draw, error));
        train_and_test(m, repeat);
        *lost = *lost || (m->part == HBS_STUDY_HALF && lost_a_label(m, repeat));
    }
done:
    return status;
}

/* Which rows one repeat trains on and which it tests, before resampling: a group together, since what follows another cannot be drawn again alone. */
static hbs_status divide(const hbs_members *r, size_t group, unsigned repeat, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool lost = true;
    for (uint64_t draw = 0; draw < REDRAWS && lost; draw++) HBS_TRY(divide_once(r, group, repeat, draw, &lost, error));
done:
    return status;
}

typedef struct drawn_unit {
    uint64_t unit;
    uint32_t times;
} drawn_unit;

static int compare_units(const void *a, const void *b) {
    const drawn_unit *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* times[]: how often each row's unit is drawn, of those that are trained on. */
static void draw_resample(const hbs_feature_table *table, const uint32_t *trained, drawn_unit *unit, size_t units, hbs_rng *rng, uint32_t *times) {
    for (size_t i = 0; i < units; i++) unit[i].times = 0;
    for (size_t i = 0; i < units; i++) unit[hbs_rng_below(rng, units)].times++;
    for (size_t i = 0; i < table->rows; i++) {
        const drawn_unit wanted = {table->unit[i], 0};
        times[i] = trained[i] ? ((const drawn_unit *)bsearch(&wanted, unit, units, sizeof *unit, compare_units))->times : 0;
    }
}

/* As many units with replacement as there are among the rows trained on; of few, drawn again until both labels are there. */
static hbs_status resample_units(const hbs_members *r, hbs_member *m, unsigned repeat, hbs_error *error) {
    hbs_status status = HBS_OK;
    drawn_unit *unit = NULL;
    uint32_t *trained = NULL, *times = m->times + repeat * m->table.rows;
    size_t count = 0, kept = 0;
    hbs_rng rng;
    HBS_TRY(hbs_allocate(&unit, m->table.rows, sizeof *unit, error));
    HBS_TRY(hbs_allocate(&trained, m->table.rows, sizeof *trained, error));
    if (m->table.rows) memcpy(trained, times, m->table.rows * sizeof *trained);
    const unsigned tries = teaches(&m->table, trained) ? REDRAWS : 1;
    for (size_t i = 0; i < m->table.rows; i++)
        if (times[i]) unit[count++].unit = m->table.unit[i];
    qsort(unit, count, sizeof *unit, compare_units);
    for (size_t i = 0; i < count; i++)
        if (!kept || unit[kept - 1].unit != unit[i].unit) unit[kept++] = (drawn_unit){unit[i].unit, 0};
    hbs_rng_seed(&rng, r->measure.seed + repeat, RESAMPLE_STREAM, HBS_LANE_ANALYSIS);
    for (unsigned t = 0; t < tries && (!t || !teaches(&m->table, times)); t++) draw_resample(&m->table, trained, unit, kept, &rng, times);
done:
    free(trained);
    free(unit);
    return status;
}

static hbs_status load_member(hbs_members *r, hbs_member *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_measured_dataset(r->catalog, m->name, &m->dataset, error));
    if (m->dataset.problem != r->member[0].dataset.problem)
        HBS_FAIL(error, HBS_ERROR_USAGE, "'%s' holds %s and '%s' %s: a probe cannot go from one to the other", r->member[0].name,
                 hbs_problem_name(r->member[0].dataset.problem), m->name, hbs_problem_name(m->dataset.problem));
    HBS_TRY(hbs_feature_table_load(&m->table, r->catalog, &m->dataset, &r->measure, error));
    HBS_TRY(hbs_allocate(&m->held_out, m->table.rows, r->repeats * sizeof *m->held_out, error));
    HBS_TRY(hbs_allocate(&m->times, m->table.rows, r->repeats * sizeof *m->times, error));
    HBS_TRY(hbs_allocate(&m->ever, m->table.rows, sizeof *m->ever, error));
    m->part = !m->trains || !m->tests ? HBS_STUDY_WHOLE : is_split(&m->table) ? HBS_STUDY_SPLIT : HBS_STUDY_HALF;
    HBS_TRY(join_groups(r, m, error));
done:
    return status;
}

static hbs_status divide_members(const hbs_members *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (unsigned k = 0; k < r->repeats; k++) {
        for (size_t group = 0; group < r->count; group++) HBS_TRY(divide(r, group, k, error));
        for (hbs_member *m = r->member; m < r->member + r->count; m++) {
            for (size_t i = 0; i < m->table.rows; i++) m->ever[i] = m->ever[i] || m->held_out[k * m->table.rows + i];
            if (k) HBS_TRY(resample_units(r, m, k, error));
        }
    }
done:
    return status;
}

static hbs_status load_reference(hbs_members *r, hbs_member *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!m->tests) return HBS_OK;
    HBS_TRY(hbs_reference(r->catalog, &m->dataset, &r->measure, &m->reference_dataset, error));
    HBS_TRY(hbs_dataset_count(r->catalog, m->reference_dataset.id, &m->reference_counts, error));
    m->matched = hbs_is_reference_of(&m->reference_dataset, m->name);
    const hbs_masked_rows tested = {&m->table, m->ever};
    HBS_TRY(hbs_feature_table_load_rows(&m->reference, r->catalog, &m->reference_dataset, &r->measure, m->matched ? hbs_is_masked_row : NULL, &tested,
                                        error));
    HBS_TRY(hbs_trial_open(&m->trial, &m->table, &m->reference, m->matched, m->ever, error));
done:
    return status;
}

static void free_member(hbs_member *m) {
    hbs_trial_close(&m->trial);
    hbs_feature_table_free(&m->table);
    hbs_feature_table_free(&m->reference);
    hbs_dataset_free(&m->dataset);
    hbs_dataset_free(&m->reference_dataset);
    free(m->held_out);
    free(m->ever);
    free(m->times);
}

hbs_status hbs_members_load(hbs_members *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(list_members(r, error));
    for (size_t i = 0; i < r->count; i++) HBS_TRY(load_member(r, &r->member[i], error));
    HBS_TRY(divide_members(r, error));
    for (size_t i = 0; i < r->count; i++) HBS_TRY(load_reference(r, &r->member[i], error));
done:
    return status;
}

void hbs_members_free(hbs_members *r) {
    for (size_t i = 0; i < r->count; i++) free_member(&r->member[i]);
    free(r->member);
    r->member = NULL;
    r->count = 0;
}
