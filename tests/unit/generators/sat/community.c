#include "generators/sat/connected.h"
#include "tests/unit/generators/sat/cells.h"

/* Block of variable v, 1..n. */
static unsigned block_of(uint32_t v, uint32_t n, uint32_t c) {
    unsigned j = 0;
    while (v > (j + 1) * n / c) j++;
    return j;
}

/* Clauses within one block: share q + 1/c of all, the others have their variables in k different blocks. */
static void share_within(const char *spec, uint32_t c, double wanted) {
    workbench *const bench = bench_open(spec);
    double within = 0, all = 0;
    for (uint64_t u = 0; u < 50; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        for (size_t i = 0; i < cnf->clauses; i++) {
            unsigned seen[32] = {0}, blocks = 0;
            const size_t k = hbs_cnf_length(cnf, i);
            for (size_t j = 0; j < k; j++) blocks += seen[block_of((uint32_t)abs(hbs_cnf_clause(cnf, i)[j]), cnf->variables, c)]++ == 0;
            CU_ASSERT(blocks == 1 || blocks == k);
            within += blocks == 1;
            all++;
        }
    }
    CU_ASSERT(fabs(within / all - wanted) <= 4.5 * sqrt(wanted * (1 - wanted) / all));
    bench_close(bench);
}

static void modularity(void) {
    share_within("sat/community n=100 c=8 q=.5 m=400", 8, .625);
    share_within("sat/community n=50 c=10 q=.3 k=5 m=400", 10, .4);
    share_within("sat/community n=47 c=3 q=1/7 m=400", 3, 1 / 7. + 1 / 3.);
    share_within("sat/community n=40 c=4 q=.9 m=400", 4, 1);   /* above 1: cut */
}

/* One clause over 4 variables in 2 blocks, exactly. */
static void law(void) {
    enum { CELLS = 81, DRAWS = 40000 };
    double *const count = count_cells("sat/community n=4 k=2 c=2 q=1/4 m=1", CELLS, CELLS, DRAWS), *const expected = rooms(CELLS, sizeof *expected);
    hbs_cnf cnf = {0};
    for (size_t cell = 0; cell < CELLS; cell++) {
        formula_of(cell, 4, CELLS, 1, &cnf);
        if (hbs_cnf_length(&cnf, 0) != 2) continue;
        const bool within = (abs(cnf.literal[0]) > 2) == (abs(cnf.literal[1]) > 2);
        expected[cell] = DRAWS / 4. * (within ? .75 / 2 : .25 / 4);
    }
    CU_ASSERT(fit(count, expected, CELLS) > 1e-3);
    hbs_cnf_free(&cnf);
    free(expected);
    free(count);
}

/* G4SATBench's easy row: n uniform on those of 10..40 that hold max(3,k) blocks of k, whatever k; m = floor(U(13,15) n) before repeats are dropped. */
static void published_row(void) {
    enum { UNITS = 6000 };
    for (uint32_t k = 4; k <= 5; k++) {
        char text[120];
        snprintf(text, sizeof text, "sat/community k=%u n=10 n_max=40 ratio=13..15 q=.7...9", k);
        workbench *const bench = bench_open(text);
        double count[41] = {0}, expected[41] = {0}, ratio = 0, squares = 0;
        for (uint64_t u = 0; u < UNITS; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
            count[cnf->variables]++;
            CU_ASSERT(cnf->clauses >= 13 * cnf->variables && cnf->clauses <= 15 * cnf->variables);
            const double here = ((double)cnf->clauses + .5) / cnf->variables;
            ratio += here;
            squares += here * here;
        }
        for (uint32_t n = k * k; n <= 40; n++) expected[n] = UNITS / (41. - k * k);
        CU_ASSERT(fit(count, expected, 41) > 1e-3);
        CU_ASSERT(fabs(ratio / UNITS - 14) < 4.5 * sqrt(1 / 3. / UNITS));
        CU_ASSERT(fabs(squares / UNITS - ratio * ratio / UNITS / UNITS - 1 / 3.) < .02);
        bench_close(bench);
    }
}

static void connected_and_merged(void) {
    workbench *const bench = bench_open("sat/community k=4..5 n=10 n_max=40 ratio=13..15 q=.5...74 connected=yes merge=yes");
    hbs_connected connected = {0};
    hbs_cnf cleaned = {0};
    hbs_error error = {0};
    unsigned fewer = 0;
    for (uint64_t u = 0; u < 300; u++) {
        bool whole = false;
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        CHECK_OK(hbs_connected_test(&connected, cnf, &whole, &error));
        CHECK_OK(hbs_cnf_clean(&cleaned, cnf, &error));
        CU_ASSERT(whole && cleaned.clauses == cnf->clauses);
        fewer += cnf->clauses < 13 * cnf->variables;
    }
    CU_ASSERT(fewer > 10);
    hbs_connected_free(&connected);
    hbs_cnf_free(&cleaned);
    bench_close(bench);
}

/* No clause lies between blocks: told after many cheap attempts. */
static void never_connected(void) {
    workbench *const bench = bench_open("sat/community k=3 n=30 c=5 q=.9 connected=yes");
    hbs_error error = {0};
    CU_ASSERT_EQUAL(bench_try(bench, 1, 0, &error), HBS_ERROR_BUDGET);
    bench_close(bench);
}

static void refused(void) {
    static const char *const text[][2] = {{"sat/community n=8", "do not hold 3 blocks of k=3"},   {"sat/community n=100 c=2", "raise c"},
                                          {"sat/community n=100 q=0", "above 0"},                 {"sat/community n=10 k=4", "do not hold 4 blocks of k=4"},
                                          {"sat/community n=20 n_max=10", "do not hold"},         {"sat/community n=500 k=11", "give c"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) check_refused(text[i][0], text[i][1]);
}

const hbs_test hbs_tests[] = {{"modularity", modularity}, {"law", law}, {"published_row", published_row}, {"connected_and_merged", connected_and_merged}, {"never_connected", never_connected}, {"refused", refused}, {NULL, NULL}};
