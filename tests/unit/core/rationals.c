/* Fractions as text, and logarithms against libm and identities. */
#include "core/rationals.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static bool prints(const char *value, unsigned digits, const char *wanted) {
    hbs_error error = {0};
    hbs_bytes text = {0};
    mpq_t number;
    mpq_init(number);
    mpq_set_str(number, value, 10);
    mpq_canonicalize(number);
    CHECK_OK(hbs_rational_decimal(&text, number, digits, &error));
    const bool same = !strcmp((const char *)text.data, wanted);
    if (!same) fprintf(stderr, "\n    %s: %s, not %s\n", value, (const char *)text.data, wanted);
    hbs_bytes_clear(&text);
    CHECK_OK(hbs_rational_print(&text, number, &error));
    CU_ASSERT_STRING_EQUAL((const char *)text.data, value);
    hbs_bytes_free(&text);
    mpq_clear(number);
    return same;
}

static void decimals(void) {
    CU_ASSERT(prints("0", 5, "0"));
    CU_ASSERT(prints("1", 5, "1"));
    CU_ASSERT(prints("-1/8", 5, "-0.125"));
    CU_ASSERT(prints("146/1155", 20, "0.12640692640692640693"));
    CU_ASSERT(prints("2/3", 3, "0.667"));
    CU_ASSERT(prints("99999/100000", 4, "1"));
    CU_ASSERT(prints("1999", 1, "2e3"));
    CU_ASSERT(prints("12345", 5, "12345"));
    CU_ASSERT(prints("123450", 5, "1.2345e5"));
    CU_ASSERT(prints("120", 3, "120"));
    CU_ASSERT(prints("25/2", 5, "12.5"));
    CU_ASSERT(prints("1/400", 5, "0.0025"));
    CU_ASSERT(prints("1/50000", 5, "2e-5"));
    CU_ASSERT(prints("5/2", 1, "2"));    /* half to even */
    CU_ASSERT(prints("7/2", 1, "4"));
}

static void logarithms(void) {
    mpq_t value, found, other;
    mpq_inits(value, found, other, NULL);
    for (unsigned p = 1; p < 60; p++)
        for (unsigned q = 1; q < 60; q++) {
            mpq_set_ui(value, p, q);
            mpq_canonicalize(value);
            hbs_rational_log2(found, value);
            CU_ASSERT_DOUBLE_EQUAL(mpq_get_d(found), log2((double)p / q), 1e-14);
            if (p % q == 0 && (p / q & (p / q - 1)) == 0) CU_ASSERT(mpz_cmp_ui(mpq_denref(found), 1) == 0);   /* powers of two are exact */
        }
    mpz_ui_pow_ui(mpq_numref(value), 10, 500);   /* log2(10^500) = 500 log2(10), to 80 bits */
    mpz_set_ui(mpq_denref(value), 1);
    hbs_rational_log2(found, value);
    mpq_set_ui(value, 10, 1);
    hbs_rational_log2(other, value);
    mpq_set_ui(value, 500, 1);
    mpq_mul(other, other, value);
    mpq_sub(other, other, found);
    CU_ASSERT(fabs(mpq_get_d(other)) < ldexp(1, -80));
    mpq_clears(value, found, other, NULL);
}

const hbs_test hbs_tests[] = {{"decimals", decimals}, {"logarithms", logarithms}, {NULL, NULL}};
