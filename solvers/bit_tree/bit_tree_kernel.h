/* The inner loops of solvers/bit_tree/bit_tree.h, compiled once for each kind of machine by the file that includes this one and defines
 *   KERNEL_TARGET          attribute of every function here
 *   KERNEL_BYTES           size of a register
 *   KERNEL_FULL(part)      whether a register is all ones
 * Functions are not shared between targets: compilers lower vector operations before they inline. Loops over parts are unrolled. */
#ifndef HBS_SOLVERS_BIT_TREE_BIT_TREE_KERNEL_H
#define HBS_SOLVERS_BIT_TREE_BIT_TREE_KERNEL_H

#include <string.h>

#include "solvers/bit_tree/bit_tree_table.h"

#define PARTS (64 / KERNEL_BYTES)
typedef uint64_t kernel_part __attribute__((vector_size(KERNEL_BYTES), may_alias));
typedef struct __attribute__((may_alias)) kernel_word {
    kernel_part part[PARTS];
} kernel_word;

#define KERNEL_SAME(x) {{x, x, x, x, x, x, x, x}}
#define KERNEL_LANES(bits) {{0 - ((bits) & UINT64_C(1)), 0 - ((bits) >> 1 & UINT64_C(1)), 0 - ((bits) >> 2 & UINT64_C(1)), 0 - ((bits) >> 3 & UINT64_C(1)), \
                             0 - ((bits) >> 4 & UINT64_C(1)), 0 - ((bits) >> 5 & UINT64_C(1)), 0 - ((bits) >> 6 & UINT64_C(1)), 0 - ((bits) >> 7 & UINT64_C(1))}}

/* By code of a literal: the low assignments where it is false; last, for all high literals, all of them. */
static const hbs_bit_word kernel_false[HBS_BIT_CODES] = {
    KERNEL_SAME(UINT64_C(0x5555555555555555)), KERNEL_SAME(UINT64_C(0xaaaaaaaaaaaaaaaa)),
    KERNEL_SAME(UINT64_C(0x3333333333333333)), KERNEL_SAME(UINT64_C(0xcccccccccccccccc)),
    KERNEL_SAME(UINT64_C(0x0f0f0f0f0f0f0f0f)), KERNEL_SAME(UINT64_C(0xf0f0f0f0f0f0f0f0)),
    KERNEL_SAME(UINT64_C(0x00ff00ff00ff00ff)), KERNEL_SAME(UINT64_C(0xff00ff00ff00ff00)),
    KERNEL_SAME(UINT64_C(0x0000ffff0000ffff)), KERNEL_SAME(UINT64_C(0xffff0000ffff0000)),
    KERNEL_SAME(UINT64_C(0x00000000ffffffff)), KERNEL_SAME(UINT64_C(0xffffffff00000000)),
    KERNEL_LANES(0x55), KERNEL_LANES(0xaa), KERNEL_LANES(0x33), KERNEL_LANES(0xcc), KERNEL_LANES(0x0f), KERNEL_LANES(0xf0), KERNEL_SAME(UINT64_MAX),
};

KERNEL_TARGET static inline const kernel_word *kernel_at(const hbs_bit_word *word) { return (const kernel_word *)word; }

KERNEL_TARGET static inline bool kernel_full(const kernel_word *word)
{
    kernel_part all = word->part[0];
    for (unsigned i = 1; i < PARTS; i++) all &= word->part[i];
    return KERNEL_FULL(all);
}

KERNEL_TARGET static void kernel_gather(hbs_bit_table *table)
{
    kernel_word *const falsified = (kernel_word *)table->falsified;
    kernel_word root = {.part = {{0}}};
    for (size_t c = 0; c < table->clauses; c++) {
        kernel_word word = *kernel_at(&kernel_false[HBS_BIT_CODES - 1]);
        for (size_t l = table->start[c]; l < table->start[c + 1]; l++)
            for (unsigned i = 0; i < PARTS; i++) word.part[i] &= kernel_at(&kernel_false[table->code[l]])->part[i];
        falsified[table->slot[c]] = word;
    }
    for (uint32_t j = table->variables; j < HBS_BIT_LOW; j++)   /* low assignments that are none */
        for (unsigned i = 0; i < PARTS; i++) root.part[i] |= kernel_at(&kernel_false[2 * j + 1])->part[i];
    for (size_t s = table->bucket[0]; s < table->bucket[1]; s++)
        for (unsigned i = 0; i < PARTS; i++) root.part[i] |= falsified[s].part[i];
    *(kernel_word *)table->root = root;
}

KERNEL_TARGET static void kernel_tabulate(hbs_bit_table *table, const hbs_cnf *cnf)
{
    kernel_word *const block = (kernel_word *)table->falsified;
    const uint32_t blocks = 1u << table->high;
    kernel_word none = {.part = {{0}}};
    for (uint32_t j = table->variables; j < HBS_BIT_LOW; j++)   /* low assignments that are none */
        for (unsigned i = 0; i < PARTS; i++) none.part[i] |= kernel_at(&kernel_false[2 * j + 1])->part[i];
    for (uint32_t b = 0; b < blocks; b++) block[b] = none;
    for (size_t c = 0; c < cnf->clauses; c++) {
        kernel_word word = *kernel_at(&kernel_false[HBS_BIT_CODES - 1]);
        uint32_t side[2] = {0, 0};
        for (size_t l = cnf->start[c]; l < cnf->start[c + 1]; l++) {
            const uint32_t negative = cnf->literal[l] < 0, place = (uint32_t)(negative ? -cnf->literal[l] : cnf->literal[l]) - 1;
            const uint32_t code = place < HBS_BIT_LOW ? 2 * place + negative : HBS_BIT_CODES - 1;
            side[negative] |= UINT32_C(1) << place;
            for (unsigned i = 0; i < PARTS; i++) word.part[i] &= kernel_at(&kernel_false[code])->part[i];
        }
        const uint32_t mask = (side[0] | side[1]) >> HBS_BIT_LOW, value = side[1] >> HBS_BIT_LOW;
        table->occurring |= side[0] | side[1];
        if ((side[0] & side[1]) >> HBS_BIT_LOW) continue;
        for (uint32_t b = 0; b < blocks; b++)
            for (unsigned i = 0; i < PARTS; i++) block[b].part[i] |= word.part[i] & ((kernel_part){0} + (0 - (uint64_t)((b & mask) == value)));
    }
}

/* One block of the truth table is known: falsified are the low assignments in *acc. */
KERNEL_TARGET static inline void kernel_leaf(hbs_bit_search *search, uint64_t high, const kernel_word *acc)
{
    hbs_bit_word live;
    memcpy(&live, acc, sizeof live);
    for (unsigned i = 0; i < HBS_BIT_LANES; i++) live.lane[i] = ~live.lane[i];
    for (unsigned i = 0; i < HBS_BIT_LANES; i++) search->models += (uint64_t)__builtin_popcountll(live.lane[i]);
    if (!search->first) return;
    search->high = high;
    memcpy(search->live, live.lane, sizeof search->live);
}

/* *acc with what the clauses of a bucket add. Without a branch: whether a clause is falsified is a coin that no predictor knows. */
KERNEL_TARGET static inline kernel_word kernel_apply(const hbs_bit_table *table, size_t bucket, uint64_t high, kernel_word acc)
{
    const kernel_word *const falsified = (const kernel_word *)table->falsified;
    for (size_t s = table->bucket[bucket]; s < table->bucket[bucket + 1]; s++) {
        const uint64_t on = 0 - (uint64_t)((high & table->guard[s].mask) == table->guard[s].value);
        for (unsigned i = 0; i < PARTS; i++) acc.part[i] |= falsified[s].part[i] & ((kernel_part){0} + on);
    }
    return acc;
}

/* Depth first over the high variables, value 0 first. A node is one assignment of the first d high variables. */
KERNEL_TARGET static void kernel_search(const hbs_bit_table *table, hbs_bit_search *search)
{
    struct {
        kernel_word acc;
        uint64_t high;
        uint32_t depth;
    } waiting[HBS_BIT_HIGH_MAX + 1];
    uint32_t count = 0, depth = 0;
    uint64_t high = 0;
    kernel_word acc = *kernel_at(table->root);
    search->nodes = 1;
    search->complete = true;
    if (kernel_full(&acc)) return;
    for (;;) {
        if (depth == table->high) {
            kernel_leaf(search, high, &acc);
            if (search->first) break;
        } else {
            const uint64_t other = high | UINT64_C(1) << depth;
            if (search->budget && search->nodes + 2 > search->budget) break;
            search->nodes += 2;
            const kernel_word zero = kernel_apply(table, 1 + 2 * (size_t)depth, high, acc), one = kernel_apply(table, 2 + 2 * (size_t)depth, other, acc);
            const bool zero_lives = !kernel_full(&zero), one_lives = !kernel_full(&one);
            depth++;
            if (zero_lives) {
                acc = zero;
                if (!one_lives) continue;
                waiting[count].acc = one;
                waiting[count].high = other;
                waiting[count++].depth = depth;
                continue;
            }
            acc = one;
            high = other;
            if (one_lives) continue;
        }
        if (!count) return;
        acc = waiting[--count].acc;
        high = waiting[count].high;
        depth = waiting[count].depth;
    }
    search->complete = false;
}

/* All blocks in order. A node is a block. */
KERNEL_TARGET static void kernel_scan(const hbs_bit_table *table, hbs_bit_search *search)
{
    const uint64_t blocks = UINT64_C(1) << table->high;
    while (search->nodes < blocks && (!search->budget || search->nodes < search->budget)) {
        const kernel_word block = *kernel_at(&table->falsified[search->nodes]);
        if (!kernel_full(&block)) kernel_leaf(search, search->nodes, &block);
        search->nodes++;
        if (search->first && search->models) return;
    }
    search->complete = search->nodes == blocks;
}

#endif
