/* Constrainedness of a pair (Gent, MacIntyre, Prosser, Walsh, "The constrainedness of search", AAAI 1996): kappa = 1 - log2 E[homomorphisms] / log2 |maps|, so that half
 * of the pairs are contained near kappa = 1. What is wanted is a whole number of atoms, and it decides instances: the logarithms are computed in integers (GMP), digit
 * by digit by repeated squaring, and a libm takes no part. FRACTION binary digits of a logarithm come from a mantissa of PRECISION bits; each squaring at most doubles
 * its relative error and adds one unit, so after FRACTION squarings it is below 2^(FRACTION + 2 - PRECISION) = 2^-94 and the digits are right but for a mantissa that
 * close to a power of two. The sum in the denominator is 2^-23 at least, since relations have 10^7 atoms at most, and the result 2^24 at most: what is rounded is right
 * to 2^-40 atoms. */
#include "generators/cqc/constrainedness.h"

#include <gmp.h>

#define FRACTION 96u
#define PRECISION 192u

/* floor(2^FRACTION log2(x)), x >= 1; exact for powers of two. x is destroyed. */
static void log2_fixed(mpz_t out, mpz_t x) {
    const size_t whole = mpz_sizeinbase(x, 2) - 1;
    if (whole < PRECISION) mpz_mul_2exp(x, x, PRECISION - whole);
    else mpz_fdiv_q_2exp(x, x, whole - PRECISION);
    mpz_set_ui(out, whole);
    for (unsigned digit = 0; digit < FRACTION; digit++) {
        mpz_mul(x, x, x);
        mpz_fdiv_q_2exp(x, x, PRECISION);
        const bool one = mpz_sizeinbase(x, 2) > PRECISION + 1;
        if (one) mpz_fdiv_q_2exp(x, x, 1);
        mpz_mul_2exp(out, out, 1);
        if (one) mpz_add_ui(out, out, 1);
    }
}

static void log2_of(mpz_t out, uint64_t number, mpz_t scratch) {
    mpz_set_ui(scratch, (unsigned long)(number >> 32));
    mpz_mul_2exp(scratch, scratch, 32);
    mpz_add_ui(scratch, scratch, (unsigned long)(number & UINT32_MAX));
    log2_fixed(out, scratch);
}

/* sum += -log2(atoms / d^arity). */
static hbs_status add_relation(mpz_t sum, const hbs_schema_relation *relation, const mpz_t log_terms, mpz_t part, mpz_t scratch, hbs_error *error) {
    if (!relation->atoms[0]) return hbs_raise(error, HBS_ERROR_USAGE, "kappa: q1 has no atom of relation %s, so q2 could have none: raise m1", relation->name);
    log2_of(part, relation->atoms[0], scratch);
    mpz_addmul_ui(sum, log_terms, relation->arity);
    mpz_sub(sum, sum, part);
    return HBS_OK;
}

/* floor(numerator / denominator (variables log_terms) / sum + 1/2 + 2^-64) */
static void divide(mpz_t out, const mpz_t log_terms, uint32_t variables, const mpz_t sum, int64_t numerator, int64_t denominator, mpz_t scratch) {
    mpz_mul_ui(out, log_terms, variables);
    mpz_mul_si(out, out, (long)numerator);
    mpz_mul_2exp(out, out, 32);
    mpz_mul_si(scratch, sum, (long)denominator);
    mpz_fdiv_q(out, out, scratch);
    mpz_add_ui(out, out, (1UL << 31) + 1);
    mpz_fdiv_q_2exp(out, out, 32);
}

hbs_status hbs_atoms_at_kappa(const hbs_shape *shape, int64_t numerator, int64_t denominator, size_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t terms = shape->variables[0] + shape->constants, free_variables = shape->variables[1] > shape->head ? shape->variables[1] - shape->head : 0;
    mpz_t log_terms, sum, part, scratch;
    mpz_inits(log_terms, sum, part, scratch, NULL);
    if (terms < 2) HBS_FAIL(error, HBS_ERROR_USAGE, "kappa needs two terms in q1 at least: raise v1");
    log2_of(log_terms, terms, scratch);
    for (size_t r = 0; r < shape->schema.relations; r++) HBS_TRY(add_relation(sum, &shape->schema.relation[r], log_terms, part, scratch, error));
    if (mpz_sgn(sum) <= 0) HBS_FAIL(error, HBS_ERROR_USAGE, "kappa: q1 has all the atoms there are, so that none of q2 constrains anything: lower m1");
    divide(part, log_terms, free_variables, sum, numerator, denominator, scratch);
    if (mpz_cmp_ui(part, HBS_SHAPE_ATOMS_MAX) > 0) HBS_FAIL(error, HBS_ERROR_USAGE, "kappa: q2 would need more than %d atoms of each relation: lower kappa or m1", HBS_SHAPE_ATOMS_MAX);
    *out = mpz_get_ui(part);
done:
    mpz_clears(log_terms, sum, part, scratch, NULL);
    return status;
}
