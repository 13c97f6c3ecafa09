/* The data side of a command: text and JSON on standard output, every write checked. */
#ifndef HBS_TOOLS_CLI_OUTPUT_H
#define HBS_TOOLS_CLI_OUTPUT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/* HBS_ERROR_IO when standard output does not take it; says why. A reader that went away (broken pipe) leaves the message empty: nothing needs saying. */
hbs_status cli_write(const void *data, size_t size, hbs_error *error);
__attribute__((format(printf, 2, 3))) hbs_status cli_print(hbs_error *error, const char *format, ...);
/* The text and a line end; for what strangers had a hand in, such as paths: control characters become '?'. */
__attribute__((format(printf, 2, 3))) hbs_status cli_print_line(hbs_error *error, const char *format, ...);
hbs_status cli_flush(hbs_error *error);

/* JSON. Builders return NULL when memory is short, and json_pack passes a NULL on, so one check at the end is enough: cli_json_print of NULL is HBS_ERROR_MEMORY. */
hbs_status cli_json_print(json_t *document, hbs_error *error); /* takes the reference */
hbs_status cli_json_append(json_t *array, json_t *item, hbs_error *error);
json_t *cli_json_text(const char *text);   /* NULL is null; bytes that are not UTF-8 become U+FFFD */
json_t *cli_json_number(double value);     /* not finite: null */
json_t *cli_json_unsigned(uint64_t value); /* counts: at most 2^63-1 */
json_t *cli_json_seed(uint64_t seed);      /* a string of digits: not every reader holds 64 bits */

#endif
