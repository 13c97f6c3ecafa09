/* A full block, all 2^k sign patterns on k variables, among random clauses: unsatisfiable, and its refutation is written down without any search. */
#ifndef HBS_GENERATORS_SAT_BLOCK_H
#define HBS_GENERATORS_SAT_BLOCK_H

#include "generators/distinct.h"
#include "generators/sat/subsets.h"
#include "generators/unit.h"

#define HBS_BLOCK_LENGTH_MAX 20   /* a block of a million clauses */

typedef struct hbs_block {
    hbs_subsets subsets;
    hbs_distinct distinct;
} hbs_block;                      /* {0} is valid; memory is kept */

void hbs_block_free(hbs_block *block);
/* As hbs_generator.check: are there m distinct clauses of length k over n variables, and do they hold a block? */
hbs_status hbs_block_check(hbs_unit *unit, int64_t n, int64_t k, int64_t m);
/* Fills the unit's current formula, which has no clause yet: a uniform block first, then a uniform set of m - 2^k distinct clauses on other k-subsets, in uniform order.
 * Claims 0 and brings the refutation, 2^k - 1 resolvents. O(m k). */
hbs_status hbs_block_draw(hbs_unit *unit, hbs_block *block, uint32_t n, uint32_t k, int64_t m);

#endif
