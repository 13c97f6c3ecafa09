/* Numbers as users write them, read whole or not at all: no blanks, no plus sign, no trailing text, no overflow. Leading zeros are legal and
 * decimal. */
#ifndef HBS_GENERATORS_NUMBERS_H
#define HBS_GENERATORS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/memory.h"

/* All of text[0..length-1] as a decimal integer ("-12"). False, and *out as it was, when it is not one or does not fit. */
bool hbs_read_integer(const char *text, size_t length, int64_t *out);
/* "4.26", ".5", "213/50", "-3", exact and in lowest terms, *denominator > 0. False when it is none or does not fit. */
bool hbs_read_rational(const char *text, size_t length, int64_t *numerator, int64_t *denominator);
/* The shortest decimal when there is an exact one, else "p/q". Read back to the same. */
hbs_status hbs_print_rational(hbs_bytes *out, int64_t numerator, int64_t denominator, hbs_error *error);

/* Greatest common divisor; that of 0 and b is b. */
uint64_t hbs_gcd(uint64_t a, uint64_t b);

#endif
