/* Elements by number: a permutation in the factorial system and a pattern of flips. Conjugacy classes of B_n are pairs of partitions, the lengths of the cycles with an
 * even and with an odd number of flips; a class has 2^n n! / prod over lengths i of (2i)^a a! (2i)^b b! elements (James and Kerber, The representation theory
 * of the symmetric group, 1981, 4.2). */
#include "generators/sat/signed_group.h"

#include <stdlib.h>

#include "core/combinatorics.h"

static const uint32_t power[] = {1, 3, 9, 27, 81};

uint32_t hbs_signed_order(uint32_t n) {
    uint32_t order = 1;
    for (uint32_t i = 1; i <= n; i++) order *= 2 * i;
    return order;
}

hbs_signed_permutation hbs_signed_element(uint32_t n, uint32_t index) {
    hbs_signed_permutation g = {.n = n, .flips = index & ((1u << n) - 1)};
    index >>= n;
    for (uint32_t v = 0; v < n; v++) g.image[v] = v;
    for (uint32_t v = n; v > 1; v--) {
        const uint32_t swap = v - 1 - index % v, kept = g.image[v - 1];
        g.image[v - 1] = g.image[swap];
        g.image[swap] = kept;
        index /= v;
    }
    return g;
}

uint32_t hbs_signed_clause(const hbs_signed_permutation *g, uint32_t code) {
    uint32_t out = 0;
    for (uint32_t v = 0; v < g->n; v++, code /= 3) {
        const uint32_t digit = code % 3;
        if (digit) out += power[g->image[v]] * ((g->flips >> v & 1) ? 3 - digit : digit);
    }
    return out;
}

uint32_t hbs_signed_assignment(const hbs_signed_permutation *g, uint32_t assignment) {
    uint32_t out = 0;
    assignment ^= g->flips;
    for (uint32_t v = 0; v < g->n; v++) out |= (assignment >> v & 1) << g->image[v];
    return out;
}

uint32_t hbs_clause_codes(uint32_t n) {
    uint32_t codes = 1;
    while (n--) codes *= 3;
    return codes;
}

uint32_t hbs_clause_code(const int32_t *literal, size_t length) {
    uint32_t code = 0;
    for (size_t i = 0; i < length; i++) code += power[abs(literal[i]) - 1] * (literal[i] < 0 ? 2 : 1);
    return code;
}

uint32_t hbs_clause_code_length(uint32_t code) {
    uint32_t length = 0;
    for (; code; code /= 3) length += code % 3 != 0;
    return length;
}

uint32_t hbs_clause_code_falsified(uint32_t n, uint32_t code) {
    uint32_t care = 0, value = 0, out = 0;
    for (uint32_t v = 0; v < n; v++, code /= 3) {
        care |= (uint32_t)(code % 3 != 0) << v;
        value |= (uint32_t)(code % 3 == 2) << v;   /* a negative literal is false where the variable is true */
    }
    for (uint32_t a = 0; a < 1u << n; a++) out |= (uint32_t)((a & care) == value) << a;
    return out;
}

/* The element whose even cycles have the lengths of one partition and whose odd ones those of the other, and the order of its centralizer. */
static hbs_signed_permutation element_of(const hbs_integer_partition *even, const hbs_integer_partition *odd, uint64_t *centralizer) {
    hbs_signed_permutation g = {.n = even->n + odd->n};
    uint32_t at = 0;
    *centralizer = 1;
    for (unsigned side = 0; side < 2; side++) {
        const hbs_integer_partition *const from = side ? odd : even;
        uint32_t equal = 0;
        for (uint32_t i = 0; i < from->parts && from->part[i]; i++) {
            const uint32_t length = from->part[i];
            for (uint32_t j = 0; j < length; j++) g.image[at + j] = at + (j + 1) % length;
            if (side) g.flips |= 1u << at;
            at += length;
            equal = i && from->part[i - 1] == length ? equal + 1 : 1;
            *centralizer *= 2 * (uint64_t)length * equal;
        }
    }
    return g;
}

size_t hbs_signed_types(uint32_t n, hbs_signed_type *out) {
    size_t count = 0;
    for (uint32_t odd_sum = 0; odd_sum <= n; odd_sum++)
        for (hbs_integer_partition odd = {.n = odd_sum}; hbs_integer_partition_next(&odd);)
            for (hbs_integer_partition even = {.n = n - odd_sum}; hbs_integer_partition_next(&even);) {
                uint64_t centralizer;
                out[count].element = element_of(&even, &odd, &centralizer);
                out[count++].size = hbs_signed_order(n) / centralizer;
            }
    return count;
}
