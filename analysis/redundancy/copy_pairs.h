/* The copies that analyze redundancy counts, one by one: what a user needs to take leaks out. */
#ifndef HBS_ANALYSIS_REDUNDANCY_COPY_PAIRS_H
#define HBS_ANALYSIS_REDUNDANCY_COPY_PAIRS_H

#include "analysis/redundancy/copies.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_copy_end {
    uint64_t idx, unit;
    int label;
    char *split, *name; /* NULL: none */
} hbs_copy_end;

typedef struct hbs_copy_pair {
    const char *how;  /* "equal", "isomorphic", "related" (of one family, as augmentation records it), "near" (named pieces in common), "near_renamed" (pieces up to names) */
    double share;     /* of the pieces of both together, in common; 1 for copies; NAN: not counted, of relatives */
    hbs_copy_end end[2]; /* the copy, and what it is a copy of, which comes before it; of near copies the first is the one whose split was asked of */
} hbs_copy_pair;

typedef struct hbs_copy_pairs {
    hbs_copy_pair *item;
    size_t count, capacity;
} hbs_copy_pairs; /* {0} is valid */

void hbs_copy_pairs_free(hbs_copy_pairs *pairs);
hbs_status hbs_copy_pairs_add(hbs_copy_pairs *pairs, const char *how, double share, uint64_t own, uint64_t other, hbs_error *error);
/* Each instance that repeats one before it, with the first that it equals or else the first that it is isomorphic to; then each that has a relative in another split; then each near copy across splits, by split,
 * beside the one it has most in common with (of a sample, near_search.h: those whose shares were counted). */
hbs_status hbs_copy_pairs_find(hbs_copy_pairs *pairs, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error);
/* Between two datasets: each instance of `dataset` that is in `other`, with the first there that it equals or else the first that it is isomorphic to; those that have only a relative there; then its near copies there. */
hbs_status hbs_copy_pairs_find_in(hbs_copy_pairs *pairs, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_error *error);
/* A heading and one line a pair, fields between tabs, "-" for what there is none of; one JSON document. Both append to `out`. `other`: whose the second ends are, maybe the same. */
hbs_status hbs_copy_pairs_text(const hbs_copy_pairs *pairs, const hbs_dataset *dataset, const hbs_dataset *other, hbs_bytes *out, hbs_error *error);
hbs_status hbs_copy_pairs_json(const hbs_copy_pairs *pairs, const hbs_dataset *dataset, const hbs_dataset *other, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
