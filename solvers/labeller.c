/* A label and its proof: solve, then let the independent checker judge the certificate. No label leaves here on a solver's word alone unless the
 * user said so. */
#include <string.h>

#include "solvers/solver.h"

void hbs_verdict_free(hbs_verdict *verdict)
{
    if (!verdict) return;
    hbs_certificate_free(&verdict->certificate);
    *verdict = (hbs_verdict){.label = HBS_LABEL_UNKNOWN};
}

hbs_status hbs_labeller_open(hbs_labeller *labeller, const char *solver, hbs_problem problem, uint64_t budget, bool check, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_labeller made = {.budget = budget, .check = check};
    HBS_TRY(hbs_solver_find(solver ? solver : "auto", problem, &made.solver, error));
    if (made.solver->open) HBS_TRY(made.solver->open(&made.workspace, error));
    HBS_TRY(hbs_checker_new(&made.checker, error));
    *labeller = made;
    memset(&made, 0, sizeof made);
done:
    hbs_labeller_close(&made);
    return status;
}

void hbs_labeller_close(hbs_labeller *labeller)
{
    if (!labeller) return;
    if (labeller->solver && labeller->solver->close && labeller->workspace) labeller->solver->close(labeller->workspace);
    hbs_checker_free(labeller->checker);
    *labeller = (hbs_labeller){0};
}

void hbs_labeller_stop_when(hbs_labeller *labeller, bool (*stop)(void *context), void *context)
{
    labeller->stop = stop;
    labeller->stop_context = context;
    if (labeller->solver->stop_when) labeller->solver->stop_when(labeller->workspace, stop, context);
}

static hbs_status judge(const hbs_labeller *labeller, const hbs_instance *instance, hbs_verdict *verdict, hbs_error *error)
{
    hbs_error reason = {0};
    const hbs_status status = hbs_certificate_check(labeller->checker, instance, verdict->label, &verdict->certificate, &reason);
    if (status == HBS_OK) return HBS_OK;
    const int claimed = verdict->label;
    verdict->label = HBS_LABEL_UNKNOWN;
    hbs_certificate_clear(&verdict->certificate);
    return hbs_raise(error, status, "solver %s says %s, but: %s", labeller->solver->name, hbs_label_name(instance->problem, claimed), reason.message);
}

hbs_status hbs_label(hbs_labeller *labeller, const hbs_instance *instance, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_solver *const solver = labeller->solver;
    if (solver->problem != instance->problem)
        HBS_FAIL(error, HBS_ERROR_USAGE, "solver %s decides %s, not %s; choose another", solver->name, hbs_problem_name(solver->problem), hbs_problem_name(instance->problem));
    HBS_TRY(solver->solve(labeller->workspace, instance, labeller->budget, labeller->check, out, error));
    if (labeller->check && out->label != HBS_LABEL_UNKNOWN) HBS_TRY(judge(labeller, instance, out, error));
done:
    return status;
}
