/* A refuting search tree of a drawn pair, in the numbers that the pair gets. */
#ifndef HBS_GENERATORS_RENAMING_RENUMBER_TREE_H
#define HBS_GENERATORS_RENAMING_RENUMBER_TREE_H

#include "core/query.h"

#define HBS_TREE_DEPTH_MAX 1000u

/* Replaces the bytes (solvers/checking/certificate.h) of a tree of `pair` by those of the same tree when variable v of q2 is variable[v], and terms of q1 (its variables, then the
 * constants of the table) are ordered by rank[term]; SIZE_MAX: the term does not occur. HBS_ERROR_FAULT when the tree cannot be followed. Whether it refutes is for the
 * checker to say. O(nodes * propagation). */
hbs_status hbs_search_tree_renumber(const hbs_query_pair *pair, const uint32_t *variable, const size_t *rank, hbs_bytes *bytes, hbs_error *error);

#endif
