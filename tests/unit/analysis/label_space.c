/* The bound on equal draws against all formulas of small signatures, one by one: sets of clauses, and sequences. */
#include <math.h>

#include "analysis/redundancy/label_space.h"
#include "core/instance.h"
#include "tests/unit/test.h"

#define N 3u /* variables: 12 clauses of length 2, 6 of length 1 */
#define CLAUSES 12u

/* Assignments of three variables that falsify clause c of length k, as bits. */
static unsigned falsified(unsigned k, unsigned c) {
    unsigned bits = 0;
    for (unsigned a = 0; a < 8; a++) {
        if (k == 1) {
            if ((a >> (c / 2) & 1) == (c & 1)) bits |= 1u << a;
        } else {
            const unsigned without = c / 4, x = without == 0, y = without == 2 ? 1 : 2; /* the two variables that are not `without` */
            if ((a >> x & 1) == (c & 1) && (a >> y & 1) == (c >> 1 & 1)) bits |= 1u << a;
        }
    }
    return bits;
}

/* Sequences of m clauses in which exactly s given ones occur. */
static double surjections(unsigned m, unsigned s) {
    double sum = 0, binomial = 1;
    for (unsigned i = 0; i <= s; i++) {
        sum += (i & 1 ? -1 : 1) * binomial * pow(s - i, m);
        binomial *= (double)(s - i) / (i + 1);
    }
    return sum;
}

/* Chance that two draws with this label are equal as sets. */
static double chance_of_equal(unsigned k, unsigned m, bool sequences, int label) {
    const unsigned all = k == 1 ? 6 : CLAUSES;
    double total = 0, squares = 0;
    for (unsigned set = 1; set < 1u << all; set++) {
        unsigned size = 0, dead = 0;
        for (unsigned c = 0; c < all; c++)
            if (set >> c & 1) size++, dead |= falsified(k, c);
        if ((label == HBS_LABEL_NO) != (dead == 255) || size > m || (!sequences && size < m)) continue;
        const double weight = sequences ? surjections(m, size) : 1;
        total += weight;
        squares += weight * weight;
    }
    return total > 0 ? squares / (total * total) : 0;
}

static void the_bound_holds_for_every_small_signature(void) {
    unsigned of_use = 0;
    for (unsigned k = 1; k <= 2; k++)
        for (unsigned m = 1; m <= 6; m++)
            for (int label = 0; label < 2; label++) {
                hbs_length_count length = {k, m};
                const hbs_signature signature = {.problem = HBS_SAT, .variables = N, .lengths = 1, .length = &length};
                const double bits = hbs_label_space_bits(&signature, label);
                CU_ASSERT(chance_of_equal(k, m, false, label) <= exp2(-bits) * (1 + 1e-9));
                CU_ASSERT(chance_of_equal(k, m, true, label) <= exp2(-bits) * (1 + 1e-9));
                of_use += bits > 0;
            }
    CU_ASSERT(of_use >= 8);
}

static void large_spaces_are_seen_to_be_large(void) {
    hbs_length_count length = {3, 85};
    const hbs_signature signature = {.problem = HBS_SAT, .variables = 20, .lengths = 1, .length = &length};
    for (int label = -1; label < 2; label++) {
        const double bits = hbs_label_space_bits(&signature, label);
        CU_ASSERT(bits > 400 && bits < 700);
        CU_ASSERT(hbs_label_space_repeats(1e9, bits) < 1e-90);
    }
}

static void queries_are_not_counted(void) {
    const hbs_signature signature = {.problem = HBS_CQC};
    CU_ASSERT(isnan(hbs_label_space_repeats(100, hbs_label_space_bits(&signature, HBS_LABEL_YES))));
}

const hbs_test hbs_tests[] = {
    {"the bound holds for every small signature", the_bound_holds_for_every_small_signature},
    {"large spaces are seen to be large", large_spaces_are_seen_to_be_large},
    {"queries are not counted", queries_are_not_counted},
    {NULL, NULL},
};
