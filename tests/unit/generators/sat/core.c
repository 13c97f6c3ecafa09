#include "tests/unit/generators/sat/cells.h"

/* n = 4, k = 2, m = 5: 6 blocks with each of the 20 clauses outside. */
static void law(void) {
    enum { BASE = 81, DRAWS = 24000 };
    double count[6][BASE] = {{0}};
    workbench *const bench = bench_open("sat/core n=4 k=2 m=5");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 11, u)->instance.cnf;
        CU_ASSERT_EQUAL_FATAL(cnf->clauses, 5);
        const int32_t a = abs(hbs_cnf_clause(cnf, 0)[0]), b = abs(hbs_cnf_clause(cnf, 0)[1]);
        for (size_t c = 0; c < 4; c++) {
            CU_ASSERT(abs(hbs_cnf_clause(cnf, c)[0]) == a && abs(hbs_cnf_clause(cnf, c)[1]) == b);
            for (size_t d = 0; d < c; d++) CU_ASSERT(clause_cell(cnf, c) != clause_cell(cnf, d));
        }
        count[(b - 1) * (b - 2) / 2 + a - 1][clause_cell(cnf, 4)]++;
    }
    double flat[120], expected[120];
    size_t cells = 0;
    for (size_t block = 0; block < 6; block++)
        for (size_t cell = 0; cell < BASE; cell++)
            if (count[block][cell] > 0 && cells < 120) flat[cells++] = count[block][cell];
    CU_ASSERT_EQUAL(cells, 120);
    for (size_t i = 0; i < 120; i++) expected[i] = DRAWS / 120.;
    double sum = 0;
    for (size_t i = 0; i < cells; i++) sum += flat[i];
    CU_ASSERT_EQUAL(sum, DRAWS);
    CU_ASSERT(cells == 120 && fit(flat, expected, 120) > 1e-3);
    bench_close(bench);
}

static void never_satisfiable(void) {
    static const char *const specs[] = {"sat/core n=5..10", "sat/core n=4 k=1 m=8", "sat/core n=6 k=4 m=16", "sat/core n=3 m=8", "sat/core n=9 k=2 m=4"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 50; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            hbs_cnf clean = {0};
            hbs_error error = {0};
            CHECK_OK(hbs_cnf_clean(&clean, &drawn->instance.cnf, &error));
            CU_ASSERT_EQUAL(clean.clauses, drawn->instance.cnf.clauses);
            CU_ASSERT_EQUAL(hbs_brute_sat_count(&drawn->instance.cnf, NULL), 0);
            CU_ASSERT_EQUAL(drawn->claim, HBS_LABEL_NO);
            hbs_cnf_free(&clean);
        }
        bench_close(bench);
    }
}

const hbs_test hbs_tests[] = {{"law", law}, {"never_satisfiable", never_satisfiable}, {NULL, NULL}};
