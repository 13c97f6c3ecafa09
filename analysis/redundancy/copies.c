/* Copies by sorting hashes: content hashes for equal instances, hashes of canonical forms for isomorphic ones. An instance whose canonical form was not found within its
 * budget is its own class, with what is equal to it. Cost O(L log L) an instance and what canonical forms take; O(N log N) for N instances. */
#include "analysis/redundancy/copies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/label_space.h"
#include "analysis/sweep.h"
#include "core/canonical.h"
#include "datasets/catalog/canonical.h"
#include "datasets/make/make.h"

typedef struct reading {
    hbs_copies *copies;
    hbs_canonizer **canonizer; /* one a worker */
    hbs_canonical_column *column; /* NULL: the catalog is not open for writing */
} reading;

typedef struct measured {
    uint64_t signature;
    double space[HBS_SAMENESSES];
    hbs_canonical form;
} measured;

static hbs_status measure(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const reading *r = context;
    measured *m = slot;
    hbs_signature signature = {0};
    if (!r->canonizer[worker]) HBS_TRY(hbs_canonizer_open(&r->canonizer[worker], error));
    HBS_TRY(hbs_signature_of(instance, &signature, error));
    HBS_TRY(hbs_canonical_of(r->canonizer[worker], instance, 0, &m->form, error));
    m->signature = hbs_signature_hash(&signature);
    m->space[HBS_EQUAL] = hbs_label_space_bits(&signature, row->label);
    m->space[HBS_ISOMORPHIC] = m->space[HBS_EQUAL] - hbs_renamings_bits(&signature);
done:
    hbs_signature_free(&signature);
    return status;
}

static uint8_t split_index(hbs_copies *c, const char *name) {
    if (!name || !name[0]) return HBS_SPLITS_MAX;
    for (size_t i = 0; i < c->splits; i++)
        if (strcmp(c->split[i], name) == 0) return (uint8_t)i;
    if (c->splits == HBS_SPLITS_MAX) return HBS_SPLITS_MAX;
    snprintf(c->split[c->splits], sizeof c->split[0], "%s", name);
    return (uint8_t)c->splits++;
}

static hbs_status collect(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const reading *r = context;
    hbs_copies *const c = r->copies;
    const measured *m = slot;
    HBS_TRY(hbs_grow(&c->item, &c->capacity, c->count + 1, sizeof *c->item, error));
    if (r->column && m->form.exact) HBS_TRY(hbs_canonical_column_add(r->column, row->idx, m->form.hash, error));
    hbs_copy *e = &c->item[c->count++];
    *e = (hbs_copy){.idx = row->idx,
                    .family = row->family,
                    .signature = m->signature,
                    .space = {(float)m->space[HBS_EQUAL], (float)m->space[HBS_ISOMORPHIC]},
                    .label = (int8_t)row->label,
                    .split = split_index(c, row->split),
                    .inexact = !m->form.exact};
    memcpy(e->key[HBS_EQUAL], row->content_hash, HBS_COPY_KEY);
    memcpy(e->key[HBS_ISOMORPHIC], m->form.exact ? m->form.hash : row->content_hash, HBS_COPY_KEY);
    c->inexact += e->inexact;
    c->families = c->families || row->family != row->unit;
done:
    return status;
}

hbs_status hbs_copies_read(hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    reading r = {.copies = copies};
    const hbs_sweep sweep = {"look for copies", 0, &r, sizeof(measured), measure, collect, NULL};
    HBS_TRY(hbs_allocate(&r.canonizer, workers, sizeof(hbs_canonizer *), error));
    if (hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_canonical_column_open(&r.column, catalog, dataset->id, error));
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
    if (r.column) HBS_TRY(hbs_canonical_column_flush(r.column, error));
    copies->refused = hbs_make_refuses_repeats(dataset->options);
done:
    for (unsigned i = 0; r.canonizer && i < workers; i++) hbs_canonizer_close(r.canonizer[i]);
    free(r.canonizer);
    hbs_canonical_column_close(r.column);
    return status;
}

void hbs_copies_free(hbs_copies *copies) {
    free(copies->item);
    *copies = (hbs_copies){0};
}

/* ---- orders ---- */

static int by_key(const hbs_copy *x, const hbs_copy *y, hbs_sameness by) {
    const int order = memcmp(x->key[by], y->key[by], HBS_COPY_KEY);
    if (order) return order;
    if (x->family != y->family) return x->family < y->family ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static int by_group(const hbs_copy *x, const hbs_copy *y, hbs_sameness by) {
    if (x->signature != y->signature) return x->signature > y->signature ? 1 : -1;
    if (x->label != y->label) return x->label > y->label ? 1 : -1;
    return by_key(x, y, by);
}

static int equal_order(const void *a, const void *b) { return by_key(a, b, HBS_EQUAL); }
static int isomorphic_order(const void *a, const void *b) { return by_key(a, b, HBS_ISOMORPHIC); }
static int equal_groups(const void *a, const void *b) { return by_group(a, b, HBS_EQUAL); }
static int isomorphic_groups(const void *a, const void *b) { return by_group(a, b, HBS_ISOMORPHIC); }
static int idx_order(const void *a, const void *b) {
    const hbs_copy *x = a, *y = b;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static int family_order(const void *a, const void *b) {
    const hbs_copy *x = a, *y = b;
    if (x->family != y->family) return x->family < y->family ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static void sort(hbs_copies *c, int (*order)(const void *, const void *)) {
    if (c->count) qsort(c->item, c->count, sizeof *c->item, order);
}

void hbs_copies_sort(hbs_copies *c, hbs_sameness by) { sort(c, by == HBS_EQUAL ? equal_order : isomorphic_order); }
void hbs_copies_sort_in_groups(hbs_copies *c, hbs_sameness by) { sort(c, by == HBS_EQUAL ? equal_groups : isomorphic_groups); }
void hbs_copies_sort_by_idx(hbs_copies *c) { sort(c, idx_order); }
void hbs_copies_sort_by_family(hbs_copies *c) { sort(c, family_order); }

/* ---- counts ---- */

/* One class, ordered by family. */
static void count_class(const hbs_copy *item, uint64_t size, hbs_copy_counts *c) {
    uint64_t label[2] = {0, 0}, split[HBS_SPLITS_MAX + 1] = {0};
    c->distinct++;
    c->once += size == 1;
    c->twice += size == 2;
    c->pairs += size * (size - 1) / 2;
    c->triples += size > 2 ? size * (size - 1) / 2 * (size - 2) / 3 : 0;
    if (size > c->largest) c->largest = size;
    for (size_t i = 0; i < size; i++) {
        if (item[i].label >= 0) label[item[i].label]++;
        if (i && item[i].family != item[i - 1].family) c->across_families++;
        split[item[i].split]++;
    }
    c->conflicts += label[0] * label[1];
    for (size_t s = 0; s < HBS_SPLITS_MAX; s++) c->in_split[s] += split[s];
    for (size_t i = 0; i < size; i++) {
        const uint8_t s = item[i].split;
        if (s < HBS_SPLITS_MAX && split[s] + split[HBS_SPLITS_MAX] < size) c->shared[s][item[i].label < 0 ? 2 : item[i].label]++;
    }
}

void hbs_copies_count(hbs_copies *copies, hbs_sameness by, hbs_copy_counts *out) {
    *out = (hbs_copy_counts){.instances = copies->count};
    hbs_copies_sort(copies, by);
    for (size_t from = 0, to; from < copies->count; from = to) {
        for (to = from + 1; to < copies->count && hbs_is_copy(&copies->item[from], &copies->item[to], by);) to++;
        count_class(copies->item + from, to - from, out);
    }
}
