/* What the kernels of solvers/bit_tree/bit_tree.h work on: a formula laid out for one machine word of 512 assignments, and a search over it. Internal. */
#ifndef HBS_SOLVERS_BIT_TREE_BIT_TREE_TABLE_H
#define HBS_SOLVERS_BIT_TREE_BIT_TREE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/cnf.h"

#define HBS_BIT_LOW 9u          /* variables inside a word */
#define HBS_BIT_HIGH_MAX 63u    /* variables that are searched over: bits of a uint64_t */
#define HBS_BIT_LANES 8u        /* 64-bit lanes of a word */
#define HBS_BIT_CODES (2 * HBS_BIT_LOW + 1)
#define HBS_BIT_FLAT_HIGH_MAX 4u

/* Bit b of the word is the low assignment b; bit j of b is the variable at position j. */
typedef struct hbs_bit_word {
    _Alignas(64) uint64_t lane[HBS_BIT_LANES];
} hbs_bit_word;

/* A clause is falsified by high assignment h at the low assignments of its word when (h & mask) == value. */
typedef struct hbs_bit_guard {
    uint64_t mask, value;
} hbs_bit_guard;

typedef struct hbs_bit_table {
    bool flat;                  /* then `falsified` has a word a block: what any clause falsifies in it, and there are no codes, guards and buckets */
    uint64_t occurring;         /* flat: the variables that are in a clause */
    uint32_t variables;         /* positions in use; 0 .. HBS_BIT_LOW - 1 are low */
    uint32_t high;              /* variables - HBS_BIT_LOW, at least 0 */
    size_t clauses;
    const uint8_t *code;        /* of each literal: 2 * position + (negative) of a low one, HBS_BIT_CODES - 1 of a high one */
    const size_t *start;        /* clause c has the codes start[c] .. start[c + 1] - 1 */
    const size_t *slot;         /* its place below */
    const hbs_bit_guard *guard; /* by slot */
    hbs_bit_word *falsified;    /* by slot: the low assignments that falsify its low literals; written by `gather` */
    /* Slots by bucket: bucket 0 has no high literal; 1 + 2 d + b: the last high literal is at high position d and falsified by b. */
    size_t bucket[2 * HBS_BIT_HIGH_MAX + 3];
    hbs_bit_word *root;         /* falsified whatever the high variables are; written by `gather` */
} hbs_bit_table;

typedef struct hbs_bit_search {
    uint64_t budget;            /* nodes; 0: no limit */
    bool first;                 /* end at the first block that has models: `high`, its assignment of the high positions, and `live`, the low assignments that satisfy */
    bool complete;              /* false: budget used up, or ended at the first */
    uint64_t nodes, models;
    uint64_t high, live[HBS_BIT_LANES];
} hbs_bit_search;

/* The same code for three kinds of machine: same nodes, same counts, same first block. */
typedef struct hbs_bit_kernel {
    const char *name;
    bool (*available)(void);
    void (*gather)(hbs_bit_table *table);
    void (*search)(const hbs_bit_table *table, hbs_bit_search *search);
    /* For formulas of at most HBS_BIT_LOW + HBS_BIT_FLAT_HIGH_MAX variables: the whole truth table into `falsified`; and a walk over it. */
    void (*tabulate)(hbs_bit_table *table, const hbs_cnf *cnf);
    void (*scan)(const hbs_bit_table *table, hbs_bit_search *search);
} hbs_bit_kernel;

extern const hbs_bit_kernel hbs_bit_kernel_avx512, hbs_bit_kernel_avx2, hbs_bit_kernel_portable;

#endif
