/* Roots of binomial coefficients by integer arithmetic (GMP), rounded down to multiples of 2^-32 (an inner root to 2^-64): libm's pow is not the same
 * everywhere, and a last bit of difference would change instances. The rounding is below what any sample could see. */
#include "generators/graphs/roots.h"

#include <gmp.h>

#define ROOT_MAX 32768u   /* keeps numbers below 2^21 bits and the time below a second */

static hbs_status too_deep(uint32_t n, uint32_t k, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_USAGE, "the probability for n=%u and k=%u is a root beyond the %uth: give one, as in graph=gnp:1/2", n, k, ROOT_MAX);
}

/* out = floor(2^bits * C(n,k)^(-1/degree)) */
static void inverse_root(mpz_t out, uint32_t n, uint32_t k, unsigned long degree, unsigned long bits) {
    mpz_t binomial;
    mpz_init(binomial);
    mpz_bin_uiui(binomial, n, k);
    mpz_set_ui(out, 1);
    mpz_mul_2exp(out, out, bits * degree);
    mpz_fdiv_q(out, out, binomial);
    mpz_root(out, out, degree);
    mpz_clear(binomial);
}

hbs_status hbs_clique_probability(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error) {
    const uint64_t pairs = (uint64_t)k * (k - 1) / 2;
    if (k < 2 || k > n) return hbs_raise(error, HBS_ERROR_USAGE, "no probability at which one clique of %u among %u vertices is expected: give one, as in graph=gnp:1/2", k, n);
    if (pairs > ROOT_MAX) return too_deep(n, k, error);
    mpz_t p;
    mpz_init(p);
    inverse_root(p, n, k, (unsigned long)pairs, 32);
    *out = (hbs_fraction){.numerator = mpz_get_ui(p), .denominator = UINT64_C(1) << 32};
    mpz_clear(p);
    return HBS_OK;
}

hbs_status hbs_domination_probability(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error) {
    if (k < 1 || k >= n)
        return hbs_raise(error, HBS_ERROR_USAGE, "no probability at which one dominating set of %u among %u vertices is expected: k must be below n", k, n);
    if (k > ROOT_MAX || n - k > ROOT_MAX) return too_deep(n, k, error);
    mpz_t escape, one;
    mpz_init(escape);
    mpz_init(one);
    inverse_root(escape, n, k, n - k, 64);
    mpz_set_ui(one, 1);
    mpz_mul_2exp(one, one, 64);
    mpz_sub(escape, one, escape);                 /* 2^64 (1 - C^(-1/(n-k))) */
    mpz_mul_2exp(escape, escape, 32ul * k);
    mpz_fdiv_q_2exp(escape, escape, 64);
    mpz_root(escape, escape, k);                  /* 2^32 (1 - p) */
    *out = (hbs_fraction){.numerator = (UINT64_C(1) << 32) - mpz_get_ui(escape), .denominator = UINT64_C(1) << 32};
    mpz_clear(one);
    mpz_clear(escape);
    return HBS_OK;
}
