/* For each instance the one of another split, or of another dataset, that has most of its clauses, or atoms, in common with it: two ways to find it. */
#ifndef HBS_ANALYSIS_REDUNDANCY_NEAR_SEARCH_H
#define HBS_ANALYSIS_REDUNDANCY_NEAR_SEARCH_H

#include "analysis/redundancy/copies.h"
#include "analysis/redundancy/piece_hashes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_NOBODY UINT32_MAX
#define HBS_NEAR_BYTES ((size_t)422 << 20)
#define HBS_NEAR_STEPS (UINT64_C(1) << 33)

/* Of the `all` pieces of both together `common` are in both: half of them at least. Equal shares: the partner that comes first. */
typedef struct hbs_near {
    uint32_t partner, common, all; /* partner: number in copies, or HBS_NOBODY; all 0: not counted */
} hbs_near;

typedef struct hbs_near_search {
    hbs_piece_kind kind;
    hbs_copies *copies;            /* in order of idx, fewer than HBS_NOBODY; of two datasets those of the first stand first, and the two are the splits */
    hbs_catalog *catalog;
    const hbs_dataset *dataset[2]; /* the second NULL: one */
    size_t first;                  /* copies of dataset[0] */
    size_t asked;                  /* partners are looked for of instances of the first so many splits */
    const hbs_measure_options *options;
    hbs_near *item;                /* room for one each; filled in */
    size_t bytes;                  /* of memory, for the exact search, about */
    uint64_t steps;                /* of that too: visits to the index at most, and steps of counting what pairs have in common */
} hbs_near_search;

/* Partners are of another split, both splits known, and not isomorphic; instances without pieces, or not asked for, have none. HBS_ERROR_BUDGET: more memory or work than is taken for it. */
hbs_status hbs_near_exact(const hbs_near_search *search, hbs_error *error);
/* Some pairs are missed, and shares are counted of the first `checked` of each split alone. */
hbs_status hbs_near_sampled(const hbs_near_search *search, size_t checked, hbs_error *error);

/* The first of them, or, where that is too much, the second. */
hbs_status hbs_near_find(const hbs_near_search *search, size_t checked, bool *exact, hbs_error *error);

/* The dataset that a copy is of. */
static inline const hbs_dataset *hbs_near_dataset(const hbs_near_search *search, size_t at) {
    const hbs_dataset *const second = search->dataset[1];
    return second && at >= search->first ? second : search->dataset[0];
}

static inline bool hbs_may_be_near(const hbs_copies *copies, uint32_t a, uint32_t b) {
    const hbs_copy *const x = &copies->item[a], *const y = &copies->item[b];
    return x->split != y->split && x->split != HBS_SPLITS_MAX && y->split != HBS_SPLITS_MAX && !hbs_is_copy(x, y, HBS_ISOMORPHIC);
}

#ifdef __cplusplus
}
#endif
#endif
