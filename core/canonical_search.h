/* The canonical labelling of a coloured graph: a search tree over vertices singled out. */
#ifndef HBS_CORE_CANONICAL_SEARCH_H
#define HBS_CORE_CANONICAL_SEARCH_H

#include "core/partition.h"

/* A discrete partition and what led to it. */
typedef struct hbs_leaf {
    uint32_t depth;
    uint64_t *trace;      /* of each node from the root to it */
    uint32_t *choice;     /* singled out at each */
    uint32_t *vertex;     /* in order of places */
    uint32_t *edge;       /* neighbours of each place, as places in ascending order */
} hbs_leaf;

typedef struct hbs_canonical_search {
    hbs_partition partition;
    hbs_leaf here, first, best;
    uint64_t limit;
    bool any;                        /* is there a first leaf? */
    bool *like_first;                /* of each node on the path: were all traces those of the first path? */
    signed char *order;              /* and against the best: -1 less, 0 equal, 1 greater */
    uint32_t *target;                /* the cell that its children are taken from */
    size_t *mark;                    /* cuts before the child */
    uint32_t on_first, on_best;      /* depth of the deepest node of the path that also lies on the path to that leaf */
    uint32_t *orbit, *local;         /* union-find: under all automorphisms found; under those that fix the path */
    uint32_t *automorphism;          /* the first ones found */
    size_t automorphisms, automorphism_capacity, capacity, edge_capacity;
    double group;                    /* order of the automorphism group */
} hbs_canonical_search;              /* {0} is valid */

void hbs_canonical_search_free(hbs_canonical_search *search);
/* Runs the search; *found says whether it ended within `limit` steps; then search->best is the canonical labelling and search->group
 * how many automorphisms there are. *refined is what the root's refinement tells. */
hbs_status hbs_canonical_search_run(hbs_canonical_search *search, const hbs_coloured_graph *graph, uint64_t limit, bool *found, uint64_t *refined, hbs_error *error);

#endif
