/* Checking proofs of unsatisfiability that others made: RUP and DRAT, text or binary (Heule, Hunt, Wetzler, "Trimming while checking clausal proofs", FMCAD 2013;
 * Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014). Shares nothing with the solvers, nor with the checker of our own refutations (solvers/checking/proof.h). */
#ifndef HBS_SOLVERS_CHECKING_DRAT_H
#define HBS_SOLVERS_CHECKING_DRAT_H

#include <stdbool.h>

#include "core/cnf.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_drat_counts {
    bool binary;
    uint64_t lemmas, rat;            /* lemmas found to hold, and those of them that needed resolution asymmetric tautology */
    uint64_t deletions, ignored;     /* deletions honoured; deletions passed over: no such clause is there, or a unit at the root rests on it */
    uint64_t place;                  /* of the step that does not hold or that ended the check: line (text) or byte (binary), from 1; 0: none */
} hbs_drat_counts;

/* Does the proof refute the formula? HBS_OK; HBS_ERROR_FAULT says which step, and where, does not hold, or that no contradiction was reached; HBS_ERROR_INPUT: not
 * a proof, says where. A step holds by unit propagation (RUP), or by resolving on its first literal (RAT). New variables are allowed. What follows the
 * contradiction is read and not checked. `name` is the proof's, for messages. *counts is filled on HBS_OK and HBS_ERROR_FAULT. Untrusted bytes: memory
 * O(size of proof and formula); time that of the propagations, and O(size of what is there) more for each step that needs RAT. */
hbs_status hbs_drat_check(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_drat_counts *counts, hbs_error *error);

/* The lemmas of a proof as a refutation (solvers/checking/certificate.h), for proofs that need RUP alone: *fits is false, and *out is cleared, when a lemma names a variable that the
 * formula has not. Deletions are dropped, which makes no RUP lemma fail. Nothing is checked: hbs_certificate_check does. HBS_ERROR_INPUT: not a proof, says where.
 * What hbs_drat_write wrote comes back byte by byte. */
hbs_status hbs_drat_refutation(const char *text, size_t length, const char *name, uint32_t variables, hbs_certificate *out, bool *fits, hbs_error *error);

/* Appends a refutation's bytes (solvers/checking/certificate.h) as DRAT text, one lemma a line and `0` for the empty clause at the end. HBS_ERROR_FAULT: the bytes are no refutation
 * over `variables` variables. */
hbs_status hbs_drat_write(const uint8_t *bytes, size_t size, uint32_t variables, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
