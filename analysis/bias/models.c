/* Likelihood ratios Z/E[Z] of the instances whose generator's density is a matter of models. Models are counted in blocks of the first HBS_BIAS_COUNTED instances, which are as good a sample
 * as any, and no block is begun when as many steps as BUDGET_ALL are spent: so the time does not go with the dataset, and what is counted does not depend on threads. Or of all, when weights are
 * asked for. Few variables are a
 * matter for the tree, more for branching with a cache. */
#include <math.h>
#include <stdlib.h>

#include "analysis/bias/part_ratios.h"
#include "analysis/bias/space_bits.h"
#include "analysis/sweep.h"
#include "core/combinatorics.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "solvers/bit_tree/bit_tree.h"
#include "solvers/count/count.h"

#define BLOCK 64u
#define TREE_VARIABLES 40u            /* up to here the tree counts, beyond the cache does */
#define TREE_NODES 16u                /* take as long as a component of the cache's */
#define BUDGET UINT64_C(50000)        /* components, of one instance */
#define BUDGET_ALL UINT64_C(2000000)

typedef struct desk { /* one a worker */
    hbs_bit_tree *tree;
    hbs_counter *counter;
    hbs_signature signature;
    mpz_t models;
} desk;

typedef struct counted {
    double bits;
    uint64_t steps;
} counted;

typedef struct counting {
    hbs_bias_sample *sample;
    desk *desk;
    hbs_instance instance[BLOCK];
    size_t item[BLOCK];           /* of sample->item */
    size_t count;
    uint64_t spent, end;          /* instances from idx `end` on are not counted */
} counting;

static hbs_status count_models(desk *d, const hbs_cnf *cnf, bool *known, uint64_t *steps, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool fits = false;
    if (cnf->variables <= TREE_VARIABLES) HBS_TRY(hbs_bit_tree_load(d->tree, cnf, &fits, error));
    if (fits) HBS_TRY(hbs_bit_tree_count(d->tree, BUDGET * TREE_NODES, d->models, known, error));
    else HBS_TRY(hbs_count_models(d->counter, cnf, BUDGET, d->models, known, error));
    *steps = fits ? hbs_bit_tree_nodes(d->tree) / TREE_NODES : hbs_counter_steps(d->counter);
done:
    return status;
}

static hbs_status count_one(void *context, unsigned worker, uint64_t which, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const counting *c = context;
    desk *d = &c->desk[worker];
    counted *out = slot;
    bool known = false;
    *out = (counted){.bits = -INFINITY};
    HBS_TRY(hbs_signature_of(&c->instance[which], &d->signature, error));
    HBS_TRY(count_models(d, &c->instance[which].cnf, &known, &out->steps, error));
    if (!known || mpz_sgn(d->models) <= 0) goto done;
    const hbs_collection of = c->sample->sequences[c->sample->item[c->item[which]].part] ? HBS_SEQUENCES : HBS_SETS;
    out->bits = hbs_integer_bits(d->models) - hbs_models_bits(&d->signature, of);
done:
    return status;
}

static hbs_status keep(void *context, uint64_t which, void *slot, hbs_error *error) {
    (void)error;
    counting *c = context;
    const counted *one = slot;
    c->sample->item[c->item[which]].ratio_bits = one->bits;
    c->spent += one->steps;
    return HBS_OK;
}

static bool is_counted(const hbs_bias_sample *sample, const hbs_bias_instance *item) {
    return hbs_part_goes_by_models(&sample->spec, item->part);
}

/* The next block, from item *next on; closes the reader before anything is counted. */
static hbs_status read_block(counting *c, hbs_catalog *catalog, const hbs_dataset *dataset, size_t *next, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    c->count = 0;
    if (*next < c->sample->count) HBS_TRY(hbs_rows_open_from(&rows, catalog, dataset->id, c->sample->item[*next].idx, error));
    for (; c->count < BLOCK && *next < c->sample->count && c->sample->item[*next].idx < c->end; ++*next) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more || row.idx != c->sample->item[*next].idx)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: instances of '%s' changed while they were read", hbs_catalog_path(catalog), dataset->name);
        if (!is_counted(c->sample, &c->sample->item[*next])) continue;
        HBS_TRY(hbs_row_instance(&row, dataset->problem, &c->instance[c->count], error));
        c->item[c->count++] = *next;
    }
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status open_desks(counting *c, unsigned workers, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&c->desk, workers, sizeof *c->desk, error));
    for (unsigned i = 0; i < workers; i++) mpz_init(c->desk[i].models);
    for (unsigned i = 0; i < workers; i++) {
        HBS_TRY(hbs_bit_tree_new(&c->desk[i].tree, error));
        HBS_TRY(hbs_counter_new(&c->desk[i].counter, 0, error));
    }
done:
    return status;
}

static void close_counting(counting *c, unsigned workers) {
    for (unsigned i = 0; c->desk && i < workers; i++) {
        hbs_bit_tree_free(c->desk[i].tree);
        hbs_counter_free(c->desk[i].counter);
        hbs_signature_free(&c->desk[i].signature);
        mpz_clear(c->desk[i].models);
    }
    for (size_t i = 0; i < BLOCK; i++) hbs_instance_free(&c->instance[i]);
    free(c->desk);
    free(c);
}

hbs_status hbs_bias_count_models(hbs_bias_sample *sample, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, bool all, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    hbs_stopping stopping = {.listener = options->listener, .what = "count models"};
    counting *c = NULL;
    size_t next = 0;
    if (dataset->problem != HBS_SAT) return HBS_OK;
    HBS_TRY(hbs_allocate(&c, 1, sizeof *c, error));
    c->sample = sample;
    c->end = all ? UINT64_MAX : HBS_BIAS_COUNTED;
    for (size_t i = 0; i < BLOCK; i++) c->instance[i].problem = dataset->problem;
    while (next < sample->count && !is_counted(sample, &sample->item[next])) next++;
    if (next < sample->count) HBS_TRY(open_desks(c, workers, error));
    while (all || c->spent < BUDGET_ALL) {
        const hbs_parallel work = {.context = c, .slot_size = sizeof(counted), .produce = count_one, .consume = keep, .stopping = &stopping};
        HBS_TRY(read_block(c, catalog, dataset, &next, error));
        if (!c->count) break;
        hbs_report_progress(options->listener, "count models", next, sample->count < c->end ? sample->count : c->end, "instances");
        HBS_TRY(hbs_parallel_run(&work, workers, BLOCK, c->count, error));
    }
done:
    if (c) close_counting(c, workers);
    return status;
}
