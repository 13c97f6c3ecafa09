/* Has the graph a perfect matching?
 *
 * Variable e: the e-th edge u < v in lexicographic order is in the matching. Clauses: vertex by vertex, one of its edges is (1), and no two (C(degree,2)). */
#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("regular:3", "10"),
    HBS_SUBSTITUTION_PARAMETER,
};

/* At least, as degrees spread around their mean. */
static double literals(const hbs_unit *unit, double n, double edges) {
    const double degree = n > 0 ? 2 * edges / n : 0;
    (void)unit;
    return n * degree * degree;
}

static const hbs_graph_demand demand = {.least = 1, .literals = literals};

static int check(hbs_unit *unit) {
    return (int)hbs_craft_check_graph(unit, &demand);
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const hbs_graph *const graph = &craft->graph;
    hbs_craft_begin(craft, graph->edges);
    for (uint32_t v = 0; v < graph->vertices && craft->status == HBS_OK; v++) {
        uint32_t degree = 0;
        const int32_t *const edge = hbs_craft_edges_at(craft, v, &degree);
        hbs_craft_exactly(craft, edge, degree, 1);
    }
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_matching = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/matching",
    .summary = "has a graph a perfect matching?",
    .distribution = "a graph of the model graph= on n vertices, then the formula that says some of its edges meet every vertex exactly once",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 + sum of squared degrees)",
    .source = HBS_CNFGEN("matching"),
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "graph=gnp:1/2 n=4..6",
};
