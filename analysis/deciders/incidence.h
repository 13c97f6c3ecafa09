/* Walking over the incidence graph of a query: each variable of an atom once, and what hangs together as trees of parents. */
#ifndef HBS_ANALYSIS_DECIDERS_INCIDENCE_H
#define HBS_ANALYSIS_DECIDERS_INCIDENCE_H

#include "core/query.h"

/* The root of a node's tree, on a path that gets shorter with every walk. A root is its own parent. */
static inline uint32_t hbs_root_of(uint32_t *parent, uint32_t node) {
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

/* Is the term at `position` also at one before it? */
static inline bool hbs_stands_before(const hbs_term *argument, size_t position) {
    for (size_t q = 0; q < position; q++)
        if (argument[q] == argument[position]) return true;
    return false;
}

#endif
