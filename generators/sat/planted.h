/* A hidden assignment and clauses that it satisfies: what sat/planted draws, for families that draw some of their formulas so. */
#ifndef HBS_GENERATORS_SAT_PLANTED_H
#define HBS_GENERATORS_SAT_PLANTED_H

#include "generators/sat/clauses.h"

/* As hbs_generator.check. Returns the unit's status. */
hbs_status hbs_planted_check(hbs_unit *unit, uint32_t n, hbs_length_count wanted, bool distinct);
/* Fills the unit's current formula, which has no clause yet, claims 1 and brings the assignment. */
hbs_status hbs_planted_draw(hbs_unit *unit, hbs_clause_sampler *sampler, hbs_length_count wanted, bool distinct);

#endif
