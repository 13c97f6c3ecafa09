#include "tests/unit/generators/draw.h"

/* Homomorphisms of q2 to q1 are models on the variables that occur, so their number is that of the models without the factor of the others. */
static uint64_t count_maps(const hbs_query_pair *pair) {
    uint64_t count = 0;
    hbs_term image[16];
    CU_ASSERT_FATAL(pair->q2.variables <= 12 && pair->q1.variables == 2);
    for (uint32_t row = 0; row < UINT32_C(1) << pair->q2.variables; row++) {
        for (uint32_t v = 0; v < pair->q2.variables; v++) image[v] = row >> v & 1;
        count += is_homomorphism(pair, image);
    }
    return count;
}

static void same_models(void) {
    static const char *const parameters[] = {"n=4..8", "n=7 k=2 m=9", "n=6 k=4 ratio=10", "n=5 k=3 m=30 distinct=no", "n=3 k=1 m=3", "n=9 m=0 ratio=0"};
    char text[100];
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        snprintf(text, sizeof text, "sat/uniform %s", parameters[i]);
        workbench *const formulas = bench_open(text);
        snprintf(text, sizeof text, "cqc/sat %s", parameters[i]);
        workbench *const pairs = bench_open(text);
        unsigned yes = 0;
        for (uint64_t u = 0; u < 100; u++) {
            const hbs_cnf *const cnf = &bench_draw(formulas, 1, u)->instance.cnf;
            const hbs_query_pair *const pair = &bench_draw(pairs, 1, u)->instance.pair;
            const uint64_t models = hbs_brute_sat_count(cnf, NULL);
            CU_ASSERT_EQUAL(models, count_maps(pair) << (cnf->variables - pair->q2.variables));
            CU_ASSERT_EQUAL(models > 0, contained(pair));
            yes += models > 0;
        }
        CU_ASSERT(yes > (i == 2 || i == 3 ? 0 : 5));
        bench_close(formulas);
        bench_close(pairs);
    }
}

const hbs_test hbs_tests[] = {{"same_models", same_models}, {NULL, NULL}};
