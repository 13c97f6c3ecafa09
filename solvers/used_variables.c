/* Sorting the literals' variables and removing repeats: no memory by variable, so a header that promises 2^29 variables costs nothing. */
#include "solvers/used_variables.h"

#include <assert.h>

#include "core/ordering.h"

#define ALWAYS_KEPT 4096u   /* below this many variables numbers are kept in any case */
#define SPARSE 4u           /* numbers are kept when there are at most this many variables a literal */

void hbs_used_variables_free(hbs_used_variables *names)
{
    if (!names) return;
    free(names->used);
    *names = (hbs_used_variables){0};
}

hbs_status hbs_used_variables_collect(hbs_used_variables *names, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(cnf);
    uint32_t kept = 0;
    names->identity = cnf->variables <= ALWAYS_KEPT || cnf->variables / SPARSE <= literals;
    names->variables = cnf->variables;
    if (names->identity) goto done;
    HBS_TRY(hbs_grow(&names->used, &names->capacity, literals, sizeof *names->used, error));
    for (size_t i = 0; i < literals; i++) names->used[i] = (uint32_t)abs(cnf->literal[i]);
    if (literals) qsort(names->used, literals, sizeof *names->used, hbs_by_uint32);
    for (size_t i = 0; i < literals; i++)
        if (!i || names->used[i] != names->used[i - 1]) names->used[kept++] = names->used[i];
    names->variables = kept;
done:
    return status;
}

uint32_t hbs_used_variables_find(const hbs_used_variables *names, uint32_t variable)
{
    const uint32_t *const found = bsearch(&variable, names->used, names->variables, sizeof *names->used, hbs_by_uint32);
    assert(found);
    return (uint32_t)(found - names->used) + 1;
}

hbs_status hbs_used_variables_model(const hbs_used_variables *names, const hbs_cnf *cnf, const uint8_t *model, hbs_certificate *out, hbs_error *error)
{
    uint8_t *bits;
    const hbs_status status = hbs_certificate_start_model(cnf->variables, out, &bits, error);
    if (status != HBS_OK) return status;
    for (uint32_t v = 1; v <= names->variables; v++) {
        const uint32_t place = hbs_used_variables_original(names, v) - 1;
        bits[place / 8] = (uint8_t)(bits[place / 8] | (model[v] ? 1u : 0u) << place % 8);
    }
    return HBS_OK;
}
