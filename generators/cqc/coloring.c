/* Graph colouring as containment: a graph has a proper colouring with k colours iff it has a homomorphism to the complete graph on k vertices (Chandra, Merlin, "Optimal
 * implementation of conjunctive queries in relational data bases", STOC 1977, show by it that containment is NP-hard). q1 is the complete graph, both directions of
 * each edge, and q2 the graph; with both directions in q1 one direction in q2 is enough. */
#include <stdlib.h>

#include "generators/distinct.h"
#include "generators/edges.h"
#include "generators/sat/profile.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, BOTH };

#define COLOURS_MAX 100

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 1000000, "20", "vertices of the graph; those without an edge vanish"},
    {"k", HBS_INTEGER, 1, COLOURS_MAX, "3", "colours"},
    {"m", HBS_INTEGER, 0, 10000000, "0", "edges, at most n (n - 1) / 2; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "2.3", "edges a vertex, when m is 0; three colours give out near 2.3"},
    {"both", HBS_FLAG, 0, 1, "no", "yes: q2 has both directions of each edge; no: one, a fair coin each"},
};

static void release(void *scratch) {
    hbs_distinct_free(scratch);
    free(scratch);
}

static hbs_status room_of(hbs_drawing *drawing) {
    hbs_distinct *own = NULL;
    if (drawing->scratch) return HBS_OK;
    const hbs_status status = hbs_allocate(&own, 1, sizeof *own, drawing->error);
    if (status != HBS_OK) return status;
    drawing->scratch = own;
    drawing->scratch_free = release;
    return HBS_OK;
}

static hbs_status read_edges(hbs_unit *unit, int64_t *m) {
    int64_t p, q;
    const int64_t n = hbs_unit_integer(unit, N);
    *m = hbs_unit_integer(unit, M);
    hbs_unit_rational(unit, RATIO, &p, &q);
    if (*m == 0 && !hbs_clauses_at_ratio(p, q, n, m)) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "ratio * n is more than %lld edges", (long long)HBS_CLAUSES_MAX);
    if ((uint64_t)*m > hbs_edge_count((uint64_t)n))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld edges between %lld vertices: there are only %llu; raise n or lower m or ratio", (long long)*m, (long long)n, (unsigned long long)hbs_edge_count((uint64_t)n));
    return HBS_OK;
}

static int check(hbs_unit *unit) {
    int64_t m;
    return (int)read_edges(unit, &m);
}

static hbs_status add(hbs_unit *unit, hbs_query *query, uint32_t from, uint32_t to) {
    return hbs_query_append(query, &hbs_unit_current(unit)->instance.pair, 0, (const hbs_term[]){from, to}, hbs_unit_drawing(unit)->error);
}

static hbs_status draw_graph(hbs_unit *unit, hbs_query *query, int64_t m) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const bool both = hbs_unit_integer(unit, BOTH) != 0;
    HBS_TRY(hbs_distinct_start(drawing->scratch, hbs_edge_count(query->variables), (size_t)m, drawing->error));
    for (; m > 0; m--) {
        uint32_t from, to;
        hbs_edge_of(query->variables, hbs_distinct_next(drawing->scratch, &drawing->rng), &from, &to);
        const bool turn = !both && hbs_rng_below(&drawing->rng, 2);
        HBS_TRY(add(unit, query, turn ? to : from, turn ? from : to));
        if (both) HBS_TRY(add(unit, query, to, from));
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t k = (uint32_t)hbs_unit_integer(unit, K);
    uint32_t relation;
    int64_t m;
    HBS_TRY(read_edges(unit, &m));
    HBS_TRY(room_of(drawing));
    HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
    hbs_query_pair *const pair = &hbs_unit_current(unit)->instance.pair;
    HBS_TRY(hbs_symbol_intern(&pair->relations, "e", 1, 2, &relation, drawing->error));
    pair->q1.variables = k;
    pair->q2.variables = (uint32_t)hbs_unit_integer(unit, N);
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            if (i != j) HBS_TRY(add(unit, &pair->q1, i, j));
    HBS_TRY(draw_graph(unit, &pair->q2, m));
done:
    return (int)hbs_unit_keep(unit, status);
}

extern const hbs_generator hbs_cqc_coloring;
const hbs_generator hbs_cqc_coloring = {
    .abi = HBS_PLUGIN_ABI,
    .struct_size = sizeof(hbs_generator),
    .name = "cqc/coloring",
    .summary = "graph colouring as containment: q1 the complete graph on k vertices, q2 a random graph",
    .distribution = "q1: e(x,y) for all pairs of k distinct variables, both directions. q2: a uniform set of m edges on n named vertices, each in one direction by a fair coin "
            "(both=yes: in both). Contained iff the graph has a proper colouring with k colours",
    .uniform_over = "graphs with m edges on n named vertices, with directions of their edges (and the orders of edges); q1 is always the same",
    .rejects = "never",
    .cost = "O(k^2 + m log(n))",
    .source = "Chandra and Merlin, Optimal implementation of conjunctive queries in relational data bases, STOC 1977",
    .problem = HBS_GENERATES_CQC,
    .labels = HBS_LABELS_BY_SOLVER,
    .instances_per_unit = 1,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .parameters = parameters,
    .check = check,
    .generate = generate,
    .group = "reduction",
    .example = "n=5..8 k=3 ratio=2",
};
