/* MinHash and banding (Broder 1997; Indyk and Motwani 1998), for datasets that are too large to compare all. Each instance keeps the least of its pieces' hashes under 16 mixes; two agree in
 * one with the probability that is their Jaccard share J of common pieces. Instances that agree in both of one of 8 pairs of mixes are candidates, and those that agree in 8 mixes at least are kept:
 * with probability .60 at J = 1/2, .87 at 3/5, .95 at 2/3, more than .999 at 4/5. Of these an instance keeps the one that it agrees with most. A crowd that shares a band is compared only with its next
 * neighbours in it, and the one that is kept may then turn out to have less than half in common: more are missed in small spaces. */
#include "analysis/redundancy/near_search.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/sweep.h"
#include "core/memory.h"

#define MIXES 16u
#define BANDS 8u
#define CROWD 32u     /* neighbours in a band */

typedef struct sketch {
    uint32_t least[MIXES];
    uint32_t partner;
    uint8_t agreed;
} sketch;

typedef struct sampling {
    const hbs_near_search *search;
    sketch *item;
    size_t count;
    hbs_pieces *pieces; /* one a worker */
} sampling;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static hbs_status sketch_one(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    const sampling *s = context;
    sketch *out = slot;
    (void)row;
    hbs_pieces *const pieces = &s->pieces[worker];
    const hbs_status status = hbs_pieces_of(pieces, instance, s->search->kind, error);
    *out = (sketch){.partner = HBS_NOBODY};
    memset(out->least, 0xff, sizeof out->least);
    for (size_t i = 0; status == HBS_OK && i < pieces->count; i++)
        for (uint32_t m = 0; m < MIXES; m++) {
            const uint32_t hash = (uint32_t)(mix(pieces->hash[i] + UINT64_C(0x9e3779b97f4a7c15) * (m + 1)) >> 32);
            if (hash < out->least[m]) out->least[m] = hash;
        }
    return status;
}

static hbs_status keep_sketch(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    sampling *s = context;
    (void)row;
    if (s->count == s->search->copies->count) return hbs_raise(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    s->item[s->count++] = *(const sketch *)slot;
    return HBS_OK;
}

static uint32_t agreements(const sketch *a, const sketch *b) {
    uint32_t same = 0;
    for (uint32_t m = 0; m < MIXES; m++) same += a->least[m] == b->least[m];
    return same;
}

static void note(sampling *s, uint32_t a, uint32_t b, uint32_t same) {
    sketch *const own = &s->item[a];
    if (same < MIXES / 2 || same < own->agreed || (same == own->agreed && own->partner <= b)) return;
    own->agreed = (uint8_t)same;
    own->partner = b;
}

static void compare(sampling *s, uint32_t a, uint32_t b) {
    if (!hbs_may_be_near(s->search->copies, a, b)) return;
    const uint32_t same = agreements(&s->item[a], &s->item[b]);
    note(s, a, b, same);
    note(s, b, a, same);
}

typedef struct banded {
    uint64_t key;
    uint32_t at;
} banded;

static int by_band(const void *a, const void *b) {
    const banded *x = a, *y = b;
    if (x->key != y->key) return x->key > y->key ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static hbs_status find_partners(sampling *s, hbs_error *error) {
    banded *order = NULL;
    const hbs_status status = hbs_allocate(&order, s->count, sizeof *order, error);
    if (status != HBS_OK) return status;
    for (uint32_t band = 0; band < BANDS; band++) {
        for (uint32_t i = 0; i < s->count; i++) order[i] = (banded){(uint64_t)s->item[i].least[2 * band] << 32 | s->item[i].least[2 * band + 1], i};
        if (s->count) qsort(order, s->count, sizeof *order, by_band);
        for (size_t i = 0; i < s->count; i++)
            for (size_t k = i + 1; k < s->count && k <= i + CROWD && order[k].key == order[i].key; k++) compare(s, order[i].at, order[k].at);
    }
    free(order);
    return HBS_OK;
}

/* ---- shares ---- */

static hbs_status pieces_at(const hbs_near_search *search, uint32_t at, hbs_pieces *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    const hbs_dataset *const dataset = hbs_near_dataset(search, at);
    hbs_instance instance = {.problem = dataset->problem};
    bool more = false;
    const uint64_t idx = search->copies->item[at].idx;
    HBS_TRY(hbs_rows_open_from(&rows, search->catalog, dataset->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more || row.idx != idx) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    HBS_TRY(hbs_row_instance(&row, dataset->problem, &instance, error));
    HBS_TRY(hbs_pieces_of(out, &instance, search->kind, error));
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

static hbs_status count_share(const hbs_near_search *search, uint32_t at, hbs_pieces pieces[2], hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_near *const near = &search->item[at];
    HBS_TRY(pieces_at(search, at, &pieces[0], error));
    HBS_TRY(pieces_at(search, near->partner, &pieces[1], error));
    near->common = (uint32_t)hbs_pieces_common(&pieces[0], &pieces[1]);
    near->all = (uint32_t)(pieces[0].count + pieces[1].count) - near->common;
    if (!near->common || 2 * near->common < near->all) *near = (hbs_near){.partner = HBS_NOBODY};
done:
    return status;
}

/* Those that agree most first. */
static hbs_status count_shares(const sampling *s, size_t split, size_t checked, hbs_pieces pieces[2], hbs_error *error) {
    hbs_status status = HBS_OK;
    for (uint32_t same = MIXES; same >= MIXES / 2; same--)
        for (uint32_t i = 0; checked && i < s->count; i++) {
            if (s->search->copies->item[i].split != split || s->item[i].partner == HBS_NOBODY || s->item[i].agreed != same) continue;
            HBS_TRY(count_share(s->search, i, pieces, error));
            checked--;
        }
done:
    return status;
}

hbs_status hbs_near_sampled(const hbs_near_search *search, size_t checked, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(search->options);
    sampling s = {.search = search};
    hbs_pieces pieces[2] = {{0}, {0}};
    const hbs_sweep sweep = {"look for near copies", 0, &s, sizeof(sketch), sketch_one, keep_sketch, NULL};
    HBS_TRY(hbs_allocate(&s.item, search->copies->count, sizeof *s.item, error));
    HBS_TRY(hbs_allocate(&s.pieces, workers, sizeof *s.pieces, error));
    for (int d = 0; d < 2 && search->dataset[d]; d++) HBS_TRY(hbs_sweep_run(&sweep, search->catalog, search->dataset[d], search->options, error));
    HBS_TRY(find_partners(&s, error));
    for (size_t i = 0; i < search->copies->count; i++)
        search->item[i] = (hbs_near){.partner = i < s.count && search->copies->item[i].split < search->asked ? s.item[i].partner : HBS_NOBODY};
    for (size_t split = 0; split < search->asked; split++) HBS_TRY(count_shares(&s, split, checked, pieces, error));
done:
    for (unsigned i = 0; s.pieces && i < workers; i++) hbs_pieces_free(&s.pieces[i]);
    for (int i = 0; i < 2; i++) hbs_pieces_free(&pieces[i]);
    free(s.pieces);
    free(s.item);
    return status;
}
