/* One limit for all families. It is compared with what a family expects of its parameters (exact where nothing is random, a mean or a lower bound else), so that a
 * formula that could never be made is refused at once, and not after minutes of making it. */
#include "generators/sat/size.h"

hbs_status hbs_check_size(hbs_unit *unit, double literals) {
    if (literals <= (double)HBS_CNF_LITERALS_MAX) return HBS_OK;
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "a formula of about %.3g literals is expected, and at most %llu are possible: choose smaller parameters", literals,
                          (unsigned long long)HBS_CNF_LITERALS_MAX);
}

hbs_status hbs_check_clauses(hbs_unit *unit, int64_t n, int64_t k, int64_t m) {
    if (k <= n) return hbs_check_size(unit, (double)m * (double)k);
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "no clause of length %lld over %lld variables: give a shorter length or more variables", (long long)k, (long long)n);
}

/* A clause joins k variables: k - 1 components fewer at most. */
hbs_status hbs_check_connected(hbs_unit *unit, int64_t n, int64_t m, int64_t k) {
    if ((double)m * (double)(k - 1) >= (double)n - 1) return HBS_OK;
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "connected=yes: %lld clauses of %lld literals cannot connect %lld variables: raise m or ratio", (long long)m, (long long)k, (long long)n);
}

double hbs_real_binomial(double n, double k) {
    double product = 1;
    if (n < k) return 0;
    if (n - k < k && n - k >= 0) k = n - k;
    for (int i = 1; i <= k && i <= 64; i++) product = product * (n - k + i) / i;
    return product;
}
