/* B_n, the renamings and flips of n <= 5 variables, acting on clauses and assignments. Internal to the counting of small spaces.
 * A clause is its number in base 3, digit v - 1: 0 absent, 1 positive, 2 negative (so 0 is the empty clause); an assignment a number in base 2. */
#ifndef HBS_GENERATORS_SAT_SIGNED_GROUP_H
#define HBS_GENERATORS_SAT_SIGNED_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HBS_SIGNED_CODES 243u        /* 3^5 */

typedef struct hbs_signed_permutation {
    uint32_t n;
    uint32_t image[5];       /* variable v goes to image[v] .. */
    uint32_t flips;          /* .. with its polarity flipped when bit v is set */
} hbs_signed_permutation;

uint32_t hbs_signed_order(uint32_t n);                                        /* 2^n n! */
/* Element `index` < 2^n n!; 0 is the identity. */
hbs_signed_permutation hbs_signed_element(uint32_t n, uint32_t index);
uint32_t hbs_signed_clause(const hbs_signed_permutation *g, uint32_t code);
uint32_t hbs_signed_assignment(const hbs_signed_permutation *g, uint32_t assignment);
uint32_t hbs_clause_codes(uint32_t n);                                        /* 3^n */
uint32_t hbs_clause_code(const int32_t *literal, size_t length);              /* of distinct variables 1..5 */
uint32_t hbs_clause_code_length(uint32_t code);
/* The assignments that falsify the clause, as a set of bits. */
uint32_t hbs_clause_code_falsified(uint32_t n, uint32_t code);

/* A conjugacy class: one element of it, and how many there are. */
typedef struct hbs_signed_type {
    hbs_signed_permutation element;
    uint64_t size;
} hbs_signed_type;
/* All types of n into out[0..]; at most 36 of them. Returns the number. */
size_t hbs_signed_types(uint32_t n, hbs_signed_type *out);
#define HBS_SIGNED_TYPES_MAX 36u

#endif
