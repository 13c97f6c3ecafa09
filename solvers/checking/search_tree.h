/* Replaying a refuting search tree of a containment question by plain arc consistency (solvers/checking/plain_consistency.h) that shares nothing with
 * solvers/homomorphism. */
#ifndef HBS_SOLVERS_CHECKING_SEARCH_TREE_H
#define HBS_SOLVERS_CHECKING_SEARCH_TREE_H

#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* bytes as in certificate.h. HBS_OK: no homomorphism from q2 to q1 exists. HBS_ERROR_FAULT: says which node (preorder, from 1) does not
 * hold. O(nodes * atoms(q2) * atoms(q1) * rounds) at worst; memory linear in the pair but for domains, terms(q1) bits an open variable of q2. */
hbs_status hbs_search_tree_check(const hbs_query_pair *pair, const uint8_t *bytes, size_t size, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
