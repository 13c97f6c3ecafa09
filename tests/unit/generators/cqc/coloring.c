#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

/* By trying all colourings. */
static bool colourable(const hbs_query *graph, unsigned k) {
    unsigned colour[16] = {0};
    for (;;) {
        bool proper = true;
        for (size_t a = 0; a < graph->atoms && proper; a++) proper = colour[hbs_atom(graph, a)[0]] != colour[hbs_atom(graph, a)[1]];
        if (proper) return true;
        uint32_t v = 0;
        while (v < graph->variables && ++colour[v] == k) colour[v++] = 0;
        if (v == graph->variables) return false;
    }
}

static void label_is_colourability(void) {
    static const char *const specs[] = {"cqc/coloring n=8 k=3 ratio=2", "cqc/coloring n=8 k=2 m=8 both=yes", "cqc/coloring n=7 k=4 m=18", "cqc/coloring n=4 k=1 m=1..2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        unsigned yes = 0;
        for (uint64_t u = 0; u < 100; u++) {
            const hbs_query_pair *const pair = &bench_draw(bench, 1, u)->instance.pair;
            const unsigned k = (unsigned)bench->values.item[1].integer;
            CU_ASSERT_EQUAL(pair->q1.atoms, k * (k - 1));
            yes += contained(pair);
            CU_ASSERT_EQUAL(contained(pair), colourable(&pair->q2, k));
        }
        CU_ASSERT(i == 3 ? yes == 0 : yes > 5 && yes < 95);
        bench_close(bench);
    }
}

/* Three edges on four vertices: 4 triangles, 4 stars, 12 paths; directions are fair. */
static void law(void) {
    enum { DRAWS = 8000 };
    double found[24] = {0}, expected[24] = {0};
    workbench *const bench = bench_open("cqc/coloring n=4 m=3");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_query *const graph = &bench_draw(bench, 1, u)->instance.pair.q2;
        unsigned degree[4] = {0}, out[4] = {0}, most = 0, most_out = 0, lone = 0;
        for (size_t a = 0; a < 3; a++) {
            degree[hbs_atom(graph, a)[0]]++, degree[hbs_atom(graph, a)[1]]++;
            out[hbs_atom(graph, a)[0]]++;
        }
        for (unsigned v = 0; v < 4; v++) {
            most = degree[v] > most ? degree[v] : most;
            most_out = out[v] > most_out ? out[v] : most_out;
            lone += degree[v] == 0;
        }
        found[8 * (lone ? 0u : most == 3 ? 1u : 2u) + most_out]++;
    }
    /* triangle: 2 of 8 directions are cycles; star: the centre has 0 or 1, 2, 3 out of 3 coins; path: all differ but where an inner vertex has both out */
    const double way[24] = {[1] = 2 / 8., [2] = 6 / 8., [9] = 4 / 8., [10] = 3 / 8., [11] = 1 / 8., [17] = 4 / 8., [18] = 4 / 8.};
    for (unsigned i = 0; i < 24; i++) expected[i] = DRAWS * way[i] * (i < 16 ? .2 : .6);
    CU_ASSERT(fit(found, expected, 24) > 1e-3);
    bench_close(bench);
}

/* Unit i is contained iff unit i of sat/coloring, over the same graph, is satisfiable. */
static void same_labels(void) {
    static const char *const parameters[] = {"n=6 graph=gnp:1/2 k=3", "n=8 graph=gnm:12 k=3", "n=8 graph=regular:3 k=2", "n=7 graph=gnp:1/4+plantclique:4 k=3", "n=6 graph=cycle k=2"};
    char text[200];
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_SAT, 0, true, &error));
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        snprintf(text, sizeof text, "sat/coloring %s", parameters[i]);
        workbench *const formulas = bench_open(text);
        snprintf(text, sizeof text, "cqc/coloring %s both=%s", parameters[i], i % 2 ? "yes" : "no");
        workbench *const pairs = bench_open(text);
        for (uint64_t u = 0; u < 40; u++) {
            const hbs_instance *const formula = &bench_draw(formulas, 1, u)->instance, *const pair = &bench_draw(pairs, 1, u)->instance;
            CHECK_OK(hbs_label(&labeller, formula, &verdict, &error));
            CU_ASSERT_EQUAL(verdict.label, contained(&pair->pair));
            /* as many conflict clauses as colours times edges */
            const size_t n = formula->cnf.variables / (i == 2 || i == 4 ? 2 : 3), k = i == 2 || i == 4 ? 2 : 3, edges = pair->pair.q2.atoms / (i % 2 ? 2 : 1);
            CU_ASSERT_EQUAL(formula->cnf.clauses, n + n * (k * (k - 1) / 2) + edges * k);
        }
        bench_close(formulas);
        bench_close(pairs);
    }
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
}

static void refusals(void) {
    check_refused("cqc/coloring n=4 m=7", "there are only 6");
    check_refused("cqc/coloring graph=gnm:5 m=4", "in place of m");
    check_refused("cqc/coloring graph=gnp", "gnp:1/5");
    check_refused("cqc/coloring n=5 graph=regular:3", "");
}

const hbs_test hbs_tests[] = {{"label_is_colourability", label_is_colourability}, {"law", law}, {"same_labels", same_labels}, {"refusals", refusals}, {NULL, NULL}};
