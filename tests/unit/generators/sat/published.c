/* The graph sets of a published benchmark (G4SATBench, easy rows) as numbers: how many draws a pair of both labels takes, and the mean number of clauses by label.
 * The figures to compare with were measured on a re-implementation with its loop: k once a pair, size and graph anew until both labels have come. */
#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

typedef struct tally {
    double draws, clauses[2];
} tally;

/* Distinct clauses, as the benchmark writes them. */
static double distinct_clauses(const hbs_cnf *cnf) {
    hbs_cnf clean = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_cnf_clean(&clean, cnf, &error));
    const double count = (double)clean.clauses;
    hbs_cnf_free(&clean);
    return count;
}

static tally pairs_of(const char *const *specs, unsigned kinds, unsigned pairs) {
    tally sum = {0};
    hbs_error error = {0};
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    uint64_t unit = 0;
    workbench *bench[4];
    for (unsigned i = 0; i < kinds; i++) bench[i] = bench_open(specs[i]);
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_SAT, 0, true, &error));
    for (unsigned p = 0; p < pairs; p++)
        for (bool seen[2] = {false, false}; !seen[0] || !seen[1];) {
            const hbs_drawn *const drawn = bench_draw(bench[p % kinds], 17, unit++);
            sum.draws += 1 + (double)bench[p % kinds]->drawing.rng.retries;   /* with the graphs that were not connected */
            CHECK_OK(hbs_label(&labeller, &drawn->instance, &verdict, &error));
            if (!seen[verdict.label]) sum.clauses[verdict.label] += distinct_clauses(&drawn->instance.cnf);
            seen[verdict.label] = true;
        }
    for (unsigned i = 0; i < kinds; i++) bench_close(bench[i]);
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    return (tally){.draws = sum.draws / pairs, .clauses = {sum.clauses[0] / pairs, sum.clauses[1] / pairs}};
}

static void check(const char *const *specs, unsigned kinds, double draws, double unsat, double sat) {
    const tally found = pairs_of(specs, kinds, 2000);
    CU_ASSERT(fabs(found.draws / draws - 1) < .1);
    CU_ASSERT(fabs(found.clauses[0] / unsat - 1) < .05);
    CU_ASSERT(fabs(found.clauses[1] / sat - 1) < .05);
}

static void cliques(void) {
    static const char *const specs[] = {"sat/clique n=5 n_high=15 k=3 connected=yes", "sat/clique n=5 n_high=15 k=4 connected=yes"};
    check(specs, 2, 8.1, 522.4, 521.8);
}

static void dominating_sets(void) {
    static const char *const specs[] = {"sat/dominating_set n=5 n_high=15 k=2 connected=yes", "sat/dominating_set n=5 n_high=15 k=3 connected=yes"};
    check(specs, 2, 6.6, 402, 342);
}

static void vertex_covers(void) {
    static const char *const specs[] = {"sat/vertex_cover n=5 n_high=15 k=3 connected=yes", "sat/vertex_cover n=5 n_high=15 k=4 connected=yes", "sat/vertex_cover n=5 n_high=15 k=5 connected=yes"};
    check(specs, 3, 6.5, 534, 331);
}

const hbs_test hbs_tests[] = {{"cliques", cliques}, {"dominating_sets", dominating_sets}, {"vertex_covers", vertex_covers}, {NULL, NULL}};
