/* Replacing some clauses of a formula by random ones, keeping what proves its label. */
#ifndef HBS_GENERATORS_SAT_CLAUSE_REPLACE_H
#define HBS_GENERATORS_SAT_CLAUSE_REPLACE_H

#include "core/cnf.h"
#include "core/rng.h"
#include "solvers/checking/proof.h"

/* Takes `count` uniform clauses out, or, where a refutation is to be kept (not NULL, bytes as in solvers/checking/certificate.h), as many up to `count` as go one by one, in uniform order, without
 * its ceasing to refute what is left; and puts as many uniform ones of the same lengths, over distinct variables, in: such as the model satisfies, where one is given. A clause that is
 * there already is drawn again, up to 100 times. O(L) a clause, and with a refutation its check for each clause that is tried. */
hbs_status hbs_clauses_replace(hbs_cnf *cnf, size_t count, const uint8_t *model, hbs_rup *rup, const hbs_bytes *refutation, hbs_rng *rng, hbs_error *error);

#endif
