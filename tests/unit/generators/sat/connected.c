#include "generators/sat/connected.h"

#include "tests/unit/generators/draw.h"

static bool connected_by_flooding(const hbs_cnf *cnf) {
    bool reached[32] = {false, true};
    for (bool more = true; more;) {
        more = false;
        for (size_t c = 0; c < cnf->clauses; c++) {
            bool touched = false;
            for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) touched = touched || reached[abs(hbs_cnf_clause(cnf, c)[i])];
            for (size_t i = 0; touched && i < hbs_cnf_length(cnf, c); i++) {
                bool *const at = &reached[abs(hbs_cnf_clause(cnf, c)[i])];
                more = more || !*at;
                *at = true;
            }
        }
    }
    for (uint32_t v = 1; v <= cnf->variables; v++)
        if (!reached[v]) return false;
    return true;
}

static void against_flooding(void) {
    static const char *const spec[] = {"sat/uniform n=1..12 k=1 ratio=2 distinct=no", "sat/uniform n=2..12 k=2 ratio=1 distinct=no", "sat/uniform n=4..20 k=3 ratio=.6 distinct=no"};
    unsigned yes = 0, no = 0;
    hbs_connected connected = {0};
    hbs_error error = {0};
    for (size_t i = 0; i < 3; i++) {
        workbench *const bench = bench_open(spec[i]);
        for (uint64_t u = 0; u < 500; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
            bool found = false;
            CHECK_OK(hbs_connected_test(&connected, cnf, &found, &error));
            CU_ASSERT_EQUAL(found, connected_by_flooding(cnf));
            yes += found;
            no += !found;
        }
        bench_close(bench);
    }
    CU_ASSERT(yes > 200 && no > 200);
    hbs_connected_free(&connected);
}

const hbs_test hbs_tests[] = {{"against_flooding", against_flooding}, {NULL, NULL}};
