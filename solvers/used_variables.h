/* Numbers the variables that a formula uses through, so that a solver's memory goes with the formula and not with the count in a header.
 * A formula that uses a fair share of its variables keeps its numbers. Variables that are in no clause are false in every model given. */
#ifndef HBS_SOLVERS_USED_VARIABLES_H
#define HBS_SOLVERS_USED_VARIABLES_H

#include <stdlib.h>

#include "core/cnf.h"
#include "solvers/checking/certificate.h"

typedef struct hbs_used_variables {
    uint32_t variables;      /* the solver's */
    bool identity;
    uint32_t *used;          /* unless identity: original variable of the solver's variable i + 1, ascending */
    size_t capacity;
} hbs_used_variables;           /* {0} is valid */

void hbs_used_variables_free(hbs_used_variables *names);
/* O(L) when the numbers are kept, else O(L log L). Memory is reused. */
hbs_status hbs_used_variables_collect(hbs_used_variables *names, const hbs_cnf *cnf, hbs_error *error);

/* Looks a variable up in `used`; it must be there. */
uint32_t hbs_used_variables_find(const hbs_used_variables *names, uint32_t variable);
/* The solver's literal of an original one that the formula uses. */
static inline int32_t hbs_used_variables_literal(const hbs_used_variables *names, int32_t literal)
{
    if (names->identity) return literal;
    const int32_t found = (int32_t)hbs_used_variables_find(names, (uint32_t)abs(literal));
    return literal < 0 ? -found : found;
}
/* The original variable of a solver's variable. */
static inline uint32_t hbs_used_variables_original(const hbs_used_variables *names, uint32_t variable)
{
    return names->identity ? variable : names->used[variable - 1];
}

/* Replaces *out by the model certificate of the original formula; model[v] for the solver's variables v = 1.. . */
hbs_status hbs_used_variables_model(const hbs_used_variables *names, const hbs_cnf *cnf, const uint8_t *model, hbs_certificate *out, hbs_error *error);

#endif
