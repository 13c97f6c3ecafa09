/* Text in aligned columns. */
#ifndef HBS_TOOLS_CLI_COLUMNS_H
#define HBS_TOOLS_CLI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

typedef struct cli_columns {
    size_t columns;
    const char *align; /* one letter a column: l or r */
    char **cell;
    size_t cells, capacity;
} cli_columns; /* {.columns = 3, .align = "lrr"}; the first row is the head */

void cli_columns_free(cli_columns *columns);
/* Control characters become '?'. */
__attribute__((format(printf, 3, 4))) hbs_status cli_cell(cli_columns *columns, hbs_error *error, const char *format, ...);
/* To standard output; each line begins with `indent`. */
hbs_status cli_columns_print(const cli_columns *columns, const char *indent, hbs_error *error);

#endif
