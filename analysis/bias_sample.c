/* One pass over the dataset for all measures of bias: signature, size of its space, content hash. Sets or sequences: as the
 * parameter `distinct` of a part says; without one, sequences when some formula of the part repeats a clause. Memory 120 bytes an instance. */
#include "analysis/bias.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/matching_plan.h"
#include "analysis/space_bits.h"
#include "analysis/sweep.h"
#include "core/memory.h"

typedef struct desk { /* one a worker */
    hbs_signature signature, last; /* last: whose bits are at hand */
    double bits[2];
    bool has_last;
    hbs_cnf cleaned;
} desk;

typedef struct reading {
    hbs_bias_sample *sample;
    desk *desk;
} reading;

typedef struct read_one {
    hbs_bias_instance item;
    bool repeats;
} read_one;

void hbs_bias_sample_free(hbs_bias_sample *sample) {
    free(sample->item);
    hbs_spec_free(&sample->spec);
    *sample = (hbs_bias_sample){0};
}

static uint32_t part_of(uint32_t part) { return part < HBS_PARTS_MAX ? part : HBS_PARTS_MAX - 1; }

/* Many instances of one signature in a row are the rule. */
static hbs_status space_of(desk *d, double bits[2], hbs_error *error) {
    if (!d->has_last || !hbs_signature_equal(&d->signature, &d->last)) {
        const hbs_status status = hbs_space_bits(&d->signature, d->bits, error);
        if (status != HBS_OK) return status;
        const hbs_signature old = d->last;
        d->last = d->signature;
        d->signature = old; /* replaced by the next instance */
        d->has_last = true;
    }
    memcpy(bits, d->bits, sizeof d->bits);
    return HBS_OK;
}

static hbs_status repeats(desk *d, const hbs_cnf *cnf, bool *out, hbs_error *error) {
    size_t clauses = 0;
    const hbs_status status = hbs_cnf_clean(&d->cleaned, cnf, error);
    for (size_t i = 0; i < d->last.lengths; i++) clauses += d->last.length[i].count;
    if (status == HBS_OK) *out = clauses != d->cleaned.clauses;
    return status;
}

static hbs_status look(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const reading *r = context;
    read_one *one = slot;
    desk *d = &r->desk[worker];
    const uint32_t part = part_of(row->part);
    *one = (read_one){.item = {.idx = row->idx, .unit = row->family, .part = part, .label = (int8_t)row->label, .choice_bits = row->choice_bits, .ratio_bits = NAN}};
    one->item.size[0] = (double)row->size_n, one->item.size[1] = (double)row->size_m;
    memcpy(one->item.hash, row->content_hash, HBS_BIAS_HASH);
    HBS_TRY(hbs_signature_of(instance, &d->signature, error));
    one->item.signature = hbs_signature_hash(&d->signature);
    HBS_TRY(space_of(d, one->item.space_bits, error));
    if (instance->problem != HBS_SAT) goto done;
    HBS_TRY(repeats(d, &instance->cnf, &one->repeats, error));
done:
    return status;
}

static hbs_status keep(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    (void)row;
    reading *r = context;
    const read_one *one = slot;
    hbs_bias_sample *s = r->sample;
    const hbs_status status = hbs_grow(&s->item, &s->capacity, s->count + 1, sizeof *s->item, error);
    if (status != HBS_OK) return status;
    s->item[s->count++] = one->item;
    if (one->repeats) s->sequences[one->item.part] = true;
    return HBS_OK;
}

static void free_desks(desk *d, unsigned workers) {
    for (unsigned i = 0; d && i < workers; i++) {
        hbs_signature_free(&d[i].signature);
        hbs_signature_free(&d[i].last);
        hbs_cnf_free(&d[i].cleaned);
    }
    free(d);
}

static void read_options(hbs_bias_sample *sample, const hbs_dataset *dataset) {
    json_t *root = dataset->options ? json_loads(dataset->options, 0, NULL) : NULL;
    sample->balanced = json_is_true(json_object_get(root, "balance"));
    sample->selected = json_is_true(json_object_get(root, "distinct"));
    json_decref(root);
}

hbs_status hbs_bias_sample_read(hbs_bias_sample *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    hbs_bias_sample sample = {0};
    reading r = {.sample = &sample};
    const hbs_sweep sweep = {"measure the spaces", 0, &r, sizeof(read_one), look, keep, NULL};
    if (hbs_spec_parse_text(&sample.spec, dataset->spec, NULL) != HBS_OK) sample.spec = (hbs_spec){0};
    hbs_sequences_by_spec(dataset, sample.sequences);
    read_options(&sample, dataset);
    sample.as = options->as;
    HBS_TRY(hbs_allocate(&r.desk, workers, sizeof *r.desk, error));
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
    HBS_TRY(hbs_bias_count_models(&sample, catalog, dataset, options, error));
    *out = sample;
    sample = (hbs_bias_sample){0};
done:
    free_desks(r.desk, workers);
    hbs_bias_sample_free(&sample);
    return status;
}

hbs_status hbs_bias_signature(const hbs_bias_work *work, uint64_t idx, hbs_signature *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    hbs_instance instance = {.problem = work->dataset->problem};
    HBS_TRY(hbs_rows_open_from(&rows, work->catalog, work->dataset->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more || row.idx != idx)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: instance %llu of '%s' has gone", hbs_catalog_path(work->catalog), (unsigned long long)idx, work->dataset->name);
    HBS_TRY(hbs_row_instance(&row, work->dataset->problem, &instance, error));
    HBS_TRY(hbs_signature_of(&instance, out, error));
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

hbs_status hbs_bias_sorted(const hbs_bias_sample *sample, int (*compare)(const void *, const void *), const hbs_bias_instance ***out, hbs_error *error) {
    const hbs_bias_instance **item = NULL;
    const hbs_status status = hbs_allocate(&item, sample->count, sizeof *item, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < sample->count; i++) item[i] = &sample->item[i];
    if (sample->count) qsort(item, sample->count, sizeof *item, compare);
    *out = item;
    return HBS_OK;
}
