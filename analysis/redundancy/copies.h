/* Which instances of a dataset are copies: equal as they stand, or isomorphic (core/canonical.h). */
#ifndef HBS_ANALYSIS_REDUNDANCY_COPIES_H
#define HBS_ANALYSIS_REDUNDANCY_COPIES_H

#include "analysis/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_SPLITS_MAX 16u
#define HBS_COPY_KEY 16u   /* bytes of a hash that are kept: two instances share them by chance with probability 2^-128 */

typedef enum hbs_sameness { HBS_EQUAL, HBS_ISOMORPHIC } hbs_sameness;
#define HBS_SAMENESSES 2

typedef struct hbs_copy {
    uint8_t key[HBS_SAMENESSES][HBS_COPY_KEY]; /* equal keys: equal instances; isomorphic ones */
    uint64_t idx, family, signature;
    float space[HBS_SAMENESSES]; /* log2 of one over the chance that two uniform draws of this signature and label are the same; NAN: not known */
    int8_t label;
    uint8_t split;   /* number of its name, or HBS_SPLITS_MAX: none */
    bool large;      /* of a large space, and weighed by itself */
    bool compared;   /* with the reference */
    bool sole;       /* of those compared, the first of a class that no other family has */
    bool inexact;    /* no canonical form within the budget: as isomorphic counts only what is equal */
} hbs_copy;

typedef struct hbs_copies {
    hbs_copy *item;
    size_t count, capacity, splits;
    char split[HBS_SPLITS_MAX][32];
    uint64_t inexact;
    bool families;   /* of more than one unit: augmented copies */
    bool refused;    /* repeats were, when the dataset was made */
} hbs_copies;        /* {0} is valid; 72 bytes an instance */

/* All instances, in order of idx. Where the catalog is open for writing, instance.canonical_hash is filled in where it is NULL. */
hbs_status hbs_copies_read(hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error);
void hbs_copies_free(hbs_copies *copies);
/* By key, then family and idx; by signature, label and key; by idx; by family. */
void hbs_copies_sort(hbs_copies *copies, hbs_sameness by);
void hbs_copies_sort_in_groups(hbs_copies *copies, hbs_sameness by);
void hbs_copies_sort_by_idx(hbs_copies *copies);
void hbs_copies_sort_by_family(hbs_copies *copies);
static inline bool hbs_is_copy(const hbs_copy *a, const hbs_copy *b, hbs_sameness by) {
    for (size_t i = 0; i < HBS_COPY_KEY; i++)
        if (a->key[by][i] != b->key[by][i]) return false;
    return true;
}

/* What is counted over classes of the same. */
typedef struct hbs_copy_counts {
    uint64_t instances, distinct, once, twice; /* classes of one and of two */
    uint64_t across_families;  /* of the instances - distinct that repeat: those whose class has an earlier family */
    uint64_t largest, conflicts;   /* pairs of different labels */
    uint64_t pairs, triples;   /* of the same, all of them */
    uint64_t in_split[HBS_SPLITS_MAX];
    uint64_t shared[HBS_SPLITS_MAX][3];   /* instances of the split, by label (2: unknown), that occur in another split too */
} hbs_copy_counts;
void hbs_copies_count(hbs_copies *copies, hbs_sameness by, hbs_copy_counts *out);

#ifdef __cplusplus
}
#endif
#endif
