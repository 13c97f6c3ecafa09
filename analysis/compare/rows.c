/* Reads both sides into one table. Clusters are numbered by sorting units. Of large datasets so many units as differences need are taken by chance, whole: memory is
 * 16 bytes an instance while they are chosen, and 8 bytes a cell for those that are. */
#include "analysis/compare/rows.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/decider.h"
#include "analysis/sweep.h"
#include "core/memory.h"
#include "core/ordering.h"

#define CHOOSING (UINT64_MAX - 12)   /* far from what other draws of analysis use */

const hbs_feature hbs_settled_feature = {.name = "settled_by_deciders", .meaning = "1 when some decider settles it, else 0", .source = "hardbias", .problem = HBS_SAT, .invariant = true};

void hbs_both_free(hbs_both *both) {
    if (!both) return;
    free(both->feature);
    free(both->value);
    free(both->label);
    free(both->effort);
    free(both->cluster);
    *both = (hbs_both){0};
}

/* ---- which units ---- */

typedef struct placed {
    uint64_t unit;
    size_t row;
} placed;

static int compare_placed(const void *a, const void *b) {
    const placed *x = a, *y = b;
    return x->unit != y->unit ? (x->unit > y->unit) - (x->unit < y->unit) : (x->row > y->row) - (x->row < y->row);
}

/* Instances of one side, in order. */
typedef struct chosen {
    uint64_t *idx;
    size_t count;
} chosen;

static bool is_chosen(const void *context, uint64_t idx) {
    const chosen *c = context;
    return bsearch(&idx, c->idx, c->count, sizeof idx, hbs_by_uint64) != NULL;
}

static hbs_status read_units(hbs_catalog *catalog, const hbs_dataset *dataset, placed **item, size_t *count, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    size_t capacity = 0;
    int code;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT idx, unit, root_dataset, root_unit FROM instance WHERE dataset = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *const root = sqlite3_column_type(statement, 2) == SQLITE_TEXT ? (const char *)sqlite3_column_text(statement, 2) : NULL;
        HBS_TRY(hbs_grow(item, &capacity, *count + 1, sizeof **item, error));
        (*item)[(*count)++] = (placed){hbs_family(root, (uint64_t)sqlite3_column_int64(statement, 3), (uint64_t)sqlite3_column_int64(statement, 1)),
                                       (size_t)sqlite3_column_int64(statement, 0)};
    }
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "read units", error));
    if (*count) qsort(*item, *count, sizeof **item, compare_placed);
done:
    sqlite3_finalize(statement);
    return status;
}

/* taken[rank of a unit] */
static hbs_status draw_units(size_t units, uint64_t seed, bool **taken, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *order = NULL;
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, CHOOSING, HBS_LANE_ANALYSIS);
    HBS_TRY(hbs_allocate(taken, units, sizeof **taken, error));
    HBS_TRY(hbs_rng_order(&rng, units, &order, error));
    for (size_t i = 0; i < units && i < HBS_UNITS_COMPARED; i++) (*taken)[order[i]] = true;
done:
    free(order);
    return status;
}

static hbs_status choose(chosen *out, hbs_catalog *catalog, const hbs_dataset *dataset, uint64_t seed, uint64_t *units, hbs_error *error) {
    hbs_status status = HBS_OK;
    placed *item = NULL;
    bool *taken = NULL;
    size_t count = 0, rank = 0;
    *units = 0;
    HBS_TRY(read_units(catalog, dataset, &item, &count, error));
    for (size_t i = 0; i < count; i++) *units += !i || item[i].unit != item[i - 1].unit;
    HBS_TRY(draw_units((size_t)*units, seed, &taken, error));
    HBS_TRY(hbs_allocate(&out->idx, count, sizeof *out->idx, error));
    for (size_t i = 0; i < count; i++) {
        rank += i && item[i].unit != item[i - 1].unit;
        if (taken[rank]) out->idx[out->count++] = item[i].row;
    }
    qsort(out->idx, out->count, sizeof *out->idx, hbs_by_uint64);
done:
    free(item);
    free(taken);
    return status;
}

/* ---- deciders ---- */

typedef struct settling {
    hbs_both *both;
    const chosen *chosen;
    hbs_problem problem;
    size_t next;          /* row */
    hbs_cnf *scratch;     /* one a worker */
} settling;

/* Without repeated clauses and literals, as deciders want it. */
static hbs_status settle(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const settling *s = context;
    int label = HBS_LABEL_UNKNOWN;
    if (!is_chosen(s->chosen, row->idx)) return HBS_OK;
    if (s->problem == HBS_SAT) {
        HBS_TRY(hbs_cnf_clean(&s->scratch[worker], &instance->cnf, error));
        const hbs_cnf given = instance->cnf;
        instance->cnf = s->scratch[worker];
        s->scratch[worker] = given;
    }
    for (const hbs_decider *const *decider = hbs_deciders(s->problem); *decider && label == HBS_LABEL_UNKNOWN; decider++)
        HBS_TRY((*decider)->decide(instance, &label, error));
    *(bool *)slot = label != HBS_LABEL_UNKNOWN;
done:
    return status;
}

static hbs_status keep(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    settling *s = context;
    hbs_both *const both = s->both;
    (void)error;
    if (!is_chosen(s->chosen, row->idx)) return HBS_OK;
    both->value[s->next * both->columns + both->columns - 1] = *(const bool *)slot;
    s->next++;
    return HBS_OK;
}

static hbs_status settle_side(hbs_both *both, int side, const chosen *of, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    settling s = {.both = both, .chosen = of, .problem = both->dataset[side]->problem, .next = side ? both->first : 0};
    const hbs_sweep sweep = {"run the deciders", 0, &s, sizeof(bool), settle, keep, NULL};
    HBS_TRY(hbs_allocate(&s.scratch, workers, sizeof *s.scratch, error));
    HBS_TRY(hbs_sweep_run(&sweep, catalog, both->dataset[side], options, error));
done:
    for (unsigned i = 0; s.scratch && i < workers; i++) hbs_cnf_free(&s.scratch[i]);
    free(s.scratch);
    return status;
}

/* ---- effort ---- */

static hbs_status read_effort(hbs_both *both, int side, const chosen *of, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    size_t row = side ? both->first : 0;
    const size_t end = side ? both->rows : both->first, begin = row;
    bool several = false;
    int code = SQLITE_DONE;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT effort, solver, idx FROM instance WHERE dataset = ?1 ORDER BY idx", error));
    sqlite3_bind_int64(statement, 1, both->dataset[side]->id);
    while (row < end && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!is_chosen(of, (uint64_t)sqlite3_column_int64(statement, 2))) continue;
        const char *const solver = sqlite3_column_type(statement, 1) == SQLITE_TEXT ? (const char *)sqlite3_column_text(statement, 1) : "";
        both->effort[row] = sqlite3_column_type(statement, 0) == SQLITE_INTEGER ? (double)sqlite3_column_int64(statement, 0) : NAN;
        if (row == begin) snprintf(both->solver[side], sizeof both->solver[side], "%s", solver);
        several = several || strcmp(both->solver[side], solver) != 0;
        row++;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "read efforts", error));
    if (several) both->solver[side][0] = 0;
done:
    sqlite3_finalize(statement);
    return status;
}

/* ---- putting together ---- */

hbs_status hbs_number_clusters(const hbs_feature_table *table, uint32_t *cluster, size_t *clusters, hbs_error *error) {
    hbs_status status = HBS_OK;
    placed *order = NULL;
    HBS_TRY(hbs_allocate(&order, table->rows, sizeof *order, error));
    for (size_t i = 0; i < table->rows; i++) order[i] = (placed){table->unit[i], i};
    qsort(order, table->rows, sizeof *order, compare_placed);
    for (size_t i = 0; i < table->rows; i++) {
        if (!i || order[i].unit != order[i - 1].unit) ++*clusters;
        cluster[order[i].row] = (uint32_t)(*clusters - 1);
    }
done:
    free(order);
    return status;
}

static hbs_status join(hbs_both *both, const hbs_feature_table table[2], hbs_error *error) {
    hbs_status status = HBS_OK;
    both->first = table[0].rows;
    both->rows = table[0].rows + table[1].rows;
    both->columns = table[0].columns + 1;
    if (both->rows >= UINT32_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "%zu instances are too many to be compared", both->rows);
    HBS_TRY(hbs_allocate(&both->feature, both->columns, sizeof *both->feature, error));
    HBS_TRY(hbs_allocate(&both->value, both->rows, both->columns * sizeof *both->value, error));
    HBS_TRY(hbs_allocate(&both->label, both->rows, sizeof *both->label, error));
    HBS_TRY(hbs_allocate(&both->effort, both->rows, sizeof *both->effort, error));
    HBS_TRY(hbs_allocate(&both->cluster, both->rows, sizeof *both->cluster, error));
    for (size_t c = 0; c + 1 < both->columns; c++) both->feature[c] = table[0].feature[c];
    both->feature[both->columns - 1] = &hbs_settled_feature;
    for (int side = 0; side < 2; side++) {
        const size_t from = side ? both->first : 0, width = table[side].columns;
        for (size_t i = 0; i < table[side].rows; i++) {
            memcpy(both->value + (from + i) * both->columns, table[side].value + i * width, width * sizeof *both->value);
            both->label[from + i] = table[side].label[i];
        }
        HBS_TRY(hbs_number_clusters(&table[side], both->cluster + from, &both->clusters, error));
        if (!side) both->clusters_first = both->clusters;
    }
done:
    return status;
}

hbs_status hbs_both_load(hbs_both *out, hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_both both = {.dataset = {a, b}, .same_order = a->shuffled == b->shuffled};
    hbs_feature_table table[2] = {{0}, {0}};
    chosen of[2] = {{0}, {0}};
    for (int side = 0; side < 2; side++) {
        HBS_TRY(choose(&of[side], catalog, both.dataset[side], options->seed, &both.units[side], error));
        HBS_TRY(hbs_feature_table_load_rows(&table[side], catalog, both.dataset[side], options, is_chosen, &of[side], error));
    }
    HBS_TRY(join(&both, table, error));
    for (int side = 0; side < 2; side++) {
        HBS_TRY(settle_side(&both, side, &of[side], catalog, options, error));
        HBS_TRY(read_effort(&both, side, &of[side], catalog, error));
    }
    *out = both;
    both = (hbs_both){0};
done:
    free(of[0].idx);
    free(of[1].idx);
    hbs_feature_table_free(&table[0]);
    hbs_feature_table_free(&table[1]);
    hbs_both_free(&both);
    return status;
}

/* ---- means ---- */

typedef struct side_sums {
    const hbs_both *both;
    hbs_cluster_sum *of; /* each cluster */
} side_sums;

static void of_cluster(const void *context, size_t cluster, double *sum, double *count) {
    const side_sums *s = context;
    const size_t side = cluster >= s->both->clusters_first;
    sum[side] = s->of[cluster].sum, count[side] = (double)s->of[cluster].count;
}

hbs_status hbs_means_of_sides(const hbs_both *both, const double *at, size_t stride, int label, hbs_means *out, hbs_error *error) {
    side_sums s = {.both = both};
    const hbs_status status = hbs_allocate(&s.of, both->clusters, sizeof *s.of, error);
    if (status != HBS_OK) return status;
    for (size_t r = 0; r < both->rows; r++) {
        const double value = at[r * stride];
        if (isnan(value) || (label != HBS_LABEL_UNKNOWN && both->label[r] != label)) continue;
        s.of[both->cluster[r]].sum += value;
        s.of[both->cluster[r]].count++;
    }
    hbs_means_of(out, 2, both->clusters, of_cluster, &s);
    free(s.of);
    return HBS_OK;
}
