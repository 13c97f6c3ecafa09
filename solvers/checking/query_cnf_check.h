/* Checking a clausal refutation of a containment question: the support encoding, written a second time from its definition in solvers/containment/query_cnf.h by
 * code of its own, then reverse unit propagation (solvers/checking/proof.h). Shares nothing with solvers/containment/query_cnf.c. */
#ifndef HBS_SOLVERS_CHECKING_QUERY_CNF_CHECK_H
#define HBS_SOLVERS_CHECKING_QUERY_CNF_CHECK_H

#include "core/query.h"
#include "solvers/checking/proof.h"

/* bytes as in certificate.h. HBS_OK: no homomorphism from q2 to q1 exists. HBS_ERROR_FAULT: says which lemma does not hold; HBS_ERROR_MEMORY: the encoding is
 * larger than the checker takes, 2^27 literals. Polynomial in the pair, then as hbs_rup_check. */
hbs_status hbs_query_cnf_check(hbs_rup *rup, const hbs_query_pair *pair, const uint8_t *bytes, size_t size, hbs_error *error);

#endif
