/* log2 C(N,m) = sum over i < m of log2((N - i) / (i + 1)): all terms of one sign and each correct to the last bits, so that nothing cancels, as it would in differences of
 * log-factorials when N is far above m. An assignment falsifies c = C(n,k) of the N = 2^k c clauses of length k, whence
 *     E[Z] = 2^n prod over k of C(N - c, m) / C(N, m)        for sets, and        2^n prod over k of (1 - 2^-k)^m        for sequences.
 * The order of the lengths of a sequence is part of it. Pairs of queries are counted by generators/spaces/spaces.h. */
#include "analysis/bias/space_bits.h"

#include <math.h>

#include "core/combinatorics.h"
#include "generators/sat/clause_number.h"

/* The number of clauses of the length, as its logarithm and as itself, which may be infinite. */
typedef struct clauses {
    double bits, number;
} clauses;

static clauses of_length(uint32_t n, uint32_t length) {
    mpz_t count;
    mpz_init(count);
    hbs_clauses_of_length(count, n, length);
    const double bits = mpz_sgn(count) ? hbs_integer_bits(count) : -INFINITY;
    mpz_clear(count);
    return (clauses){bits, exp2(bits)};
}

/* log2(N - i), `i` far below what a double of N's size resolves where N is infinite. */
static double left(const clauses *of, double i) { return isinf(of->number) || i == 0 ? of->bits : log2(of->number - i); }

static double sets_bits(const clauses *of, size_t m) {
    double bits = 0;
    if ((double)m > of->number) return NAN;
    for (size_t i = 0; i < m; i++) bits += left(of, (double)i) - log2((double)i + 1);
    return bits;
}

static void sat_bits(const hbs_signature *signature, double bits[2]) {
    size_t m = 0;
    bits[HBS_SETS] = bits[HBS_SEQUENCES] = 0;
    for (size_t i = 0; i < signature->lengths; i++) {
        const hbs_length_count *item = &signature->length[i];
        const clauses of = of_length(signature->variables, item->length);
        bits[HBS_SETS] += sets_bits(&of, item->count);
        bits[HBS_SEQUENCES] += (double)item->count * of.bits - hbs_factorial_bits((double)item->count);
        m += item->count;
    }
    bits[HBS_SEQUENCES] += hbs_factorial_bits((double)m);
}

hbs_status hbs_space_bits(const hbs_signature *signature, double bits[2], hbs_error *error) {
    hbs_space *space = NULL;
    mpz_t size;
    if (signature->problem == HBS_SAT) {
        sat_bits(signature, bits);
        return HBS_OK;
    }
    bits[0] = bits[1] = NAN;
    const hbs_status status = hbs_space_new(&space, signature, HBS_SETS, error);
    if (status == HBS_ERROR_USAGE) return HBS_OK;
    if (status != HBS_OK) return status;
    mpz_init(size);
    hbs_space_size(space, size);
    if (mpz_sgn(size) > 0) bits[0] = bits[1] = hbs_integer_bits(size);
    mpz_clear(size);
    hbs_space_free(space);
    return HBS_OK;
}

double hbs_models_bits(const hbs_signature *signature, hbs_collection of) {
    double bits = (double)signature->variables;
    for (size_t i = 0; i < signature->lengths; i++) {
        const hbs_length_count *item = &signature->length[i];
        const clauses all = of_length(signature->variables, item->length);
        const double share = exp2(-(double)item->length); /* of the clauses, falsified by an assignment */
        if (item->count && share == 1) return -INFINITY;
        if (of == HBS_SEQUENCES || isinf(all.number)) {
            bits += (double)item->count * log1p(-share) / log(2);
            continue;
        }
        if ((double)item->count > all.number * (1 - share)) return -INFINITY;
        for (size_t j = 0; j < item->count; j++) bits += log1p(-all.number * share / (all.number - (double)j)) / log(2);
    }
    return bits;
}
