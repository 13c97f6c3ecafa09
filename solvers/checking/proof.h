/* Checking refutations by reverse unit propagation: forward RUP with two watched literals (Goldberg, Novikov 2003; Van Gelder 2008).
 * Shares nothing with the solvers. The checker object only keeps memory between calls. */
#ifndef HBS_SOLVERS_CHECKING_PROOF_H
#define HBS_SOLVERS_CHECKING_PROOF_H

#include "core/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_rup hbs_rup;
hbs_status hbs_rup_new(hbs_rup **out, hbs_error *error);
void hbs_rup_free(hbs_rup *rup);
/* bytes as in certificate.h. HBS_OK: the formula is refuted. HBS_ERROR_FAULT: says which lemma (counted from 1) is not RUP, or that no
 * contradiction was reached. What follows the contradiction must be lemmas, which are not checked. O(sum over lemmas of propagation). */
hbs_status hbs_rup_check(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
