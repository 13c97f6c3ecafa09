/* Counts say that a split leaks, pairs say what to take out. Classes are told as a star around their first instance, N - 1 pairs, since all pairs of a large class would
 * be its square. Names and splits are read in one pass over the dataset once the pairs are known. */
#include "analysis/redundancy/copy_pairs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/redundancy/near_copies.h"

void hbs_copy_pairs_free(hbs_copy_pairs *pairs) {
    for (size_t i = 0; i < pairs->count; i++)
        for (int e = 0; e < 2; e++) {
            free(pairs->item[i].end[e].split);
            free(pairs->item[i].end[e].name);
        }
    free(pairs->item);
    *pairs = (hbs_copy_pairs){0};
}

hbs_status hbs_copy_pairs_add(hbs_copy_pairs *pairs, const char *how, double share, uint64_t own, uint64_t other, hbs_error *error) {
    const hbs_status status = hbs_grow(&pairs->item, &pairs->capacity, pairs->count + 1, sizeof *pairs->item, error);
    if (status != HBS_OK) return status;
    pairs->item[pairs->count++] = (hbs_copy_pair){how, share, {{.idx = own, .label = HBS_LABEL_UNKNOWN}, {.idx = other, .label = HBS_LABEL_UNKNOWN}}};
    return HBS_OK;
}

/* Within one dataset what comes before; between two, where the splits are the sides, what is on the other side. */
static bool can_be_of(const hbs_copy *copy, const hbs_copy *of, bool between) { return between ? copy->split == 0 && of->split == 1 : of->idx < copy->idx; }

/* The first of the class that it can be of and equals, else the first of the class. A class is in order of family, not of idx. */
static hbs_status add_of_class(hbs_copy_pairs *pairs, const hbs_copy *item, size_t size, size_t i, bool between, hbs_error *error) {
    const hbs_copy *first = NULL, *equal = NULL;
    for (size_t j = 0; j < size; j++) {
        if (!can_be_of(&item[i], &item[j], between)) continue;
        if (!first || item[j].idx < first->idx) first = &item[j];
        if (hbs_is_copy(&item[i], &item[j], HBS_EQUAL) && (!equal || item[j].idx < equal->idx)) equal = &item[j];
    }
    if (!first) return HBS_OK;
    return hbs_copy_pairs_add(pairs, equal ? "equal" : "isomorphic", 1, item[i].idx, equal ? equal->idx : first->idx, error);
}

static int by_idx(const void *a, const void *b) {
    const hbs_copy_pair *x = a, *y = b;
    return (x->end[0].idx > y->end[0].idx) - (x->end[0].idx < y->end[0].idx);
}

static hbs_status add_copies(hbs_copy_pairs *pairs, hbs_copies *copies, bool between, hbs_error *error) {
    hbs_copies_sort(copies, HBS_ISOMORPHIC);
    for (size_t from = 0, to; from < copies->count; from = to) {
        for (to = from + 1; to < copies->count && hbs_is_copy(&copies->item[from], &copies->item[to], HBS_ISOMORPHIC);) to++;
        for (size_t i = 0; i < to - from; i++) {
            const hbs_status status = add_of_class(pairs, copies->item + from, to - from, i, between, error);
            if (status != HBS_OK) return status;
        }
    }
    if (pairs->count) qsort(pairs->item, pairs->count, sizeof *pairs->item, by_idx);
    return HBS_OK;
}

static bool is_paired(const hbs_copy_pairs *pairs, size_t count, uint64_t idx) {
    const hbs_copy_pair wanted = {.end = {{.idx = idx}}};
    return count && bsearch(&wanted, pairs->item, count, sizeof *pairs->item, by_idx) != NULL;
}

/* Of one family, from one split to another, each beside the first that is not of its own; between two datasets, where a copy is there it is told already. */
static hbs_status add_family(hbs_copy_pairs *pairs, const hbs_copy *item, size_t size, bool between, size_t copies, hbs_error *error) {
    const hbs_copy *first = NULL, *second = NULL;
    for (size_t i = 0; i < size && !second; i++) {
        if (item[i].split == HBS_SPLITS_MAX) continue;
        if (!first) first = &item[i];
        else if (item[i].split != first->split) second = &item[i];
    }
    for (size_t i = 0; second && i < size; i++) {
        if (item[i].split == HBS_SPLITS_MAX || (between && (item[i].split == 1 || is_paired(pairs, copies, item[i].idx)))) continue;
        const hbs_copy *const of = item[i].split == first->split ? second : first;
        const hbs_status status = hbs_copy_pairs_add(pairs, "related", NAN, item[i].idx, of->idx, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static hbs_status add_relatives(hbs_copy_pairs *pairs, hbs_copies *copies, bool between, hbs_error *error) {
    const size_t before = pairs->count;
    if (!copies->families) return HBS_OK;
    hbs_copies_sort_by_family(copies);
    for (size_t from = 0, to; from < copies->count; from = to) {
        for (to = from + 1; to < copies->count && copies->item[to].family == copies->item[from].family;) to++;
        const hbs_status status = add_family(pairs, copies->item + from, to - from, between, before, error);
        if (status != HBS_OK) return status;
    }
    if (pairs->count > before) qsort(pairs->item + before, pairs->count - before, sizeof *pairs->item, by_idx);
    return HBS_OK;
}

/* ---- names ---- */

static int compare_ends(const void *a, const void *b) {
    const hbs_copy_end *x = *(hbs_copy_end *const *)a, *y = *(hbs_copy_end *const *)b;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static hbs_status fill(hbs_copy_end *end, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    end->label = row->label;
    end->unit = row->unit;
    if (row->split && row->split[0]) HBS_TRY(hbs_copy_text(&end->split, row->split, error));
    if (row->name) HBS_TRY(hbs_copy_text(&end->name, row->name, error));
done:
    return status;
}

static hbs_status fill_all(hbs_copy_end *const *end, size_t ends, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset->id, error));
    for (size_t i = 0; i < ends;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) HBS_FAIL(error, HBS_ERROR_FAULT, "the dataset changed while it was read");
        for (; i < ends && end[i]->idx == row.idx; i++) HBS_TRY(fill(end[i], &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

/* Those of one side, which are all of one dataset. */
static hbs_status name_ends(hbs_copy_pairs *pairs, int side, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_copy_end **end = NULL;
    const size_t ends = pairs->count;
    if (!ends) return HBS_OK;
    hbs_status status = hbs_allocate(&end, ends, sizeof(hbs_copy_end *), error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < ends; i++) end[i] = &pairs->item[i].end[side];
    qsort(end, ends, sizeof *end, compare_ends);
    status = fill_all(end, ends, catalog, dataset, error);
    free(end);
    return status;
}

hbs_status hbs_copy_pairs_find(hbs_copy_pairs *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_copies copies = {0};
    hbs_copy_pairs pairs = {0};
    HBS_TRY(hbs_copies_read(&copies, catalog, dataset, &options, error));
    HBS_TRY(add_copies(&pairs, &copies, false, error));
    HBS_TRY(add_relatives(&pairs, &copies, false, error));
    HBS_TRY(hbs_near_copies_find(&pairs, &copies, catalog, dataset, &options, error));
    for (int side = 0; side < 2; side++) HBS_TRY(name_ends(&pairs, side, catalog, dataset, error));
    *out = pairs;
    pairs = (hbs_copy_pairs){0};
done:
    hbs_copy_pairs_free(&pairs);
    hbs_copies_free(&copies);
    return status;
}

hbs_status hbs_copy_pairs_find_in(hbs_copy_pairs *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_copies copies = {0};
    hbs_copy_pairs pairs = {0}, near = {0};
    size_t first;
    HBS_TRY(hbs_copies_read_both(&copies, &first, catalog, dataset, other, &options, error));
    HBS_TRY(hbs_near_copies_find_in(&near, &copies, first, catalog, dataset, other, &options, error)); /* goes by the order that the next line gives up */
    HBS_TRY(add_copies(&pairs, &copies, true, error));
    HBS_TRY(add_relatives(&pairs, &copies, true, error));
    for (size_t i = 0; i < near.count; i++) HBS_TRY(hbs_copy_pairs_add(&pairs, near.item[i].how, near.item[i].share, near.item[i].end[0].idx, near.item[i].end[1].idx, error));
    HBS_TRY(name_ends(&pairs, 0, catalog, dataset, error));
    HBS_TRY(name_ends(&pairs, 1, catalog, other, error));
    *out = pairs;
    pairs = (hbs_copy_pairs){0};
done:
    hbs_copy_pairs_free(&pairs);
    hbs_copy_pairs_free(&near);
    hbs_copies_free(&copies);
    return status;
}

/* ---- printing ---- */

static hbs_status print_end(const hbs_copy_end *e, hbs_bytes *out, hbs_error *error) {
    char label[8] = "-";
    const size_t from = out->size;
    if (e->label != HBS_LABEL_UNKNOWN) snprintf(label, sizeof label, "%d", e->label);
    const hbs_status status = hbs_bytes_print(out, error, "\t%" PRIu64 "\t%s\t%s\t%s", e->idx, label, e->split ? e->split : "-", e->name ? e->name : "-");
    for (size_t i = status == HBS_OK ? from + 1 : out->size, fields = 0; i < out->size; i++) { /* a name may hold anything: it must not end its field */
        const bool control = out->data[i] < ' ' || out->data[i] == 0x7f;
        if (control && (out->data[i] != '\t' || ++fields > 3)) out->data[i] = '?';
    }
    return status;
}

hbs_status hbs_copy_pairs_text(const hbs_copy_pairs *pairs, const hbs_dataset *dataset, const hbs_dataset *other, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_print(out, error, "dataset\thow\tshare\tidx\tlabel\tsplit\tname\tof_idx\tof_label\tof_split\tof_name\tof_dataset\n"));
    for (size_t i = 0; i < pairs->count; i++) {
        const hbs_copy_pair *p = &pairs->item[i];
        HBS_TRY(hbs_bytes_print(out, error, isnan(p->share) ? "%s\t%s\t-" : "%s\t%s\t%.3f", dataset->name, p->how, p->share));
        for (int e = 0; e < 2; e++) HBS_TRY(print_end(&p->end[e], out, error));
        HBS_TRY(hbs_bytes_print(out, error, "\t%s\n", other->name));
    }
done:
    return status;
}
