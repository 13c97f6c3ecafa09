/* Planted formulas against uniform ones in closed form, for any n: the hidden assignment makes P(F) = U(F) Z(F) / E[Z], Z the number of models, so that the
 * chi^2 distance is a matter of two moments:
 *     E[Z]   = 2^n C(N - c, m) / C(N, m)                                       c = C(n,k) clauses are falsified by an assignment, N = 2^k c
 *     E[Z^2] = 2^n sum over d of C(n,d) C(N - 2c + C(n-d, k), m) / C(N, m)
 *     chi^2(P||U) = E[Z^2] / E[Z]^2 - 1
 * For sequences C(x, m) becomes x^m. */
#ifndef HBS_ANALYSIS_BIAS_PLANTED_MOMENTS_H
#define HBS_ANALYSIS_BIAS_PLANTED_MOMENTS_H

#include "generators/spaces/spaces.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_planted_moments {
    mpz_t space;              /* formulas */
    mpq_t models;             /* E[Z] under the uniform law */
    mpq_t models_squared;     /* E[Z^2] */
    mpq_t chi2;               /* of planted against uniform */
    mpq_t collision;          /* sum P^2 = (1 + chi2) / space */
} hbs_planted_moments;

void hbs_planted_moments_new(hbs_planted_moments *moments);
void hbs_planted_moments_free(hbs_planted_moments *moments);
/* m clauses of length k over n variables. HBS_ERROR_USAGE when no such formula has a model. O(n) binomials. */
hbs_status hbs_planted_moments_of(uint32_t n, uint32_t k, uint64_t m, hbs_collection of, hbs_planted_moments *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
