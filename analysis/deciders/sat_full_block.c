/* A full block: all 2^k sign patterns over one set of k variables cannot all be satisfied. Planted small cores are exactly this. In a
 * cleaned formula clauses are distinct and their literals stand in order of variables, so the clauses over one variable set are
 * distinct patterns: sorting the clauses by variable set puts them side by side, and a run of 2^k is a full block. */
#include <stdlib.h>

#include "analysis/deciders/decider.h"

static int compare_sets(const hbs_cnf *cnf, size_t a, size_t b) {
    const size_t length = hbs_cnf_length(cnf, a), other = hbs_cnf_length(cnf, b);
    const int32_t *const left = hbs_cnf_clause(cnf, a), *const right = hbs_cnf_clause(cnf, b);
    if (length != other) return length < other ? -1 : 1;
    for (size_t i = 0; i < length; i++) {
        const int32_t u = abs(left[i]), v = abs(right[i]);
        if (u != v) return u < v ? -1 : 1;
    }
    return 0;
}

static int compare(const void *a, const void *b, void *cnf) { return compare_sets(cnf, *(const size_t *)a, *(const size_t *)b); }

/* Is there a run of 2^k clauses over one set of k variables? */
static bool has_full_run(const hbs_cnf *cnf, const size_t *order) {
    size_t run = 0;
    for (size_t i = 0; i < cnf->clauses; i++) {
        run = i && compare_sets(cnf, order[i - 1], order[i]) == 0 ? run + 1 : 1;
        const size_t k = hbs_cnf_length(cnf, order[i]);
        if (k < 8 * sizeof run && run == (size_t)1 << k) return true;
    }
    return false;
}

static hbs_status decide(const hbs_instance *cleaned, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_cnf *const cnf = &cleaned->cnf;
    size_t *order = NULL;
    HBS_TRY(hbs_allocate(&order, cnf->clauses, sizeof *order, error));
    for (size_t c = 0; c < cnf->clauses; c++) order[c] = c;
    qsort_r(order, cnf->clauses, sizeof *order, compare, (void *)(uintptr_t)cnf);
    *label = has_full_run(cnf, order) ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN;
done:
    free(order);
    return status;
}

const hbs_decider hbs_sat_decider_full_block = {
    .name = "full_block",
    .summary = "all 2^k sign patterns on one set of k variables, any k: no",
    .cost = "O(L log m)",
    .source = "hardbias; the block of 2^k clauses is the least unsatisfiable formula of clauses of length k",
    .problem = HBS_SAT,
    .yes = false,
    .no = true,
    .decide = decide};
