/* Can the vertices be coloured with k colours so that neighbours differ?
 *
 * Variable (v-1) k + c, for vertex v = 1..n and c = 1..k: v has colour c. Clauses, in this order: every vertex has a colour (n), with functional=yes only one
 * (n C(k,2)), and for every edge and colour not both ends (k an edge). */
#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

enum { K = HBS_GRAPH_PARAMETERS, FUNCTIONAL };

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("gnp:1/2", "8"),
    {"k", HBS_INTEGER, 0, 1000, "3", "colours"},
    {"functional", HBS_FLAG, 0, 1, "yes", "yes: clauses forbid a second colour; no: a vertex with two colours may choose"},
    HBS_SUBSTITUTION_PARAMETER,
};

static double literals(const hbs_unit *unit, double n, double edges) {
    const double k = (double)hbs_unit_integer(unit, K);
    return n * k + (hbs_unit_flag(unit, FUNCTIONAL) ? n * k * (k - 1) : 0) + 2 * k * edges;
}

static const hbs_graph_demand demand = {.least = 0, .literals = literals};

static int check(hbs_unit *unit) {
    return (int)hbs_craft_check_graph(unit, &demand);
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const hbs_graph *const graph = &craft->graph;
    const hbs_mapping colour = {.first = 1, .domain = graph->vertices, .range = hbs_unit_number(unit, K)};
    hbs_craft_begin(craft, hbs_mapping_size(colour.domain, colour.range));
    hbs_craft_total(craft, &colour);
    if (hbs_unit_flag(unit, FUNCTIONAL)) hbs_craft_functional(craft, &colour);
    for (size_t e = 0; e < graph->edges; e++)
        for (uint32_t c = 0; c < colour.range; c++) hbs_craft_add(craft, -hbs_image(&colour, graph->edge[e][0], c), -hbs_image(&colour, graph->edge[e][1], c));
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_coloring = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/coloring",
    .summary = "can a graph be coloured with k colours?",
    .distribution = "a graph of the model graph= on n vertices, then the formula that says it has a proper colouring with k colours",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 + k edges + n k^2)",
    .source = HBS_CNFGEN("kcolor") "; Culberson and Gent, Frozen development in graph coloring, 2001",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "n=4..5 graph=gnp:3/4",
};
