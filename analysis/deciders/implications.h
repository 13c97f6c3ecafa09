/* 2-SAT: clauses of at most two literals, decided by the strong components of the implication graph. */
#ifndef HBS_ANALYSIS_DECIDERS_IMPLICATIONS_H
#define HBS_ANALYSIS_DECIDERS_IMPLICATIONS_H

#include "core/cnf.h"

/* Decides a formula whose clauses have one or two literals. *satisfiable tells; model (variables + 1 entries, model[v] 0 or 1) gets an assignment
 * that satisfies it, and is left alone otherwise. O(n + m) time and memory, no recursion. */
hbs_status hbs_implications_solve(const hbs_cnf *cnf, bool *satisfiable, uint8_t *model, hbs_error *error);

#endif
