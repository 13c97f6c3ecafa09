/* Certificates prove labels one by one; a second solver also watches the checker, and the way from the instance to the first solver. */
#include "solvers/cross_check.h"

#include <string.h>

void hbs_cross_check_close(hbs_cross_check *check)
{
    if (!check) return;
    for (size_t p = 0; p < 2; p++) hbs_labeller_close(&check->second[p]);
    hbs_verdict_free(&check->verdict);
    *check = (hbs_cross_check){0};
}

static const hbs_solver *find(const char *name, const char *first, hbs_problem problem)
{
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++)
        if ((*s)->problem == problem && (!name || !strcmp((*s)->name, name)) && strcmp((*s)->name, first) != 0) return *s;
    return NULL;
}

static const hbs_solver *choose(const char *first, hbs_problem problem)
{
    static const char *const preferred[] = {"cadical", "picosat", "cdcl"};
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const hbs_solver *const solver = find(preferred[i], first, problem);
        if (solver) return solver;
    }
    return find(NULL, first, problem);
}

/* The labeller beside `first`. */
static hbs_status open_second(hbs_cross_check *check, const char *first, hbs_problem problem, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_labeller *const second = &check->second[problem];
    if (second->solver && strcmp(second->solver->name, first) != 0) goto done;
    hbs_labeller_close(second);
    const hbs_solver *const solver = choose(first, problem);
    if (!solver) HBS_FAIL(error, HBS_ERROR_USAGE, "there is no second solver for %s beside %s, so nothing to cross-check with", hbs_problem_name(problem), first);
    HBS_TRY(hbs_labeller_open(second, solver->name, problem, 0, false, error));
done:
    return status;
}

hbs_status hbs_cross_check_label(hbs_cross_check *check, const hbs_instance *instance, const char *first, int label, const char **second, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_problem problem = instance->problem;
    HBS_TRY(open_second(check, first, problem, error));
    hbs_labeller *const other = &check->second[problem];
    if (second) *second = NULL;
    if (label == HBS_LABEL_UNKNOWN) goto done;
    HBS_TRY(hbs_label(other, instance, &check->verdict, error));
    if (check->verdict.label != label)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s says %s, %s says %s", first, hbs_label_name(problem, label), other->solver->name, hbs_label_name(problem, check->verdict.label));
    if (second) *second = other->solver->name;
done:
    return status;
}
