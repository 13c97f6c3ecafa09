/* A terminal obeys escape sequences in whatever is printed, and a line break in a name could forge a line of output. Letters of other languages stay: only the
 * control characters of ASCII and of ISO 6429, the latter in UTF-8, are replaced. A lone byte 0x80..0x9f is left: no terminal in UTF-8 obeys it. */
#include "core/printable.h"

void hbs_make_printable(char *text) {
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        const int c1 = at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0;
        if (c1) *at++ = '?';
        if (c1 || *at < ' ' || *at == 127) *at = '?';
    }
}
