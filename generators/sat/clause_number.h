/* Clauses over distinct variables by number, one length at a time or all lengths together: generators/spaces/spaces.h has the order. */
#ifndef HBS_GENERATORS_SAT_CLAUSE_NUMBER_H
#define HBS_GENERATORS_SAT_CLAUSE_NUMBER_H

#include <gmp.h>

#include "core/cnf.h"

/* How many clauses of the length (HBS_ANY_LENGTH: of all lengths from 1 to n) there are. */
void hbs_clauses_of_length(mpz_t out, uint32_t n, uint32_t length);
/* The number of a clause, literals in any order. HBS_ERROR_INPUT when a variable repeats or, for a length, its length is another one. The number must be below 2^63. */
hbs_status hbs_clause_rank(uint32_t n, uint32_t length, const int32_t *literals, size_t count, uint64_t *out, hbs_error *error);
/* Appends the clause of that number over cnf->variables, literals by variable. */
hbs_status hbs_clause_append(hbs_cnf *cnf, uint32_t length, uint64_t number, hbs_error *error);

#endif
