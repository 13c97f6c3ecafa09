/* MinHash and banding (Broder 1997; Indyk and Motwani 1998). Each instance keeps the least of its pieces' hashes under 16 mixes; two agree in one with the probability that
 * is their Jaccard share J of common pieces. Instances that agree in both of one of 8 pairs of mixes are candidates: found at J = 1/2 with probability .90, at 2/3 .99, at 4/5 .9997;
 * missing some makes the counts too small. Of its candidates in other splits an instance keeps the one that it agrees with most, if in at least half; then the shares of up to CHECKED instances of a
 * split are counted exactly. A crowd that shares a band is compared only with its next neighbours in it.
 *
 * By named pieces unrelated formulas have little in common, unless their space is small. By renamed pieces they may have: few different counts make like pieces. So these are
 * figures to know, and no tests; the worst pairs are named, to be looked at. */
#include "analysis/near_copies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/piece_hashes.h"
#include "analysis/sweep.h"
#include "analysis/wording.h"

#define MIXES 16u
#define BANDS 8u
#define CROWD 32u     /* neighbours in a band */
#define CHECKED 500u  /* exact shares, a split */
#define WORST 3u
#define NOBODY UINT32_MAX

typedef struct sketch {
    uint32_t least[MIXES];
    uint32_t partner;
    uint8_t agreed;
} sketch;

typedef struct search {
    hbs_piece_kind kind;
    hbs_copies *copies;
    const hbs_dataset *dataset[2]; /* one; or two, whose copies stand one after the other, each by idx, and are the two "splits" */
    size_t first;       /* copies of dataset[0] */
    sketch *item;       /* in the order of copies */
    size_t count;
    hbs_pieces *pieces; /* one a worker */
    const char *what;   /* pieces are called so */
    hbs_copy_pairs *pairs; /* NULL: findings are wanted, not pairs */
} search;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static hbs_status sketch_one(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    const search *s = context;
    sketch *out = slot;
    (void)row;
    hbs_pieces *const pieces = &s->pieces[worker];
    const hbs_status status = hbs_pieces_of(pieces, instance, s->kind, error);
    *out = (sketch){.partner = NOBODY};
    memset(out->least, 0xff, sizeof out->least);
    for (size_t i = 0; status == HBS_OK && i < pieces->count; i++)
        for (uint32_t m = 0; m < MIXES; m++) {
            const uint32_t hash = (uint32_t)(mix(pieces->hash[i] + UINT64_C(0x9e3779b97f4a7c15) * (m + 1)) >> 32);
            if (hash < out->least[m]) out->least[m] = hash;
        }
    return status;
}

static hbs_status keep_sketch(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    search *s = context;
    (void)row;
    if (s->count == s->copies->count) return hbs_raise(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    s->item[s->count++] = *(const sketch *)slot;
    return HBS_OK;
}

static uint32_t agreements(const sketch *a, const sketch *b) {
    uint32_t same = 0;
    for (uint32_t m = 0; m < MIXES; m++) same += a->least[m] == b->least[m];
    return same;
}

static void note(search *s, uint32_t a, uint32_t b, uint32_t same) {
    sketch *const own = &s->item[a];
    if (same < MIXES / 2 || same < own->agreed || (same == own->agreed && own->partner <= b)) return;
    own->agreed = (uint8_t)same;
    own->partner = b;
}

/* Of different splits, both known, and no copies. */
static void compare(search *s, uint32_t a, uint32_t b) {
    const hbs_copy *const x = &s->copies->item[a], *const y = &s->copies->item[b];
    if (x->split == y->split || x->split == HBS_SPLITS_MAX || y->split == HBS_SPLITS_MAX || hbs_is_copy(x, y, HBS_ISOMORPHIC)) return;
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

static hbs_status find_partners(search *s, hbs_error *error) {
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

/* ---- exact shares ---- */

#define NAME 40u /* bytes of a name in a sentence: the end of a path, which tells most */

typedef struct worst {
    double share;
    char name[2][NAME + 1];
} worst;

typedef struct tally {
    uint64_t all, near, checked, wrong;
    worst pair[WORST];
} tally;

/* By its file, else by idx. */
static void name_row(const hbs_row *row, char name[NAME + 1]) {
    const size_t length = row->name ? strlen(row->name) : 0;
    if (!length) snprintf(name, NAME + 1, "%" PRIu64, row->idx);
    else snprintf(name, NAME + 1, "%s%s", length > NAME ? ".." : "", length > NAME ? row->name + length - (NAME - 2) : row->name);
}

static hbs_status pieces_at(const search *s, hbs_catalog *catalog, size_t item, hbs_pieces *out, char name[NAME + 1], hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_dataset *const dataset = s->dataset[item >= s->first];
    const uint64_t idx = s->copies->item[item].idx;
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_instance instance = {.problem = dataset->problem};
    bool more = false;
    HBS_TRY(hbs_rows_open_from(&rows, catalog, dataset->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more || row.idx != idx) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    HBS_TRY(hbs_row_instance(&row, dataset->problem, &instance, error));
    HBS_TRY(hbs_pieces_of(out, &instance, s->kind, error));
    name_row(&row, name);
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

static void keep_worst(tally *t, const worst *pair) {
    size_t at = WORST;
    while (at && t->pair[at - 1].share < pair->share) at--;
    if (at == WORST) return;
    memmove(&t->pair[at + 1], &t->pair[at], (WORST - 1 - at) * sizeof *t->pair);
    t->pair[at] = *pair;
}

/* Half of the pieces of both together. */
static hbs_status check_one(const search *s, size_t i, hbs_catalog *catalog, hbs_pieces pieces[2], tally *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t partner = s->item[i].partner;
    worst pair = {0};
    HBS_TRY(pieces_at(s, catalog, i, &pieces[0], pair.name[0], error));
    HBS_TRY(pieces_at(s, catalog, partner, &pieces[1], pair.name[1], error));
    const size_t common = hbs_pieces_common(&pieces[0], &pieces[1]), all = pieces[0].count + pieces[1].count - common;
    t->checked++;
    pair.share = all ? (double)common / (double)all : 1;
    if (2 * common < all) t->wrong++;
    else keep_worst(t, &pair);
    if (s->pairs && 2 * common >= all)
        HBS_TRY(hbs_copy_pairs_add(s->pairs, s->kind == HBS_PIECES_NAMED ? "near" : "near_renamed", pair.share, s->copies->item[i].idx, s->copies->item[partner].idx, error));
done:
    return status;
}

static hbs_status tally_split(const search *s, size_t split, hbs_catalog *catalog, hbs_pieces pieces[2], tally *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    *t = (tally){.all = 0};
    for (uint32_t same = MIXES; same >= MIXES / 2; same--)   /* those that agree most are checked first */
        for (size_t i = 0; i < s->count; i++) {
            if (s->copies->item[i].split != split) continue;
            t->all += same == MIXES;
            if (s->item[i].partner == NOBODY || s->item[i].agreed != same) continue;
            t->near++;
            if (t->checked < CHECKED) HBS_TRY(check_one(s, i, catalog, pieces, t, error));
        }
done:
    return status;
}

static hbs_status say_split(hbs_findings *out, const hbs_finding *head, const search *s, size_t split, const tally *t, hbs_error *error) {
    hbs_finding finding = *head;
    char subject[160], pairs[340] = "", how[80] = "", of[64] = "", whose[160];
    size_t used = 0;
    const uint64_t near = t->near - t->wrong;
    const bool named = s->kind == HBS_PIECES_NAMED;
    finding.value = hbs_exactly(t->all ? (double)near / (double)t->all : NAN, t->all);
    finding.weight = HBS_FINDING_PLAIN;
    if (t->near > t->checked) {
        snprintf(how, sizeof how, " (estimated beyond the first %u)", CHECKED);
        finding.value.method = "minhash";
    }
    for (size_t i = 0; i < WORST && t->pair[i].share > 0; i++)
        used += (size_t)snprintf(pairs + used, sizeof pairs - used, "%s%s and %s (%.3g %%)", i ? ", " : " Most in common: ", t->pair[i].name[0], t->pair[i].name[1],
                                 100 * t->pair[i].share);
    const char *quantity = named ? "near_copies_across_splits" : "renamed_near_copies_across_splits";
    if (s->dataset[1]) {
        quantity = named ? "near_copies_of_dataset" : "renamed_near_copies_of_dataset";
        snprintf(subject, sizeof subject, "other=%s", s->dataset[1]->name);
        snprintf(whose, sizeof whose, "of %s", s->dataset[1]->name);
    } else {
        snprintf(subject, sizeof subject, "split=%s", s->copies->split[split]);
        snprintf(of, sizeof of, " of split %s", s->copies->split[split]);
        snprintf(whose, sizeof whose, "of another split");
    }
    return hbs_findings_say(out, &finding, quantity, subject, error,
                            "%" PRIu64 " of the %" PRIu64 " instance%s%s share%s at least half of all %s%s with one %s%s, copies apart.%s%s", near, t->all, hbs_s(t->all),
                            of, hbs_one_or(near, "s", ""), s->what, named ? "" : ", variables told apart only by how often they occur,", whose, how, pairs, used ? "." : "");
}

static hbs_status say_kind(hbs_findings *out, const hbs_finding *head, search *s, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_sweep sweep = {"look for near copies", 0, s, sizeof(sketch), sketch_one, keep_sketch, NULL};
    hbs_pieces pieces[2] = {{0}, {0}};
    tally t;
    s->count = 0;
    for (int d = 0; d < 2 && s->dataset[d]; d++) HBS_TRY(hbs_sweep_run(&sweep, catalog, s->dataset[d], options, error));
    HBS_TRY(find_partners(s, error));
    const size_t asked = s->dataset[1] ? 1 : s->copies->splits;
    for (size_t split = 0; split < asked; split++) {
        HBS_TRY(tally_split(s, split, catalog, pieces, &t, error));
        if (!s->pairs) HBS_TRY(say_split(out, head, s, split, &t, error));
    }
done:
    for (int i = 0; i < 2; i++) hbs_pieces_free(&pieces[i]);
    return status;
}

static hbs_status look(search *s, hbs_findings *out, const hbs_finding *head, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    s->what = s->dataset[0]->problem == HBS_SAT ? "clauses" : "atoms";
    if (s->copies->splits < 2 || s->copies->count >= NOBODY) return HBS_OK;
    HBS_TRY(hbs_allocate(&s->item, s->copies->count, sizeof *s->item, error));
    HBS_TRY(hbs_allocate(&s->pieces, workers, sizeof *s->pieces, error));
    for (int kind = 0; kind < 2; kind++) {
        s->kind = (hbs_piece_kind)kind;
        HBS_TRY(say_kind(out, head, s, catalog, options, error));
    }
done:
    for (unsigned i = 0; s->pieces && i < workers; i++) hbs_pieces_free(&s->pieces[i]);
    free(s->pieces);
    free(s->item);
    return status;
}

hbs_status hbs_say_near_copies(hbs_findings *out, const hbs_finding *head, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset,
                               const hbs_measure_options *options, hbs_error *error) {
    search s = {.copies = copies, .dataset = {dataset}, .first = copies->count};
    hbs_copies_sort_by_idx(copies);
    return look(&s, out, head, catalog, options, error);
}

hbs_status hbs_near_copies_find(hbs_copy_pairs *out, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                hbs_error *error) {
    search s = {.copies = copies, .dataset = {dataset}, .first = copies->count, .pairs = out};
    hbs_copies_sort_by_idx(copies);
    return look(&s, NULL, NULL, catalog, options, error);
}

/* ---- two datasets ---- */

hbs_status hbs_copies_read_both(hbs_copies *copies, size_t *first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_copies_read(copies, catalog, dataset, options, error));
    *first = copies->count;
    HBS_TRY(hbs_copies_read(copies, catalog, other, options, error));
    for (size_t i = 0; i < copies->count; i++) copies->item[i].split = i >= *first;
    copies->splits = 2;
done:
    return status;
}

hbs_status hbs_near_copies_find_in(hbs_copy_pairs *out, hbs_copies *copies, size_t first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other,
                                   const hbs_measure_options *options, hbs_error *error) {
    search s = {.copies = copies, .dataset = {dataset, other}, .first = first, .pairs = out};
    return look(&s, NULL, NULL, catalog, options, error);
}

hbs_status hbs_say_near_copies_of(hbs_findings *out, const hbs_finding *head, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_copies copies = {0};
    search s = {.copies = &copies, .dataset = {dataset, other}};
    HBS_TRY(hbs_copies_read_both(&copies, &s.first, catalog, dataset, other, options, error));
    HBS_TRY(look(&s, out, head, catalog, options, error));
done:
    hbs_copies_free(&copies);
    return status;
}
