/* Exact numbers as `analyze exact` shows them: decimals in text, and in JSON the fraction "p/q" beside its decimal. */
#ifndef HBS_TOOLS_ANALYZE_EXACT_NUMBERS_H
#define HBS_TOOLS_ANALYZE_EXACT_NUMBERS_H

#include <gmp.h>
#include <jansson.h>

#include "core/listener.h"
#include "core/memory.h"
#include "tools/cli/columns.h"

json_t *exact_json(const mpq_t value);            /* {"exact": "p/q", "decimal": x}; NULL when memory is short */
json_t *exact_json_count(const mpz_t value);      /* an integer, or from 2^53 on its digits as a string */
/* One cell: six digits. */
hbs_status exact_cell(cli_columns *columns, const mpq_t value, hbs_error *error);
hbs_status exact_cell_count(cli_columns *columns, const mpz_t value, hbs_error *error);
/* "name p/q, " appended when the fraction has at most 40 characters. */
hbs_status exact_append(hbs_bytes *line, const char *name, const mpq_t value, hbs_error *error);

/* `analyze exact --space`: the whole space of a signature. */
hbs_status exact_space(const char *text, bool loose, bool json, const hbs_listener *listener, hbs_error *error);

#endif
