/* Can the edges be split in two so that every vertex has as many on one side as on the other?
 *
 * Variable e: the e-th edge u < v in lexicographic order is on the first side. Clauses: vertex by vertex, at least half of its edges are, and at most half
 * (C(degree, degree/2 + 1) each). All degrees must be even. Satisfiable iff every component has an even number of edges: sides then alternate along an Eulerian
 * circuit. */
#include <math.h>
#include <string.h>

#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"
#include "generators/sat/size.h"

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("regular:4", "7"),
    HBS_SUBSTITUTION_PARAMETER,
};

/* At least, as degrees spread around their mean. */
static double literals(const hbs_unit *unit, double n, double edges) {
    const double degree = n > 0 ? floor(2 * edges / n) : 0, size = floor(degree / 2) + 1;
    (void)unit;
    return 2 * n * size * hbs_real_binomial(degree, size);
}

static const hbs_graph_demand demand = {.least = 1, .literals = literals};

static int check(hbs_unit *unit) {
    return (int)hbs_craft_check_graph(unit, &demand);
}

static hbs_status state(hbs_craft *craft) {
    const hbs_graph *const graph = &craft->graph;
    for (uint32_t v = 0; v < graph->vertices && craft->status == HBS_OK; v++) {
        uint32_t degree = 0;
        const int32_t *const edge = hbs_craft_edges_at(craft, v, &degree);
        if (degree % 2)
            return craft->status = hbs_raise(craft->error, HBS_ERROR_USAGE, "vertex %u has %u edges: all degrees must be even, as in graph=regular:4 or a torus", v + 1, degree);
        hbs_craft_exactly(craft, edge, degree, degree / 2);
    }
    return craft->status;
}

static bool even_components(hbs_craft *craft) {
    const hbs_graph *const graph = &craft->graph;
    uint32_t *const edges = hbs_craft_numbers(craft, graph->components);
    if (!edges) return false;
    memset(edges, 0, graph->components * sizeof *edges);
    for (size_t e = 0; e < graph->edges; e++) edges[graph->component[graph->edge[e][0]]]++;
    for (uint32_t c = 0; c < graph->components; c++)
        if (edges[c] % 2) return false;
    return true;
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    hbs_craft_begin(craft, craft->graph.edges);
    state(craft);
    if (!even_components(craft)) {
        hbs_craft_claim(craft, HBS_LABEL_NO);
    } else {
        uint8_t *const model = hbs_craft_model(craft);
        if (model) craft->status = hbs_graph_alternate(&craft->graph, model + 1, craft->error);
    }
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_even_coloring = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/even_coloring",
    .summary = "can edges be halved at every vertex?",
    .distribution = "a graph of the model graph= on n vertices with even degrees, then the formula that says half of the edges at every vertex are on "
            "one side",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 + n 2^degree)",
    .source = "Markstroem, Locality and hard SAT-instances, JSAT 2006; " HBS_CNFGEN("ec"),
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "graph=regular:4 n=5..7",
};
