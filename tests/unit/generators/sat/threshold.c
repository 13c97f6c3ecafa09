#include "generators/sat/connected.h"
#include "solvers/solver.h"
#include "tests/unit/generators/sat/cells.h"

/* The number of clauses against floating point, wherever that is sure of the floor. */
static void line(void) {
    unsigned sure = 0;
    for (uint32_t n = 5; n < 3000; n += n < 400 ? 1 : 37) {
        char text[60];
        snprintf(text, sizeof text, "sat/threshold n=%u", n);
        workbench *const bench = bench_open(text);
        const double m = 4.258 * n + 58.26 * pow(n, -2 / 3.), fraction = m - floor(m);
        const size_t clauses = bench_draw(bench, 1, 0)->instance.cnf.clauses;
        if (fraction > 1e-9 && fraction < 1 - 1e-9) {
            CU_ASSERT_EQUAL(clauses, (size_t)m);
            sure++;
        }
        bench_close(bench);
    }
    CU_ASSERT(sure > 400);
    workbench *const bench = bench_open("sat/threshold n=125000");   /* n^(-2/3) = 1/2500: 532250.023304 */
    CU_ASSERT_EQUAL(bench_draw(bench, 1, 0)->instance.cnf.clauses, 532250);
    bench_close(bench);
}

/* About half are satisfiable; all clauses have length 3 and all variables hang together. */
static void half_are_satisfiable(void) {
    enum { UNITS = 1000 };
    workbench *const bench = bench_open("sat/threshold n=50 connected=yes");
    unsigned satisfiable = 0;
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_connected connected = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_SAT, 0, false, &error));
    for (uint64_t u = 0; u < UNITS; u++) {
        const hbs_instance *const instance = &bench_draw(bench, 2, u)->instance;
        bool whole = false;
        CHECK_OK(hbs_label(&labeller, instance, &verdict, &error));
        satisfiable += verdict.label == HBS_LABEL_YES;
        CHECK_OK(hbs_connected_test(&connected, &instance->cnf, &whole, &error));
        CU_ASSERT(whole);
        for (size_t c = 0; c < instance->cnf.clauses; c++) CU_ASSERT_EQUAL(hbs_cnf_length(&instance->cnf, c), 3);
    }
    CU_ASSERT(satisfiable > .45 * UNITS && satisfiable < .58 * UNITS);
    hbs_connected_free(&connected);
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
}

/* connected=no is sat/uniform. */
static void is_uniform(void) { check_same_units("sat/threshold n=20", "sat/uniform n=20 m=93", 20); }

const hbs_test hbs_tests[] = {{"line", line}, {"half_are_satisfiable", half_are_satisfiable}, {"is_uniform", is_uniform}, {NULL, NULL}};
