/* Decimal numbers by value. */
#ifndef HBS_DATASETS_FORMATS_NUMBER_SPELLING_H
#define HBS_DATASETS_FORMATS_NUMBER_SPELLING_H

#include "core/memory.h"

/* Appends the number, -?digits[.digits][e[+-]digits] and 0-terminated, also with nothing on one side of the dot, in the spelling that all numbers of its value have: 7 for
 * 007, 7.0 and 70e-1. HBS_ERROR_INPUT when the exponent is too large for that. */
hbs_status hbs_number_spelling(const char *text, size_t length, hbs_bytes *out, hbs_error *error);

#endif
