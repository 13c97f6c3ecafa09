/* How large a formula may be, told before any of it is drawn. */
#ifndef HBS_GENERATORS_SAT_SIZE_H
#define HBS_GENERATORS_SAT_SIZE_H

#include "generators/unit.h"

/* For hbs_generator.check: HBS_ERROR_USAGE when about so many literals are to be expected and that is more than HBS_CNF_LITERALS_MAX. A double, because what is absurd
 * fits no integer; sums and products of what integers hold are exact where it matters. */
hbs_status hbs_check_size(hbs_unit *unit, double literals);

/* The same for m clauses on k distinct variables out of n: also when k is more than n. */
hbs_status hbs_check_clauses(hbs_unit *unit, int64_t n, int64_t k, int64_t m);

/* The same for connected=yes: HBS_ERROR_USAGE when m clauses of k literals cannot connect n variables. */
hbs_status hbs_check_connected(hbs_unit *unit, int64_t n, int64_t m, int64_t k);

/* C(n,k) for any real n >= 0, 0 where n < k: what a bound over about n literals costs. O(k), k cut at 64: then it is beyond every limit or the family refuses it. */
double hbs_real_binomial(double n, double k);

#endif
