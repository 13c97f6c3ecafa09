/* Is there a clique of k vertices? Positions 1..k each take one vertex.
 *
 * Variable (i-1) n + v, for position i = 1..k and vertex v = 1..n: vertex v is the clique's i-th. Clauses, in this order: every position has a vertex (k
 * clauses), only one (k C(n,2)), no vertex in two positions (n C(k,2)), with symmetry breaking never a larger vertex in an earlier position (C(k,2) C(n,2)), and
 * for two positions i < j and a pair u < v that is no edge not both "u is i-th" and "v is j-th" (C(k,2) a pair); without symmetry breaking not the other way
 * round either. */
#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

enum { K = HBS_GRAPH_PARAMETERS, SYMMETRY };

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("gnp", "8"),
    {"k", HBS_INTEGER, 1, 1000, "3", "vertices of the clique; gnp without P: P = C(n,k)^(-2/(k(k-1))), at which one is expected"},
    {"symmetry", HBS_FLAG, 0, 1, "yes", "yes: positions in the order of the vertices only; no: in any order"},
    HBS_SUBSTITUTION_PARAMETER,
};

static double literals(const hbs_unit *unit, double n, double edges) {
    const double k = (double)hbs_unit_integer(unit, K), pairs = n * (n - 1) / 2, positions = k * (k - 1) / 2;
    const bool symmetry = hbs_unit_flag(unit, SYMMETRY);
    return k * n + 2 * k * pairs + 2 * n * positions + 2 * positions * (symmetry ? pairs + (pairs - edges) : 2 * (pairs - edges));
}

static hbs_graph_demand demand_of(const hbs_unit *unit) {
    return (hbs_graph_demand){.k = hbs_unit_number(unit, K), .least = 1, .derive = hbs_clique_probability, .literals = literals};
}

static int check(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    return (int)hbs_craft_check_graph(unit, &demand);
}

/* Two vertices that are not neighbours are not both in the clique. */
static void forbid(hbs_craft *craft, const hbs_mapping *member, uint32_t i, uint32_t j, bool symmetry) {
    for (uint32_t u = 0; u < member->range && craft->status == HBS_OK; u++)
        for (uint32_t v = u + 1; v < member->range; v++) {
            if (hbs_graph_has(&craft->graph, u, v)) continue;
            hbs_craft_add(craft, -hbs_image(member, i, u), -hbs_image(member, j, v));
            if (!symmetry) hbs_craft_add(craft, -hbs_image(member, i, v), -hbs_image(member, j, u));
        }
}

static int generate(hbs_unit *unit) {
    const hbs_graph_demand demand = demand_of(unit);
    const bool symmetry = hbs_unit_flag(unit, SYMMETRY);
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const hbs_mapping member = {.first = 1, .domain = demand.k, .range = craft->graph.vertices};
    hbs_craft_begin(craft, hbs_mapping_size(member.domain, member.range));
    hbs_craft_total(craft, &member);
    hbs_craft_functional(craft, &member);
    hbs_craft_injective(craft, &member);
    if (symmetry) hbs_craft_nondecreasing(craft, &member);
    for (uint32_t i = 0; i < member.domain; i++)
        for (uint32_t j = i + 1; j < member.domain; j++) forbid(craft, &member, i, j, symmetry);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_clique = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/clique",
    .summary = "has a graph a clique of k vertices?",
    .distribution = "a graph of the model graph= on n vertices (n_high: n uniform in n..n_high with every graph), then the formula that says it has a "
            "clique of k vertices",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 k^2)",
    .source = HBS_CNFGEN("kclique") "; with gnp alone the k-clique sets of Li, Guo and Si, G4SATBench, TMLR 2024",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "graph",
    .example = "n=4..5 k=2..3",
};
