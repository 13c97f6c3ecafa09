/* Constrainedness of a pair (Gent, MacIntyre, Prosser, Walsh, "The constrainedness of search", AAAI 1996): kappa = 1 - log2 E[homomorphisms] / log2 |maps|, so that half
 * of the pairs are contained near kappa = 1. What is wanted is a whole number of atoms, and it decides instances: the logarithms are computed in integers (GMP), in units of 2^-96,
 * and a libm takes no part. The sum in the denominator is 2^-23 at least, since relations have 10^7 atoms at most, and the result 2^24 at most: what is rounded is right
 * to 2^-40 atoms. */
#include "generators/cqc/constrainedness.h"

#include <gmp.h>

#include "core/rationals.h"

/* 2^96 log2(number) to within 2^6, number >= 1. */
static void log2_of(mpz_t out, uint64_t number) {
    mpq_t value;
    mpq_init(value);
    mpz_set_ui(mpq_numref(value), (unsigned long)(number >> 32));
    mpz_mul_2exp(mpq_numref(value), mpq_numref(value), 32);
    mpz_add_ui(mpq_numref(value), mpq_numref(value), (unsigned long)(number & UINT32_MAX));
    hbs_rational_log2(value, value);
    mpq_mul_2exp(value, value, 96);
    mpz_fdiv_q(out, mpq_numref(value), mpq_denref(value));
    mpq_clear(value);
}

/* sum += -log2(atoms / d^arity). */
static hbs_status add_relation(mpz_t sum, const hbs_schema_relation *relation, const mpz_t log_terms, mpz_t part, hbs_error *error) {
    if (!relation->atoms[0]) return hbs_raise(error, HBS_ERROR_USAGE, "kappa: q1 has no atom of relation %s, so q2 could have none: raise m1", relation->name);
    log2_of(part, relation->atoms[0]);
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
    log2_of(log_terms, terms);
    for (size_t r = 0; r < shape->schema.relations; r++) HBS_TRY(add_relation(sum, &shape->schema.relation[r], log_terms, part, error));
    if (mpz_sgn(sum) <= 0) HBS_FAIL(error, HBS_ERROR_USAGE, "kappa: q1 has all the atoms there are, so that none of q2 constrains anything: lower m1");
    divide(part, log_terms, free_variables, sum, numerator, denominator, scratch);
    if (mpz_cmp_ui(part, HBS_SHAPE_ATOMS_MAX) > 0) HBS_FAIL(error, HBS_ERROR_USAGE, "kappa: q2 would need more than %d atoms of each relation: lower kappa or m1", HBS_SHAPE_ATOMS_MAX);
    *out = mpz_get_ui(part);
done:
    mpz_clears(log_terms, sum, part, scratch, NULL);
    return status;
}
