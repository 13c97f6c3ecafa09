/* What certainty costs: labelling with every certificate written and checked, against deciding alone, same solver, same instances. */
#include <string.h>

#include "solvers/solver.h"
#include "tools/bench.d/bench.h"
#include "tools/bench.d/containment.h"
#include "tools/bench.d/instances.h"

#define SPECS_MAX 16u

typedef struct setting {
    const char *const *specs;   /* NULL-terminated */
    const char *solver;
    size_t count;               /* of each */
} setting;

typedef struct work {
    bench_instances instances[SPECS_MAX];
    size_t specs;
    hbs_labeller plain, checked;
    hbs_verdict verdict;
} work;

static hbs_status label_all(work *w, hbs_labeller *labeller, uint64_t *items, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t s = 0; s < w->specs; s++)
        for (size_t i = 0; i < w->instances[s].count; i++, ++*items) HBS_TRY(hbs_label(labeller, &w->instances[s].item[i], &w->verdict, error));
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
    for (; s->specs[w.specs] && w.specs < SPECS_MAX; w.specs++) HBS_TRY(bench_instances_draw(&w.instances[w.specs], s->specs[w.specs], s->count, 0, error));
    const hbs_problem problem = w.instances[0].item[0].problem;
    HBS_TRY(hbs_labeller_open(&w.plain, s->solver, problem, 0, false, error));
    HBS_TRY(hbs_labeller_open(&w.checked, s->solver, problem, 0, true, error));
    HBS_TRY(bench_alternate(out, row->clock, 11, baseline, candidate, &w, error));
done:
    hbs_labeller_close(&w.plain);
    hbs_labeller_close(&w.checked);
    hbs_verdict_free(&w.verdict);
    for (size_t i = 0; i < SPECS_MAX; i++) bench_instances_free(&w.instances[i]);
    return status;
}

#define ROW(row_name, text, limit, ...)                                                                                                                  \
    {.name = row_name, .what = text, .baseline = "decided", .candidate = "decided, certificate written and checked", .item = "instance", .inverse = true, \
     .goal = limit, .run = run, .setting = &(const setting){__VA_ARGS__}}

#define ONE(spec) ((const char *const[]){spec, NULL})

const bench_row bench_checks[] = {
    ROW("exact-cqc-20-certified", "certificates of digraph containment at the transition, 20 variables", 4, bench_digraphs_20, "homomorphism", 2000),
    ROW("exact-cqc-30-certified", "certificates of digraph containment at the transition, 30 variables", 4, bench_digraphs_30, "homomorphism", 1000),
    ROW("exact-cqc-wide-certified", "certificates of containment, 2 and 3 relations of arity 3, heads, constants, 20 to 60 variables, at the transition", 4, bench_wide_pairs, "homomorphism", 60),
    ROW("check-sr", "certificates of unsatisfiable members of SR(10..40)", 0, ONE("sat/sr n=10..40"), "cdcl", 1500),
    ROW("check-20", "certificates of uniform 3-SAT, n = 20, m = 85", 0, ONE("sat/uniform n=20 m=85 k=3"), "cdcl", 3000),
    ROW("check-100", "certificates of uniform 3-SAT, n = 100, m = 426", 0, ONE("sat/uniform n=100 m=426 k=3"), "cdcl", 150),
    ROW("check-100-picosat", "the same with PicoSAT, whose refutations arrive as text", 0, ONE("sat/uniform n=100 m=426 k=3"), "picosat", 150),
    {.name = NULL},
};
