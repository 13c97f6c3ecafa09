/* Labels and model counts of small formulas: the candidate counts while PicoSAT decides; and what certificates cost the one that cannot write refutations. */
#include <string.h>

#include "solvers/count/count.h"
#include "solvers/solver.h"
#include "tools/bench.d/bench.h"
#include "tools/bench.d/instances.h"

typedef struct setting {
    const char *spec;
    size_t count;
    const char *labels;         /* NULL: the candidate counts; else it labels with this solver */
    bool certify;
} setting;

typedef struct work {
    const setting *setting;
    bench_instances instances;
    hbs_labeller old, new;
    hbs_counter *counter;
    mpz_t models;
    hbs_verdict verdict;
    size_t yes[2];
} work;

static hbs_status label_all(work *w, hbs_labeller *labeller, size_t *yes, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < w->instances.count; i++) {
        HBS_TRY(hbs_label(labeller, &w->instances.item[i], &w->verdict, error));
        *yes += w->verdict.label == HBS_LABEL_YES;
    }
done:
    return status;
}

static hbs_status count_all(work *w, size_t *yes, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool known;
    for (size_t i = 0; i < w->instances.count; i++) {
        HBS_TRY(hbs_count_models(w->counter, &w->instances.item[i].cnf, 0, w->models, &known, error));
        *yes += mpz_sgn(w->models) > 0;
    }
done:
    return status;
}

static hbs_status baseline(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    w->yes[0] = 0;
    *items = w->instances.count;
    return label_all(w, &w->old, &w->yes[0], error);
}

static hbs_status candidate(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)round;
    w->yes[1] = 0;
    *items = w->instances.count;
    const hbs_status status = w->setting->labels ? label_all(w, &w->new, &w->yes[1], error) : count_all(w, &w->yes[1], error);
    if (status != HBS_OK || w->yes[0] == w->yes[1]) return status;
    return hbs_raise(error, HBS_ERROR_FAULT, "the two disagree: %zu and %zu of %zu are satisfiable", w->yes[0], w->yes[1], w->instances.count);
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const setting *const s = row->setting;
    work w;
    memset(&w, 0, sizeof w);
    w.setting = s;
    mpz_init(w.models);
    HBS_TRY(bench_instances_draw(&w.instances, s->spec, s->count, 0, error));
    HBS_TRY(hbs_labeller_open(&w.old, row->baseline, HBS_SAT, 0, s->certify, error));
    if (s->labels) HBS_TRY(hbs_labeller_open(&w.new, s->labels, HBS_SAT, 0, s->certify, error));
    else HBS_TRY(hbs_counter_new(&w.counter, 0, error));
    HBS_TRY(bench_alternate(out, row->clock, 11, baseline, candidate, &w, error));
done:
    mpz_clear(w.models);
    hbs_labeller_close(&w.old);
    hbs_labeller_close(&w.new);
    hbs_counter_free(w.counter);
    hbs_verdict_free(&w.verdict);
    bench_instances_free(&w.instances);
    return status;
}

#define COUNT(row_name, text, at_least, ...)                                                                                                           \
    {.name = row_name, .what = text, .baseline = "picosat", .candidate = "label and model count", .item = "formula", .goal = at_least, .run = run,       \
     .setting = &(const setting){__VA_ARGS__, NULL, false}}
#define CERTIFY(row_name, text, ...)                                                                                                                   \
    {.name = row_name, .what = text, .baseline = "cdcl", .candidate = "bit_tree", .item = "formula", .run = run,                                         \
     .setting = &(const setting){__VA_ARGS__, "bit_tree", true}}

const bench_row bench_exact[] = {
    COUNT("exact-12", "exact label and model count, uniform 3-SAT, n = 12, m = 51, beside the decision alone", 12, "sat/uniform n=12 m=51 k=3", 5000),
    COUNT("exact-16", "exact label and model count, uniform 3-SAT, n = 16, m = 68, beside the decision alone", 7, "sat/uniform n=16 m=68 k=3", 4000),
    COUNT("exact-20", "exact label and model count, uniform 3-SAT, n = 20, m = 85, beside the decision alone", 4, "sat/uniform n=20 m=85 k=3", 3000),
    COUNT("exact-30", "exact label and model count, uniform 3-SAT, n = 30, m = 128, beside the decision alone", 0, "sat/uniform n=30 m=128 k=3", 1000),
    CERTIFY("exact-certified-12", "labels with certificates, made and checked, uniform 3-SAT, n = 12, m = 51", "sat/uniform n=12 m=51 k=3", 5000),
    CERTIFY("exact-certified-20", "labels with certificates, made and checked, uniform 3-SAT, n = 20, m = 85", "sat/uniform n=20 m=85 k=3", 3000),
    {.name = NULL},
};
