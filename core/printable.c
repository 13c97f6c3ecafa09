/* A terminal obeys escape sequences in whatever is printed, and a line break in a name could forge a line of output. Letters of other languages stay: only the
 * control characters of ASCII and of ISO 6429 are replaced, and bytes that are not UTF-8, some of which older terminals obey. */
#include "core/printable.h"

#include "core/utf8.h"

void hbs_make_printable(char *text) {
    while (*text) {
        uint32_t code = 0;
        size_t length = hbs_utf8_character(text, &code);
        const bool bad = !length || code < ' ' || (code >= 127 && code < 0xa0);
        if (!length) length = 1;
        for (; length; length--, text++)
            if (bad) *text = '?';
    }
}
