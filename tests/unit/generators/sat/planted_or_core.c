#include "tests/unit/generators/draw.h"

enum { V = 3, CLAUSES = 12, WANTED = 5 };

/* Number of the 2-clause over three variables: pair of variables, then signs. */
static unsigned number_of(const int32_t *literal) {
    const unsigned a = (unsigned)abs(literal[0]) - 1, b = (unsigned)abs(literal[1]) - 1;
    return 4 * (a + b - 1) + (literal[0] < 0 ? 2u : 0u) + (literal[1] < 0 ? 1u : 0u);
}

static uint64_t models_of(unsigned set) {
    uint64_t models = 0;
    for (unsigned row = 0; row < 8; row++) {
        bool good = true;
        for (unsigned c = 0; c < CLAUSES; c++) {
            const unsigned pair = c / 4, a = pair == 2, b = pair == 0 ? 1 : 2;
            if (set >> c & 1) good = good && ((row >> a & 1) != (c >> 1 & 1) || (row >> b & 1) != (c & 1));
        }
        models += good;
    }
    return models;
}

/* All sets of five of the twelve clauses: half the mass by models, half by full blocks. */
static void law(void) {
    enum { DRAWS = 40000 };
    double *const found = rooms(1 << CLAUSES, sizeof *found), *const expected = rooms(1 << CLAUSES, sizeof *expected), models = 0, blocks = 0;
    for (unsigned set = 0; set < 1 << CLAUSES; set++) {
        if (__builtin_popcount(set) != WANTED) continue;
        models += (double)models_of(set);
        for (unsigned p = 0; p < 3; p++) blocks += (set >> 4 * p & 15) == 15;
    }
    for (unsigned set = 0; set < 1 << CLAUSES; set++) {
        if (__builtin_popcount(set) != WANTED) continue;
        expected[set] = DRAWS * .25 * (double)models_of(set) / models;
        for (unsigned p = 0; p < 3; p++) expected[set] += DRAWS * .75 * ((set >> 4 * p & 15) == 15) / blocks;
    }
    workbench *const bench = bench_open("sat/planted_or_core n=3 k=2 m=5 yes=1/4");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        unsigned set = 0;
        for (size_t c = 0; c < cnf->clauses; c++) set |= 1u << number_of(hbs_cnf_clause(cnf, c));
        found[set]++;
    }
    CU_ASSERT_EQUAL(blocks, 24);
    CU_ASSERT(fit(found, expected, 1 << CLAUSES) > 1e-3);
    bench_close(bench);
    free(found);
    free(expected);
}

/* Every instance has a certificate that the checker accepts, and both labels come. */
static void certificates(void) {
    static const char *const specs[] = {"sat/planted_or_core n=20", "sat/planted_or_core n=5 k=1 m=4", "sat/planted_or_core n=40 k=2 ratio=2", "sat/planted_or_core n=12 k=5 m=250",
                                        "sat/planted_or_core n=30 k=8 m=600"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        unsigned yes = 0;
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 200; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            const int64_t k = i == 0 ? 3 : bench->values.item[1].integer;
            yes += drawn->claim == HBS_LABEL_YES;
            check_proved(drawn);
            if (drawn->claim == HBS_LABEL_NO) CU_ASSERT_EQUAL(drawn->certificate.size, (UINT64_C(1) << k) - 1);
            CU_ASSERT_NOT_EQUAL(hbs_certificate_check(NULL, &drawn->instance, !drawn->claim, &drawn->certificate, NULL), HBS_OK);
        }
        CU_ASSERT(yes > 60 && yes < 140);
        bench_close(bench);
    }
}

static void refusals(void) {
    static const char *const rows[][2] = {{"sat/planted_or_core n=2", "no clause of length 3"},
                                          {"sat/planted_or_core n=5 m=7", "do not hold the block"},
                                          {"sat/planted_or_core n=3 k=2 m=10", "only 9"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_refused(rows[i][0], rows[i][1]);
}

const hbs_test hbs_tests[] = {{"law", law}, {"certificates", certificates}, {"refusals", refusals}, {NULL, NULL}};
