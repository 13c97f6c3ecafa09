/* One pass over the dataset for all measures of bias: signature, size of its space, and what instances are the same. Sets or sequences: as the parameter `distinct` of a part
 * says; without one, sequences when some formula of the part repeats a clause. What a catalog does not keep, the order of clauses and the names of variables in queries, is left out of
 * account: a law and the uniform one are as far apart when both are seen through uniform orders and names. Memory 150 bytes an instance. */
#include "analysis/bias/bias.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reference/matching_plan.h"
#include "analysis/redundancy/piece_hashes.h"
#include "analysis/bias/space_bits.h"
#include "analysis/sweep.h"
#include "core/canonical.h"
#include "core/combinatorics.h"
#include "core/memory.h"
#include "datasets/make/make.h"

typedef struct desk { /* one a worker */
    hbs_signature signature, last; /* last: whose bits are at hand */
    double bits[2], orders_bits;
    bool has_last;
    hbs_cnf cleaned;
    hbs_pieces pieces;
    hbs_canonizer *canonizer;      /* for pairs */
} desk;

typedef struct reading {
    hbs_bias_sample *sample;
    desk *desk;
    bool merged; /* formulas are taken as sets, whatever they were drawn as: repeated clauses count once */
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

/* log2 of how many orders clauses may have, or names the variables that no head fixes. */
static double orders_of(const hbs_signature *s) {
    size_t clauses = 0;
    for (size_t i = 0; i < s->lengths; i++) clauses += s->length[i].count;
    if (s->problem == HBS_SAT) return hbs_factorial_bits((double)clauses);
    return hbs_factorial_bits(s->query[0].variables - hbs_head_variables(&s->query[0])) + hbs_factorial_bits(s->query[1].variables - hbs_head_variables(&s->query[1]));
}

/* Many instances of one signature in a row are the rule. */
static hbs_status measure_space(desk *d, hbs_bias_instance *item, hbs_error *error) {
    if (!d->has_last || !hbs_signature_equal(&d->signature, &d->last)) {
        const hbs_status status = hbs_space_bits(&d->signature, d->bits, error);
        if (status != HBS_OK) return status;
        d->orders_bits = orders_of(&d->signature);
        const hbs_signature old = d->last;
        d->last = d->signature;
        d->signature = old; /* replaced by the next instance */
        d->has_last = true;
    }
    for (unsigned of = HBS_SETS; of <= HBS_SEQUENCES; of++) {
        item->space_bits[of] = d->bits[of];
        item->class_bits[of] = d->bits[of] - (d->last.problem == HBS_SAT && of == HBS_SETS ? 0 : d->orders_bits);
    }
    return HBS_OK;
}

static uint64_t first_bytes(const uint8_t hash[HBS_HASH_SIZE]) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number = number << 8 | hash[i];
    return number;
}

/* A formula is told by its set of clauses, and by how often each occurs where one does more than once. */
static hbs_status look_at_formula(desk *d, const hbs_instance *instance, bool merged, read_one *one, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_formula_repeats(&instance->cnf, &one->repeats, error));
    if (!one->repeats || merged) goto done;
    HBS_TRY(hbs_cnf_clean_clauses(&d->cleaned, &instance->cnf, error));
    const hbs_instance sequence = {.problem = HBS_SAT, .cnf = d->cleaned};
    HBS_TRY(hbs_pieces_of(&d->pieces, &sequence, HBS_PIECES_REPEATED, error));
    for (size_t i = 0; i < d->pieces.count; i++) one->item.cell = (one->item.cell ^ d->pieces.hash[i]) * UINT64_C(0x9e3779b97f4a7c15);
    one->item.symmetries = isfinite(d->pieces.orders) ? d->pieces.orders : NAN;
done:
    return status;
}

static uint64_t name_hash(const hbs_symbol *symbol, uint64_t part) {
    uint64_t hash = symbol->kind + 1 + (part << 8);
    for (const char *at = symbol->text; *at; at++) hash = (hash ^ (uint8_t)*at) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Which constant occurs in which body, and where in the heads. */
static uint64_t constants_of(const hbs_query_pair *pair) {
    uint64_t sum = 0;
    for (uint64_t q = 0; q < 2; q++) {
        const hbs_query *query = q ? &pair->q2 : &pair->q1;
        for (uint32_t c = 0; c < pair->constants.count; c++) {
            bool used = false;
            for (size_t i = 0; i < hbs_query_arguments(query) && !used; i++) used = query->argument[i] == (HBS_CONSTANT | c);
            if (used) sum += name_hash(&pair->constants.item[c], q);
        }
        for (size_t i = 0; i < query->head_arity; i++)
            if (hbs_is_constant(query->head[i])) sum += name_hash(&pair->constants.item[hbs_constant_index(query->head[i])], 2 + q + 2 * i);
    }
    return sum;
}

static hbs_status look_at_pair(desk *d, const hbs_instance *instance, read_one *one, hbs_error *error) {
    hbs_canonical form;
    const hbs_status status = hbs_canonical_of(d->canonizer, instance, 0, &form, error);
    if (status != HBS_OK) return status;
    one->item.stratum += constants_of(&instance->pair);
    one->item.cell = form.exact ? first_bytes(form.hash) : 0;
    one->item.symmetries = form.exact && isfinite(form.symmetries) ? form.symmetries : NAN;
    return HBS_OK;
}

static hbs_status signature_of(const hbs_instance *instance, bool merged, hbs_cnf *cleaned, hbs_signature *out, hbs_error *error) {
    if (instance->problem != HBS_SAT || !merged) return hbs_signature_of(instance, out, error);
    const hbs_status status = hbs_cnf_clean(cleaned, &instance->cnf, error);
    const hbs_instance set = {.problem = HBS_SAT, .cnf = *cleaned};
    return status == HBS_OK ? hbs_signature_of(&set, out, error) : status;
}

static hbs_status look(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const reading *r = context;
    read_one *one = slot;
    desk *d = &r->desk[worker];
    const uint32_t part = part_of(row->part);
    *one = (read_one){.item = {.idx = row->idx, .unit = row->family, .part = part, .label = (int8_t)row->label, .choice_bits = row->choice_bits, .ratio_bits = NAN, .symmetries = 1}};
    one->item.size[0] = (double)row->size_n, one->item.size[1] = (double)row->size_m;
    one->item.cell = first_bytes(row->content_hash);
    HBS_TRY(signature_of(instance, r->merged, &d->cleaned, &d->signature, error));
    one->item.stratum = one->item.signature = hbs_signature_hash(&d->signature);
    HBS_TRY(measure_space(d, &one->item, error));
    HBS_TRY(instance->problem == HBS_SAT ? look_at_formula(d, instance, r->merged, one, error) : look_at_pair(d, instance, one, error));
done:
    return status;
}

static hbs_status keep(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    reading *r = context;
    const read_one *one = slot;
    hbs_bias_sample *s = r->sample;
    const hbs_status status = hbs_grow(&s->item, &s->capacity, s->count + 1, sizeof *s->item, error);
    if (status != HBS_OK) return status;
    s->item[s->count++] = one->item;
    if (one->repeats) s->sequences[one->item.part] = true;
    if (row->unknown_tries) s->dropped[one->item.part] = true;
    return HBS_OK;
}

const char *hbs_bias_changed_law(const hbs_bias_sample *sample, uint32_t part) {
    if (sample->selected) return "instances were refused after they were drawn (--distinct), which changes the law";
    if (sample->dropped[part_of(part)]) return "draws whose label was not reached within the budget were dropped, the hard ones, which changes the law";
    return NULL;
}

static void free_desks(desk *d, unsigned workers) {
    for (unsigned i = 0; d && i < workers; i++) {
        hbs_signature_free(&d[i].signature);
        hbs_signature_free(&d[i].last);
        hbs_cnf_free(&d[i].cleaned);
        hbs_pieces_free(&d[i].pieces);
        hbs_canonizer_close(d[i].canonizer);
    }
    free(d);
}

static void read_options(hbs_bias_sample *sample, const hbs_dataset *dataset) {
    hbs_make_options made = {0};
    if (hbs_make_options_parse(&made, dataset->options, NULL) != HBS_OK) return; /* an import's, or a reference's */
    sample->balanced = made.balance;
    sample->renamed = made.rename;
    sample->selected = made.distinct;
    hbs_make_options_free(&made);
}

/* Of what part those are is not stored. */
static hbs_status find_missing_units(hbs_bias_sample *sample, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_dataset_counts counts;
    const hbs_status status = hbs_dataset_count(catalog, dataset->id, &counts, error);
    for (size_t p = 0; status == HBS_OK && counts.unknown_units && p < HBS_PARTS_MAX; p++) sample->dropped[p] = true;
    return status;
}

hbs_status hbs_bias_sample_read(hbs_bias_sample *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, bool count_all, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    hbs_bias_sample sample = {0};
    reading r = {.sample = &sample, .merged = options->as == HBS_AS_SETS};
    const hbs_sweep sweep = {"measure the spaces", 0, &r, sizeof(read_one), look, keep, NULL};
    if (hbs_spec_parse_text(&sample.spec, dataset->spec, NULL) != HBS_OK) sample.spec = (hbs_spec){0};
    hbs_sequences_by_spec(dataset, sample.sequences);
    read_options(&sample, dataset);
    sample.as = options->as;
    HBS_TRY(hbs_allocate(&r.desk, workers, sizeof *r.desk, error));
    for (unsigned i = 0; i < workers; i++) HBS_TRY(hbs_canonizer_open(&r.desk[i].canonizer, error));
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
    HBS_TRY(find_missing_units(&sample, catalog, dataset, error));
    HBS_TRY(hbs_bias_count_models(&sample, catalog, dataset, options, count_all, error));
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
    hbs_cnf cleaned = {0};
    HBS_TRY(hbs_rows_open_from(&rows, work->catalog, work->dataset->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more || row.idx != idx)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: instance %llu of '%s' has gone", hbs_catalog_path(work->catalog), (unsigned long long)idx, work->dataset->name);
    HBS_TRY(hbs_row_instance(&row, work->dataset->problem, &instance, error));
    HBS_TRY(signature_of(&instance, work->sample->as == HBS_AS_SETS, &cleaned, out, error));
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    hbs_cnf_free(&cleaned);
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
