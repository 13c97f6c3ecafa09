/* Models as text: what SAT solvers print, and its check against the formula. */
#ifndef HBS_SOLVERS_CHECKING_MODEL_TEXT_H
#define HBS_SOLVERS_CHECKING_MODEL_TEXT_H

#include "core/cnf.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_model_counts {
    uint64_t given;       /* different literals given; variables of the formula without one stay open */
    uint64_t clause;      /* from 1: the first clause that is not satisfied; 0: none */
} hbs_model_counts;

/* Does the assignment satisfy the formula? Read are `v` lines with their literals, the line `s SATISFIABLE` (or MiniSat's `SAT`), comments (`c`), and plain literals; 0 ends it
 * and may be missing. It may be partial: a clause is satisfied by a literal that is given, so that every completion is a model. HBS_OK, or HBS_ERROR_FAULT that
 * says which clause (from 1) is not satisfied and by what; HBS_ERROR_INPUT with the line: no model, a literal and its negation, a variable that the formula has not.
 * *counts is filled on HBS_OK and HBS_ERROR_FAULT. Memory O(length), time O((length + literals) log length). */
hbs_status hbs_model_text_check(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_model_counts *counts, hbs_error *error);

/* The same, and the model goes to *out as a certificate; variables without a value are false in it. */
hbs_status hbs_model_text_read(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_certificate *out, hbs_error *error);

/* Appends `s SATISFIABLE` and `v` lines of at most 78 columns, ended by 0. model[v], v = 1..variables. */
hbs_status hbs_model_text_write(const uint8_t *model, uint32_t variables, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
