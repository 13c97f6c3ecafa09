/* A graph that was made to have a colouring, and the formula that asks for one.
 *
 * A hidden colouring is drawn first, and edges among pairs that it colours differently. Variables and clauses are those of sat/coloring: variable (v-1) k + c,
 * vertex v has colour c; every vertex has a colour, with functional=yes only one, no edge has one colour at both ends. */
#include "generators/graphs/models.h"
#include "generators/sat/encodings.h"
#include "generators/sat/profile.h"

enum { N, K, M, RATIO, FUNCTIONAL };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, HBS_GRAPH_VERTICES_MAX, "20", "vertices"},
    {"k", HBS_INTEGER, 2, 1000, "3", "colours"},
    {"m", HBS_INTEGER, 0, 200000000, "0", "edges, or as many as the hidden colouring has room for; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 100000, "2.3", "edges a vertex, when m is 0; 2.3 is near the 3-colouring threshold of random graphs"},
    {"functional", HBS_FLAG, 0, 1, "yes", "yes: clauses forbid a second colour"},
    HBS_SUBSTITUTION_PARAMETER,
};

/* About (k-1)/k of the pairs have two colours. */
static int check(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    int64_t m = 0;
    const double n = (double)hbs_unit_integer(unit, N), k = (double)hbs_unit_integer(unit, K), room = n * n / 2 * (k - 1) / k;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, hbs_unit_integer(unit, N), &m));
    HBS_TRY(hbs_craft_check(unit, n * k + (hbs_unit_flag(unit, FUNCTIONAL) ? n * k * (k - 1) : 0) + 2 * k * ((double)m < room ? (double)m : room)));
done:
    return (int)status;
}

/* Pairs of one colour are joined first, so that what is added falls between colours; then they are taken away. */
static void draw_edges(hbs_craft *craft, const uint32_t *hidden, uint32_t n, int64_t wanted) {
    hbs_graph *const graph = &craft->graph;
    uint64_t room = (uint64_t)n * (n - 1) / 2;
    if (craft->status == HBS_OK) craft->status = hbs_graph_start(graph, n, 0, craft->error);
    for (uint32_t u = 0; u < n && craft->status == HBS_OK; u++)
        for (uint32_t v = u + 1; v < n; v++)
            if (hidden[u] == hidden[v]) hbs_graph_join(graph, u, v), room--;
    if (craft->status == HBS_OK) craft->status = hbs_graph_add_edges(graph, (uint64_t)wanted < room ? (uint64_t)wanted : room, &hbs_unit_drawing(craft->unit)->rng, craft->error);
    for (uint32_t u = 0; u < n && craft->status == HBS_OK; u++)
        for (uint32_t v = u + 1; v < n; v++)
            if (hidden[u] == hidden[v]) hbs_graph_part(graph, u, v);
    if (craft->status == HBS_OK) craft->status = hbs_graph_list(graph, craft->error);
}

static int generate(hbs_unit *unit) {
    int64_t wanted = 0;
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft || hbs_read_clauses(unit, M, RATIO, hbs_unit_integer(unit, N), &wanted) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    uint32_t *const hidden = hbs_craft_numbers(craft, n);
    if (!hidden) return (int)hbs_unit_keep(unit, craft->status);
    for (uint32_t v = 0; v < n; v++) hidden[v] = (uint32_t)hbs_unit_below(unit, k);
    draw_edges(craft, hidden, n, wanted);
    const hbs_mapping colour = {.first = 1, .domain = n, .range = k};
    hbs_craft_begin(craft, hbs_mapping_size(n, k));
    hbs_craft_total(craft, &colour);
    if (hbs_unit_flag(unit, FUNCTIONAL)) hbs_craft_functional(craft, &colour);
    for (size_t e = 0; craft->status == HBS_OK && e < craft->graph.edges; e++)
        for (uint32_t c = 0; c < k; c++) hbs_craft_add(craft, -hbs_image(&colour, craft->graph.edge[e][0], c), -hbs_image(&colour, craft->graph.edge[e][1], c));
    uint8_t *const model = hbs_craft_model(craft);
    for (uint32_t v = 0; model && v < n; v++) model[hbs_image(&colour, v, hidden[v])] = 1;
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_planted_coloring = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/planted_coloring",
    .summary = "colouring of a graph with a hidden colouring",
    .distribution = "a colouring of n vertices uniform among all k^n; then a uniform set of m pairs among those that it colours differently (all of "
            "them when there are fewer), as the edges; then the formula that says a proper colouring with k colours exists",
    .uniform_over = "not uniform: because a graph of m edges comes with probability that grows with its number of colourings",
    .rejects = "never",
    .cost = "O(n^2 + k m + n k^2)",
    .source = "the planted colouring model; Krivelevich and Vilenchik, Semirandom models as benchmarks for coloring algorithms, 2006",
    .labels = HBS_LABELS_ALL_YES,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "n=4..5 ratio=1",
};
