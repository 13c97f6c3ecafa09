/* All cells are kept until the widths are known: for tables a person reads, not for streams. */
#include "tools/cli/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "tools/cli/output.h"

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
    const hbs_status status = hbs_grow(&columns->cell, &columns->capacity, columns->cells + 1, sizeof *columns->cell, error);
    if (status == HBS_OK) columns->cell[columns->cells++] = text;
    else free(text);
    return status;
}

/* Characters, not bytes. */
static size_t width(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += (*text & 0xc0) != 0x80;
    return count;
}

static hbs_status print_cell(const char *text, size_t wide, bool right, bool last, hbs_error *error) {
    const int space = (int)(wide - width(text));
    if (right) return cli_print(error, "%*s%s%s", space, "", text, last ? "" : "  ");
    return cli_print(error, "%s%*s", text, last ? 0 : space + 2, "");
}

hbs_status cli_columns_print(const cli_columns *columns, const char *indent, hbs_error *error) {
    const size_t n = columns->columns;
    hbs_status status = HBS_OK;
    size_t *wide = NULL;
    HBS_TRY(hbs_allocate(&wide, n, sizeof *wide, error));
    for (size_t i = 0; i < columns->cells; i++)
        if (width(columns->cell[i]) > wide[i % n]) wide[i % n] = width(columns->cell[i]);
    for (size_t i = 0; i < columns->cells; i++) {
        const size_t column = i % n;
        if (!column) HBS_TRY(cli_print(error, "%s", indent));
        HBS_TRY(print_cell(columns->cell[i], wide[column], columns->align[column] == 'r', column == n - 1, error));
        if (column == n - 1) HBS_TRY(cli_write("\n", 1, error));
    }
done:
    free(wide);
    return status;
}
