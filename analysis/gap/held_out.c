/* Units are divided whole, so that twins and images of one seed never sit on both sides; datasets that share families can be divided alike. Rows of a
 * matched reference follow the row they stand for. */
#include "analysis/gap/held_out.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/ordering.h"
#include "core/rng.h"

#define HALVES_STREAM UINT64_MAX /* resampled trainings, exchanged pairs and permutations use the ones before it */

/* The distinct units of the rows in mask (NULL: all), ascending. */
static hbs_status list_units(const hbs_feature_table *table, const bool *mask, uint64_t **out, size_t *count, hbs_error *error) {
    uint64_t *unit = NULL;
    const hbs_status status = hbs_allocate(&unit, table->rows, sizeof *unit, error);
    if (status != HBS_OK) return status;
    size_t rows = 0, kept = 0;
    for (size_t i = 0; i < table->rows; i++)
        if (!mask || mask[i]) unit[rows++] = table->unit[i];
    qsort(unit, rows, sizeof *unit, hbs_by_uint64);
    for (size_t i = 0; i < rows; i++)
        if (!kept || unit[kept - 1] != unit[i]) unit[kept++] = unit[i];
    *out = unit;
    *count = kept;
    return HBS_OK;
}

static size_t rank_of(const uint64_t *unit, size_t count, uint64_t wanted) {
    const uint64_t *found = bsearch(&wanted, unit, count, sizeof *unit, hbs_by_uint64);
    return found ? (size_t)(found - unit) : SIZE_MAX;
}

hbs_status hbs_halve_units(const hbs_feature_table *table, uint64_t seed, bool *held_out, hbs_error *error) {
    return hbs_halve_rest(table, seed, NULL, held_out, error);
}

hbs_status hbs_halve_rest(const hbs_feature_table *table, uint64_t seed, const bool *settled, bool *held_out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *unit = NULL;
    bool *open = NULL;
    uint32_t *order = NULL;
    bool *second = NULL;
    size_t count = 0;
    hbs_rng rng;
    HBS_TRY(hbs_allocate(&open, table->rows, sizeof *open, error));
    for (size_t i = 0; i < table->rows; i++) open[i] = !settled || !settled[i];
    HBS_TRY(list_units(table, open, &unit, &count, error));
    HBS_TRY(hbs_allocate(&second, count, sizeof *second, error));
    hbs_rng_seed(&rng, seed, HALVES_STREAM, HBS_LANE_ANALYSIS);
    HBS_TRY(hbs_rng_order(&rng, count, &order, error));
    for (size_t i = count - count / 2; i < count; i++) second[order[i]] = true;
    for (size_t i = 0; i < table->rows; i++)
        if (open[i]) held_out[i] = second[rank_of(unit, count, table->unit[i])];
done:
    free(open);
    free(unit);
    free(order);
    free(second);
    return status;
}

/* A lineage, and a row or a cluster that has it. */
typedef struct kin {
    uint64_t lineage;
    size_t of;
} kin;

static int compare_kin(const void *a, const void *b) {
    const kin *x = a, *y = b;
    if (x->lineage != y->lineage) return (x->lineage > y->lineage) - (x->lineage < y->lineage);
    return (x->of > y->of) - (x->of < y->of);
}

/* One of each lineage among the rows with use[row] != UINT32_MAX (NULL: all), ascending; `of` is use[row], or the row. */
static hbs_status list_kin(const hbs_feature_table *table, const uint32_t *use, kin **out, size_t *count, hbs_error *error) {
    kin *list = NULL;
    const hbs_status status = hbs_allocate(&list, table->rows, sizeof *list, error);
    if (status != HBS_OK) return status;
    size_t rows = 0, kept = 0;
    for (size_t i = 0; i < table->rows; i++)
        if (!use || use[i] != UINT32_MAX) list[rows++] = (kin){table->lineage[i], use ? use[i] : i};
    if (rows) qsort(list, rows, sizeof *list, compare_kin);
    for (size_t i = 0; i < rows; i++)
        if (!kept || list[kept - 1].lineage != list[i].lineage) list[kept++] = list[i];
    *out = list;
    *count = kept;
    return HBS_OK;
}

static int compare_lineages(const void *a, const void *b) {
    const kin *x = a, *y = b;
    return (x->lineage > y->lineage) - (x->lineage < y->lineage);
}

static const kin *kin_of(const kin *list, size_t count, uint64_t lineage) {
    const kin wanted = {lineage, 0};
    return count ? bsearch(&wanted, list, count, sizeof *list, compare_lineages) : NULL;
}

hbs_status hbs_follow_relatives(const hbs_feature_table *table, const hbs_feature_table *other, const bool *other_held_out, bool *settled, bool *held_out,
                                hbs_error *error) {
    kin *list = NULL;
    size_t count = 0;
    const hbs_status status = list_kin(other, NULL, &list, &count, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < table->rows; i++) {
        const kin *found = settled[i] ? NULL : kin_of(list, count, table->lineage[i]);
        if (!found) continue;
        settled[i] = true;
        held_out[i] = other_held_out[found->of];
    }
    free(list);
    return HBS_OK;
}

bool hbs_is_masked_row(const void *masked_rows, uint64_t idx) {
    const hbs_masked_rows *rows = masked_rows;
    const size_t row = rank_of(rows->table->idx, rows->table->rows, idx);
    return row != SIZE_MAX && rows->mask[row];
}

bool hbs_has_both_labels(const hbs_feature_table *table, const bool *mask, bool wanted) {
    bool seen[2] = {false, false};
    for (size_t i = 0; i < table->rows; i++)
        if (mask[i] == wanted && table->label[i] >= 0) seen[table->label[i]] = true;
    return seen[0] && seen[1];
}

static hbs_status cluster_own(hbs_trial *t, const bool *ever, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *unit = NULL;
    size_t count = 0;
    HBS_TRY(hbs_allocate(&t->own_cluster, t->own->rows, sizeof *t->own_cluster, error));
    HBS_TRY(hbs_allocate(&t->has_partner, t->own->rows, sizeof *t->has_partner, error));
    HBS_TRY(list_units(t->own, ever, &unit, &count, error));
    if (count >= UINT32_MAX / 2) HBS_FAIL(error, HBS_ERROR_USAGE, "%zu units are too many for one study; take a part of the dataset", count);
    for (size_t i = 0; i < t->own->rows; i++) t->own_cluster[i] = ever[i] ? (uint32_t)rank_of(unit, count, t->own->unit[i]) : UINT32_MAX;
    t->clusters = count;
done:
    free(unit);
    return status;
}

/* Both tables are in order of idx: one pass. */
static void pair_rows(hbs_trial *t) {
    size_t own = 0;
    for (size_t r = 0; r < t->reference->rows; r++) {
        while (own < t->own->rows && t->own->idx[own] < t->reference->idx[r]) own++;
        const bool found = own < t->own->rows && t->own->idx[own] == t->reference->idx[r];
        t->partner[r] = found ? own : SIZE_MAX;
        t->reference_cluster[r] = found ? t->own_cluster[own] : UINT32_MAX;
        if (found) t->has_partner[own] = true;
    }
}

/* What descends from a unit of `own`, or it from that, joins its cluster; the other units are clusters after those. */
static hbs_status append_clusters(hbs_trial *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_feature_table *reference = t->reference;
    uint64_t *unit = NULL;
    kin *list = NULL;
    bool *alone = NULL;
    size_t count = 0, relatives = 0;
    HBS_TRY(list_kin(t->own, t->own_cluster, &list, &relatives, error));
    HBS_TRY(hbs_allocate(&alone, reference->rows, sizeof *alone, error));
    for (size_t r = 0; r < reference->rows; r++) alone[r] = !kin_of(list, relatives, reference->lineage[r]);
    HBS_TRY(list_units(reference, alone, &unit, &count, error));
    if (count >= UINT32_MAX / 2) HBS_FAIL(error, HBS_ERROR_USAGE, "%zu units are too many for one study; take a part of the dataset", count);
    for (size_t r = 0; r < reference->rows; r++) {
        const size_t cluster = alone[r] ? t->clusters + rank_of(unit, count, reference->unit[r]) : kin_of(list, relatives, reference->lineage[r])->of;
        t->partner[r] = SIZE_MAX;
        t->reference_cluster[r] = (uint32_t)cluster;
    }
    t->clusters += count;
done:
    free(unit);
    free(list);
    free(alone);
    return status;
}

hbs_status hbs_trial_open(hbs_trial *out, const hbs_feature_table *own, const hbs_feature_table *reference, bool matched, const bool *ever,
                          hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_trial t = {.own = own, .reference = reference, .matched = matched};
    HBS_TRY(cluster_own(&t, ever, error));
    if (reference) {
        HBS_TRY(hbs_allocate(&t.reference_cluster, reference->rows, sizeof *t.reference_cluster, error));
        HBS_TRY(hbs_allocate(&t.partner, reference->rows, sizeof *t.partner, error));
        if (matched) pair_rows(&t);
        else HBS_TRY(append_clusters(&t, error));
    }
    *out = t;
    t = (hbs_trial){0};
done:
    hbs_trial_close(&t);
    return status;
}

void hbs_trial_close(hbs_trial *trial) {
    if (!trial) return;
    free(trial->own_cluster);
    free(trial->reference_cluster);
    free(trial->partner);
    free(trial->has_partner);
    *trial = (hbs_trial){0};
}

static const double *values_of(const hbs_feature_table *table, size_t row) { return table->value + row * table->columns; }

static void add(hbs_tally *tally, int label, bool right) {
    tally->total[label]++;
    tally->right[label] += right;
}

static void score_reference(const hbs_trial *t, const bool *held_out, hbs_guess guess, void *context, hbs_tally *tally) {
    for (size_t r = 0; r < t->reference->rows; r++) {
        const int label = t->reference->label[r];
        hbs_feature_table_passed(t->reference, r);
        if (label < 0 || t->reference_cluster[r] == UINT32_MAX) continue;
        if (t->matched && !held_out[t->partner[r]]) continue;
        add(&tally[t->reference_cluster[r]], label, guess(context, values_of(t->reference, r)) == label);
    }
}

void hbs_trial_score(const hbs_trial *t, const bool *held_out, hbs_guess guess, void *context, unsigned repeat, hbs_score *score) {
    const size_t offset = repeat * score->clusters;
    for (size_t i = 0; i < t->own->rows; i++) {
        const int label = t->own->label[i];
        hbs_feature_table_passed(t->own, i);
        if (!held_out[i] || label < 0) continue;
        const bool right = guess(context, values_of(t->own, i)) == label;
        add(&score->own[offset + t->own_cluster[i]], label, right);
        if (!t->matched || t->has_partner[i]) add(&score->own_matched[offset + t->own_cluster[i]], label, right);
    }
    if (t->reference) score_reference(t, held_out, guess, context, score->reference + offset);
}
