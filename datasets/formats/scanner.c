/* A place is a pointer into the text and becomes line and column only for a message. */
#include "datasets/formats/scanner.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool hbs_scan_sees(const hbs_scanner *s, const char *text) {
    const size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

bool hbs_scan_accept(hbs_scanner *s, const char *text) {
    if (!hbs_scan_sees(s, text)) return false;
    s->at += strlen(text);
    return true;
}

static void locate(const hbs_scanner *s, const char *at, size_t *line, size_t *column) {
    const char *start = s->text;
    *line = 1;
    for (const char *feed; start < at && (feed = memchr(start, '\n', (size_t)(at - start))); start = feed + 1) ++*line;
    *column = 1 + (size_t)(at - start);
}

hbs_status hbs_scan_refuse(const hbs_scanner *s, const char *at, const char *format, ...) {
    char text[800];
    size_t line, column;
    va_list rest;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    locate(s, at, &line, &column);
    return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: %s", s->name, line, column, text);
}

hbs_status hbs_scan_unexpected(const hbs_scanner *s, const char *expected) {
    if (s->at == s->end) return hbs_scan_refuse(s, s->at, "the text ends where %s is needed; complete it", expected);
    const unsigned char c = (unsigned char)*s->at;
    if (c == '\n' || c == '\r') return hbs_scan_refuse(s, s->at, "the line ends where %s is needed; complete it", expected);
    if (c > 32 && c < 127) return hbs_scan_refuse(s, s->at, "'%c' where %s is needed; correct it", c, expected);
    return hbs_scan_refuse(s, s->at, "byte 0x%02x where %s is needed; correct it", c, expected);
}

void hbs_scan_warn(const hbs_scanner *s, const char *at, const hbs_listener *listener, const char *format, ...) {
    char text[800];
    size_t line, column;
    va_list rest;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    locate(s, at, &line, &column);
    hbs_warn(listener, "%s:%zu:%zu: %s", s->name, line, column, text);
}
