/* Breaking at blanks, greedily. A word wider than the line stands on one of its own: names and paths are never cut. */
#include "tools/cli/wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/cli/output.h"

#define WIDTH 80u
#define WIDTH_LEAST 40u

size_t cli_width_of(int descriptor) {
    struct winsize size;
    if (isatty(descriptor) != 1 || ioctl(descriptor, TIOCGWINSZ, &size) || !size.ws_col) return WIDTH;
    return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col;
}

size_t cli_width(void) { return cli_width_of(STDOUT_FILENO); }

size_t cli_text_width(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += (*text & 0xc0) != 0x80;
    return count;
}

size_t cli_line(const char *text, size_t width) {
    size_t taken = 0, columns = 0;
    for (size_t at = 0; text[at] && text[at] != '\n';) {
        const size_t from = at;
        while (text[at] == ' ') at++;
        while (text[at] && text[at] != ' ' && text[at] != '\n') at++;
        for (size_t i = from; i < at; i++) columns += (text[i] & 0xc0) != 0x80;
        if (columns > width && taken) break;
        taken = at;
    }
    return taken;
}

hbs_status cli_wrap(const char *text, size_t column, size_t indent, hbs_error *error) {
    const size_t width = cli_width();
    hbs_status status = HBS_OK;
    text += strspn(text, " ");
    do {
        const size_t length = cli_line(text, column < width ? width - column : 1);
        HBS_TRY(cli_print(error, "%.*s\n", (int)length, text));
        text += length;
        if (*text == '\n') text++;
        text += strspn(text, " ");
        column = indent;
        if (*text) HBS_TRY(cli_print(error, "%*s", (int)indent, ""));
    } while (*text);
done:
    return status;
}

hbs_status cli_term(const char *name, const char *meaning, size_t indent, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t width = cli_text_width(name) + 2;
    HBS_TRY(cli_print(error, "  %s", name));
    if (width + 2 > indent) HBS_TRY(cli_print(error, "\n%*s", (int)indent, ""));
    else HBS_TRY(cli_print(error, "%*s", (int)(indent - width), ""));
    HBS_TRY(cli_wrap(meaning, indent, indent, error));
done:
    return status;
}
