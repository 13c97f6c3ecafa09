#include "tests/unit/generators/sat/cells.h"

/* Assignments that satisfy the formula together with their complements. */
static double count_nae(const hbs_cnf *cnf) {
    double found = 0;
    uint8_t model[32] = {0}, mirror[32] = {0};
    for (uint32_t row = 0; row < UINT32_C(1) << cnf->variables; row++) {
        for (uint32_t v = 0; v < cnf->variables; v++) model[v + 1] = row >> v & 1, mirror[v + 1] = !model[v + 1];
        found += hbs_cnf_satisfied(cnf, model) && hbs_cnf_satisfied(cnf, mirror);
    }
    return found;
}

static void law(void) {
    CU_ASSERT(law_fit("sat/nae n=3 k=2 m=2", 3, 2, 1u << 2, true, count_nae) > 1e-3);
    CU_ASSERT(law_fit("sat/nae n=3 k=3 m=3", 3, 3, 1u << 3, true, count_nae) > 1e-3);
    CU_ASSERT(law_fit("sat/nae n=4 k=3 m=2 distinct=no", 4, 2, 1u << 3, false, count_nae) > 1e-3);
}

/* The complement of the witness satisfies too. */
static void both_ends(void) {
    workbench *const bench = bench_open("sat/nae n=10..60 k=2..5 ratio=2");
    uint8_t model[64];
    hbs_error error = {0};
    for (uint64_t u = 0; u < 200; u++) {
        const hbs_drawn *const drawn = bench_draw(bench, 1, u);
        const hbs_cnf *const cnf = &drawn->instance.cnf;
        CHECK_OK(hbs_certificate_read_model(&drawn->certificate, cnf->variables, model, &error));
        CU_ASSERT(hbs_cnf_satisfied(cnf, model));
        for (uint32_t v = 1; v <= cnf->variables; v++) model[v] = !model[v];
        CU_ASSERT(hbs_cnf_satisfied(cnf, model));
    }
    bench_close(bench);
}

const hbs_test hbs_tests[] = {{"law", law}, {"both_ends", both_ends}, {NULL, NULL}};
