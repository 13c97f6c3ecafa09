/* The pairs i < j of 0, 1, .. as numbers C(j,2) + i: a uniform set of edges is a uniform set of numbers. */
#ifndef HBS_GENERATORS_EDGES_H
#define HBS_GENERATORS_EDGES_H

#include <stdint.h>

static inline uint64_t hbs_edge_count(uint64_t vertices) { return vertices ? vertices * (vertices - 1) / 2 : 0; }

/* number < hbs_edge_count(vertices), vertices < 2^32. O(log vertices). */
static inline void hbs_edge_of(uint64_t vertices, uint64_t number, uint32_t *from, uint32_t *to) {
    uint64_t low = 1, high = vertices;   /* the last j with C(j,2) <= number */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (middle * (middle - 1) / 2 <= number) low = middle; else high = middle;
    }
    *from = (uint32_t)(number - low * (low - 1) / 2);
    *to = (uint32_t)low;
}

#endif
