#include "tests/unit/generators/sat/cells.h"

/* Uniform over all sets, or sequences, of clauses of any length but 0: chi-square over every cell. */
static double any_fit(const char *spec, uint32_t n, size_t clauses, bool distinct) {
    enum { DRAWS = 60000 };
    size_t base = 1, cells = 1;
    for (uint32_t v = 0; v < n; v++) base *= 3;
    for (size_t c = 0; c < clauses; c++) cells *= base;
    double *const expected = rooms(cells, sizeof *expected), *const count = count_cells(spec, base, cells, DRAWS), there = 0;
    hbs_cnf cnf = {0};
    for (size_t cell = 0; cell < cells; cell++) {
        formula_of(cell, n, base, clauses, &cnf);
        there += expected[cell] = of_lengths(&cnf, ~1u, distinct);
    }
    for (size_t cell = 0; cell < cells; cell++) expected[cell] *= DRAWS / there;
    const double p = fit(count, expected, cells);
    hbs_cnf_free(&cnf);
    free(expected);
    free(count);
    return p;
}

static void law(void) {
    CU_ASSERT(any_fit("sat/any n=3 m=2", 3, 2, true) > 1e-3);
    CU_ASSERT(any_fit("sat/any n=3 m=2 distinct=no", 3, 2, false) > 1e-3);
    CU_ASSERT(any_fit("sat/any n=2 m=3", 2, 3, true) > 1e-3);
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
    hbs_spec spec = {0};
    hbs_error error = {0};
    CU_ASSERT_EQUAL(hbs_spec_parse_text(&spec, "sat/any n=4 m=81", &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "3^n - 1 = 80"));
}

const hbs_test hbs_tests[] = {{"law", law}, {"lengths", lengths}, {"whole_space", whole_space}, {NULL, NULL}};
