/* Two assignments that differ in d variables are falsified together by the C(n-d, k) clauses whose variables are all among those where they agree. (Achlioptas and
 * Peres, "The threshold for random k-SAT is 2^k log 2 - O(k)", JAMS 2004, use the same second moment.) */
#include "analysis/bias/planted_moments.h"

#include "core/combinatorics.h"
#include "generators/sat/clause_number.h"

void hbs_planted_moments_new(hbs_planted_moments *moments) {
    mpz_init(moments->space);
    mpq_inits(moments->models, moments->models_squared, moments->chi2, moments->collision, NULL);
}

void hbs_planted_moments_free(hbs_planted_moments *moments) {
    mpz_clear(moments->space);
    mpq_clears(moments->models, moments->models_squared, moments->chi2, moments->collision, NULL);
}

static void formulas(mpz_t out, const mpz_t clauses, uint64_t m, hbs_collection of) {
    if (of == HBS_SETS) hbs_choose(out, clauses, m);
    else mpz_pow_ui(out, clauses, m);
}

/* 2^n sum / space. */
static void moment(mpq_t out, const mpz_t sum, uint32_t n, const mpz_t space) {
    mpz_mul_2exp(mpq_numref(out), sum, n);
    mpz_set(mpq_denref(out), space);
    mpq_canonicalize(out);
}

hbs_status hbs_planted_moments_of(uint32_t n, uint32_t k, uint64_t m, hbs_collection of, hbs_planted_moments *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t all, falsified, clauses, term, space, sum;
    mpq_t one;
    mpz_inits(all, falsified, clauses, term, space, sum, NULL);
    mpq_init(one);
    hbs_clauses_of_length(all, n, k);
    hbs_choose_small(falsified, n, k);
    formulas(space, all, m, of);
    mpz_sub(clauses, all, falsified);
    formulas(sum, clauses, m, of);
    if (!mpz_sgn(sum)) HBS_FAIL(error, HBS_ERROR_USAGE, "no formula of %llu clauses of length %u over %u variables has a model", (unsigned long long)m, k, n);
    moment(out->models, sum, n, space);
    mpz_set_ui(sum, 0);
    for (uint32_t d = 0; d <= n; d++) {
        hbs_choose_small(term, n - d, k);
        mpz_submul_ui(term, falsified, 2);
        mpz_add(clauses, all, term);
        formulas(clauses, clauses, m, of);
        hbs_choose_small(term, n, d);
        mpz_addmul(sum, term, clauses);
    }
    moment(out->models_squared, sum, n, space);
    mpq_mul(out->chi2, out->models, out->models);
    mpq_div(out->chi2, out->models_squared, out->chi2);
    mpz_set(out->space, space);
    mpq_set_z(one, space);
    mpq_div(out->collision, out->chi2, one);
    mpq_set_ui(one, 1, 1);
    mpq_sub(out->chi2, out->chi2, one);
done:
    mpz_clears(all, falsified, clauses, term, space, sum, NULL);
    mpq_clear(one);
    return status;
}
