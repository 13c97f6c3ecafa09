/* The oracle for SAT: all assignments, no cleverness. And formulas of every odd shape to hold against it. */
#ifndef HBS_TESTS_BRUTE_SAT_H
#define HBS_TESTS_BRUTE_SAT_H

#include "core/cnf.h"

#define HBS_BRUTE_VARIABLES_MAX 20u

/* Number of satisfying assignments of a formula over at most HBS_BRUTE_VARIABLES_MAX variables. model (variables + 1 entries, may be NULL) gets
 * the first one, counting with variable 1 as the lowest bit. O(2^n / 64 * L). */
uint64_t hbs_brute_sat_count(const hbs_cnf *cnf, uint8_t *model);
/* HBS_LABEL_YES or _NO. */
int hbs_brute_sat_label(const hbs_cnf *cnf);

/* Replaces *cnf: `clauses` clauses over `variables` variables, of lengths around `length`; one in eight is odd: empty (rarely), unit, long, with repeated
 * literals, a tautology, or an earlier clause again. */
void hbs_brute_sat_mixed(hbs_cnf *cnf, hbs_rng *rng, uint32_t variables, uint32_t clauses, uint32_t length);
/* Replaces *cnf: independent uniform clauses of `length` distinct variables. */
void hbs_brute_sat_uniform(hbs_cnf *cnf, hbs_rng *rng, uint32_t variables, uint32_t clauses, uint32_t length);

#endif
