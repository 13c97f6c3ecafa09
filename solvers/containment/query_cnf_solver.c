/* Containment by way of a formula: the support encoding (solvers/containment/query_cnf.h), decided and refuted by PicoSAT. Slower than the direct search by orders of
 * magnitude; it is here because it shares no idea with it, so that one checks the other, and because a clausal refutation is a measure of hardness
 * of its own. A yes is read off the model; a no comes with PicoSAT's refutation of the encoding. */
#include <stdlib.h>

#include "solvers/containment/query_cnf.h"
#include "solvers/solver.h"

extern const hbs_solver hbs_solver_picosat;

typedef struct workspace {
    void *picosat;
    hbs_query_cnf encoding;
    hbs_verdict verdict;
    uint8_t *model;
    hbs_term *image;
    size_t model_capacity, image_capacity;
} workspace;

static void close_workspace(void *given)
{
    workspace *const w = given;
    if (!w) return;
    if (w->picosat) hbs_solver_picosat.close(w->picosat);
    hbs_query_cnf_free(&w->encoding);
    hbs_verdict_free(&w->verdict);
    free(w->model);
    free(w->image);
    free(w);
}

static hbs_status open_workspace(void **out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *w = NULL;
    HBS_TRY(hbs_allocate(&w, 1, sizeof *w, error));
    HBS_TRY(hbs_solver_picosat.open(&w->picosat, error));
    *out = w;
    w = NULL;
done:
    close_workspace(w);
    return status;
}

static hbs_status write_homomorphism(workspace *w, const hbs_query_pair *pair, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t variables = w->encoding.cnf.variables;
    HBS_TRY(hbs_grow(&w->model, &w->model_capacity, (size_t)variables + 1, sizeof *w->model, error));
    HBS_TRY(hbs_grow(&w->image, &w->image_capacity, (size_t)pair->q2.variables, sizeof *w->image, error));
    HBS_TRY(hbs_certificate_read_model(&w->verdict.certificate, variables, w->model, error));
    hbs_query_cnf_image(&w->encoding, pair, w->model, w->image);
    HBS_TRY(hbs_certificate_of_homomorphism(w->image, pair->q2.variables, out, error));
done:
    return status;
}

static hbs_status write_refutation(const workspace *w, hbs_certificate *out, hbs_error *error)
{
    const hbs_status status = hbs_certificate_copy(out, &w->verdict.certificate, error);
    if (status == HBS_OK) out->kind = HBS_CERTIFICATE_ENCODING_REFUTATION;
    return status;
}

static hbs_status solve(void *given, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *const w = given;
    HBS_TRY(hbs_query_cnf_build(&w->encoding, &instance->pair, error));
    const hbs_instance formula = {.problem = HBS_SAT, .cnf = w->encoding.cnf};   /* borrowed */
    HBS_TRY(hbs_solver_picosat.solve(w->picosat, &formula, budget, certify, &w->verdict, error));
    hbs_certificate_clear(&out->certificate);
    if (certify && w->verdict.label == HBS_LABEL_YES) HBS_TRY(write_homomorphism(w, &instance->pair, &out->certificate, error));
    if (certify && w->verdict.label == HBS_LABEL_NO) HBS_TRY(write_refutation(w, &out->certificate, error));
    out->label = w->verdict.label;
    out->effort = w->verdict.effort;
done:
    return status;
}

static void stop_when(void *given, bool (*stop)(void *context), void *context)
{
    const workspace *const w = given;
    hbs_solver_picosat.stop_when(w->picosat, stop, context);
}

const hbs_solver hbs_solver_query_cnf = {
    .name = "query_cnf",
    .summary = "PicoSAT on the support encoding of the question; hundreds of times slower than homomorphism, which it cross-checks",
    .step = "propagations",
    .source = "Gent, Arc consistency in SAT, ECAI 2002; Bessiere, Hebrard, Walsh, Local consistencies in SAT, SAT 2003",
    .problem = HBS_CQC,
    .open = open_workspace,
    .close = close_workspace,
    .solve = solve,
    .stop_when = stop_when,
};
