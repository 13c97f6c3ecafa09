/* All cells are kept until the widths are known: for tables a person reads, not for streams. Where a line would be too long, a last column of text is
 * wrapped within its own column, or on lines of its own below when that would be too narrow. */
#include "tools/cli/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/printable.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"

#define NARROW 24u /* columns for a wrapped text, at least */
#define BELOW 4u   /* how far it is set in on lines of its own */

void cli_columns_free(cli_columns *columns) {
    for (size_t i = 0; i < columns->cells; i++) free(columns->cell[i]);
    free(columns->cell);
    columns->cell = NULL;
    columns->cells = columns->capacity = 0;
}

hbs_status cli_cell(cli_columns *columns, hbs_error *error, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    hbs_make_printable(text);
    const hbs_status status = hbs_grow(&columns->cell, &columns->capacity, columns->cells + 1, sizeof *columns->cell, error);
    if (status == HBS_OK) columns->cell[columns->cells++] = text;
    else free(text);
    return status;
}

/* `owed` are the blanks that stand before the next text, if there is one: no line ends in blanks. */
static hbs_status print_cell(const char *text, size_t wide, bool right, size_t *owed, hbs_error *error) {
    const size_t space = wide - cli_text_width(text);
    hbs_status status = HBS_OK;
    if (right) *owed += space;
    if (*text) {
        HBS_TRY(cli_print(error, "%*s%s", (int)*owed, "", text));
        *owed = 0;
    }
    *owed += (right ? 0 : space) + 2;
done:
    return status;
}

/* The last column, which begins at `column` and is `wide`. */
static hbs_status print_text(const char *text, size_t wide, size_t column, size_t below, size_t owed, hbs_error *error) {
    const size_t width = cli_width();
    if (!*text) return cli_print(error, "\n");
    if (column + wide <= width || column + NARROW <= width) {
        const hbs_status status = cli_print(error, "%*s", (int)owed, "");
        return status == HBS_OK ? cli_wrap(text, column, column, error) : status;
    }
    const hbs_status status = cli_print(error, "\n%*s", (int)below, "");
    return status == HBS_OK ? cli_wrap(text, below, below, error) : status;
}

hbs_status cli_columns_print(const cli_columns *columns, const char *indent, hbs_error *error) {
    const size_t n = columns->columns;
    hbs_status status = HBS_OK;
    size_t *wide = NULL;
    HBS_TRY(hbs_allocate(&wide, n, sizeof *wide, error));
    for (size_t i = 0; i < columns->cells; i++)
        if (cli_text_width(columns->cell[i]) > wide[i % n]) wide[i % n] = cli_text_width(columns->cell[i]);
    size_t owed = 0, last = strlen(indent); /* where the last column begins */
    for (size_t i = 0; i + 1 < n; i++) last += wide[i] + 2;
    for (size_t i = 0; i < columns->cells; i++) {
        const size_t column = i % n;
        const bool text = column == n - 1 && columns->align[column] == 'l';
        if (!column) owed = strlen(indent);
        if (text) HBS_TRY(print_text(columns->cell[i], wide[column], last, strlen(indent) + BELOW, owed, error));
        else HBS_TRY(print_cell(columns->cell[i], wide[column], columns->align[column] == 'r', &owed, error));
        if (column == n - 1 && !text) HBS_TRY(cli_write("\n", 1, error));
    }
done:
    free(wide);
    return status;
}
