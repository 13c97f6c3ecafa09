/* Generalised arc consistency straight from its definition, for the tests of those that are fast at it. Shares nothing with the library but the pair's data
 * structure. */
#ifndef HBS_TESTS_NAIVE_CONSISTENCY_H
#define HBS_TESTS_NAIVE_CONSISTENCY_H

#include "core/query.h"
#include "core/rng.h"

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

/* What is under test, on one random pair after the other. */
typedef struct hbs_naive_walk {
    hbs_query_pair pair;
    hbs_rng rng;
    void *tested;
    unsigned wiped, fixed, wrong;   /* pairs refuted at the root; variables fixed below it; disagreements */
} hbs_naive_walk;
/* Draws the pairs and has them checked until one is wrong, which fails. Some must be wiped out, some not, and variables fixed. */
void hbs_naive_check_pairs(hbs_naive_walk *walk, void (*check_pair)(hbs_naive_walk *), hbs_status (*draw)(hbs_rng *, hbs_query_pair *, hbs_error *), unsigned pairs, uint64_t seed);
/* For that: digraphs of 10 vertices and some of 70. */
hbs_status hbs_naive_digraphs(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error);

#endif
