/* DIMACS CNF as found in the wild. Lenient by default: what is unusual is read and warned about; --strict refuses it. Never half-read. */
#ifndef HBS_DATASETS_FORMATS_DIMACS_H
#define HBS_DATASETS_FORMATS_DIMACS_H

#include <stdbool.h>

#include "core/cnf.h"
#include "core/listener.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads one formula. `name` goes into messages ("name:line:column: .."). On failure (HBS_ERROR_INPUT) *out is untouched. Warnings say what was found and where.
 * Memory O(length): a header or index beyond HBS_CNF_VARIABLES_MAX is an error, and n never makes memory by itself. */
hbs_status hbs_dimacs_read(hbs_cnf *out, const char *text, size_t length, const char *name, bool strict, const hbs_listener *listener, hbs_error *error);
/* Appends the canonical text: one header with exact counts, one clause a line, single blanks, final newline. */
hbs_status hbs_dimacs_write(const hbs_cnf *cnf, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
