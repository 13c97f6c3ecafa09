/* A place in a text, and messages that name it as file:line:column. Readers of query languages stand on it. */
#ifndef HBS_DATASETS_FORMATS_SCANNER_H
#define HBS_DATASETS_FORMATS_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/listener.h"
#include "core/status.h"

typedef struct hbs_scanner {
    const char *text, *at, *end;
    const char *name;            /* of the file */
    hbs_error *error;
} hbs_scanner;

static inline bool hbs_scan_is_digit(char c) { return c >= '0' && c <= '9'; }
/* Letters and `_`; bytes above ASCII count as letters. */
static inline bool hbs_scan_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128; }

/* The byte `ahead` of the place, 0 behind the end. */
static inline char hbs_scan_peek(const hbs_scanner *s, size_t ahead) { return ahead < (size_t)(s->end - s->at) ? s->at[ahead] : 0; }
/* Does this text stand at the place? hbs_scan_accept then goes behind it. */
bool hbs_scan_sees(const hbs_scanner *s, const char *text);
bool hbs_scan_accept(hbs_scanner *s, const char *text);
/* HBS_ERROR_INPUT: "name:line:column: ..". */
__attribute__((format(printf, 3, 4))) hbs_status hbs_scan_refuse(const hbs_scanner *s, const char *at, const char *format, ...);
/* What stands at the place is not what is needed. */
hbs_status hbs_scan_unexpected(const hbs_scanner *s, const char *expected);
__attribute__((format(printf, 4, 5))) void hbs_scan_warn(const hbs_scanner *s, const char *at, const hbs_listener *listener, const char *format, ...);

#endif
