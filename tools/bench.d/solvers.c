/* Two solvers on the same whole formulas, deciding alone. */
#include <string.h>

#include "solvers/solver.h"
#include "tools/bench.d/bench.h"
#include "tools/bench.d/instances.h"

typedef struct setting {
    const char *spec;
    size_t count, member;
} setting;

typedef struct work {
    bench_instances instances;
    hbs_labeller old, new;
    hbs_verdict verdict;
    unsigned yes[2];
} work;

static hbs_status decide(work *w, hbs_labeller *labeller, unsigned *yes, uint64_t *items, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *yes = 0;
    for (size_t i = 0; i < w->instances.count; i++) {
        HBS_TRY(hbs_label(labeller, &w->instances.item[i], &w->verdict, error));
        *yes += w->verdict.label == HBS_LABEL_YES;
    }
    *items = w->instances.count;
done:
    return status;
}

static hbs_status baseline(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    return decide(w, &w->old, &w->yes[0], items, error);
}

static hbs_status candidate(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    const hbs_status status = decide(w, &w->new, &w->yes[1], items, error);
    if (status != HBS_OK || w->yes[0] == w->yes[1]) return status;
    return hbs_raise(error, HBS_ERROR_FAULT, "the solvers disagree: %u and %u of %zu are satisfiable", w->yes[0], w->yes[1], w->instances.count);
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const setting *const s = row->setting;
    work w;
    memset(&w, 0, sizeof w);
    HBS_TRY(bench_instances_draw(&w.instances, s->spec, s->count, s->member, error));
    HBS_TRY(hbs_labeller_open(&w.old, "picosat", HBS_SAT, 0, false, error));
    HBS_TRY(hbs_labeller_open(&w.new, "cdcl", HBS_SAT, 0, false, error));
    HBS_TRY(bench_alternate(out, row->clock, 11, baseline, candidate, &w, error));
done:
    hbs_labeller_close(&w.old);
    hbs_labeller_close(&w.new);
    hbs_verdict_free(&w.verdict);
    bench_instances_free(&w.instances);
    return status;
}

#define ROW(row_name, text, ...)                                                                                                                       \
    {.name = row_name, .what = text, .baseline = "picosat", .candidate = "cdcl", .item = "formula", .run = run, .setting = &(const setting){__VA_ARGS__}}

const bench_row bench_solvers[] = {
    ROW("solver-sr-no", "deciding the unsatisfiable members of SR(10..40)", "sat/sr n=10..40", 1500, 0),
    ROW("solver-sr-yes", "deciding the satisfiable members of SR(10..40)", "sat/sr n=10..40", 1500, 1),
    ROW("solver-20", "deciding uniform 3-SAT, n = 20, m = 85", "sat/uniform n=20 m=85 k=3", 3000, 0),
    ROW("solver-50", "deciding uniform 3-SAT, n = 50, m = 213", "sat/uniform n=50 m=213 k=3", 800, 0),
    ROW("solver-100", "deciding uniform 3-SAT, n = 100, m = 426", "sat/uniform n=100 m=426 k=3", 150, 0),
    ROW("solver-150", "deciding uniform 3-SAT, n = 150, m = 639", "sat/uniform n=150 m=639 k=3", 16, 0),
    {.name = NULL},
};
