/* Features of reordered instances: the wanted rows are loaded as they are stored, so that labels and units stand beside them, and one pass over the instances
 * puts what their features are in another order in the place of each. Nothing is stored. */
#include "analysis/gap/reordered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep.h"
#include "core/ordering.h"

typedef struct reordering {
    hbs_feature_table *table;
    const hbs_masked_rows *rows;
    uint64_t seed;
    hbs_profile **profile; /* one a worker */
} reordering;

static hbs_status produce(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const reordering *r = context;
    double *value = slot;
    hbs_rng rng;
    if (!hbs_is_masked_row(r->rows, row->idx)) return HBS_OK;
    hbs_rng_seed(&rng, r->seed, row->unit, HBS_LANE_REORDER);
    HBS_TRY(hbs_instance_shuffle(instance, &rng, error));
    HBS_TRY(hbs_profile_fill(r->profile[worker], instance, error));
    for (size_t f = 0; f < r->table->columns; f++) value[f] = r->table->feature[f]->value(r->profile[worker]);
done:
    return status;
}

static hbs_status consume(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    const reordering *r = context;
    const uint64_t *const found = bsearch(&row->idx, r->table->idx, r->table->rows, sizeof *r->table->idx, hbs_by_uint64);
    (void)error;
    if (!found || !hbs_is_masked_row(r->rows, row->idx)) return HBS_OK;
    hbs_feature_table_passed(r->table, (size_t)(found - r->table->idx));
    memcpy(r->table->value + (size_t)(found - r->table->idx) * r->table->columns, slot, r->table->columns * sizeof *r->table->value);
    return HBS_OK;
}

hbs_status hbs_reordered_rows(hbs_feature_table *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_masked_rows *rows, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    char doing[160];
    reordering r = {.table = out, .rows = rows, .seed = options->seed};
    snprintf(doing, sizeof doing, "reorder %s", dataset->name);
    HBS_TRY(hbs_allocate(&r.profile, workers, sizeof *r.profile, error));
    for (unsigned i = 0; i < workers; i++) HBS_TRY(hbs_profile_new(&r.profile[i], dataset->problem, error));
    HBS_TRY(hbs_feature_table_load_rows(out, catalog, dataset, options, hbs_is_masked_row, rows, error));
    const hbs_sweep sweep = {.doing = doing, .context = &r, .slot_size = out->columns * sizeof *out->value, .produce = produce, .consume = consume};
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
done:
    for (unsigned i = 0; r.profile && i < workers; i++) hbs_profile_free(r.profile[i]);
    free(r.profile);
    return status;
}
