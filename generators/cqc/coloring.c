/* Graph colouring as containment: a graph has a proper colouring with k colours iff it has a homomorphism to the complete graph on k vertices (Chandra, Merlin, "Optimal
 * implementation of conjunctive queries in relational data bases", STOC 1977, show by it that containment is NP-hard). q1 is the complete graph, both directions of
 * each edge, and q2 the graph; with both directions in q1 one direction in q2 is enough. */
#include <stdlib.h>

#include "generators/distinct.h"
#include "generators/edges.h"
#include "generators/graphs/models.h"
#include "generators/sat/profile.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, BOTH, GRAPH };

#define COLOURS_MAX 100

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 1000000, "20", "vertices of the graph; those without an edge vanish"},
    {"k", HBS_INTEGER, 1, COLOURS_MAX, "3", "colours"},
    {"m", HBS_INTEGER, 0, 10000000, "0", "edges, at most n (n - 1) / 2; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "2", "edges a vertex, when m is 0; three colours give out near 2 at n = 20, near 2.3 in large graphs"},
    {"both", HBS_FLAG, 0, 1, "no", "yes: q2 has both directions of each edge; no: one, a fair coin each"},
    {"graph", HBS_TEXT, 0, 0, "", "in place of m and ratio a model: " HBS_GRAPH_MODELS_HELP},
};

typedef struct room {
    hbs_distinct distinct;
    hbs_graph graph;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_distinct_free(&own->distinct);
    hbs_graph_free(&own->graph);
    free(own);
}

/* The model that is given, checked; false in *given: none is. */
static hbs_status read_model(hbs_unit *unit, hbs_graph_model *model, bool *given) {
    hbs_error error;
    const char *const text = hbs_unit_text(unit, GRAPH);
    *given = *text != 0;
    if (!*given) return HBS_OK;
    hbs_status status = hbs_graph_model_read(text, model, &error);
    if (status == HBS_OK && model->step[0].kind == HBS_GRAPH_GNP && !model->step[0].p.denominator) status = hbs_raise(&error, HBS_ERROR_USAGE, "gnp needs a probability: write gnp:1/5");
    if (status == HBS_OK) status = hbs_graph_model_check(model, hbs_unit_number(unit, N), &error);
    return status == HBS_OK ? HBS_OK : hbs_unit_raise(unit, status, "graph: %s", error.message);
}

static hbs_status read_edges(hbs_unit *unit, int64_t *m) {
    const int64_t n = hbs_unit_integer(unit, N);
    if (hbs_read_clauses(unit, M, RATIO, n, m) != HBS_OK) return hbs_unit_drawing(unit)->status;
    if ((uint64_t)*m > hbs_edge_count((uint64_t)n))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld edges between %lld vertices: there are only %llu; raise n or lower m or ratio", (long long)*m, (long long)n, (unsigned long long)hbs_edge_count((uint64_t)n));
    return HBS_OK;
}

static int check(hbs_unit *unit) {
    hbs_graph_model model;
    bool given = false;
    int64_t m;
    const hbs_status status = read_model(unit, &model, &given);
    if (status != HBS_OK || !given) return (int)(status == HBS_OK ? read_edges(unit, &m) : status);
    if (hbs_unit_integer(unit, M) != 0) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "graph stands in place of m: leave that out, or write graph=gnm:%lld", (long long)hbs_unit_integer(unit, M));
    return HBS_OK;
}

static hbs_status add(hbs_unit *unit, hbs_query *query, uint32_t from, uint32_t to) {
    return hbs_query_append(query, &hbs_unit_current(unit)->instance.pair, 0, (const hbs_term[]){from, to}, hbs_unit_drawing(unit)->error);
}

static hbs_status add_edge(hbs_unit *unit, hbs_query *query, uint32_t from, uint32_t to) {
    hbs_status status = HBS_OK;
    const bool both = hbs_unit_flag(unit, BOTH), turn = !both && hbs_rng_below(&hbs_unit_drawing(unit)->rng, 2);
    HBS_TRY(add(unit, query, turn ? to : from, turn ? from : to));
    if (both) HBS_TRY(add(unit, query, to, from));
done:
    return status;
}

static hbs_status draw_edges(hbs_unit *unit, hbs_query *query, hbs_distinct *distinct) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    int64_t m;
    HBS_TRY(read_edges(unit, &m));
    HBS_TRY(hbs_distinct_start_set(distinct, &drawing->rng, hbs_edge_count(query->variables), (size_t)m, drawing->error));
    for (; m > 0; m--) {
        uint32_t from, to;
        hbs_edge_of(query->variables, hbs_distinct_next(distinct, &drawing->rng), &from, &to);
        HBS_TRY(add_edge(unit, query, from, to));
    }
done:
    return status;
}

/* A graph of the model. */
static hbs_status draw_model(hbs_unit *unit, hbs_query *query, const hbs_graph_model *model, hbs_graph *graph) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    HBS_TRY(hbs_graph_draw(graph, model, query->variables, model->step[0].p, &drawing->rng, drawing->error));
    query->variables = graph->vertices;
    for (size_t e = 0; e < graph->edges; e++) HBS_TRY(add_edge(unit, query, graph->edge[e][0], graph->edge[e][1]));
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t k = hbs_unit_number(unit, K);
    uint32_t relation;
    hbs_graph_model model;
    bool given = false;
    HBS_TRY(read_model(unit, &model, &given));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
    hbs_query_pair *const pair = &hbs_unit_current(unit)->instance.pair;
    HBS_TRY(hbs_symbol_intern(&pair->relations, "e", 1, 2, &relation, drawing->error));
    pair->q1.variables = k;
    pair->q2.variables = hbs_unit_number(unit, N);
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            if (i != j) HBS_TRY(add(unit, &pair->q1, i, j));
    HBS_TRY(given ? draw_model(unit, &pair->q2, &model, &own->graph) : draw_edges(unit, &pair->q2, &own->distinct));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_coloring = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/coloring",
    .summary = "graph colouring as containment: q1 the complete graph on k vertices, q2 a random graph",
    .distribution = "q1: e(x,y) for all pairs of k distinct variables, both directions. q2: a uniform set of m edges on n named vertices, each in one direction by a fair coin "
            "(both=yes: in both); or a graph of the model graph=. Contained iff the graph has a proper colouring with k colours",
    .uniform_over = "graphs with m edges on n named vertices, with directions of their edges (and the orders of edges), or what the model graph= is uniform over; q1 is always the same",
    .rejects = "no, but for graph=regular:D until a pairing is simple",
    .cost = "O(k^2 + m log(n)), with graph= O(k^2 + n^2)",
    .source = "Chandra and Merlin, Optimal implementation of conjunctive queries in relational data bases, STOC 1977",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "reduction",
    .example = "n=5..8 k=3 ratio=2",
};
