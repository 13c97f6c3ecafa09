/* Clauses that say: this is a function, at most so many of these, an odd number of those; and the variables of a graph's edges. */
#ifndef HBS_GENERATORS_SAT_ENCODINGS_H
#define HBS_GENERATORS_SAT_ENCODINGS_H

#include "generators/sat/craft.h"

/* The variable 1.. of the pair of u and v, u != v of 0..n-1: pairs in lexicographic order. */
static inline int32_t hbs_pair_variable(uint32_t n, uint32_t u, uint32_t v) {
    const uint32_t low = u < v ? u : v, high = u < v ? v : u;
    return (int32_t)(low * (2 * n - low - 1) / 2 + high - low);
}

/* A variable for every pair of a thing i < domain and a place j < range: "i goes to j". */
typedef struct hbs_mapping {
    int32_t first;           /* the variable of (0, 0); (i, j) is first + i range + j */
    uint32_t domain, range;
} hbs_mapping;

static inline int32_t hbs_image(const hbs_mapping *mapping, uint32_t i, uint32_t j) { return mapping->first + (int32_t)(i * mapping->range + j); }
/* Variables there are. */
static inline uint64_t hbs_mapping_size(uint32_t domain, uint32_t range) { return (uint64_t)domain * range; }
void hbs_craft_total(hbs_craft *craft, const hbs_mapping *mapping);        /* every thing somewhere: one clause a thing */
void hbs_craft_functional(hbs_craft *craft, const hbs_mapping *mapping);   /* in one place at most: C(range,2) clauses a thing */
void hbs_craft_injective(hbs_craft *craft, const hbs_mapping *mapping);    /* no place twice: C(domain,2) clauses a place */
void hbs_craft_onto(hbs_craft *craft, const hbs_mapping *mapping);         /* no place empty: one clause a place */
void hbs_craft_nondecreasing(hbs_craft *craft, const hbs_mapping *mapping);/* i1 < i2 never go to j1 > j2 */

/* Among the literals at least, at most or exactly `bound` are true: a clause for every subset of count - bound + 1, or of bound + 1 negated. */
void hbs_craft_at_least(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound);
void hbs_craft_at_most(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound);
void hbs_craft_exactly(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound);
/* The number of true literals is odd (or even): 2^(count-1) clauses. */
void hbs_craft_parity(hbs_craft *craft, const int32_t *literals, uint32_t count, bool odd);

/* Variable v + 1 says that vertex v is chosen, and `slot` maps vertices to slots, or slots to vertices: who has a slot is chosen (n k clauses), who is chosen has a slot (n).
 * Slots make "at most k" polynomial. And the literals of all that a family of k chosen vertices says: these, no slot twice, slots in the order of the vertices, two for each edge. */
void hbs_craft_select(hbs_craft *craft, const hbs_mapping *slot, bool of_vertices);
double hbs_selection_literals(double n, double k, double edges);

/* Where variable e + 1 stands for edge e of craft->graph: those of the edges at v, by neighbour. NULL on failure; valid until the next hbs_craft_literals.
 * O(n / 64 + degree log edges). */
int32_t *hbs_craft_edges_at(hbs_craft *craft, uint32_t v, uint32_t *degree);

#endif
