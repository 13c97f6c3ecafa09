/* Logarithms by repeated squaring: for 1 <= x < 2 the next binary digit of log2 x is 1 when x^2 >= 2, and then x is halved (Briggs; Knuth, TAOCP 1,
 * 1.2.2, exercise 25). A relative error doubles at each step, so 300 bits are carried for 96 digits. */
#include "core/rationals.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 96u
#define PRECISION 300u

/* value = x 2^exponent with 1 <= x < 2; x in units of 2^-PRECISION. */
static long normalise(mpz_t x, const mpq_t value) {
    long exponent = (long)mpz_sizeinbase(mpq_numref(value), 2) - (long)mpz_sizeinbase(mpq_denref(value), 2);
    const long shift = (long)PRECISION - exponent;
    mpz_t low;
    mpz_init(low);
    if (shift >= 0) {
        mpz_mul_2exp(x, mpq_numref(value), (mp_bitcnt_t)shift);
        mpz_fdiv_q(x, x, mpq_denref(value));
    } else {
        mpz_mul_2exp(low, mpq_denref(value), (mp_bitcnt_t)-shift);
        mpz_fdiv_q(x, mpq_numref(value), low);
    }
    if (mpz_sizeinbase(x, 2) <= PRECISION) {   /* below 1: between 1/2 and 1 */
        mpz_mul_2exp(x, x, 1);
        exponent--;
    }
    mpz_clear(low);
    return exponent;
}

void hbs_rational_log2(mpq_t out, const mpq_t value) {
    mpz_t x, digits;
    mpz_inits(x, digits, NULL);
    const long exponent = normalise(x, value);
    mpz_set_si(digits, exponent);
    for (unsigned i = 0; i < DIGITS; i++) {
        mpz_mul(x, x, x);
        mpz_fdiv_q_2exp(x, x, PRECISION);
        const int one = mpz_sizeinbase(x, 2) > PRECISION + 1;
        if (one) mpz_fdiv_q_2exp(x, x, 1);
        mpz_mul_2exp(digits, digits, 1);
        if (one) mpz_add_ui(digits, digits, 1);
    }
    mpz_set(mpq_numref(out), digits);
    mpz_set_ui(mpq_denref(out), 1);
    mpq_div_2exp(out, out, DIGITS);
    mpz_clears(x, digits, NULL);
}

hbs_status hbs_rational_print(hbs_bytes *out, const mpq_t value, hbs_error *error) {
    char *const text = mpq_get_str(NULL, 10, value);
    void (*release)(void *, size_t);
    const size_t size = strlen(text);
    const hbs_status status = hbs_bytes_print(out, error, "%s", text);
    mp_get_memory_functions(NULL, NULL, &release);
    release(text, size + 1);
    return status;
}

/* |value| = 0.d1 d2 .. 10^*exponent with `digits` digits, rounded; value is not 0. */
static void scale(mpz_t out, const mpq_t value, unsigned digits, long *exponent) {
    mpz_t number, part, power, limit;
    mpz_inits(number, part, power, limit, NULL);
    long e = (long)mpz_sizeinbase(mpq_numref(value), 10) - (long)mpz_sizeinbase(mpq_denref(value), 10) - 1;
    mpz_ui_pow_ui(limit, 10, digits);
    for (;; e++) {   /* at most a few times */
        const long shift = (long)digits - e;
        mpz_ui_pow_ui(power, 10, (unsigned long)labs(shift));
        mpz_abs(number, mpq_numref(value));
        mpz_set(part, mpq_denref(value));
        if (shift >= 0) mpz_mul(number, number, power); else mpz_mul(part, part, power);
        mpz_fdiv_qr(out, number, number, part);
        mpz_mul_2exp(number, number, 1);
        const int half = mpz_cmp(number, part);
        if (half > 0 || (half == 0 && mpz_odd_p(out))) mpz_add_ui(out, out, 1);
        if (mpz_cmp(out, limit) < 0) break;
    }
    *exponent = e;
    mpz_clears(number, part, power, limit, NULL);
}

hbs_status hbs_rational_decimal(hbs_bytes *out, const mpq_t value, unsigned digits, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t scaled;
    long exponent = 0;
    mpz_init(scaled);
    char digit[128] = "0", zeros[128];
    memset(zeros, '0', sizeof zeros - 1);
    zeros[sizeof zeros - 1] = 0;
    if (digits > 100) digits = 100;
    if (mpq_sgn(value)) {
        scale(scaled, value, digits, &exponent);
        mpz_get_str(digit, 10, scaled);
    }
    size_t length = strlen(digit);
    while (length > 1 && digit[length - 1] == '0') digit[--length] = 0;
    const char *const sign = mpq_sgn(value) < 0 ? "-" : "";
    const int point = (int)exponent;
    if (!mpq_sgn(value)) HBS_TRY(hbs_bytes_print(out, error, "0"));
    else if (point < -3 || point > (int)digits)
        HBS_TRY(hbs_bytes_print(out, error, "%s%c%s%se%d", sign, digit[0], length > 1 ? "." : "", digit + 1, point - 1));
    else if (point <= 0) HBS_TRY(hbs_bytes_print(out, error, "%s0.%.*s%s", sign, -point, "000", digit));
    else if ((size_t)point >= length) HBS_TRY(hbs_bytes_print(out, error, "%s%s%.*s", sign, digit, point - (int)length, zeros));
    else HBS_TRY(hbs_bytes_print(out, error, "%s%.*s.%s", sign, point, digit, digit + point));
done:
    mpz_clear(scaled);
    return status;
}
