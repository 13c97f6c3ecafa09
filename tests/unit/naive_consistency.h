/* Generalised arc consistency straight from its definition, for the tests of those that are fast at it. Shares nothing with the library but the pair's data
 * structure. */
#ifndef HBS_TESTS_NAIVE_CONSISTENCY_H
#define HBS_TESTS_NAIVE_CONSISTENCY_H

#include "core/query.h"

/* For each variable of q2 a byte for each term of q1 (its variables, then the pair's constants): may it go there? */
typedef struct hbs_naive {
    const hbs_query_pair *pair;
    size_t terms;
    uint8_t *may;
} hbs_naive;

/* Everywhere but for what the heads say; false when they clash. CUnit fails when memory runs out. */
bool hbs_naive_start(hbs_naive *out, const hbs_query_pair *pair);
void hbs_naive_free(hbs_naive *naive);
hbs_naive hbs_naive_copy(const hbs_naive *naive);
/* Takes out, as long as there is any, a term for which some atom with its variable has no fitting atom of q1. False: a variable or an atom is left with none. */
bool hbs_naive_settle(const hbs_naive *naive);
void hbs_naive_fix(const hbs_naive *naive, uint32_t variable, size_t term);
bool hbs_naive_may(const hbs_naive *naive, uint32_t variable, size_t term);
/* Is the variable in q2's body? */
bool hbs_naive_in_body(const hbs_query_pair *pair, uint32_t variable);

#endif
