#include "tests/unit/generators/sat/cells.h"

/* Chi-square over all sequences of clauses: equal expectation on those that the law allows, none elsewhere. */
static void sets_are_uniform(void) {
    CU_ASSERT(law_fit("sat/uniform n=3 k=2 m=2", 3, 2, 1u << 2, true, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/uniform n=3 k=3 m=3", 3, 3, 1u << 3, true, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/uniform n=2 k=2 m=4", 2, 4, 1u << 2, true, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/uniform n=4 k=3 m=1", 4, 1, 1u << 3, true, NULL) > 1e-3);
}

static void sequences_are_uniform(void) {
    CU_ASSERT(law_fit("sat/uniform n=3 k=2 m=2 distinct=no", 3, 2, 1u << 2, false, NULL) > 1e-3);
    CU_ASSERT(law_fit("sat/uniform n=2 k=1 m=4 distinct=no", 2, 4, 1u << 1, false, NULL) > 1e-3);
}

/* Two clauses of length 1 and one of length 2? */
static double one_is_longer(const hbs_cnf *cnf) { return cnf->start[cnf->clauses] == 4; }

static void profiles_are_uniform(void) {
    CU_ASSERT(law_fit("sat/uniform n=2 lengths=1:2,2:1", 2, 3, 1u << 1 | 1u << 2, true, one_is_longer) > 1e-3);
    CU_ASSERT(law_fit("sat/uniform n=2 lengths=2:1,1:2 distinct=no", 2, 3, 1u << 1 | 1u << 2, false, one_is_longer) > 1e-3);
}

/* Sets and sequences are told apart by this test: the wrong expectation fails it. */
static void the_test_has_power(void) {
    enum { CELLS = 27 * 27 };
    double expected[CELLS] = {0}, *const count = count_cells("sat/uniform n=3 k=2 m=2 distinct=no", 27, CELLS, 20000);
    hbs_cnf cnf = {0};
    unsigned repeated = 0;
    for (size_t cell = 0; cell < CELLS; cell++) {
        formula_of(cell, 3, 27, 2, &cnf);
        expected[cell] = of_lengths(&cnf, 1u << 2, false) ? 20000. / 144 * (1 + .3 * (cell % 2 ? 1 : -1)) : 0;
        repeated += count[cell] > 0 && !of_lengths(&cnf, 1u << 2, true);
    }
    CU_ASSERT(fit(count, expected, CELLS) < 1e-6);
    CU_ASSERT_EQUAL(repeated, 12);
    hbs_cnf_free(&cnf);
    free(count);
}

/* The whole space, drawn without a retry and with the choice bits of its orders. */
static void all_clauses(void) {
    workbench *const bench = bench_open("sat/uniform n=6 k=3 m=160");
    const hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
    hbs_cnf clean = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_cnf_clean(&clean, cnf, &error));
    CU_ASSERT_EQUAL(clean.clauses, 160);
    CU_ASSERT_EQUAL(bench->drawing.rng.retries, 0);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&bench->drawing.rng), lgamma(161) / log(2), 1e-6);
    hbs_cnf_free(&clean);
    bench_close(bench);
}

static void choice_bits(void) {
    workbench *const bench = bench_open("sat/uniform n=100 m=426 distinct=no");
    bench_draw(bench, 1, 0);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&bench->drawing.rng), 426 * log2(8 * 161700.), 1e-6);
    bench_close(bench);
}

static void sizes(void) {
    static const struct {
        const char *spec;
        size_t clauses;
    } row[] = {{"sat/uniform n=20", 85}, {"sat/uniform n=50", 213}, {"sat/uniform n=100", 426}, {"sat/uniform n=10 ratio=1/4", 3},
            {"sat/uniform n=10 ratio=0", 0}, {"sat/uniform n=10 ratio=0.24", 2}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        workbench *const bench = bench_open(row[i].spec);
        CU_ASSERT_EQUAL(bench_draw(bench, 1, 0)->instance.cnf.clauses, row[i].clauses);
        bench_close(bench);
    }
}

/* Share of satisfiable formulas, n = 8, m = 34: about .80. */
static void share_satisfiable(void) {
    workbench *const bench = bench_open("sat/uniform n=8");
    unsigned yes = 0;
    for (uint64_t u = 0; u < 2000; u++) yes += (unsigned)true_label(&bench_draw(bench, 1, u)->instance);
    CU_ASSERT(yes > 1500 && yes < 1700);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {
    {"sets_are_uniform", sets_are_uniform},
    {"sequences_are_uniform", sequences_are_uniform},
    {"profiles_are_uniform", profiles_are_uniform},
    {"the_test_has_power", the_test_has_power},
    {"all_clauses", all_clauses},
    {"choice_bits", choice_bits},
    {"sizes", sizes},
    {"share_satisfiable", share_satisfiable},
    {NULL, NULL},
};
