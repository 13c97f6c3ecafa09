/* Standard output through stdio, with the state of the stream looked at after every piece: a full disk or a reader that left ends the work at once. */
#include "tools/cli/output.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"

static hbs_status failed(int why, hbs_error *error) {
    if (why == EPIPE) return hbs_raise(error, HBS_ERROR_IO, "%s", "");
    return hbs_raise(error, HBS_ERROR_IO, "cannot write to standard output: %s; make room or write elsewhere", strerror(why));
}

hbs_status cli_write(const void *data, size_t size, hbs_error *error) {
    return size && fwrite(data, 1, size, stdout) != size ? failed(errno, error) : HBS_OK;
}

hbs_status cli_print(hbs_error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vfprintf(stdout, format, arguments);
    va_end(arguments);
    return written < 0 ? failed(errno, error) : HBS_OK;
}

hbs_status cli_print_line(hbs_error *error, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    hbs_make_printable(text);
    const hbs_status status = cli_print(error, "%s\n", text);
    free(text);
    return status;
}

hbs_status cli_flush(hbs_error *error) {
    if (fflush(stdout) != 0) return failed(errno, error);
    return ferror(stdout) ? failed(EIO, error) : HBS_OK;
}

hbs_status cli_json_print(json_t *document, hbs_error *error) {
    if (!document) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    const int bad = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    const int why = errno;
    json_decref(document);
    if (bad) return failed(why, error);
    return cli_write("\n", 1, error);
}

hbs_status cli_json_append(json_t *array, json_t *item, hbs_error *error) {
    return json_array_append_new(array, item) ? hbs_raise(error, HBS_ERROR_MEMORY, "out of memory") : HBS_OK;
}

/* Length of the UTF-8 character at `at`, 0 when it is none. */
static size_t utf8(const unsigned char *at) {
    const size_t length = at[0] < 0x80 ? 1 : (at[0] & 0xe0) == 0xc0 ? 2 : (at[0] & 0xf0) == 0xe0 ? 3 : (at[0] & 0xf8) == 0xf0 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return length;
}

json_t *cli_json_text(const char *text) {
    if (!text) return json_null();
    json_t *plain = json_string(text);
    if (plain) return plain;
    char *mended = malloc(3 * strlen(text) + 1), *to = mended;
    if (!mended) return NULL;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t length = utf8(at);
        char one[5] = {0};
        memcpy(one, at, length);
        json_t *valid = length ? json_string(one) : NULL; /* refuses surrogates and overlong forms */
        to = stpcpy(to, valid ? one : "\xef\xbf\xbd");
        at += valid ? length : 1;
        json_decref(valid);
    }
    json_t *out = json_string(mended);
    free(mended);
    return out;
}

json_t *cli_json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

json_t *cli_json_unsigned(uint64_t value) { return json_integer(value <= INT64_MAX ? (json_int_t)value : INT64_MAX); }

json_t *cli_json_seed(uint64_t seed) { return json_sprintf("%" PRIu64, seed); }
