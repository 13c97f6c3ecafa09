/* What is found by near_exact.c, or, beyond its bounds, by near_sampled.c, in words. By named pieces unrelated formulas have little in common, unless their space is small. By renamed pieces
 * they may have: few different counts make like pieces. So these are figures to know, and no tests; the worst pairs are named, to be looked at. */
#include "analysis/redundancy/near_copies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/near_search.h"
#include "analysis/wording.h"

#define CHECKED 500u /* shares counted of a sample, a split */
#define WORST 3u
#define NAME 40u     /* bytes of a name in a sentence: the end of a path, which tells most */

typedef struct tally {
    uint64_t all, near, checked;
    size_t worst[WORST], worsts; /* numbers in copies, the largest share first */
} tally;

hbs_status hbs_near_find(const hbs_near_search *search, size_t checked, bool *exact, hbs_error *error) {
    hbs_error local = {0};
    const hbs_status status = hbs_near_exact(search, &local);
    *exact = status == HBS_OK;
    if (status == HBS_ERROR_BUDGET) return hbs_near_sampled(search, checked, error);
    return status == HBS_OK ? HBS_OK : hbs_raise(error, status, "%s", local.message);
}

static double share_of(const hbs_near *near) { return (double)near->common / (double)near->all; }

static void keep_worst(tally *t, const hbs_near *item, size_t i) {
    size_t at = t->worsts;
    while (at && share_of(&item[t->worst[at - 1]]) < share_of(&item[i])) at--;
    if (at == WORST) return;
    t->worsts += t->worsts < WORST;
    memmove(&t->worst[at + 1], &t->worst[at], (t->worsts - 1 - at) * sizeof *t->worst);
    t->worst[at] = i;
}

static tally tally_split(const hbs_near_search *s, size_t split) {
    tally t = {0};
    for (size_t i = 0; i < s->copies->count; i++) {
        if (s->copies->item[i].split != split) continue;
        t.all++;
        if (s->item[i].partner == HBS_NOBODY) continue;
        t.near++;
        t.checked += s->item[i].all > 0;
        if (s->item[i].all) keep_worst(&t, s->item, i);
    }
    return t;
}

/* By its file, else by idx. */
static hbs_status name_of(const hbs_near_search *s, size_t at, char name[NAME + 1], hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = false;
    const uint64_t idx = s->copies->item[at].idx;
    HBS_TRY(hbs_rows_open_from(&rows, s->catalog, hbs_near_dataset(s, at)->id, idx, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more || row.idx != idx) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
    const size_t length = row.name ? strlen(row.name) : 0;
    if (!length) snprintf(name, NAME + 1, "%" PRIu64, idx);
    else snprintf(name, NAME + 1, "%s%s", length > NAME ? ".." : "", length > NAME ? row.name + length - (NAME - 2) : row.name);
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status name_worst(const hbs_near_search *s, const tally *t, char *out, size_t room, hbs_error *error) {
    hbs_status status = HBS_OK;
    char name[2][NAME + 1];
    size_t used = 0;
    for (size_t i = 0; i < t->worsts; i++) {
        const hbs_near *const near = &s->item[t->worst[i]];
        HBS_TRY(name_of(s, t->worst[i], name[0], error));
        HBS_TRY(name_of(s, near->partner, name[1], error));
        used += (size_t)snprintf(out + used, room - used, "%s%s and %s (%.3g %%)", i ? ", " : " Most in common: ", name[0], name[1], 100 * share_of(near));
    }
    if (used) snprintf(out + used, room - used, ".");
done:
    return status;
}

static hbs_status say_split(hbs_findings *out, const hbs_finding *head, const hbs_near_search *s, size_t split, bool exact, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_finding finding = *head;
    char subject[160], pairs[340] = "", how[120] = "", of[64] = "", whose[160];
    const tally t = tally_split(s, split);
    const bool named = s->kind == HBS_PIECES_NAMED;
    const char *const what = s->dataset[0]->problem == HBS_SAT ? "clauses" : "atoms";
    finding.value = hbs_exactly(t.all ? (double)t.near / (double)t.all : NAN, t.all);
    finding.weight = HBS_FINDING_PLAIN;
    if (!exact) {
        snprintf(how, sizeof how, ", as far as sampled hashes show, which miss some%s", t.near > t.checked ? "; beyond the first 500 some may have less" : "");
        finding.value.method = "minhash";
    }
    HBS_TRY(name_worst(s, &t, pairs, sizeof pairs, error));
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
    HBS_TRY(hbs_findings_say(out, &finding, quantity, subject, error, "%" PRIu64 " of the %" PRIu64 " instance%s%s %s %snear cop%s of one %s: at least half of all their %s are the same%s%s.%s", t.near, t.all,
                             hbs_s(t.all), of, hbs_one_or(t.near, "is a", "are"), named ? "" : "renamed ", hbs_one_or(t.near, "y", "ies"), whose, what,
                             named ? "" : " when variables that occur equally often are taken for one", how, pairs));
done:
    return status;
}

static hbs_status list_pairs(hbs_copy_pairs *pairs, const hbs_near_search *s, size_t split, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < s->copies->count; i++) {
        const hbs_near *const near = &s->item[i];
        if (s->copies->item[i].split != split || near->partner == HBS_NOBODY || !near->all) continue;
        HBS_TRY(hbs_copy_pairs_add(pairs, s->kind == HBS_PIECES_NAMED ? "near" : "near_renamed", share_of(near), s->copies->item[i].idx, s->copies->item[near->partner].idx, error));
    }
done:
    return status;
}

/* Findings where `head` is given, else pairs. */
static hbs_status look(hbs_near_search s, hbs_findings *out, const hbs_finding *head, hbs_copy_pairs *pairs, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool exact;
    s.bytes = HBS_NEAR_BYTES;
    s.steps = HBS_NEAR_STEPS;
    s.asked = s.dataset[1] ? 1 : s.copies->splits;
    if (s.copies->splits < 2 || s.copies->count >= HBS_NOBODY) return HBS_OK;
    HBS_TRY(hbs_allocate(&s.item, s.copies->count, sizeof *s.item, error));
    for (int kind = 0; kind < 2; kind++) {
        s.kind = (hbs_piece_kind)kind;
        HBS_TRY(hbs_near_find(&s, CHECKED, &exact, error));
        for (size_t split = 0; split < s.asked; split++) HBS_TRY(head ? say_split(out, head, &s, split, exact, error) : list_pairs(pairs, &s, split, error));
    }
done:
    free(s.item);
    return status;
}

hbs_status hbs_say_near_copies(hbs_findings *out, const hbs_finding *head, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset,
                               const hbs_measure_options *options, hbs_error *error) {
    hbs_copies_sort_by_idx(copies);
    return look((hbs_near_search){.copies = copies, .catalog = catalog, .dataset = {dataset}, .first = copies->count, .options = options}, out, head, NULL, error);
}

hbs_status hbs_near_copies_find(hbs_copy_pairs *out, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                hbs_error *error) {
    hbs_copies_sort_by_idx(copies);
    return look((hbs_near_search){.copies = copies, .catalog = catalog, .dataset = {dataset}, .first = copies->count, .options = options}, NULL, NULL, out, error);
}

/* ---- two datasets ---- */

hbs_status hbs_copies_read_both(hbs_copies *copies, size_t *first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_copies_read(copies, catalog, dataset, options, error));
    *first = copies->count;
    HBS_TRY(hbs_copies_read(copies, catalog, other, options, error));
    for (size_t i = 0; i < copies->count; i++) {
        hbs_copy *const item = &copies->item[i];
        item->split = i >= *first;
        if (item->family < HBS_FAMILY_ROOTED) item->family = hbs_lineage((item->split ? other : dataset)->name, NULL, 0, item->family);
    }
    copies->splits = 2;
done:
    return status;
}

hbs_status hbs_near_copies_find_in(hbs_copy_pairs *out, hbs_copies *copies, size_t first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other,
                                   const hbs_measure_options *options, hbs_error *error) {
    return look((hbs_near_search){.copies = copies, .catalog = catalog, .dataset = {dataset, other}, .first = first, .options = options}, NULL, NULL, out, error);
}

hbs_status hbs_say_near_copies_of(hbs_findings *out, const hbs_finding *head, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_copies copies = {0};
    size_t first;
    HBS_TRY(hbs_copies_read_both(&copies, &first, catalog, dataset, other, options, error));
    HBS_TRY(look((hbs_near_search){.copies = &copies, .catalog = catalog, .dataset = {dataset, other}, .first = first, .options = options}, out, head, NULL, error));
done:
    hbs_copies_free(&copies);
    return status;
}
