/* Reading clausal proofs: RUP and DRAT as text, and DRAT in its binary form (Heule, Hunt, Wetzler 2014; the formats of drat-trim). */
#ifndef HBS_SOLVERS_CHECKING_DRAT_STEPS_H
#define HBS_SOLVERS_CHECKING_DRAT_STEPS_H

#include <stdbool.h>

#include "core/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_drat_step {
    size_t start;        /* its literals are literal[start .. start + size - 1], as written */
    uint32_t size;
    bool deletion;
    uint64_t place;      /* text: line, binary: byte, both from 1 */
} hbs_drat_step;

typedef struct hbs_drat_steps {
    bool binary;
    hbs_drat_step *step;
    int32_t *literal;    /* DIMACS integers, non-zero, at most HBS_CNF_VARIABLES_MAX in size; never NULL once read */
    size_t steps, literals, step_capacity, literal_capacity;
} hbs_drat_steps;        /* {0} is valid */

void hbs_drat_steps_free(hbs_drat_steps *steps);
/* Text: a step is literals ended by 0, after a `d` when it deletes; lines that begin with `c` are comments. Binary: a step is `a` or `d`, literals as varints
 * 2v + (sign < 0), ended by 0; known by a zero byte, which no text has. `name` goes into messages. HBS_ERROR_INPUT says line or byte. Memory O(length). */
hbs_status hbs_drat_steps_read(hbs_drat_steps *out, const char *text, size_t length, const char *name, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
