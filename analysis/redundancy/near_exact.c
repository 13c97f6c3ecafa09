/* All pairs of sets whose Jaccard share is 1/2 or more, by counting what short prefixes have in common. Sets of s and r pieces must share c >= (s + r) / 3 of them. In any order
 * of all pieces, if they do, then among the first s - c + l of the one and the first r - c + l of the other l are in common, for any l <= c (Bayardo, Ma, Srikant, WWW
 * 2007, for l = 1; Wang, Li, Feng, SIGMOD 2012). Pieces are ordered from rare to frequent, prefixes are indexed, and l grows with c: pairs that have little in common
 * share next to nothing of their prefixes, and only those that pass are counted, with a bound that rises with the best that was found.
 *
 * Where the bound of a set is not known before its partner, the least that any partner of the dataset can need takes its place; a longer prefix is right too. Frequencies are those of
 * buckets of hashes, and buckets are indexed: what falls together is counted too often, which lets more pairs pass and loses none. Instances of the same pieces, split and
 * class stand for each other. Sets are kept in memory, 8 bytes a piece; beyond so many bytes, visits to the index or steps of counting as the search may take, it is given up. What
 * is done does not depend on the number of threads: each instance looks for its own partner. */
#include "analysis/redundancy/near_search.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/sweep.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/shell_sort.h"

#define BUCKET_BITS_MAX 22u
#define SCRATCH_MAX ((size_t)1 << 25) /* bytes of all workers' counters */
#define BLOCK 64u                     /* sets that a worker takes at once */
#define SAME_AS 1u                    /* hbs_near.common of an instance whose `all` is 0: it has the result of `partner` */

typedef struct piece_set {
    size_t from;                    /* in prefix_index.piece */
    uint64_t reach;                 /* pieces up to this place in the order are its prefix */
    uint64_t fingerprint, form;     /* form: of its class */
    uint32_t count, row, least;     /* least: as many in the prefix must be in common */
    uint8_t split;
} piece_set;

typedef struct prefix_index {
    const hbs_near_search *search;
    uint64_t *piece;                /* of each set, ascending */
    size_t pieces, capacity;
    piece_set *set;                 /* in the end by split: one of those that stand for each other */
    size_t sets, first[HBS_SPLITS_MAX + 1];
    unsigned shift;                 /* of a hash: its bucket */
    uint32_t *frequency;            /* of buckets */
    uint32_t *offset;               /* of buckets, in entry */
    uint32_t *entry;                /* sets, ascending in each bucket */
    uint32_t smallest;              /* set */
    size_t row;                     /* read so far */
    uint64_t steps;                 /* of counting */
    struct scratch *scratch;        /* one a worker */
} prefix_index;

typedef struct scratch {
    uint32_t *seen, *touched;       /* seen: how often, of each set; touched: those seen */
} scratch;

/* ---- reading ---- */

static hbs_status pieces_of(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    const prefix_index *x = context;
    (void)worker, (void)row;
    return hbs_pieces_of(slot, instance, x->search->kind, error);
}

static void free_pieces(void *slot) { hbs_pieces_free(slot); }

static hbs_status too_large(hbs_error *error) { return hbs_raise(error, HBS_ERROR_BUDGET, "too many clauses or atoms to compare all instances"); }

static hbs_status keep_pieces(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    prefix_index *x = context;
    const hbs_pieces *const pieces = slot;
    const hbs_copies *const copies = x->search->copies;
    (void)row;
    if (x->row == copies->count) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    const hbs_copy *const copy = &copies->item[x->row];
    x->search->item[x->row] = (hbs_near){.partner = HBS_NOBODY};
    if (copy->split != HBS_SPLITS_MAX && pieces->count) {
        if ((x->pieces + pieces->count) * 10 + copies->count * (sizeof(hbs_copy) + sizeof(piece_set) + sizeof(hbs_near)) > x->search->bytes) HBS_TRY(too_large(error));
        HBS_TRY(hbs_grow(&x->piece, &x->capacity, x->pieces + pieces->count, sizeof *x->piece, error));
        memcpy(x->piece + x->pieces, pieces->hash, pieces->count * sizeof *x->piece);
        piece_set *const set = &x->set[x->sets++];
        *set = (piece_set){.from = x->pieces, .count = (uint32_t)pieces->count, .row = (uint32_t)x->row, .split = copy->split};
        memcpy(&set->form, copy->key[HBS_ISOMORPHIC], sizeof set->form);
        for (size_t i = 0; i < pieces->count; i++) set->fingerprint = set->fingerprint * UINT64_C(0x9e3779b97f4a7c15) + pieces->hash[i];
        x->pieces += pieces->count;
    }
    x->row++;
done:
    return status;
}

/* ---- those that stand for each other ---- */

static int compare_sets(const void *a, const void *b) {
    const piece_set *x = a, *y = b;
    if (x->split != y->split) return x->split < y->split ? -1 : 1;
    if (x->fingerprint != y->fingerprint) return x->fingerprint < y->fingerprint ? -1 : 1;
    if (x->form != y->form) return x->form < y->form ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool is_alike(const prefix_index *x, const piece_set *a, const piece_set *b) {
    const hbs_copy *const copy = x->search->copies->item;
    return a->split == b->split && a->fingerprint == b->fingerprint && a->count == b->count && hbs_is_copy(&copy[a->row], &copy[b->row], HBS_ISOMORPHIC) &&
           !memcmp(x->piece + a->from, x->piece + b->from, a->count * sizeof *x->piece);
}

static void keep_one_of_each(prefix_index *x) {
    size_t kept = 0;
    if (x->sets) qsort(x->set, x->sets, sizeof *x->set, compare_sets);
    for (size_t i = 0; i < x->sets; i++) {
        if (kept && is_alike(x, &x->set[kept - 1], &x->set[i])) x->search->item[x->set[i].row] = (hbs_near){x->set[kept - 1].row, SAME_AS, 0};
        else x->set[kept++] = x->set[i];
    }
    x->sets = kept;
    for (size_t split = 0, i = 0; split <= HBS_SPLITS_MAX; split++) {
        while (i < kept && x->set[i].split < split) i++;
        x->first[split] = i;
    }
}

/* ---- the index ---- */

static size_t bucket_of(const prefix_index *x, uint64_t piece) { return (size_t)(piece >> x->shift); }

/* Where a piece stands in the order. */
static uint64_t place_of(const prefix_index *x, uint64_t piece) {
    const uint64_t often = x->frequency[bucket_of(x, piece)], most = (UINT64_C(1) << 24) - 1;
    return (often < most ? often : most) << 40 | piece >> 24;
}

/* Of the pieces of both at least a third must be in common, and the other has half of `count` at least. */
static uint32_t needed(const prefix_index *x, uint32_t count) {
    const uint32_t half = (count + 1) / 2, other = half > x->smallest ? half : x->smallest;
    return (count + other + 2) / 3;
}

static hbs_status measure_prefix(const prefix_index *x, piece_set *set, uint64_t **order, size_t *capacity, hbs_error *error) {
    const uint32_t common = needed(x, set->count);
    const hbs_status status = hbs_grow(order, capacity, set->count, sizeof **order, error);
    if (status != HBS_OK) return status;
    for (uint32_t i = 0; i < set->count; i++) (*order)[i] = place_of(x, x->piece[set->from + i]);
    hbs_sort_u64(*order, set->count);
    set->least = 1 + common / 8;
    set->reach = (*order)[set->count - common + set->least - 1];
    return HBS_OK;
}

static hbs_status count_buckets(prefix_index *x, hbs_error *error) {
    hbs_status status = HBS_OK;
    unsigned bits = 4;
    size_t pieces = 0;
    x->smallest = UINT32_MAX;
    for (size_t i = 0; i < x->sets; i++) {
        pieces += x->set[i].count;
        if (x->set[i].count < x->smallest) x->smallest = x->set[i].count;
    }
    while (bits < BUCKET_BITS_MAX && (size_t)1 << bits < pieces) bits++;
    x->shift = 64 - bits;
    HBS_TRY(hbs_allocate(&x->frequency, (size_t)1 << bits, sizeof *x->frequency, error));
    HBS_TRY(hbs_allocate(&x->offset, ((size_t)1 << bits) + 1, sizeof *x->offset, error));
    for (size_t i = 0; i < x->sets; i++)
        for (uint32_t k = 0; k < x->set[i].count; k++) x->frequency[bucket_of(x, x->piece[x->set[i].from + k])]++;
done:
    return status;
}

/* offset: how many of each bucket, then where each ends, and then, filled from the last set on, where it begins. */
static hbs_status fill(prefix_index *x, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t buckets = (size_t)1 << (64 - x->shift);
    double visits = 0;
    for (size_t i = 0; i < x->sets; i++)
        for (uint32_t k = 0; k < x->set[i].count; k++) {
            const uint64_t piece = x->piece[x->set[i].from + k];
            x->offset[bucket_of(x, piece)] += place_of(x, piece) <= x->set[i].reach;
        }
    for (size_t b = 0; b < buckets; b++) visits += (double)x->offset[b] * (double)x->offset[b];
    if (visits > (double)x->search->steps) HBS_TRY(too_large(error));
    for (size_t b = 1; b <= buckets; b++) x->offset[b] += x->offset[b - 1];
    HBS_TRY(hbs_allocate(&x->entry, x->offset[buckets] + 1, sizeof *x->entry, error));
    for (size_t i = x->sets; i-- > 0;)
        for (uint32_t k = 0; k < x->set[i].count; k++) {
            const uint64_t piece = x->piece[x->set[i].from + k];
            if (place_of(x, piece) <= x->set[i].reach) x->entry[--x->offset[bucket_of(x, piece)]] = (uint32_t)i;
        }
done:
    return status;
}

static hbs_status build(prefix_index *x, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *order = NULL;
    size_t capacity = 0;
    keep_one_of_each(x);
    HBS_TRY(count_buckets(x, error));
    for (size_t i = 0; i < x->sets; i++) HBS_TRY(measure_prefix(x, &x->set[i], &order, &capacity, error));
    HBS_TRY(fill(x, error));
done:
    free(order);
    return status;
}

/* ---- looking ---- */

/* The first of entry[from..to-1] that is `set` or more. */
static size_t lower_bound(const uint32_t *entry, size_t from, size_t to, size_t set) {
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (entry[middle] < set) from = middle + 1;
        else to = middle;
    }
    return from;
}

static size_t see(const prefix_index *x, scratch *s, size_t from, size_t to, size_t touched) {
    for (size_t e = from; e < to; e++)
        if (!s->seen[x->entry[e]]++) s->touched[touched++] = x->entry[e];
    return touched;
}

/* Sets of other splits that have pieces of its prefix in theirs. */
static size_t see_others(const prefix_index *x, scratch *s, const piece_set *own) {
    size_t touched = 0;
    for (uint32_t k = 0; k < own->count; k++) {
        const uint64_t piece = x->piece[own->from + k];
        const size_t bucket = bucket_of(x, piece), from = x->offset[bucket], to = x->offset[bucket + 1];
        if (place_of(x, piece) > own->reach) continue;
        touched = see(x, s, from, lower_bound(x->entry, from, to, x->first[own->split]), touched);
        touched = see(x, s, lower_bound(x->entry, from, to, x->first[own->split + 1]), to, touched);
    }
    return touched;
}

/* How many both have, or 0 once it is seen to be less than `least`. */
static uint32_t common_of(const prefix_index *x, const piece_set *a, const piece_set *b, uint32_t least, uint64_t *steps) {
    const uint64_t *const p = x->piece + a->from, *const q = x->piece + b->from;
    uint32_t i = 0, k = 0, common = 0;
    while (i < a->count && k < b->count) {
        ++*steps;
        if (p[i] == q[k]) common++, i++, k++;
        else if (p[i] < q[k] ? common + (a->count - ++i) < least : common + (b->count - ++k) < least) return 0;
    }
    return common >= least ? common : 0;
}

/* Takes b for a partner when it has a larger share in common, or the same and comes first. */
static void weigh(const prefix_index *x, const piece_set *a, const piece_set *b, hbs_near *best, uint64_t *steps) {
    const uint64_t both = (uint64_t)a->count + b->count, part = best->common, whole = best->all;
    const uint32_t least = (uint32_t)((part * both + part + whole - 1) / (part + whole));   /* c / (both - c) >= part / whole */
    if (least > a->count || least > b->count || !hbs_may_be_near(x->search->copies, a->row, b->row)) return;
    const uint32_t common = common_of(x, a, b, least, steps);
    if (!common) return;
    const uint64_t all = both - common;
    if (common * whole == part * all && best->partner < b->row) return;
    *best = (hbs_near){b->row, common, (uint32_t)all};
}

typedef struct found {
    hbs_near best[BLOCK];
    uint64_t steps;
} found;

static hbs_status look(void *context, unsigned worker, uint64_t block, void *slot, hbs_error *error) {
    const prefix_index *x = context;
    scratch *const s = &x->scratch[worker];
    found *const out = slot;
    (void)error;
    out->steps = 0;
    for (size_t i = (size_t)block * BLOCK, n = 0; n < BLOCK && i < x->sets; i++, n++) {
        const piece_set *const own = &x->set[i];
        hbs_near best = {HBS_NOBODY, 1, 2};
        const size_t touched = own->split < x->search->asked ? see_others(x, s, own) : 0;
        for (size_t k = 0; k < touched; k++) {
            const piece_set *const other = &x->set[s->touched[k]];
            const uint32_t least = own->least < other->least ? own->least : other->least;
            if (s->seen[s->touched[k]] >= least && out->steps <= x->search->steps) weigh(x, own, other, &best, &out->steps);
            s->seen[s->touched[k]] = 0;
        }
        if (best.partner == HBS_NOBODY) best = (hbs_near){.partner = HBS_NOBODY};
        out->best[n] = best;
    }
    return HBS_OK;
}

static hbs_status keep_found(void *context, uint64_t block, void *slot, hbs_error *error) {
    prefix_index *x = context;
    const found *const out = slot;
    x->steps += out->steps;
    if (x->steps > x->search->steps) return too_large(error);
    for (size_t i = (size_t)block * BLOCK, n = 0; n < BLOCK && i < x->sets; i++, n++) x->search->item[x->set[i].row] = out->best[n];
    return HBS_OK;
}

static hbs_status look_for_all(prefix_index *x, unsigned workers, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_stopping stopping = {.listener = x->search->options->listener, .what = "look for near copies"};
    const hbs_parallel work = {.context = x, .slot_size = sizeof(found), .produce = look, .consume = keep_found, .stopping = &stopping};
    HBS_TRY(hbs_allocate(&x->scratch, workers, sizeof *x->scratch, error));
    for (unsigned i = 0; i < workers; i++) {
        HBS_TRY(hbs_allocate(&x->scratch[i].seen, x->sets + 1, sizeof *x->scratch[i].seen, error));
        HBS_TRY(hbs_allocate(&x->scratch[i].touched, x->sets + 1, sizeof *x->scratch[i].touched, error));
    }
    HBS_TRY(hbs_parallel_run(&work, workers, (size_t)workers * 4, (x->sets + BLOCK - 1) / BLOCK, error));
    for (size_t i = 0; i < x->search->copies->count; i++) {
        hbs_near *const near = &x->search->item[i];
        if (near->partner != HBS_NOBODY && !near->all && near->common == SAME_AS) *near = x->search->item[near->partner];
    }
done:
    for (unsigned i = 0; x->scratch && i < workers; i++) {
        free(x->scratch[i].seen);
        free(x->scratch[i].touched);
    }
    free(x->scratch);
    return status;
}

static unsigned workers_of(const prefix_index *x) {
    const size_t each = x->sets * 2 * sizeof(uint32_t) + 1, most = SCRATCH_MAX / each;
    const unsigned workers = hbs_sweep_workers(x->search->options);
    return most >= workers ? workers : most > 1 ? (unsigned)most : 1;
}

hbs_status hbs_near_exact(const hbs_near_search *search, hbs_error *error) {
    hbs_status status = HBS_OK;
    prefix_index x = {.search = search};
    const hbs_sweep sweep = {"look for near copies", 0, &x, sizeof(hbs_pieces), pieces_of, keep_pieces, free_pieces};
    HBS_TRY(hbs_allocate(&x.set, search->copies->count, sizeof *x.set, error));
    for (int d = 0; d < 2 && search->dataset[d]; d++) HBS_TRY(hbs_sweep_run(&sweep, search->catalog, search->dataset[d], search->options, error));
    if (x.row != search->copies->count) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    if (!x.sets) goto done;
    HBS_TRY(build(&x, error));
    HBS_TRY(look_for_all(&x, workers_of(&x), error));
done:
    free(x.piece);
    free(x.set);
    free(x.frequency);
    free(x.offset);
    free(x.entry);
    return status;
}
