/* Whole numbers as text, read whole or not at all. */
#ifndef HBS_CORE_DECIMAL_H
#define HBS_CORE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All of text[0..length-1], digits alone and at least one. False, and *out as it was, when it is none or does not fit. */
bool hbs_read_uint64(const char *text, size_t length, uint64_t *out);

#ifdef __cplusplus
}
#endif
#endif
