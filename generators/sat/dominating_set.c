/* Are there k vertices such that every other one has a neighbour among them?
 *
 * Variable v = 1..n: vertex v is chosen. Variable n + (v-1) k + i, for i = 1..k: it takes slot i. Clauses, in this order: no slot twice (k C(n,2)), never a
 * larger vertex in an earlier or equal slot (C(n,2) C(k,2) more), who has a slot is chosen (k n), who is chosen has a slot (n), and of every closed
 * neighbourhood somebody is chosen; neighbourhoods that are equal stand once. */
#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

enum { K = HBS_GRAPH_PARAMETERS };

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("gnp", "8"),
    {"k", HBS_INTEGER, 1, 1000, "2", "vertices that may be chosen; gnp without P: P = 1 - (1 - C(n,k)^(-1/(n-k)))^(1/k), at which one such set is expected"},
    HBS_SUBSTITUTION_PARAMETER,
};

static double literals(const hbs_unit *unit, double n, double edges) {
    return hbs_selection_literals(n, (double)hbs_unit_integer(unit, K), edges);
}

static hbs_graph_demand demand_of(const hbs_unit *unit) {
    const uint32_t k = hbs_unit_number(unit, K);
    return (hbs_graph_demand){.k = k, .least = k + 1, .derive = hbs_domination_probability, .literals = literals};
}

static int check(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    return (int)hbs_craft_check_graph(unit, &demand);
}

static bool same_closed_neighbourhood(const hbs_graph *graph, uint32_t u, uint32_t v) {
    if (!hbs_graph_has(graph, u, v)) return false;
    for (uint32_t w = 0; w < graph->vertices; w++)
        if (w != u && w != v && hbs_graph_has(graph, u, w) != hbs_graph_has(graph, v, w)) return false;
    return true;
}

static void dominate(hbs_craft *craft) {
    const hbs_graph *const graph = &craft->graph;
    int32_t *const clause = hbs_craft_literals(craft, graph->vertices);
    for (uint32_t v = 0; clause && v < graph->vertices; v++) {
        uint32_t earlier = 0;
        size_t count = 0;
        while (earlier < v && !same_closed_neighbourhood(graph, earlier, v)) earlier++;
        if (earlier < v) continue;
        for (uint32_t w = 0; w < graph->vertices; w++)
            if (w == v || hbs_graph_has(graph, v, w)) clause[count++] = (int32_t)w + 1;
        hbs_craft_clause(craft, clause, count);
    }
}

static int generate(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = craft->graph.vertices;
    const hbs_mapping slot = {.first = (int32_t)n + 1, .domain = n, .range = demand.k};
    hbs_craft_begin(craft, n + hbs_mapping_size(n, demand.k));
    hbs_craft_injective(craft, &slot);
    hbs_craft_nondecreasing(craft, &slot);
    hbs_craft_select(craft, &slot, true);
    dominate(craft);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_dominating_set = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/dominating_set",
    .summary = "has a graph a dominating set of k vertices?",
    .distribution = "a graph of the model graph= on n > k vertices (n_high: n uniform in max(n, k+1)..n_high with every graph), then the formula that "
            "says at most k vertices dominate it",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 k^2 + n^3)",
    .source = HBS_CNFGEN("domset") "; with gnp alone the k-domset sets of Li, Guo and Si, G4SATBench, TMLR 2024",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "n=4..5 k=2",
};
