/* Clause learning made for many small formulas: incremental, deterministic, memory reused from one formula to the next.
 *
 * Use: reset, then any mix of add and solve. After a yes the assignment stays on the trail, so that a clause the last model satisfies costs
 * its attachment and no search, and one that it falsifies undoes the least that it can and is repaired from there. Every clause learnt is written
 * at once as a lemma of a refutation (solvers/checking/certificate.h).
 *
 *     hbs_cdcl_reset(cdcl, n, true, error);
 *     for (label = HBS_LABEL_YES; label == HBS_LABEL_YES;) {
 *         ... draw a clause ...
 *         hbs_cdcl_add(cdcl, clause, length, error);
 *         hbs_cdcl_solve(cdcl, 0, &label, error);      // returns at once when the last model satisfies the clause
 *     }
 *     // hbs_cdcl_model: still the model of all clauses but the last;  hbs_cdcl_refutation: refutes them all
 *
 * Technique and sources: solvers/cdcl/cdcl.c. After HBS_ERROR_MEMORY the object can only be reset or freed. */
#ifndef HBS_SOLVERS_CDCL_CDCL_H
#define HBS_SOLVERS_CDCL_CDCL_H

#include "core/instance.h"
#include "solvers/checking/certificate.h"

typedef struct hbs_cdcl hbs_cdcl;

hbs_status hbs_cdcl_new(hbs_cdcl **out, hbs_error *error);
void hbs_cdcl_free(hbs_cdcl *cdcl);   /* NULL is legal */

/* Starts an empty formula over variables 1..variables (at most HBS_CNF_VARIABLES_MAX). `lemmas`: record what is learnt. O(variables). */
hbs_status hbs_cdcl_reset(hbs_cdcl *cdcl, uint32_t variables, bool lemmas, hbs_error *error);
/* Adds a clause of DIMACS literals with |l| <= variables (HBS_ERROR_INPUT otherwise, the formula then is as it was). Repeated literals,
 * tautologies, unit and empty clauses are legal. O(count). */
hbs_status hbs_cdcl_add(hbs_cdcl *cdcl, const int32_t *literals, size_t count, hbs_error *error);
/* Decides the clauses added so far: *label = HBS_LABEL_YES, _NO, or _UNKNOWN when this call used up `budget` propagations (0: no limit); a
 * later call goes on. O(1) when the last model satisfies all that was added since, or after a no. */
hbs_status hbs_cdcl_solve(hbs_cdcl *cdcl, uint64_t budget, int *label, hbs_error *error);

/* Has searches ask, at every few conflicts, whether to stop: hbs_cdcl_solve then fails with HBS_ERROR_INTERRUPTED, and the object can only be reset or freed.
 * NULL: nobody is asked. */
void hbs_cdcl_stop_when(hbs_cdcl *cdcl, bool (*stop)(void *context), void *context);

/* model[v] for v = 1..variables is 0 or 1: what the last yes since reset found, all 0 before. A variable that is in no clause has 0. The pointer
 * holds until the next reset; the values change with the next solve that has to search and answers yes. */
const uint8_t *hbs_cdcl_model(const hbs_cdcl *cdcl);
/* After a no, with lemmas recorded: replaces *out by the refutation of all clauses added. */
hbs_status hbs_cdcl_refutation(const hbs_cdcl *cdcl, hbs_certificate *out, hbs_error *error);

/* Since reset: literals propagated; conflicts; solves that had to search. */
uint64_t hbs_cdcl_propagations(const hbs_cdcl *cdcl);
uint64_t hbs_cdcl_conflicts(const hbs_cdcl *cdcl);
uint64_t hbs_cdcl_searches(const hbs_cdcl *cdcl);

#endif
