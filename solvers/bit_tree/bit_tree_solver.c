/* solvers/bit_tree/bit_tree.h as a solver. A yes comes with its model. The truth table has no short proof of a no: when a certificate is wanted, the clause learner
 * refutes the formula as well, without a limit, so that the label does not depend on whether it is certified; its propagations are added to the effort.
 * On the few variables that this solver takes, that is microseconds to milliseconds. */
#include <stdlib.h>

#include "solvers/bit_tree/bit_tree.h"
#include "solvers/solver.h"

extern const hbs_solver hbs_solver_cdcl;

typedef struct workspace {
    hbs_bit_tree *tree;
    void *refuter;
} workspace;

static void close_workspace(void *given)
{
    workspace *const w = given;
    if (!w) return;
    hbs_bit_tree_free(w->tree);
    if (w->refuter) hbs_solver_cdcl.close(w->refuter);
    free(w);
}

static hbs_status open_workspace(void **out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *w = NULL;
    HBS_TRY(hbs_allocate(&w, 1, sizeof *w, error));
    HBS_TRY(hbs_bit_tree_new(&w->tree, error));
    HBS_TRY(hbs_solver_cdcl.open(&w->refuter, error));
    *out = w;
    w = NULL;
done:
    close_workspace(w);
    return status;
}

static hbs_status refute(const workspace *w, const hbs_instance *instance, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint64_t nodes = hbs_bit_tree_nodes(w->tree);
    HBS_TRY(hbs_solver_cdcl.solve(w->refuter, instance, 0, true, out, error));
    if (out->label != HBS_LABEL_NO) HBS_FAIL(error, HBS_ERROR_FAULT, "bit_tree finds no model, but cdcl says satisfiable: one of them is wrong; please report the formula");
    out->effort += nodes;
done:
    return status;
}

static hbs_status solve(void *given, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const workspace *const w = given;
    bool fits;
    int label;
    HBS_TRY(hbs_bit_tree_load(w->tree, &instance->cnf, &fits, error));
    if (!fits) HBS_FAIL(error, HBS_ERROR_USAGE, "bit_tree: more than %u variables occur; choose another solver", HBS_BIT_TREE_VARIABLES_MAX);
    HBS_TRY(hbs_bit_tree_decide(w->tree, budget, &label, error));
    hbs_certificate_clear(&out->certificate);
    if (certify && label == HBS_LABEL_NO) return refute(w, instance, out, error);
    if (certify && label == HBS_LABEL_YES) HBS_TRY(hbs_bit_tree_model(w->tree, &out->certificate, error));
    out->label = label;
    out->effort = hbs_bit_tree_nodes(w->tree);
done:
    return status;
}

/* The refutation alone: the tree never asks. */
static void stop_when(void *given, bool (*stop)(void *context), void *context)
{
    const workspace *const w = given;
    hbs_solver_cdcl.stop_when(w->refuter, stop, context);
}

const hbs_solver hbs_solver_bit_tree = {
    .name = "bit_tree",
    .summary = "truth tables in 512-bit words under a search tree, for at most 72 variables; fast up to about 30",
    .step = "nodes",
    .source = "made for this project; truth tables in words: Knuth, The Art of Computer Programming 4A, 7.1.3",
    .problem = HBS_SAT,
    .open = open_workspace,
    .close = close_workspace,
    .solve = solve,
    .stop_when = stop_when,
};
