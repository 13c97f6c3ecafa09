/* Is the body of q2, without the variables that its head freezes, an alpha-acyclic hypergraph (a hyperedge an atom)? And if so, in which order its
 * atoms fold into each other. */
#ifndef HBS_ANALYSIS_DECIDERS_CQC_JOIN_TREE_H
#define HBS_ANALYSIS_DECIDERS_CQC_JOIN_TREE_H

#include "core/query.h"

#define HBS_NO_PARENT UINT32_MAX

/* One step: `atom` folds into `parent`, with which it shares the variables shared[first] .. shared[first + count - 1], or into none: a root. */
typedef struct hbs_fold {
    uint32_t atom, parent;
    size_t first, count;
} hbs_fold;

typedef struct hbs_join_tree {
    bool acyclic;
    size_t left;          /* atoms that did not fold; 0 iff acyclic */
    size_t folds;
    hbs_fold *fold;       /* children before parents */
    uint32_t *shared;
} hbs_join_tree;

/* Fills {0}. frozen[v]: the head fixes v (as hbs_freeze_head says). O(size of q2 * greatest number of atoms on a variable). */
hbs_status hbs_join_tree_find(hbs_join_tree *out, const hbs_query *q2, const hbs_term *frozen, hbs_error *error);
void hbs_join_tree_free(hbs_join_tree *tree);

#endif
