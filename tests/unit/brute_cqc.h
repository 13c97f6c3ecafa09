/* Containment by trying all maps, and small pairs to try it on. Shares nothing with the library but the pair's data structure. */
#ifndef HBS_TESTS_BRUTE_CQC_H
#define HBS_TESTS_BRUTE_CQC_H

#include "core/query.h"

/* The number of maps from the variables that q2's head or body has to the terms of q1 (all its variables, all constants of the pair) that are
 * homomorphisms. q1 is contained in q2 iff it is not 0. O(terms^variables * atoms^2). */
uint64_t hbs_brute_homomorphisms(const hbs_query_pair *pair);
/* Is this very map (image[v], v a variable of q2) a homomorphism? */
bool hbs_brute_is_homomorphism(const hbs_query_pair *pair, const hbs_term *image);

/* Replaces *pair by a small random one: up to 4 relations of arity 0..3, 3 constants, heads with constants, repeats and now and then different
 * arities, loops, empty bodies, unused variables; half the time q2 is pulled back from q1 and then, mostly, left alone. */
hbs_status hbs_random_pair(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error);
/* A Boolean pair over one binary relation E and variables 0..v-1, v <= 5: bit v*i+j of a mask is the atom E(i,j). */
hbs_status hbs_digraph_pair(hbs_query_pair *pair, uint32_t v, uint32_t mask1, uint32_t mask2, hbs_error *error);
/* A Boolean pair of random digraphs without loops: m1 (m2) distinct edges on n1 (n2) variables. */
hbs_status hbs_random_digraph_pair(hbs_rng *rng, hbs_query_pair *pair, uint32_t n1, uint32_t m1, uint32_t n2, uint32_t m2, hbs_error *error);
/* A pair with up to 3 relations of arity 2 to 4, most of them 3, up to 1500 atoms each in q1 over up to 90 terms, and few variables in q2: near its transition
 * as often as not, with heads, constants and repeated arguments now and then. */
hbs_status hbs_random_wide_pair(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error);

#endif
