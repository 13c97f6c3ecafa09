/* CaDiCaL (Biere, Fazekas, Fleury, Heisinger, 2020; Debian's library, 1.5) as a second solver that shares no code with the others. Only built where its
 * library was found.
 *
 * Used as a plain clause learner: techniques that rewrite the formula between conflicts are off, because their steps are not all RUP, which is what
 * solvers/checking/certificate.h takes, and because they do not pay on formulas of this size. So every clause that it learns, told through its callback, is a lemma,
 * and their sequence up to the empty clause is the refutation. The independent checker judges it as any other. Chronological backtracking is off as well,
 * with which a conflict may learn nothing. The budget is its own limit of conflicts; its C interface has no counters, so effort is the clauses learnt: one a
 * conflict, and now and then a unit more.
 *
 * It is kept silent by its option `quiet`. It is C++: when it finds no memory it throws, which ends the process. */
#include <ccadical.h>
#include <limits.h>

#include "solvers/solver.h"
#include "solvers/used_variables.h"

typedef struct workspace {
    hbs_used_variables names;
    CCaDiCaL *cadical;           /* while solving */
    uint8_t *model;
    size_t model_capacity;
    bool record;                 /* lemmas are wanted */
    hbs_bytes lemmas;
    uint64_t learnt;             /* clauses, the empty one included */
    bool refuted;                /* the empty one was learnt */
    hbs_status status;           /* of recording */
    bool (*stop)(void *context);
    void *stop_context;
    bool stopped;
} workspace;

static int ask_stop(void *given)
{
    workspace *const w = given;
    w->stopped = w->stopped || w->stop(w->stop_context);
    return w->stopped;
}

static hbs_status write_lemma(workspace *w, const int *literal, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t length = 0;
    while (literal[length]) length++;
    HBS_TRY(hbs_bytes_varint(&w->lemmas, length, error));
    for (; *literal; literal++) {
        const uint32_t original = hbs_used_variables_original(&w->names, (uint32_t)abs(*literal));
        HBS_TRY(hbs_bytes_varint(&w->lemmas, 2 * (uint64_t)(original - 1) + (*literal < 0), error));
    }
done:
    return status;
}

static void learn(void *given, int *clause)
{
    workspace *const w = given;
    w->learnt++;
    w->refuted |= !*clause;
    if (!w->record || w->status != HBS_OK) return;
    w->status = write_lemma(w, clause, NULL);
    if (w->status != HBS_OK) ccadical_terminate(w->cadical);
}

static void set_up(workspace *w, uint64_t budget)
{
    static const char *const off[] = {"inprocessing", "probe", "elim", "subsume", "vivify", "decompose", "ternary", "transred",
                                      "deduplicate", "condition", "block", "cover", "instantiate", "lucky", "walk", "chrono"};
    w->cadical = ccadical_init();
    ccadical_set_option(w->cadical, "quiet", 1);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) ccadical_set_option(w->cadical, off[i], 0);
    ccadical_set_learn(w->cadical, w, INT_MAX, learn);
    if (w->stop) ccadical_set_terminate(w->cadical, w, ask_stop);
    if (budget) ccadical_limit(w->cadical, "conflicts", budget > INT_MAX ? INT_MAX : (int)budget);
}

static int run(workspace *w, const hbs_cnf *cnf, uint64_t budget)
{
    set_up(w, budget);
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const literal = hbs_cnf_clause(cnf, c);
        const size_t count = hbs_cnf_length(cnf, c);
        for (size_t i = 0; i < count; i++) ccadical_add(w->cadical, hbs_used_variables_literal(&w->names, literal[i]));
        ccadical_add(w->cadical, 0);
    }
    const int result = ccadical_solve(w->cadical);
    if (result == 10)
        for (uint32_t v = 1; v <= w->names.variables; v++) w->model[v] = ccadical_val(w->cadical, (int)v) > 0;
    ccadical_release(w->cadical);
    w->cadical = NULL;
    return result == 10 ? HBS_LABEL_YES : result == 20 ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN;
}

/* The lemmas, ended by the empty one; none when that is the only one. */
static hbs_status write_refutation(workspace *w, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint64_t lemmas = w->learnt + !w->refuted;
    if (!w->refuted) HBS_TRY(hbs_bytes_varint(&w->lemmas, 0, error));
    if (lemmas == 1) hbs_bytes_clear(&w->lemmas);
    HBS_TRY(hbs_bytes_copy(&out->bytes, &w->lemmas, error));
    out->kind = HBS_CERTIFICATE_REFUTATION;
    out->size = lemmas == 1 ? 0 : lemmas;
done:
    return status;
}

static hbs_status solve(void *given, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *const w = given;
    const hbs_cnf *const cnf = &instance->cnf;
    HBS_TRY(hbs_used_variables_collect(&w->names, cnf, error));
    HBS_TRY(hbs_grow(&w->model, &w->model_capacity, (size_t)w->names.variables + 1, 1, error));
    hbs_bytes_clear(&w->lemmas);
    w->record = certify;
    w->learnt = 0;
    w->refuted = false;
    w->status = HBS_OK;
    w->stopped = false;
    const int label = run(w, cnf, budget);
    if (w->stopped) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "cadical: stopped");
    if (w->status != HBS_OK) HBS_FAIL(error, w->status, "cadical: out of memory for its refutation; give it a budget or use smaller formulas");
    hbs_certificate_clear(&out->certificate);
    if (certify && label == HBS_LABEL_YES) HBS_TRY(hbs_used_variables_model(&w->names, cnf, w->model, &out->certificate, error));
    if (certify && label == HBS_LABEL_NO) HBS_TRY(write_refutation(w, &out->certificate, error));
    out->label = label;
    out->effort = w->learnt;
done:
    return status;
}

static void close_workspace(void *given)
{
    workspace *const w = given;
    if (!w) return;
    hbs_used_variables_free(&w->names);
    hbs_bytes_free(&w->lemmas);
    free(w->model);
    free(w);
}

static hbs_status open_workspace(void **out, hbs_error *error)
{
    workspace *w;
    const hbs_status status = hbs_allocate(&w, 1, sizeof *w, error);
    if (status == HBS_OK) *out = w;
    return status;
}

static void stop_when(void *given, bool (*stop)(void *context), void *context)
{
    workspace *const w = given;
    w->stop = stop;
    w->stop_context = context;
}

const hbs_solver hbs_solver_cadical = {
    .name = "cadical",
    .summary = "CaDiCaL 1.5 as a plain clause learner: a second opinion",
    .step = "conflicts",
    .source = "Biere, Fazekas, Fleury, Heisinger, CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT Competition 2020",
    .problem = HBS_SAT,
    .open = open_workspace,
    .close = close_workspace,
    .solve = solve,
    .stop_when = stop_when,
};
