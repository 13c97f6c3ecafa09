/* Break-even points: microseconds a formula for each way of solving, uniform 3-SAT by variables and density. What `auto` picks, and where the counter hands
 * over to the tree, was set by this table. */
#include <stdio.h>
#include <string.h>

#include "solvers/bit_tree/bit_tree.h"
#include "solvers/count/count.h"
#include "solvers/solver.h"
#include "tools/bench.d/bench.h"
#include "tools/bench.d/instances.h"

#define TREE_MAX 36u      /* variables beyond which the tree is not tried */
#define COUNT_MAX 60u     /* and the counter */
#define ROUNDS 3u

typedef struct work {
    const bench_instances *instances;
    hbs_bit_tree *tree;
    hbs_counter *counter;
    hbs_labeller labeller;
    hbs_verdict verdict;
    mpz_t models;
} work;

typedef struct way {
    const char *title;
    const char *solver;       /* NULL: the tree or the counter itself */
    bool certify;
    uint32_t max;             /* variables */
    hbs_status (*one)(work *w, const hbs_instance *instance, hbs_error *error);
} way;

static hbs_status count_by_tree(work *w, const hbs_instance *instance, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool fits, known;
    HBS_TRY(hbs_bit_tree_load(w->tree, &instance->cnf, &fits, error));
    HBS_TRY(hbs_bit_tree_count(w->tree, 0, w->models, &known, error));
done:
    return status;
}

static hbs_status count_flat(work *w, const hbs_instance *instance, hbs_error *error)
{
    hbs_bit_tree_search_above(w->tree, HBS_BIT_TREE_FLAT_MAX);
    return count_by_tree(w, instance, error);
}

static hbs_status count_searched(work *w, const hbs_instance *instance, hbs_error *error)
{
    hbs_bit_tree_search_above(w->tree, 0);
    return count_by_tree(w, instance, error);
}

static hbs_status count_components(work *w, const hbs_instance *instance, hbs_error *error)
{
    bool known;
    return hbs_count_models(w->counter, &instance->cnf, 0, w->models, &known, error);
}

static hbs_status label(work *w, const hbs_instance *instance, hbs_error *error) { return hbs_label(&w->labeller, instance, &w->verdict, error); }

static const way ways[] = {
    {"table", NULL, false, HBS_BIT_TREE_FLAT_MAX, count_flat},
    {"tree", NULL, false, TREE_MAX, count_searched},
    {"counter", NULL, false, COUNT_MAX, count_components},
    {"bit_tree", "bit_tree", false, TREE_MAX, label},
    {"cdcl", "cdcl", false, 200, label},
    {"picosat", "picosat", false, 200, label},
    {"bit_tree", "bit_tree", true, TREE_MAX, label},
    {"cdcl", "cdcl", true, 200, label},
    {"picosat", "picosat", true, 200, label},
};
#define WAYS (sizeof ways / sizeof *ways)

static hbs_status time_once(work *w, const way *one, double *best, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const double start = bench_now(BENCH_CPU);
    for (size_t i = 0; i < w->instances->count; i++) HBS_TRY(one->one(w, &w->instances->item[i], error));
    const double each = (bench_now(BENCH_CPU) - start) / (double)w->instances->count;
    if (*best < 0 || each < *best) *best = each;
done:
    return status;
}

static hbs_status time_way(work *w, const way *one, double *best, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *best = -1;
    if (one->solver) HBS_TRY(hbs_labeller_open(&w->labeller, one->solver, HBS_SAT, 0, one->certify, error));
    for (unsigned r = 0; r < ROUNDS; r++) HBS_TRY(time_once(w, one, best, error));
done:
    hbs_labeller_close(&w->labeller);
    return status;
}

static hbs_status print_line(work *w, uint32_t variables, double density, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bench_instances instances = {0};
    char spec[96];
    const uint32_t clauses = (uint32_t)(density * variables + .5);
    snprintf(spec, sizeof spec, "sat/uniform n=%u m=%u k=3", variables, clauses);
    HBS_TRY(bench_instances_draw(&instances, spec, variables <= 24 ? 1000 : variables <= 40 ? 100 : 20, 0, error));
    w->instances = &instances;
    printf("%4u %5u", variables, clauses);
    for (size_t i = 0; i < WAYS; i++) {
        double each;
        if (variables > ways[i].max) {
            printf(" %10s", "-");
            continue;
        }
        HBS_TRY(time_way(w, &ways[i], &each, error));
        printf(" %10.2f", 1e6 * each);
    }
    printf("\n");
    fflush(stdout);
done:
    bench_instances_free(&instances);
    return status;
}

hbs_status bench_calibrate(hbs_error *error)
{
    static const double density[] = {2, 3, 4.26, 6};
    static const uint32_t variables[] = {8, 10, 12, 13, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 36, 40, 50, 100};
    hbs_status status = HBS_OK;
    work w;
    memset(&w, 0, sizeof w);
    mpz_init(w.models);
    HBS_TRY(hbs_bit_tree_new(&w.tree, error));
    HBS_TRY(hbs_counter_new(&w.counter, 0, error));
    printf("Uniform 3-SAT, microseconds of CPU a formula, best of %u rounds\n           %-32s %-32s %-32s\n   n     m", ROUNDS, "counted by", "decided by", "decided and proved by");
    for (size_t i = 0; i < WAYS; i++) printf(" %10s", ways[i].title);
    printf("\n");
    for (size_t d = 0; d < sizeof density / sizeof *density; d++)
        for (size_t v = 0; v < sizeof variables / sizeof *variables; v++)
            if (density[d] > 4 || variables[v] <= 40) HBS_TRY(print_line(&w, variables[v], density[d], error));
done:
    mpz_clear(w.models);
    hbs_bit_tree_free(w.tree);
    hbs_counter_free(w.counter);
    hbs_verdict_free(&w.verdict);
    return status;
}
