#include "tests/unit/generators/sat/cells.h"

/* Every literal floor(k m / 2n) times or once more, and the remainder among them uniform. */
static void degrees(void) {
    static const char *const spec[] = {"sat/regular n=12 k=3 s=5", "sat/regular n=10..40 k=3", "sat/regular n=30 k=4 m=101", "sat/regular n=6 k=5 m=60", "sat/regular n=9 k=2 m=40"};
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        workbench *const bench = bench_open(spec[i]);
        for (uint64_t u = 0; u < 200; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
            unsigned of[128] = {0}, more = 0;
            const size_t literals = hbs_cnf_literals(cnf), each = literals / (2 * cnf->variables);
            for (size_t j = 0; j < literals; j++) of[hbs_literal_code(cnf->literal[j])]++;
            for (uint32_t code = 0; code < 2 * cnf->variables; code++) {
                CU_ASSERT(of[code] == each || of[code] == each + 1);
                more += of[code] > each;
            }
            CU_ASSERT_EQUAL(more, literals % (2 * cnf->variables));
        }
        bench_close(bench);
    }
}

/* exact=yes: the same mass on each sequence of clauses that is regular. */
static void exact_is_uniform(void) {
    enum { N = 3, BASE = 27, CLAUSES = 3, CELLS = BASE * BASE * BASE, DRAWS = 40000 };
    double *const count = count_cells("sat/regular n=3 k=2 s=1 exact=yes", BASE, CELLS, DRAWS), *const expected = rooms(CELLS, sizeof *expected), sum = 0;
    hbs_cnf cnf = {0};
    for (size_t cell = 0; cell < CELLS; cell++) {
        unsigned of[2 * N] = {0};
        formula_of(cell, N, BASE, CLAUSES, &cnf);
        bool good = of_lengths(&cnf, 1u << 2, false);
        for (size_t j = 0; j < hbs_cnf_literals(&cnf); j++) good = ++of[hbs_literal_code(cnf.literal[j])] == 1 && good;
        sum += expected[cell] = good;
    }
    for (size_t cell = 0; cell < CELLS; cell++) expected[cell] *= DRAWS / sum;
    CU_ASSERT(fit(count, expected, CELLS) > 1e-3);
    hbs_cnf_free(&cnf);
    free(expected);
    free(count);
}

static void refused(void) {
    check_refused("sat/regular n=10 k=3 s=2", "2 n s = 40");
    check_refused("sat/regular n=10 k=4 s=2 m=10", "leave one out");
    check_refused("sat/regular n=2 k=3", "no clause of length 3");
}

/* Where k = n repairs may not end; that is told, not tried for ever. */
static void hopeless(void) {
    workbench *const bench = bench_open("sat/regular n=9 k=9 m=60");
    hbs_error error = {0};
    const hbs_status status = bench_try(bench, 1, 0, &error);
    CU_ASSERT(status == HBS_OK || status == HBS_ERROR_BUDGET);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {{"degrees", degrees}, {"exact_is_uniform", exact_is_uniform}, {"refused", refused}, {"hopeless", hopeless}, {NULL, NULL}};
