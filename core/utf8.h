/* Which bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF), and what to write for those that are not. */
#ifndef HBS_CORE_UTF8_H
#define HBS_CORE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "core/memory.h"

/* Bytes of the character at the start of `text`, which is not empty; 0 when they are none. *code, which may be NULL, gets its number. */
size_t hbs_utf8_character(const char *text, uint32_t *code);
/* Is all of it UTF-8? */
bool hbs_is_utf8(const char *text);
/* Appends the text, with \xHH for each byte that belongs to no character. */
hbs_status hbs_utf8_append(hbs_bytes *out, const char *text, hbs_error *error);

#endif
