#include "tests/unit/generators/sat/cells.h"

/* P(F) = Z(F) / sum of Z over the formulas that the space allows. */
static void law(void) {
    CU_ASSERT(law_fit("sat/planted n=3 k=2 m=2", 3, 2, 1u << 2, true, by_models) > 1e-3);
    CU_ASSERT(law_fit("sat/planted n=3 k=3 m=3", 3, 3, 1u << 3, true, by_models) > 1e-3);
    CU_ASSERT(law_fit("sat/planted n=2 k=2 m=3", 2, 3, 1u << 2, true, by_models) > 1e-3);
    CU_ASSERT(law_fit("sat/planted n=3 k=2 m=2 distinct=no", 3, 2, 1u << 2, false, by_models) > 1e-3);
    CU_ASSERT(law_fit("sat/planted n=2 k=1 m=2 distinct=no", 2, 2, 1u << 1, false, by_models) > 1e-3);
}

/* Mean number of models of planted formulas, n = 12, m = 51: E[Z^2]/E[Z] of uniform sets, in closed form. */
static void mean_models(void) {
    enum { N = 12, M = 51, UNITS = 3000 };
    const double c = 220, space = 8 * c;
    double first = N * log(2), second = 0, sum = 0, squares = 0;
    for (int i = 0; i < M; i++) first += log(space - c - i) - log(space - i);
    for (int d = 0; d <= N; d++) {
        double term = N * log(2) + lgamma(N + 1.) - lgamma(d + 1.) - lgamma(N - d + 1.);
        const double both = (N - d) * (N - d - 1.) * (N - d - 2.) / 6;   /* clauses falsified by two assignments that agree on N - d variables */
        for (int i = 0; i < M; i++) term += log(space - 2 * c + both - i) - log(space - i);
        second += exp(term);
    }
    workbench *const bench = bench_open("sat/planted n=12 m=51");
    for (uint64_t u = 0; u < UNITS; u++) {
        const double models = (double)hbs_brute_sat_count(&bench_draw(bench, 1, u)->instance.cnf, NULL);
        sum += models;
        squares += models * models;
    }
    const double mean = sum / UNITS, deviation = sqrt((squares / UNITS - mean * mean) / UNITS);
    CU_ASSERT(fabs(mean - second / exp(first)) < 4 * deviation);
    bench_close(bench);
}

static void certificates(void) {
    workbench *const bench = bench_open("sat/planted n=10..60 k=2..5 ratio=2");
    for (uint64_t u = 0; u < 200; u++) {
        const hbs_drawn *const drawn = bench_draw(bench, 1, u);
        CU_ASSERT_EQUAL(drawn->claim, HBS_LABEL_YES);
        check_proved(drawn);
    }
    bench_close(bench);
}

const hbs_test hbs_tests[] = {{"law", law}, {"mean_models", mean_models}, {"certificates", certificates}, {NULL, NULL}};
