/* Cutting is by lines alone and reads no clause: a line that begins with `p` begins a formula, and comments and blank lines right above it belong to it. A formula
 * without a header has no beginning that could be seen, and goes with the one before. */
#include "tools/gen/formulas.h"

#include <stdbool.h>
#include <string.h>

size_t formulas_end(const char *text, size_t length, size_t from) {
    bool headed = false;
    size_t cut = from; /* after the last line that is neither comment nor blank */
    while (from < length) {
        const char *const feed = memchr(text + from, '\n', length - from);
        const size_t next = feed ? (size_t)(feed - text) + 1 : length;
        size_t at = from;
        while (at < next && strchr(" \t\r\n", text[at]) && text[at]) at++;
        const bool comment = at == next || text[at] == 'c', header = !comment && text[at] == 'p';
        if (header && headed) return cut;
        headed |= header;
        if (!comment) cut = next;
        from = next;
    }
    return length;
}
