/* A simple undirected graph on vertices 0..n-1: adjacency bits while it is made, and its edges in order once it is made. */
#ifndef HBS_GENERATORS_GRAPHS_GRAPH_H
#define HBS_GENERATORS_GRAPHS_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#define HBS_GRAPH_VERTICES_MAX 20000u

typedef struct hbs_graph {
    uint32_t vertices;
    size_t rows, words;       /* of adjacency bits; words a row */
    uint64_t *bits;
    uint32_t (*edge)[2];      /* after hbs_graph_list: u < v, in lexicographic order */
    size_t edges;
    uint32_t *component;      /* after hbs_graph_list: of each vertex, numbered 0.. by least vertex */
    uint32_t components;
    uint32_t *stack;
    size_t bits_capacity, edge_capacity, component_capacity, stack_capacity;
} hbs_graph;                  /* {0} is valid; memory is kept from start to start */

void hbs_graph_free(hbs_graph *graph);
/* `vertices` vertices, at most HBS_GRAPH_VERTICES_MAX, and no edge; room for `more` further ones. */
hbs_status hbs_graph_start(hbs_graph *graph, uint32_t vertices, uint32_t more, hbs_error *error);
/* Takes all edges away. */
void hbs_graph_erase(hbs_graph *graph);
static inline bool hbs_graph_has(const hbs_graph *graph, uint32_t u, uint32_t v) { return graph->bits[u * graph->words + v / 64] >> (v % 64) & 1; }
/* Adds the edge if it is not there; u != v. */
void hbs_graph_join(hbs_graph *graph, uint32_t u, uint32_t v);
void hbs_graph_part(hbs_graph *graph, uint32_t u, uint32_t v);
/* Joins what is apart, parts what is joined; u != v. */
void hbs_graph_flip(hbs_graph *graph, uint32_t u, uint32_t v);
/* Edges become non-edges and the reverse. */
void hbs_graph_complement(hbs_graph *graph);
/* The least neighbour of u that is not below `from`; UINT32_MAX when there is none. All neighbours so cost O(n / 64 + degree). */
uint32_t hbs_graph_next(const hbs_graph *graph, uint32_t u, uint32_t from);
/* Edges and components. O(n^2 / 64 + edges). */
hbs_status hbs_graph_list(hbs_graph *graph, hbs_error *error);
/* The number of an edge in the list. O(log edges). */
size_t hbs_graph_edge(const hbs_graph *graph, uint32_t u, uint32_t v);
/* Values 0 and 1 by edge that alternate along an Eulerian circuit of every component; all degrees must be even. Then each vertex has as many of either, but where
 * a component has an odd number of edges. */
hbs_status hbs_graph_alternate(const hbs_graph *graph, uint8_t *value, hbs_error *error);

#endif
