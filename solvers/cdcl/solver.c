/* The project's own clause learner (solvers/cdcl/cdcl.h) as a solver of whole formulas. */
#include <stdlib.h>

#include "solvers/cdcl/cdcl.h"
#include "solvers/used_variables.h"
#include "solvers/solver.h"

typedef struct workspace {
    hbs_cdcl *cdcl;
    hbs_used_variables names;
    int32_t *clause;         /* one clause under the solver's names */
    size_t clause_capacity;
} workspace;

static void close_workspace(void *given)
{
    workspace *const w = given;
    if (!w) return;
    hbs_cdcl_free(w->cdcl);
    hbs_used_variables_free(&w->names);
    free(w->clause);
    free(w);
}

static hbs_status open_workspace(void **out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *w = NULL;
    HBS_TRY(hbs_allocate(&w, 1, sizeof *w, error));
    HBS_TRY(hbs_cdcl_new(&w->cdcl, error));
    *out = w;
    w = NULL;
done:
    close_workspace(w);
    return status;
}

static hbs_status add_clause(workspace *w, const hbs_cnf *cnf, size_t clause, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const int32_t *const from = hbs_cnf_clause(cnf, clause);
    const size_t count = hbs_cnf_length(cnf, clause);
    if (w->names.identity) return hbs_cdcl_add(w->cdcl, from, count, error);
    HBS_TRY(hbs_grow(&w->clause, &w->clause_capacity, count, sizeof *w->clause, error));
    for (size_t i = 0; i < count; i++) w->clause[i] = hbs_used_variables_literal(&w->names, from[i]);
    HBS_TRY(hbs_cdcl_add(w->cdcl, w->clause, count, error));
done:
    return status;
}

/* Rewrites the lemmas, which are under the solver's names, under the formula's. */
static hbs_status write_refutation(const workspace *w, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_certificate dense = {0};
    uint64_t length = 0, number;
    if (w->names.identity) return hbs_cdcl_refutation(w->cdcl, out, error);
    HBS_TRY(hbs_cdcl_refutation(w->cdcl, &dense, error));
    hbs_bytes_clear(&out->bytes);
    for (size_t at = 0; at < dense.bytes.size;) {
        HBS_TRY(hbs_read_varint(dense.bytes.data, dense.bytes.size, &at, &number, error));
        const bool is_length = length == 0;
        length = is_length ? number : length - 1;
        if (!is_length) number = 2 * (uint64_t)(hbs_used_variables_original(&w->names, (uint32_t)(number / 2) + 1) - 1) + number % 2;
        HBS_TRY(hbs_bytes_varint(&out->bytes, number, error));
    }
    out->kind = dense.kind;
    out->size = dense.size;
done:
    hbs_certificate_free(&dense);
    return status;
}

static hbs_status solve(void *given, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *const w = given;
    const hbs_cnf *const cnf = &instance->cnf;
    int label = HBS_LABEL_UNKNOWN;
    HBS_TRY(hbs_used_variables_collect(&w->names, cnf, error));
    HBS_TRY(hbs_cdcl_reset(w->cdcl, w->names.variables, certify, error));
    for (size_t c = 0; c < cnf->clauses; c++) HBS_TRY(add_clause(w, cnf, c, error));
    HBS_TRY(hbs_cdcl_solve(w->cdcl, budget, &label, error));
    hbs_certificate_clear(&out->certificate);
    if (certify && label == HBS_LABEL_YES) HBS_TRY(hbs_used_variables_model(&w->names, cnf, hbs_cdcl_model(w->cdcl), &out->certificate, error));
    if (certify && label == HBS_LABEL_NO) HBS_TRY(write_refutation(w, &out->certificate, error));
    out->label = label;
    out->effort = hbs_cdcl_propagations(w->cdcl);
done:
    return status;
}

static void stop_when(void *given, bool (*stop)(void *context), void *context)
{
    const workspace *const w = given;
    hbs_cdcl_stop_when(w->cdcl, stop, context);
}

const hbs_solver hbs_solver_cdcl = {
    .name = "cdcl",
    .summary = "the project's own clause learner, made for many small formulas; writes its refutations as it goes",
    .step = "propagations",
    .source = "after MiniSat: Een, Sorensson, An extensible SAT-solver, SAT 2003",
    .problem = HBS_SAT,
    .open = open_workspace,
    .close = close_workspace,
    .solve = solve,
    .stop_when = stop_when,
};
