/* What certainty costs: labelling with every certificate written and checked, against deciding alone, same solver, same instances. */
#include <string.h>

#include "solvers/solver.h"
#include "tools/bench.d/bench.h"
#include "tools/bench.d/instances.h"

typedef struct setting {
    const char *spec, *solver;
    size_t count;
} setting;

typedef struct work {
    bench_instances instances;
    hbs_labeller plain, checked;
    hbs_verdict verdict;
} work;

static hbs_status label_all(work *w, hbs_labeller *labeller, uint64_t *items, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < w->instances.count; i++) HBS_TRY(hbs_label(labeller, &w->instances.item[i], &w->verdict, error));
    *items = w->instances.count;
done:
    return status;
}

static hbs_status baseline(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    return label_all(w, &w->plain, items, error);
}

static hbs_status candidate(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    return label_all(w, &w->checked, items, error);
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const setting *const s = row->setting;
    work w;
    memset(&w, 0, sizeof w);
    HBS_TRY(bench_instances_draw(&w.instances, s->spec, s->count, 0, error));
    const hbs_problem problem = w.instances.item[0].problem;
    HBS_TRY(hbs_labeller_open(&w.plain, s->solver, problem, 0, false, error));
    HBS_TRY(hbs_labeller_open(&w.checked, s->solver, problem, 0, true, error));
    HBS_TRY(bench_alternate(out, row->clock, 11, baseline, candidate, &w, error));
done:
    hbs_labeller_close(&w.plain);
    hbs_labeller_close(&w.checked);
    hbs_verdict_free(&w.verdict);
    bench_instances_free(&w.instances);
    return status;
}

#define ROW(row_name, text, limit, ...)                                                                                                                  \
    {.name = row_name, .what = text, .baseline = "decided", .candidate = "decided, certificate written and checked", .item = "instance", .inverse = true, \
     .goal = limit, .run = run, .setting = &(const setting){__VA_ARGS__}}

const bench_row bench_checks[] = {
    ROW("check-sr", "certificates of unsatisfiable members of SR(10..40)", 0, "sat/sr n=10..40", "cdcl", 1500),
    ROW("check-20", "certificates of uniform 3-SAT, n = 20, m = 85", 0, "sat/uniform n=20 m=85 k=3", "cdcl", 3000),
    ROW("check-100", "certificates of uniform 3-SAT, n = 100, m = 426", 0, "sat/uniform n=100 m=426 k=3", "cdcl", 150),
    ROW("check-100-picosat", "the same with PicoSAT, whose refutations arrive as text", 0, "sat/uniform n=100 m=426 k=3", "picosat", 150),
    ROW("check-cqc-20", "certificates of digraph containment at the transition, 20 variables", 4, "cqc/uniform v1=20 m1=60 v2=20 m2=32", "homomorphism", 2000),
    ROW("check-cqc-30", "certificates of digraph containment at the transition, 30 variables", 4, "cqc/uniform v1=30 m1=100 v2=30 m2=46", "homomorphism", 1000),
    {.name = NULL},
};
