/* Solvers as descriptors: one file each, one line in solvers/registry.c. */
#ifndef HBS_SOLVERS_SOLVER_H
#define HBS_SOLVERS_SOLVER_H

#include "core/instance.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_verdict {
    int label;                    /* HBS_LABEL_YES, _NO, or _UNKNOWN when the budget ran out */
    uint64_t effort;              /* steps used, in the solver's own deterministic step */
    hbs_certificate certificate;  /* filled when asked for and the label is known */
} hbs_verdict;
void hbs_verdict_free(hbs_verdict *verdict);

typedef struct hbs_solver {
    const char *name;       /* "picosat" */
    const char *summary;
    const char *step;       /* what one step of budget and effort is: "propagations" */
    const char *source;
    hbs_problem problem;
    /* Decides the instance exactly within `budget` steps (0: no limit). Deterministic: the same instance and budget give the same verdict, effort and
     * certificate everywhere. *out is reused: its memory is kept. `workspace` is one per thread, made by `open` (may be NULL when open is). */
    hbs_status (*open)(void **workspace, hbs_error *error);
    void (*close)(void *workspace);
    hbs_status (*solve)(void *workspace, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error);
    /* Has searches ask, many times a second and on the thread that solves, whether to stop: solve then fails with HBS_ERROR_INTERRUPTED. NULL: they never ask. */
    void (*stop_when)(void *workspace, bool (*stop)(void *context), void *context);
} hbs_solver;

/* The registry, NULL-terminated. */
const hbs_solver *const *hbs_solvers(void);
/* By name ("auto": the default of the problem). HBS_ERROR_USAGE lists the names. */
hbs_status hbs_solver_find(const char *name, hbs_problem problem, const hbs_solver **out, hbs_error *error);

/* One labelling workplace a thread: a solver, its workspace and an independent checker. */
typedef struct hbs_labeller {
    const hbs_solver *solver;
    void *workspace;
    hbs_checker *checker;
    uint64_t budget;
    bool check;                  /* check every certificate (default yes) */
    bool (*stop)(void *context); /* what searches ask; NULL: nothing */
    void *stop_context;
} hbs_labeller;
hbs_status hbs_labeller_open(hbs_labeller *labeller, const char *solver, hbs_problem problem, uint64_t budget, bool check, hbs_error *error);
void hbs_labeller_close(hbs_labeller *labeller);
/* Has its searches ask whether to stop, if its solver can. */
void hbs_labeller_stop_when(hbs_labeller *labeller, bool (*stop)(void *context), void *context);
/* Solve, then check the certificate independently; a certificate that does not hold is HBS_ERROR_FAULT naming the solver. */
hbs_status hbs_label(hbs_labeller *labeller, const hbs_instance *instance, hbs_verdict *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
