/* A clause of one length is a subset by its colex number and a pattern of signs; a clause of any length is a number in base 3, less one for the empty
 * clause. */
#include "generators/sat/clause_number.h"

#include <stdlib.h>
#include <string.h>

#include "core/combinatorics.h"
#include "generators/sat/subsets.h"
#include "generators/spaces/spaces.h"

void hbs_clauses_of_length(mpz_t out, uint32_t n, uint32_t length) {
    if (length == HBS_ANY_LENGTH) {
        mpz_ui_pow_ui(out, 3, n);
        mpz_sub_ui(out, out, 1);
    } else {
        hbs_choose_small(out, n, length);
        mpz_mul_2exp(out, out, length <= n ? length : 0);
    }
}

static int by_variable(const void *a, const void *b) {
    const int x = abs(*(const int32_t *)a), y = abs(*(const int32_t *)b);
    return (x > y) - (x < y);
}

static uint64_t base_three(const int32_t *literals, size_t count) {
    uint64_t number = 0, power = 1;
    uint32_t v = 1;
    for (size_t i = 0; i < count; i++) {   /* by variable; powers that are used fit */
        for (; v < (uint32_t)abs(literals[i]); v++) power *= 3;
        number += power * (literals[i] < 0 ? 2 : 1);
    }
    return number - 1;
}

static uint64_t subset_and_signs(const int32_t *literals, size_t count) {
    uint64_t subset = 0, signs = 0;
    for (size_t i = 0; i < count; i++) {
        subset += hbs_binomial((uint64_t)abs(literals[i]) - 1, i + 1);
        signs |= (uint64_t)(literals[i] < 0) << i;
    }
    return (subset << count) + signs;
}

hbs_status hbs_clause_rank(uint32_t n, uint32_t length, const int32_t *literals, size_t count, uint64_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    int32_t *sorted = NULL;
    if (length == HBS_ANY_LENGTH ? count == 0 || count > n : count != length)
        HBS_FAIL(error, HBS_ERROR_INPUT, "a clause of %zu literals is not in this space", count);
    HBS_TRY(hbs_allocate(&sorted, count, sizeof *sorted, error));
    if (count) memcpy(sorted, literals, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_variable);
    for (size_t i = 0; i < count; i++)
        if (abs(sorted[i]) > (int64_t)n || (i && abs(sorted[i]) == abs(sorted[i - 1])))
            HBS_FAIL(error, HBS_ERROR_INPUT, "a clause that repeats variable %d, or with a variable beyond %u, is in no space", abs(sorted[i]), n);
    *out = length == HBS_ANY_LENGTH ? base_three(sorted, count) : subset_and_signs(sorted, count);
done:
    free(sorted);
    return status;
}

static hbs_status append_any(hbs_cnf *cnf, uint64_t number, hbs_error *error) {
    int32_t literal[41];   /* 3^40 < 2^64 */
    size_t count = 0;
    int32_t v = 1;
    for (number++; number; number /= 3, v++)
        if (number % 3) literal[count++] = number % 3 == 2 ? -v : v;
    return hbs_cnf_add(cnf, literal, count, error);
}

hbs_status hbs_clause_append(hbs_cnf *cnf, uint32_t length, uint64_t number, hbs_error *error) {
    if (length == HBS_ANY_LENGTH) return append_any(cnf, number, error);
    hbs_status status = HBS_OK;
    hbs_subsets subsets = {.n = cnf->variables, .k = length, .count = hbs_binomial(cnf->variables, length)};   /* no tables: a few bisections */
    uint32_t *variable = NULL;
    HBS_TRY(hbs_allocate(&variable, length, sizeof *variable, error));
    hbs_subset_of(&subsets, number >> length, variable);
    int32_t *const literal = (int32_t *)variable;   /* the same bits: variables are below 2^29 */
    for (uint32_t i = 0; i < length; i++)
        if (number >> i & 1) literal[i] = -literal[i];
    HBS_TRY(hbs_cnf_add(cnf, literal, length, error));
done:
    free(variable);
    return status;
}
