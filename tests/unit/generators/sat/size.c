/* Formulas that could never be made are refused by the check of the parameters, before anything is drawn. */
#include "generators/sat/size.h"
#include "generators/graphs/models.h"
#include "tests/unit/generators/draw.h"

static void absurd_sizes_are_refused(void) {
    static const char *const texts[] = {
        "sat/counting n=1000 p=8",    "sat/counting n=100 p=3",         "sat/ramsey n=1000",           "sat/clique n=20000",
        "sat/coloring n=20000",       "sat/dominating_set n=20000",     "sat/vertex_cover n=20000",    "sat/matching graph=gnp:1/2 n=20000",
        "sat/tseitin graph=gnp:1/2 n=200", "sat/even_coloring graph=regular:40 n=100", "sat/subset_cardinality graph=complete n=50", "sat/ordering n=2000",
        "sat/parity n=3000",          "sat/pigeonhole pigeons=10000",   "sat/pebbling height=10000",   "sat/clique_coloring n=1000 k=1000",
        "sat/van_der_waerden n=20000", "sat/planted_coloring n=20000 k=1000", "sat/threshold n=100000000", "sat/planted n=16777216",
        "sat/uniform n=400000000 m=1000000000", "sat/community n=100 m=1000000000", "sat/scale_free n=1000000 m=1000000000", "sat/regular n=16777216",
        "sat/any n=10000 m=1000000000", "sat/xor n=40 k=20 m=1000",     "sat/sr n=40 k=35",            "sat/sr n=10000 p_geo=1/1000000",
        "sat/coloring graph=empty n=2000 connected=yes", "sat/coloring graph=gnm:100 n=2000 connected=yes", "sat/coloring graph=gnp:1/2000 n=2000 connected=yes",
        "sat/community n=1000 m=10 c=4 connected=yes", "sat/popularity n=1000 m=400 connected=yes"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_refused(texts[i], "");
}

/* What is expected of a formula in which nothing is random is what it has. */
static void expectations_are_exact_where_nothing_is_random(void) {
    static const struct {
        const char *text;
        double literals;
    } rows[] = {{"sat/counting n=9 p=3", 9.0 * 28 * 28}, {"sat/parity n=8", 8.0 * 7 * 7}, {"sat/ramsey n=8 s=3 k=4", 56 * 3 + 70 * 6}, {"sat/pigeonhole pigeons=6 holes=5", 30 + 5 * 30}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        workbench *const bench = bench_open(rows[i].text);
        CU_ASSERT_EQUAL((double)hbs_cnf_literals(&bench_draw(bench, 1, 0)->instance.cnf), rows[i].literals);
        bench_close(bench);
    }
}

static void binomials_of_reals(void) {
    CU_ASSERT_EQUAL(hbs_real_binomial(5, 2), 10);
    CU_ASSERT_EQUAL(hbs_real_binomial(40, 20), 137846528820.0);
    CU_ASSERT_EQUAL(hbs_real_binomial(7, 0), 1);
    CU_ASSERT_EQUAL(hbs_real_binomial(7, 7), 1);
    CU_ASSERT_EQUAL(hbs_real_binomial(3, 4), 0);
    CU_ASSERT(hbs_real_binomial(1000, 8) > 2.4e19 && hbs_real_binomial(1000, 8) < 2.5e19);
}

/* The mean number of edges over many graphs, against what is expected. */
static void graphs_are_as_large_as_expected(void) {
    static const char *const texts[] = {"gnp:1/3", "gnm:17", "regular:4", "cycle", "complete", "gnp:1/3+plantclique:5", "gnm:10+addedges:7+splitedges:3", "gnp:1/4+complement"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hbs_graph_model model;
        hbs_graph graph = {0};
        hbs_error error = {0};
        double vertices, edges, sum = 0;
        CHECK_OK(hbs_graph_model_read(texts[i], &model, &error));
        hbs_graph_expect(&model, 10, (hbs_fraction){0}, &vertices, &edges);
        for (uint64_t unit = 0; unit < 400; unit++) {
            hbs_rng rng;
            hbs_rng_seed(&rng, 3, unit, HBS_LANE_INSTANCE);
            CHECK_OK(hbs_graph_draw(&graph, &model, 10, (hbs_fraction){0}, &rng, &error));
            sum += (double)graph.edges;
        }
        CU_ASSERT_EQUAL(graph.vertices, (uint32_t)vertices);
        CU_ASSERT(fabs(sum / 400 - edges) < 0.8);   /* five standard errors of gnp */
        hbs_graph_free(&graph);
    }
}

const hbs_test hbs_tests[] = {
    {"absurd_sizes_are_refused", absurd_sizes_are_refused},
    {"expectations_are_exact_where_nothing_is_random", expectations_are_exact_where_nothing_is_random},
    {"binomials_of_reals", binomials_of_reals},
    {"graphs_are_as_large_as_expected", graphs_are_as_large_as_expected},
    {NULL, NULL},
};
