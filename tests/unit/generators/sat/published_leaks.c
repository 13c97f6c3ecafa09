/* Leaks that others published of their own or of others' datasets, found again in what the families draw with the published parameters. */
#include "solvers/solver.h"
#include "tests/unit/generators/sat/cells.h"

/* Balanced accuracy of "mean clause length > cut: satisfiable" over draws whose parameters are drawn anew each time, whether the draw was rejected or kept. A dataset
 * of as many draws of either label, each until it comes, has the same. */
static double by_mean_length(const char *spec, double cut, unsigned draws) {
    workbench *const bench = bench_open(spec);
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_error error = {0};
    double right[2] = {0}, all[2] = {0};
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_SAT, 0, false, &error));
    bench->drawing.one_attempt = true;
    for (uint64_t u = 0; u < draws; u++) {
        const hbs_status status = bench_try(bench, 1, u, &error);
        CU_ASSERT(status == HBS_OK || status == HBS_ERROR_BUDGET);
        if (status != HBS_OK) continue;
        const hbs_instance *const instance = &bench->drawing.drawn[0].instance;
        CHECK_OK(hbs_label(&labeller, instance, &verdict, &error));
        const double mean = (double)hbs_cnf_literals(&instance->cnf) / (double)instance->cnf.clauses;
        right[verdict.label] += (mean > cut) == (verdict.label == HBS_LABEL_YES);
        all[verdict.label]++;
    }
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
    CU_ASSERT(all[0] > 100 && all[1] > 100);
    return (right[0] / all[0] + right[1] / all[1]) / 2;
}

/* Between the thresholds of 4-SAT and 5-SAT the length decides the label. */
static void community_easy(void) {
    const double accuracy = by_mean_length("sat/community k=4..5 n=10 n_max=40 ratio=13..15 q=.7...9 connected=yes merge=yes redraw=all", 4, 4000);
    printf("(%.3f) ", accuracy);
    CU_ASSERT(accuracy >= .94 && accuracy <= .98);
}

static void popularity_easy(void) {
    const double accuracy = by_mean_length("sat/popularity k=4..5 n=10..40 ratio=6..8 beta=0..1 t=.75..1.5 connected=yes merge=yes redraw=all", 4.16, 2000);
    printf("(%.3f) ", accuracy);
    CU_ASSERT(accuracy >= .75 && accuracy <= .83);
}

const hbs_test hbs_tests[] = {{"community_easy", community_easy}, {"popularity_easy", popularity_easy}, {NULL, NULL}};
