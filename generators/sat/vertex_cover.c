/* Are there k vertices that touch every edge?
 *
 * Variable v = 1..n: vertex v is chosen. Variable n + (i-1) n + v, for i = 1..k: it takes slot i. Clauses, in this order: no slot twice (k C(n,2)), never a
 * larger vertex in an earlier slot (C(n,2) C(k,2)), who has a slot is chosen (k n), who is chosen has a slot (n), and of every edge one end is chosen. This is
 * the encoding of the fork of CNFgen that the published sets were made with, without the clauses that it wrote twice. */
#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

enum { K = HBS_GRAPH_PARAMETERS };

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("gnp", "8"),
    {"k", HBS_INTEGER, 1, 1000, "4", "vertices that may be chosen; gnp without P: P = 1 - C(n,n-k)^(-2/((n-k)(n-k-1))), at which one cover is expected"},
    HBS_SUBSTITUTION_PARAMETER,
};

/* A cover of k vertices leaves an independent set of n - k: a clique of the complement. */
static hbs_status cover_probability(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error) {
    hbs_fraction p;
    const hbs_status status = hbs_clique_probability(n, n - k, &p, error);
    if (status == HBS_OK) *out = (hbs_fraction){.numerator = p.denominator - p.numerator, .denominator = p.denominator};
    return status;
}

static double literals(const hbs_unit *unit, double n, double edges) {
    return hbs_selection_literals(n, (double)hbs_unit_integer(unit, K), edges);
}

static hbs_graph_demand demand_of(const hbs_unit *unit) {
    const uint32_t k = hbs_unit_number(unit, K);
    return (hbs_graph_demand){.k = k, .least = k + 2, .derive = cover_probability, .literals = literals};
}

static int check(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    return (int)hbs_craft_check_graph(unit, &demand);
}

static int generate(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const hbs_graph *const graph = &craft->graph;
    const hbs_mapping slot = {.first = (int32_t)graph->vertices + 1, .domain = demand.k, .range = graph->vertices};
    hbs_craft_begin(craft, graph->vertices + hbs_mapping_size(slot.domain, slot.range));
    hbs_craft_functional(craft, &slot);       /* a slot takes one vertex at most */
    hbs_craft_nondecreasing(craft, &slot);
    hbs_craft_select(craft, &slot, false);
    for (size_t e = 0; e < graph->edges; e++) hbs_craft_add(craft, (int32_t)graph->edge[e][0] + 1, (int32_t)graph->edge[e][1] + 1);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_vertex_cover = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/vertex_cover",
    .summary = "has a graph a vertex cover of k vertices?",
    .distribution = "a graph of the model graph= on n >= k+2 vertices (n_high: n uniform in max(n, k+2)..n_high with every graph), then the formula "
            "that says at most k vertices touch all its edges",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 k^2)",
    .source = "with gnp alone the k-vercov sets of Li, Guo and Si, G4SATBench, TMLR 2024, and the fork of CNFgen that made them",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "n=5 k=2",
};
