/* Laws of random graphs, exactly, by walking all choices; regular graphs by counting; fixed graphs by their degrees; what texts are refused. */
#include "generators/graphs/models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/statistics.h"
#include "generators/graphs/bipartite.h"
#include "tests/unit/generators/draw.h"
#include "tests/unit/generators/walk.h"

#define PAIRS_MAX 15u

static uint32_t degree_of(const hbs_graph *graph, uint32_t u) {
    uint32_t degree = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) degree += hbs_graph_has(graph, u, v);
    return degree;
}

/* The graph as a number: bit of the pair u < v in lexicographic order. */
static size_t cell_of(const hbs_graph *graph) {
    size_t cell = 0, pair = 0;
    for (uint32_t u = 0; u < graph->vertices; u++)
        for (uint32_t v = u + 1; v < graph->vertices; v++, pair++) {
            CU_ASSERT_EQUAL(hbs_graph_has(graph, u, v), hbs_graph_has(graph, v, u));
            cell |= (size_t)hbs_graph_has(graph, u, v) << pair;
        }
    return cell;
}

static hbs_graph_model model_of(const char *text) {
    hbs_graph_model model = {.steps = 0};
    hbs_error error = {0};
    CHECK_OK(hbs_graph_model_read(text, &model, &error));
    return model;
}

/* Masses of graphs on n vertices given that the first attempt is kept; free the result. */
static double *law_of(const char *text, uint32_t n, double *kept) {
    const hbs_graph_model model = model_of(text);
    double *const mass = rooms((size_t)1 << PAIRS_MAX, sizeof *mass);
    hbs_graph graph = {0};
    walk w = {0};
    *kept = 0;
    do {
        hbs_rng rng;
        hbs_error error = {0};
        hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
        rng.retry_limit = 1;
        walk_in(&rng, &w);
        const hbs_status status = hbs_graph_draw(&graph, &model, n, (hbs_fraction){0}, &rng, &error);
        if (status == HBS_ERROR_BUDGET) continue;
        CHECK_OK(status);
        mass[cell_of(&graph)] += w.mass;
        *kept += w.mass;
    } while (next_path(&w));
    for (size_t i = 0; i < (size_t)1 << PAIRS_MAX; i++) mass[i] /= *kept;
    hbs_graph_free(&graph);
    return mass;
}

/* Uniform over exactly `count` graphs, all of that many edges. */
static void check_uniform(const char *text, uint32_t n, unsigned count, int edges) {
    double kept;
    double *const mass = law_of(text, n, &kept);
    unsigned found = 0;
    for (size_t i = 0; i < (size_t)1 << PAIRS_MAX; i++) {
        if (mass[i] <= 0) continue;
        found++;
        CU_ASSERT_DOUBLE_EQUAL_FATAL(mass[i], 1.0 / count, 1e-12);
        CU_ASSERT_EQUAL(__builtin_popcountll(i), edges);
    }
    CU_ASSERT_EQUAL(found, count);
    free(mass);
}

static void gnp_is_independent(void) {
    double kept;
    double *const mass = law_of("gnp:1/3", 4, &kept);
    for (size_t i = 0; i < 64; i++) {
        const int edges = __builtin_popcountll(i);
        CU_ASSERT_DOUBLE_EQUAL(mass[i], pow(1 / 3., edges) * pow(2 / 3., 6 - edges), 1e-12);
    }
    CU_ASSERT_DOUBLE_EQUAL(kept, 1, 1e-12);
    free(mass);
}

static void gnm_is_uniform(void) {
    check_uniform("gnm:0", 4, 1, 0);
    check_uniform("gnm:3", 4, 20, 3);
    check_uniform("gnm:2", 5, 45, 2);
    check_uniform("gnm:10", 5, 1, 10);
    check_uniform("empty+addedges:2", 5, 45, 2);
    check_uniform("path+addedges:2", 5, 15, 6);        /* of 6 free pairs */
    check_uniform("complete+splitedges:1", 4, 6, 7);
    check_uniform("gnm:2+complement", 4, 15, 4);
    check_uniform("empty+plantclique:3", 5, 10, 3);
}

/* The number of labelled regular graphs: OEIS A002829 (cubic), A001205 (2-regular), A005815 (4-regular). Only d <= 2 walks in no time. */
static void regular_is_uniform(void) {
    check_uniform("regular:1", 4, 3, 2);
    check_uniform("regular:2", 4, 3, 4);
    check_uniform("regular:2", 5, 12, 5);
    check_uniform("regular:3", 4, 1, 6);
    check_uniform("regular:3", 6, 70, 9);   /* by complement: 2-regular ones */
    check_uniform("regular:1", 6, 15, 3);
    check_uniform("regular:4", 6, 15, 12);
}

/* Of the 19355 cubic graphs on 8 labelled vertices 35 are two copies of K4. */
static void pairing_is_uniform(void) {
    enum { DRAWS = 40000 };
    const hbs_graph_model model = model_of("regular:3");
    const double expected = DRAWS * 35. / 19355;
    hbs_graph graph = {0};
    hbs_error error = {0};
    unsigned split = 0;
    for (uint64_t u = 0; u < DRAWS; u++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 3, u, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_graph_draw(&graph, &model, 8, (hbs_fraction){0}, &rng, &error));
        split += graph.components == 2;
    }
    CU_ASSERT(fabs(split - expected) < 4 * sqrt(expected));
    hbs_graph_free(&graph);
}

static void degrees_of(const char *text, uint32_t n, uint32_t low, uint32_t high, size_t edges, uint32_t components) {
    const hbs_graph_model model = model_of(text);
    hbs_graph graph = {0};
    for (uint64_t u = 0; u < 20; u++) {
        hbs_rng rng;
        hbs_error error = {0};
        size_t sum = 0;
        hbs_rng_seed(&rng, 1, u, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_graph_draw(&graph, &model, n, (hbs_fraction){0}, &rng, &error));
        for (uint32_t v = 0; v < graph.vertices; v++) {
            const uint32_t degree = degree_of(&graph, v);
            CU_ASSERT(degree >= low && degree <= high && !hbs_graph_has(&graph, v, v));
            sum += degree;
        }
        CU_ASSERT_EQUAL(sum, 2 * edges);
        CU_ASSERT_EQUAL(graph.edges, edges);
        CU_ASSERT(!components || graph.components == components);
        for (size_t e = 0; e < graph.edges; e++) {
            CU_ASSERT(graph.edge[e][0] < graph.edge[e][1]);
            CU_ASSERT_EQUAL(hbs_graph_edge(&graph, graph.edge[e][1], graph.edge[e][0]), e);
            CU_ASSERT(!e || graph.edge[e - 1][0] < graph.edge[e][0] || graph.edge[e - 1][1] < graph.edge[e][1]);
        }
    }
    hbs_graph_free(&graph);
}

static void shapes(void) {
    degrees_of("grid:3x4", 12, 2, 4, 17, 1);
    degrees_of("grid", 9, 2, 4, 12, 1);
    degrees_of("grid:2x2x2", 8, 3, 3, 12, 1);
    degrees_of("torus:3x4", 12, 4, 4, 24, 1);
    degrees_of("torus", 16, 4, 4, 32, 1);
    degrees_of("torus:2x5", 10, 3, 3, 15, 1);
    degrees_of("cycle", 7, 2, 2, 7, 1);
    degrees_of("cycle", 2, 1, 1, 1, 1);
    degrees_of("path", 7, 1, 2, 6, 1);
    degrees_of("path", 1, 0, 0, 0, 1);
    degrees_of("complete", 100, 99, 99, 4950, 1);
    degrees_of("empty", 70, 0, 0, 0, 70);
    degrees_of("empty", 0, 0, 0, 0, 0);
    degrees_of("edges:1-2,2-3,5-4", 5, 1, 2, 3, 2);
    degrees_of("cycle+splitedges:3", 5, 2, 2, 8, 1);
    degrees_of("regular:3+splitedges:2", 66, 2, 3, 101, 0);
    degrees_of("empty+addedges:60", 70, 0, 69, 60, 0);
    degrees_of("complete+complement+plantclique:65", 130, 0, 64, 2080, 66);
}

/* Every way that regular graphs are made in: by pairing, by what fits, by complement. */
static void regular_degrees(void) {
    static const struct {
        uint32_t n, degree;
    } row[] = {{10, 3}, {50, 4}, {12, 5}, {40, 7}, {100, 6}, {15, 8}, {20, 16}, {13, 12}, {9, 6}, {5, 0}, {200, 3}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[64];
        snprintf(text, sizeof text, "regular:%u", row[i].degree);
        degrees_of(text, row[i].n, row[i].degree, row[i].degree, (size_t)row[i].n * row[i].degree / 2, 0);
    }
}

static void bipartite_regular_is_uniform(void) {
    enum { DRAWS = 20000 };
    hbs_bipartite_model model;
    hbs_error error = {0};
    hbs_graph graph = {0};
    double count[1 << 16] = {0}, flat[90], expected[90];
    size_t cells = 0;
    CHECK_OK(hbs_bipartite_read("regular:2", &model, &error));
    for (uint64_t u = 0; u < DRAWS; u++) {
        hbs_rng rng;
        size_t cell = 0;
        hbs_rng_seed(&rng, 5, u, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_bipartite_draw(&graph, &model, 4, &rng, &error));
        CU_ASSERT_EQUAL(graph.edges, 8);
        for (size_t e = 0; e < graph.edges; e++) {
            CU_ASSERT(graph.edge[e][0] < 4 && graph.edge[e][1] >= 4);
            cell |= (size_t)1 << (4 * graph.edge[e][0] + graph.edge[e][1] - 4);
        }
        count[cell]++;
    }
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        if (count[i] > 0 && cells < 90) flat[cells] = count[i], expected[cells++] = DRAWS / 90.;
    CU_ASSERT_EQUAL(cells, 90);   /* 4 x 4 matrices of zeros and ones with two ones in every row and column */
    CU_ASSERT(fit(flat, expected, 90) > 1e-3);
    hbs_graph_free(&graph);
}

/* Against libm, which is good to far more than 2^-32 here. */
static void probabilities(void) {
    for (uint32_t n = 3; n <= 40; n++)
        for (uint32_t k = 1; k < n; k++) {
            hbs_fraction p = {0};
            hbs_error error = {0};
            const double choose = exp(lgamma(n + 1.) - lgamma(k + 1.) - lgamma(n - k + 1.)), grid = ldexp(1, -32);
            CHECK_OK(hbs_domination_probability(n, k, &p, &error));
            CU_ASSERT_EQUAL(p.denominator, UINT64_C(1) << 32);
            CU_ASSERT_DOUBLE_EQUAL((double)p.numerator * grid, 1 - pow(1 - pow(1 / choose, 1. / (n - k)), 1. / k), 2 * grid);
            CU_ASSERT_EQUAL(hbs_clique_probability(n, k, &p, &error), k == 1 ? HBS_ERROR_USAGE : HBS_OK);
            if (k > 1) CU_ASSERT_DOUBLE_EQUAL((double)p.numerator * grid, pow(1 / choose, 2. / (k * (k - 1.))), 2 * grid);
        }
    hbs_fraction p;
    hbs_error error = {0};
    CHECK_OK(hbs_clique_probability(4, 2, &p, &error));   /* 1/6, rounded down */
    CU_ASSERT_EQUAL(p.numerator, (UINT64_C(1) << 32) / 6);
    CHECK_OK(hbs_clique_probability(5, 5, &p, &error));
    CU_ASSERT_EQUAL(p.numerator, p.denominator);
    CU_ASSERT_EQUAL(hbs_clique_probability(5, 6, &p, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_clique_probability(1000, 300, &p, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_domination_probability(5, 5, &p, &error), HBS_ERROR_USAGE);
}

static void refused_texts(void) {
    static const char *const bad[] = {"", "+", "foo", "gnp:2", "gnp:x", "gnp:-1/2", "gnm", "gnm:-1", "regular:", "grid:3y4", "grid:0x3", "grid:1x1x1x1x1x1x1", "cycle:3", "plantclique:3",
                                      "gnp:1/2+gnp:1/2", "gnp:1/2+plantclique", "complete+addedges:x", "edges+foo", "grid:99999"};
    static const struct {
        const char *text;
        uint32_t n;
    } unfit[] = {{"gnm:7", 4}, {"regular:3", 5}, {"regular:4", 4}, {"grid:3x4", 11}, {"torus", 8}, {"empty+plantclique:5", 4}};
    static const struct {
        const char *text;
        uint32_t n;
    } undrawn[] = {{"gnp", 4}, {"edges:1-1", 4}, {"edges:1-5", 4}, {"edges:1-2,", 1}, {"edges:12", 4}, {"complete+addedges:1", 4}, {"path+splitedges:4", 4}};
    hbs_graph graph = {0};
    hbs_rng rng;
    hbs_error error = {0};
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hbs_graph_model model = {.steps = 77};
        CU_ASSERT_EQUAL(hbs_graph_model_read(bad[i], &model, &error), HBS_ERROR_USAGE);
        CU_ASSERT_EQUAL(model.steps, 77);
    }
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        const hbs_graph_model model = model_of(unfit[i].text);
        CU_ASSERT_EQUAL(hbs_graph_model_check(&model, unfit[i].n, &error), HBS_ERROR_USAGE);
    }
    for (size_t i = 0; i < sizeof undrawn / sizeof *undrawn; i++) {
        const hbs_graph_model model = model_of(undrawn[i].text);
        CU_ASSERT_EQUAL(hbs_graph_draw(&graph, &model, undrawn[i].n, (hbs_fraction){0}, &rng, &error), HBS_ERROR_USAGE);
    }
    CU_ASSERT_EQUAL(hbs_graph_start(&graph, HBS_GRAPH_VERTICES_MAX, 1, &error), HBS_ERROR_USAGE);
    hbs_graph_free(&graph);
}

static void refused_bipartite_texts(void) {
    static const char *const bad[] = {"", "foo", "shift", "shift:", "shift:1,x", "regular", "gnp", "gnp:3/2", "complete:1", "complete+foo:1", "complete+addedges", "complete+addedges:1+addedges:1"};
    hbs_error error = {0};
    hbs_bipartite_model model;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CU_ASSERT_EQUAL(hbs_bipartite_read(bad[i], &model, &error), HBS_ERROR_USAGE);
    CHECK_OK(hbs_bipartite_read("regular:6", &model, &error));
    CU_ASSERT_EQUAL(hbs_bipartite_check(&model, 12, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_bipartite_check(&model, 5, &error), HBS_ERROR_USAGE);
    CHECK_OK(hbs_bipartite_check(&model, 11, &error));
    CHECK_OK(hbs_bipartite_read("shift:0,4", &model, &error));
    CU_ASSERT_EQUAL(hbs_bipartite_check(&model, 4, &error), HBS_ERROR_USAGE);
}

/* Random graphs with even degrees: half of the edges of every vertex have value 1, but for one vertex of a component with an odd number of edges. */
static void alternating_values(void) {
    static const char *const texts[] = {"regular:4", "torus:5x5", "cycle", "regular:2", "regular:6", "complete"};
    hbs_graph graph = {0};
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t u = 0; u < 20; u++) {
            const hbs_graph_model model = model_of(texts[i]);
            uint8_t value[400] = {0};
            uint32_t odd = 0, missed = 0;
            hbs_rng rng;
            hbs_rng_seed(&rng, 1, u, HBS_LANE_INSTANCE);
            CHECK_OK(hbs_graph_draw(&graph, &model, 25, (hbs_fraction){0}, &rng, &error));
            CHECK_OK(hbs_graph_alternate(&graph, value, &error));
            for (uint32_t c = 0; c < graph.components; c++) {
                uint32_t edges = 0;
                for (size_t e = 0; e < graph.edges; e++) edges += graph.component[graph.edge[e][0]] == c;
                odd += edges % 2;
            }
            for (uint32_t v = 0; v < graph.vertices; v++) {
                uint32_t on = 0;
                for (size_t e = 0; e < graph.edges; e++) on += (graph.edge[e][0] == v || graph.edge[e][1] == v) && value[e];
                missed += 2 * on != degree_of(&graph, v);
            }
            CU_ASSERT_EQUAL(missed, odd);
        }
    hbs_graph_free(&graph);
}

const hbs_test hbs_tests[] = {{"gnp_is_independent", gnp_is_independent},
                              {"gnm_is_uniform", gnm_is_uniform},
                              {"regular_is_uniform", regular_is_uniform},
                              {"pairing_is_uniform", pairing_is_uniform},
                              {"shapes", shapes},
                              {"regular_degrees", regular_degrees},
                              {"bipartite_regular_is_uniform", bipartite_regular_is_uniform},
                              {"probabilities", probabilities},
                              {"refused_texts", refused_texts},
                              {"refused_bipartite_texts", refused_bipartite_texts},
                              {"alternating_values", alternating_values},
                              {NULL, NULL}};
