/* A directed graph over the terms of a query, as sorted rows: 8 bytes an edge and a term. */
#ifndef HBS_ANALYSIS_FEATURES_CQC_EDGES_H
#define HBS_ANALYSIS_FEATURES_CQC_EDGES_H

#include <stdbool.h>

#include "core/memory.h"

typedef struct hbs_cqc_edges {
    uint64_t *item;    /* from << 32 | to, ascending, each once */
    size_t *first;     /* terms + 1 entries: edges out of t are item[first[t]] .. item[first[t+1]-1] */
    size_t count, capacity, first_capacity;
} hbs_cqc_edges;

static inline uint32_t hbs_edge_from(uint64_t edge) { return (uint32_t)(edge >> 32); }
static inline uint32_t hbs_edge_to(uint64_t edge) { return (uint32_t)edge; }

void hbs_cqc_edges_free(hbs_cqc_edges *edges);
/* Empties it, with room for `most` edges; then as many are added, in any order, with repetitions; then the rows are made. O(most log most + terms). */
hbs_status hbs_cqc_edges_start(hbs_cqc_edges *edges, size_t most, hbs_error *error);
static inline void hbs_cqc_edges_add(hbs_cqc_edges *edges, size_t from, size_t to) { edges->item[edges->count++] = (uint64_t)from << 32 | (uint32_t)to; }
/* The items alone, ascending, repetitions kept: for what needs no rows. */
void hbs_cqc_edges_sort(hbs_cqc_edges *edges);
hbs_status hbs_cqc_edges_finish(hbs_cqc_edges *edges, size_t terms, hbs_error *error);

static inline size_t hbs_cqc_edges_degree(const hbs_cqc_edges *edges, size_t term) { return edges->first[term + 1] - edges->first[term]; }
/* O(log degree). */
bool hbs_cqc_edges_has(const hbs_cqc_edges *edges, size_t from, size_t to);

#endif
