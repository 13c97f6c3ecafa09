/* Uniform draws of one label repeat 1/P(label) times as often as those of all formulas, and P(label) has no closed form; but bounds have, and they need
 * no reference. With N_k = binomial(n, k) 2^k clauses of length k, m_k of them in a formula:
 *   satisfiable    at least the formulas that one assignment satisfies: prod of (N_k (1 - 2^-k))^m_k sequences;
 *   unsatisfiable  at least those that hold the 2^k clauses over k fixed variables, for the best k with m_k >= 2^k: N_k^(2^k) times fewer than all.
 * At most prod of m_k^m_k sequences are equal to a given one as sets, which gives the chance that two draws are equal; for sets of distinct clauses it is
 * smaller still, as binomial(N, m) >= (N / m)^m. The price is about 1.4 bits a clause, which only matters in spaces that are small in any case; where
 * the bound is not enough to call a space large, the reference is asked. */
#include "analysis/redundancy/label_space.h"

#include <math.h>

#include "core/combinatorics.h"

#define UNKNOWN_BITS 30

/* log2 of the number of clauses of this length. */
static double log2_clauses(double n, double k) { return hbs_factorial_bits(n) - hbs_factorial_bits(k) - hbs_factorial_bits(n - k) + k; }

double hbs_label_space_bits(const hbs_signature *signature, int label) {
    if (signature->problem != HBS_SAT) return NAN;
    double equal = 0, satisfied = 0, block = INFINITY; /* bits */
    for (size_t i = 0; i < signature->lengths; i++) {
        const double k = signature->length[i].length, count = (double)signature->length[i].count;
        const double clauses = log2_clauses(signature->variables, k);
        equal += count * (clauses - log2(count));
        satisfied += count * log1p(-exp2(-k)) / log(2);
        if (k < 40 && count >= exp2(k)) block = fmin(block, exp2(k) * clauses);
    }
    if (label == HBS_LABEL_YES) return equal + satisfied;
    return label == HBS_LABEL_NO ? equal - block : equal - UNKNOWN_BITS;
}

double hbs_renamings_bits(const hbs_signature *signature) {
    if (signature->problem != HBS_SAT) return NAN;
    double n = signature->variables, occurring = 0;
    for (size_t i = 0; i < signature->lengths; i++) occurring += (double)signature->length[i].length * (double)signature->length[i].count;
    occurring = fmin(n, occurring);
    return hbs_factorial_bits(n) - hbs_factorial_bits(n - occurring) + occurring;
}

double hbs_label_space_repeats(double g, double bits) {
    if (isnan(bits)) return NAN;
    return fmin(exp2(log2(g * (g - 1) / 2) - bits), g - 1);
}
