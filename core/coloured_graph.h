/* An instance as a graph with coloured vertices: two instances are isomorphic exactly where their graphs are.
 *
 * Formulas: up to renaming variables and flipping polarities. One vertex a literal of each variable that occurs, one a clause of the cleaned formula
 * (a set of clauses that are sets, tautologies dropped); a literal is joined to its negation and to the clauses that hold it.
 * Pairs of queries: up to renaming the variables of each query; relations, constants and the positions of heads stay, the order of atoms does not matter. One vertex a
 * variable, constant, atom and head position, and one for each argument of an atom after the first, joined to the atom and to what stands there. */
#ifndef HBS_CORE_COLOURED_GRAPH_H
#define HBS_CORE_COLOURED_GRAPH_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_coloured_graph {
    uint32_t vertices;
    uint64_t *colour;        /* of each vertex: made of what it stands for, the same in all instances */
    size_t *start;           /* neighbours of v are neighbour[start[v] .. start[v+1]-1]; vertices + 1 entries; every edge stands at both its ends */
    uint32_t *neighbour;
    uint64_t size;           /* what isolated vertices would add: the number of variables of a formula */
    /* Scratch. */
    uint32_t *edge;          /* pairs of ends */
    size_t edges, colour_capacity, start_capacity, neighbour_capacity, edge_capacity, number_capacity;
    uint32_t *number;
    hbs_cnf clean;
} hbs_coloured_graph;        /* {0} is the graph of nothing */

void hbs_coloured_graph_free(hbs_coloured_graph *graph);
/* Replaces what is in `graph`, whose memory is reused. HBS_ERROR_BUDGET for more than 2^31 vertices. O(L log L) in the size L of the instance. */
hbs_status hbs_coloured_graph_of(hbs_coloured_graph *graph, const hbs_instance *instance, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
