/* One decoder for whoever must write UTF-8: JSON and NumPy have no place for other bytes, and texts of strangers (names of files, constants of queries) may hold any. */
#include "core/utf8.h"

#include <string.h>

size_t hbs_utf8_character(const char *text, uint32_t *code) {
    const unsigned char *const at = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] >= 0xe0 && at[0] < 0xf0 ? 3 : at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : 0;
    uint32_t value = length < 2 ? at[0] : at[0] & (0x7fu >> length);
    if (!length) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;   /* the zero at the end of the text too */
        value = value << 6 | (at[i] & 0x3fu);
    }
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return 0;
    if (code) *code = value;
    return length;
}

bool hbs_is_utf8(const char *text) {
    for (size_t length; *text; text += length)
        if (!(length = hbs_utf8_character(text, NULL))) return false;
    return true;
}

hbs_status hbs_utf8_append(hbs_bytes *out, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (hbs_is_utf8(text)) return hbs_bytes_append(out, text, strlen(text), error);
    while (*text) {
        const size_t length = hbs_utf8_character(text, NULL);
        if (length) HBS_TRY(hbs_bytes_append(out, text, length, error));
        else HBS_TRY(hbs_bytes_print(out, error, "\\x%02x", (unsigned)(unsigned char)*text));
        text += length ? length : 1;
    }
done:
    return status;
}
