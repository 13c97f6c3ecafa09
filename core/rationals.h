/* Exact fractions as people and programs read them, and their logarithms to as many digits as anybody wants, without libm: the same digits everywhere. */
#ifndef HBS_CORE_RATIONALS_H
#define HBS_CORE_RATIONALS_H

#include <gmp.h>

#include "core/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* log2(value) for value > 0, a dyadic fraction within 2^-90 of it. O(1) products of 300 bits. */
void hbs_rational_log2(mpq_t out, const mpq_t value);
/* "p/q" in lowest terms, "p" when q is 1. Appends. */
hbs_status hbs_rational_print(hbs_bytes *out, const mpq_t value, hbs_error *error);
/* `digits` significant digits, correctly rounded (half to even), as %g would lay them out: "0.12640692640692640693", "5.57e-9". Appends. */
hbs_status hbs_rational_decimal(hbs_bytes *out, const mpq_t value, unsigned digits, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
