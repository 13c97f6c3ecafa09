/* Checking homomorphisms: nothing but the definition. Shares nothing with solvers/homomorphism. */
#ifndef HBS_SOLVERS_CHECKING_HOMOMORPHISM_CHECK_H
#define HBS_SOLVERS_CHECKING_HOMOMORPHISM_CHECK_H

#include "core/query.h"

/* Is image[v], v a variable of q2, a homomorphism from q2 to q1: head to head by position, constants to themselves, every atom of q2 to an atom of
 * q1? HBS_OK, or HBS_ERROR_FAULT that says what breaks. The images come from anywhere: they are range-checked; those of variables that neither head
 * nor body has are not looked at. Expected O(size of both queries). */
hbs_status hbs_homomorphism_check(const hbs_query_pair *pair, const hbs_term *image, hbs_error *error);

#endif
