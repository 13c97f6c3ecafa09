#include "tests/unit/generators/sat/cells.h"

/* Uniform over all sets, or sequences, of clauses of any length but 0: chi-square over every cell. */
static void law(void) {
    CU_ASSERT(law_fit("sat/any n=3 m=2", 3, 2, ~1u, true, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/any n=3 m=2 distinct=no", 3, 2, ~1u, false, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/any n=2 m=3", 2, 3, ~1u, true, NULL) > 1e-3);
}

/* Lengths are binomial with 2/3, signs fair, on both sides of the 40 variables that one number holds. */
static void lengths(void) {
    static const char *const spec[] = {"sat/any n=40 m=400", "sat/any n=41 m=400", "sat/any n=130 m=400 distinct=no"};
    static const double n[] = {40, 41, 130};
    for (int i = 0; i < 3; i++) {
        workbench *const bench = bench_open(spec[i]);
        double literals = 0, squares = 0, positive = 0;
        enum { UNITS = 40, CLAUSES = 400 * UNITS };
        for (uint64_t u = 0; u < UNITS; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 3, u)->instance.cnf;
            CU_ASSERT_EQUAL(cnf->clauses, 400);
            for (size_t c = 0; c < cnf->clauses; c++) {
                const double length = (double)hbs_cnf_length(cnf, c);
                literals += length;
                squares += length * length;
                for (size_t j = 0; j < hbs_cnf_length(cnf, c); j++) positive += hbs_cnf_clause(cnf, c)[j] > 0;
            }
        }
        const double mean = literals / CLAUSES, variance = squares / CLAUSES - mean * mean;
        CU_ASSERT(fabs(mean - 2 * n[i] / 3) < 4 * sqrt(2 * n[i] / 9 / CLAUSES));
        CU_ASSERT(fabs(variance / (2 * n[i] / 9) - 1) < 4 * sqrt(2. / CLAUSES));
        CU_ASSERT(fabs(positive / literals - .5) < 4 * .5 / sqrt(literals));
        bench_close(bench);
    }
}

/* All clauses there are, each once. */
static void whole_space(void) {
    workbench *const bench = bench_open("sat/any n=4 m=80");
    const hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
    bool seen[81] = {false};
    for (size_t c = 0; c < cnf->clauses; c++) {
        CU_ASSERT(!seen[clause_cell(cnf, c)]);
        seen[clause_cell(cnf, c)] = true;
    }
    CU_ASSERT_EQUAL(cnf->clauses, 80);
    CU_ASSERT(!seen[0]);
    bench_close(bench);
    check_refused("sat/any n=4 m=81", "3^n - 1 = 80");
}

const hbs_test hbs_tests[] = {{"law", law}, {"lengths", lengths}, {"whole_space", whole_space}, {NULL, NULL}};
