/* Families on graphs against the graphs themselves: random edges are handed over as text, formulas are judged by all assignments, graphs by all subsets, maps or
 * sets of edges. Where models stand for solutions one by one, their numbers are equal. */
#include <stdarg.h>

#include "tests/unit/generators/draw.h"

#define N_MAX 8u

typedef struct small_graph {
    uint32_t n, edges, edge[28][2];
    bool has[N_MAX][N_MAX];
    char text[512];          /* "graph=edges:1-2,2-3 n=5" */
} small_graph;

static small_graph random_graph(uint64_t number, uint32_t n, uint32_t numerator, uint32_t denominator) {
    small_graph g = {.n = n};
    hbs_rng rng;
    hbs_rng_seed(&rng, 99, number, HBS_LANE_INSTANCE);
    int at = snprintf(g.text, sizeof g.text, "n=%u graph=edges:", n);
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = u + 1; v < n; v++) {
            if (!hbs_rng_bernoulli(&rng, numerator, denominator)) continue;
            g.has[u][v] = g.has[v][u] = true;
            at += snprintf(g.text + at, sizeof g.text - (size_t)at, "%s%u-%u", g.edges ? "," : "", u + 1, v + 1);
            g.edge[g.edges][0] = u;
            g.edge[g.edges++][1] = v;
        }
    return g;
}

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static workbench *opened(const char *format, ...) {
    char spec[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(spec, sizeof spec, format, arguments);
    va_end(arguments);
    return bench_open(spec);
}

/* Models of the formula and its numbers of variables and clauses. */
static uint64_t models_of(workbench *bench, uint32_t *variables, size_t *clauses) {
    const hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
    const uint64_t models = hbs_brute_sat_count(cnf, NULL);
    *variables = cnf->variables;
    *clauses = cnf->clauses;
    bench_close(bench);
    return models;
}

static uint64_t choose(uint64_t n, uint64_t k) {
    uint64_t c = 1;
    for (uint64_t i = 0; i < k; i++) c = i < n ? c * (n - i) / (i + 1) : 0;
    return c;
}

static bool is_clique(const small_graph *g, uint32_t set) {
    for (uint32_t u = 0; u < g->n; u++)
        for (uint32_t v = u + 1; v < g->n; v++)
            if ((set >> u & 1) && (set >> v & 1) && !g->has[u][v]) return false;
    return true;
}

static bool dominates(const small_graph *g, uint32_t set) {
    for (uint32_t u = 0; u < g->n; u++) {
        bool near = set >> u & 1;
        for (uint32_t v = 0; v < g->n; v++) near = near || ((set >> v & 1) && g->has[u][v]);
        if (!near) return false;
    }
    return true;
}

static bool covers(const small_graph *g, uint32_t set) {
    for (uint32_t e = 0; e < g->edges; e++)
        if (!(set >> g->edge[e][0] & 1) && !(set >> g->edge[e][1] & 1)) return false;
    return true;
}

/* Sets of exactly `size` vertices (below: of at most that) with the property. */
static uint64_t sets_with(const small_graph *g, bool (*property)(const small_graph *, uint32_t), uint32_t size, bool below) {
    uint64_t count = 0;
    for (uint32_t set = 0; set < UINT32_C(1) << g->n; set++) {
        const uint32_t here = (uint32_t)__builtin_popcount(set);
        count += (here == size || (below && here < size)) && property(g, set);
    }
    return count;
}

/* One model a clique, or k! without symmetry breaking. */
static void cliques(void) {
    for (uint64_t i = 0; i < 60; i++) {
        const uint32_t n = 4 + (uint32_t)(i % 3), k = 2 + (uint32_t)(i / 3 % 2);
        const small_graph g = random_graph(i, n, 1, 2);
        const uint64_t found = sets_with(&g, is_clique, k, false), missing = choose(n, 2) - g.edges;
        uint32_t variables;
        size_t clauses;
        CU_ASSERT_EQUAL(models_of(opened("sat/clique %s k=%u", g.text, k), &variables, &clauses), found);
        CU_ASSERT_EQUAL(variables, n * k);
        CU_ASSERT_EQUAL(clauses, k + k * choose(n, 2) + n * choose(k, 2) + choose(k, 2) * (choose(n, 2) + missing));
        CU_ASSERT_EQUAL(models_of(opened("sat/clique %s k=%u symmetry=no", g.text, k), &variables, &clauses), found * (k == 2 ? 2 : 6));
        CU_ASSERT_EQUAL(clauses, k + k * choose(n, 2) + n * choose(k, 2) + 2 * choose(k, 2) * missing);
    }
}

static void dominating_sets(void) {
    unsigned yes = 0;
    for (uint64_t i = 0; i < 60; i++) {
        const uint32_t n = 4 + (uint32_t)(i % 3), k = 1 + (uint32_t)(i / 3 % 2);
        const small_graph g = random_graph(100 + i, n, 2, 5);
        const bool found = sets_with(&g, dominates, k, true) > 0;
        uint32_t variables, classes = 0;
        size_t clauses;
        for (uint32_t v = 0; v < n; v++) {   /* closed neighbourhoods that differ */
            bool first = true;
            for (uint32_t u = 0; u < v && first; u++) {
                bool same = true;
                for (uint32_t w = 0; w < n; w++) same = same && (g.has[u][w] || u == w) == (g.has[v][w] || v == w);
                first = !same;
            }
            classes += first;
        }
        CU_ASSERT_EQUAL(models_of(opened("sat/dominating_set %s k=%u", g.text, k), &variables, &clauses) > 0, found);
        CU_ASSERT_EQUAL(variables, n * (k + 1));
        CU_ASSERT_EQUAL(clauses, k * choose(n, 2) + choose(n, 2) * choose(k, 2) + n * k + n + classes);
        yes += found;
    }
    CU_ASSERT(yes > 10 && yes < 50);
}

static void vertex_covers(void) {
    unsigned yes = 0;
    for (uint64_t i = 0; i < 60; i++) {
        const uint32_t n = 5 + (uint32_t)(i % 2), k = 1 + (uint32_t)(i / 2 % 2);
        const small_graph g = random_graph(200 + i, n, 1, 3);
        const bool found = sets_with(&g, covers, k, true) > 0;
        uint32_t variables;
        size_t clauses;
        CU_ASSERT_EQUAL(models_of(opened("sat/vertex_cover %s k=%u", g.text, k), &variables, &clauses) > 0, found);
        CU_ASSERT_EQUAL(variables, n * (k + 1));
        CU_ASSERT_EQUAL(clauses, k * choose(n, 2) + choose(n, 2) * choose(k, 2) + n * k + n + g.edges);
        yes += found;
    }
    CU_ASSERT(yes > 10 && yes < 50);
}

static uint64_t colourings(const small_graph *g, uint32_t k) {
    uint64_t count = 0, maps = 1;
    for (uint32_t v = 0; v < g->n; v++) maps *= k;
    for (uint64_t map = 0; map < maps; map++) {
        uint32_t colour[N_MAX];
        bool proper = true;
        uint64_t left = map;
        for (uint32_t v = 0; v < g->n; v++, left /= k) colour[v] = (uint32_t)(left % k);
        for (uint32_t e = 0; e < g->edges; e++) proper = proper && colour[g->edge[e][0]] != colour[g->edge[e][1]];
        count += proper;
    }
    return count;
}

static void proper_colourings(void) {
    for (uint64_t i = 0; i < 60; i++) {
        const uint32_t n = 4 + (uint32_t)(i % 3), k = 2 + (uint32_t)(i / 3 % 2);
        const small_graph g = random_graph(300 + i, n, 3, 5);
        const uint64_t found = colourings(&g, k);
        uint32_t variables;
        size_t clauses;
        CU_ASSERT_EQUAL(models_of(opened("sat/coloring %s k=%u", g.text, k), &variables, &clauses), found);
        CU_ASSERT_EQUAL(variables, n * k);
        CU_ASSERT_EQUAL(clauses, n + n * choose(k, 2) + k * g.edges);
        CU_ASSERT_EQUAL(models_of(opened("sat/coloring %s k=%u functional=no", g.text, k), &variables, &clauses) > 0, found > 0);
        CU_ASSERT_EQUAL(clauses, n + k * g.edges);
    }
}

/* Sets of edges with `low` to `high` of them at every vertex, or, with a charge, of its parity. */
static uint64_t edge_sets(const small_graph *g, bool (*fits)(const small_graph *, uint32_t vertex, uint32_t on)) {
    uint64_t count = 0;
    for (uint32_t set = 0; set < UINT32_C(1) << g->edges; set++) {
        bool good = true;
        for (uint32_t v = 0; v < g->n && good; v++) {
            uint32_t on = 0;
            for (uint32_t e = 0; e < g->edges; e++) on += (set >> e & 1) && (g->edge[e][0] == v || g->edge[e][1] == v);
            good = fits(g, v, on);
        }
        count += good;
    }
    return count;
}

static bool one(const small_graph *g, uint32_t vertex, uint32_t on) {
    (void)g, (void)vertex;
    return on == 1;
}
static bool even(const small_graph *g, uint32_t vertex, uint32_t on) {
    (void)g, (void)vertex;
    return on % 2 == 0;
}
static bool first_odd(const small_graph *g, uint32_t vertex, uint32_t on) {
    (void)g;
    return on % 2 == (vertex == 0);
}
static uint32_t degree_of(const small_graph *g, uint32_t v) {
    uint32_t degree = 0;
    for (uint32_t u = 0; u < g->n; u++) degree += g->has[u][v];
    return degree;
}
static bool half(const small_graph *g, uint32_t vertex, uint32_t on) { return 2 * on == degree_of(g, vertex); }

static void edges_of_graphs(void) {
    for (uint64_t i = 0; i < 60; i++) {
        const uint32_t n = 4 + (uint32_t)(i % 3);
        const small_graph g = random_graph(400 + i, n, 1, 2);
        uint32_t variables;
        size_t clauses, parities = 0, ones = 0;
        for (uint32_t v = 0; v < n; v++) {
            const uint32_t degree = degree_of(&g, v);
            parities += degree ? (size_t)1 << (degree - 1) : 0;
            ones += 1 + choose(degree, 2);
        }
        CU_ASSERT_EQUAL(models_of(opened("sat/matching %s", g.text), &variables, &clauses), edge_sets(&g, one));
        CU_ASSERT_EQUAL(variables, g.edges);
        CU_ASSERT_EQUAL(clauses, ones);
        CU_ASSERT_EQUAL(models_of(opened("sat/tseitin %s charges=none", g.text), &variables, &clauses), edge_sets(&g, even));
        CU_ASSERT_EQUAL(clauses, parities);
        CU_ASSERT_EQUAL(models_of(opened("sat/tseitin %s", g.text), &variables, &clauses), edge_sets(&g, first_odd));
        CU_ASSERT_EQUAL(clauses, parities + (degree_of(&g, 0) == 0));
    }
}

/* Random unions of cycles have even degrees; others are refused with the vertex named. */
static void halves(void) {
    unsigned even_ones = 0, refused = 0;
    for (uint64_t i = 0; i < 300; i++) {
        const small_graph g = random_graph(500 + i, 5, 1, 2);
        bool fits = true;
        for (uint32_t v = 0; v < g.n; v++) fits = fits && degree_of(&g, v) % 2 == 0;
        workbench *const bench = opened("sat/even_coloring %s", g.text);
        hbs_error error = {0};
        const hbs_status status = bench_try(bench, 1, 0, &error);
        CU_ASSERT_EQUAL(status, fits ? HBS_OK : HBS_ERROR_USAGE);
        if (fits) {
            CU_ASSERT_EQUAL(hbs_brute_sat_count(&bench->drawing.drawn[0].instance.cnf, NULL), edge_sets(&g, half));
            even_ones++;
        } else {
            CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "degrees must be even"));
            refused++;
        }
        bench_close(bench);
    }
    CU_ASSERT(even_ones > 5 && refused > 100);
}

/* Charges: uniform, or uniform given their sum, or none; read off the first clause of each vertex of a cycle. */
static void charges(void) {
    static const struct {
        const char *law;
        double share[8];
    } row[] = {{"random", {1, 1, 1, 1, 1, 1, 1, 1}}, {"odd", {0, 2, 2, 0, 2, 0, 0, 2}}, {"even", {2, 0, 0, 2, 0, 2, 2, 0}}, {"first", {0, 8, 0, 0, 0, 0, 0, 0}}, {"none", {8, 0, 0, 0, 0, 0, 0, 0}}};
    enum { DRAWS = 4000 };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        workbench *const bench = opened("sat/tseitin graph=cycle n=3 charges=%s", row[i].law);
        double count[8] = {0};
        for (uint64_t u = 0; u < DRAWS; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 8, u);
            size_t cell = 0;
            for (size_t v = 0; v < 3; v++) {   /* two clauses a vertex: equal signs for an odd sum */
                const int32_t *const clause = hbs_cnf_clause(&drawn->instance.cnf, 2 * v);
                cell |= (size_t)((clause[0] < 0) == (clause[1] < 0)) << v;
            }
            CU_ASSERT_EQUAL(drawn->claim, __builtin_popcountll(cell) % 2 ? HBS_LABEL_NO : HBS_LABEL_YES);
            count[cell]++;
        }
        for (size_t c = 0; c < 8; c++) {
            const double expected = DRAWS * row[i].share[c] / 8;
            CU_ASSERT(fabs(count[c] - expected) <= 4 * sqrt(expected));
        }
        bench_close(bench);
    }
}

/* All pairs between different hidden colours are equally likely edges, and the witness is a colouring. */
static void planted_colourings(void) {
    workbench *const bench = opened("sat/planted_coloring n=6 k=3 m=5");
    double with[15] = {0}, expected[15];
    unsigned full = 0;
    for (uint64_t u = 0; u < 3000; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 4, u)->instance.cnf;
        const size_t edges = (cnf->clauses - 24) / 3;
        full += edges == 5;
        for (size_t e = 0; e < edges; e++) {
            const uint32_t a = (uint32_t)(-hbs_cnf_clause(cnf, 24 + 3 * e)[0] - 1) / 3, b = (uint32_t)(-hbs_cnf_clause(cnf, 24 + 3 * e)[1] - 1) / 3;
            with[a * (11 - a) / 2 + b - a - 1]++;
        }
    }
    double sum = 0;
    for (size_t i = 0; i < 15; i++) sum += with[i];
    for (size_t i = 0; i < 15; i++) expected[i] = sum / 15;
    CU_ASSERT(fit(with, expected, 15) > 1e-3);
    CU_ASSERT(full > 2900);   /* fewer pairs only when nearly all vertices have one colour */
    bench_close(bench);
}

/* n_high: sizes are drawn with every graph, from max(n, least), and connectedness holds. */
static void sizes(void) {
    workbench *const bench = opened("sat/vertex_cover n=5 n_high=9 k=4 connected=yes");
    double count[4] = {0}, expected[4];
    for (uint64_t u = 0; u < 2000; u++) {
        const uint32_t variables = bench_draw(bench, 1, u)->instance.cnf.variables;
        CU_ASSERT_FATAL(variables % 5 == 0 && variables >= 30 && variables <= 45);
        count[variables / 5 - 6]++;
    }
    for (int i = 0; i < 4; i++) CU_ASSERT(count[i] > 200);   /* not uniform: connected graphs are kept */
    bench_close(bench);
    workbench *const loose = opened("sat/dominating_set n=2 n_high=6 k=3");
    memset(count, 0, sizeof count);
    for (uint64_t u = 0; u < 3000; u++) count[bench_draw(loose, 1, u)->instance.cnf.variables / 4 - 4]++;
    for (int i = 0; i < 3; i++) expected[i] = 1000;
    CU_ASSERT(fit(count, expected, 3) > 1e-3 && count[3] == 0);
    bench_close(loose);
}

static void refused(void) {
    static const char *const specs[] = {"sat/clique graph=foo", "sat/clique n=3 k=4", "sat/coloring graph=gnp", "sat/dominating_set n=3 k=3", "sat/vertex_cover n=5 k=4", "sat/tseitin charges=x",
                                        "sat/clique n=9 n_high=8", "sat/coloring graph=regular:3 n=7", "sat/coloring substitution=xor", "sat/matching graph=grid:2x3 n=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) check_refused(specs[i], "");
    workbench *const hopeless = bench_open("sat/coloring graph=edges:1-2 n=3 connected=yes");
    hbs_error error = {0};
    CU_ASSERT_EQUAL(bench_try(hopeless, 1, 0, &error), HBS_ERROR_BUDGET);
    bench_close(hopeless);
}

const hbs_test hbs_tests[] = {{"cliques", cliques},
                              {"dominating_sets", dominating_sets},
                              {"vertex_covers", vertex_covers},
                              {"proper_colourings", proper_colourings},
                              {"edges_of_graphs", edges_of_graphs},
                              {"halves", halves},
                              {"charges", charges},
                              {"planted_colourings", planted_colourings},
                              {"sizes", sizes},
                              {"refused", refused},
                              {NULL, NULL}};
