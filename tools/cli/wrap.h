/* Text in lines that fit: 80 columns, or those of the terminal that standard output is. */
#ifndef HBS_TOOLS_CLI_WRAP_H
#define HBS_TOOLS_CLI_WRAP_H

#include "core/status.h"

#include <stddef.h>

/* Columns of a line. A terminal's are at least 40. */
size_t cli_width(void);
/* Of the terminal that the descriptor is; 80 where it is none. */
size_t cli_width_of(int descriptor);
/* Characters, not bytes. */
size_t cli_text_width(const char *text);
/* How many bytes of `text`, which begins with no blank, go on a line of `width` columns: words, or one word that is wider. */
size_t cli_line(const char *text, size_t width);
/* Prints the words of `text` and a line end. The first line begins at `column`, where the cursor is; the others after `indent` blanks. */
hbs_status cli_wrap(const char *text, size_t column, size_t indent, hbs_error *error);
/* "  NAME  meaning", the meaning wrapped, at `indent`. */
hbs_status cli_term(const char *name, const char *meaning, size_t indent, hbs_error *error);

#endif
