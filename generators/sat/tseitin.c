/* Can the edges be switched on and off so that every vertex has the parity of its charge?
 *
 * Variable e: the e-th edge u < v in lexicographic order is on. Clauses: vertex by vertex, the number of its edges that are on has the parity of its charge
 * (2^(degree-1) clauses of length degree; an odd vertex without edges gives the empty clause). Satisfiable iff every component has even charge in total; a model
 * then comes from a spanning forest: all other edges off, from the leaves up. On expanders odd formulas need exponentially long resolution refutations (Urquhart
 * 1987). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators/sat/encodings.h"
#include "generators/sat/graph_parameters.h"

enum { CHARGES = HBS_GRAPH_PARAMETERS };

static const hbs_parameter parameters[] = {
    HBS_GRAPH_TABLE("regular:3", "10"),
    {"charges", HBS_TEXT, 0, 0, "first", "first: vertex 1 is odd; none: all even; random: uniform; odd, even: uniform among those of odd or even sum"},
    HBS_SUBSTITUTION_PARAMETER,
};

/* At least, as degrees spread around their mean. */
static double literals(const hbs_unit *unit, double n, double edges) {
    const double degree = n > 0 ? floor(2 * edges / n) : 0;
    (void)unit;
    return degree < 1 ? 0 : n * degree * ldexp(1, degree < 1000 ? (int)degree - 1 : 1000);
}

static const hbs_graph_demand demand = {.least = 1, .literals = literals};
static const char *const laws[] = {"first", "none", "random", "odd", "even"};
enum { FIRST, NO_CHARGE, RANDOM, ODD, EVEN, LAWS };

static unsigned law_of(const hbs_unit *unit) {
    unsigned law = 0;
    while (law < LAWS && strcmp(laws[law], hbs_unit_text(unit, CHARGES)) != 0) law++;
    return law;
}

static int check(hbs_unit *unit) {
    if (law_of(unit) == LAWS)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "charges=%.64s: it must be first, none, random, odd or even", hbs_unit_text(unit, CHARGES));
    return (int)hbs_craft_check_graph(unit, &demand);
}

/* With odd and even the last vertex makes the sum right: then the charges are uniform among those. */
static void draw_charges(hbs_unit *unit, uint8_t *charge, uint32_t n) {
    const unsigned law = law_of(unit);
    uint8_t sum = 0;
    memset(charge, 0, n);
    if (law == FIRST) charge[0] = 1;
    if (law < RANDOM) return;
    for (uint32_t v = 0; v < n; v++) {
        charge[v] = law != RANDOM && v + 1 == n ? sum ^ (law == ODD) : (uint8_t)hbs_unit_below(unit, 2);
        sum ^= charge[v];
    }
}

static void state(hbs_craft *craft, const uint8_t *charge) {
    const hbs_graph *const graph = &craft->graph;
    for (uint32_t v = 0; v < graph->vertices && craft->status == HBS_OK; v++) {
        uint32_t degree = 0;
        const int32_t *const edge = hbs_craft_edges_at(craft, v, &degree);
        hbs_craft_parity(craft, edge, degree, charge[v]);
    }
}

static bool all_even(hbs_craft *craft, const uint8_t *charge) {
    const hbs_graph *const graph = &craft->graph;
    uint32_t *const sum = hbs_craft_numbers(craft, graph->components);
    if (!sum) return false;
    memset(sum, 0, graph->components * sizeof *sum);
    for (uint32_t v = 0; v < graph->vertices; v++) sum[graph->component[v]] ^= charge[v];
    for (uint32_t c = 0; c < graph->components; c++)
        if (sum[c]) return false;
    return true;
}

/* Breadth first from each component's least vertex; then back, each vertex switching the edge to its parent when its parity is wrong. */
static void show(hbs_craft *craft, uint8_t *charge) {
    const hbs_graph *const graph = &craft->graph;
    const uint32_t n = graph->vertices;
    uint8_t *const model = hbs_craft_model(craft);
    uint32_t *const order = hbs_craft_numbers(craft, 2 * (size_t)n), *const parent = order ? order + n : NULL, end = 0;
    if (!model || !order) return;
    memset(parent, 0xff, n * sizeof *parent);
    for (uint32_t root = 0, next = 0; root < n; root++) {
        if (parent[root] != UINT32_MAX) continue;
        parent[root] = root;
        for (order[end++] = root; next < end; next++)
            for (uint32_t v = hbs_graph_next(graph, order[next], 0); v < n; v = hbs_graph_next(graph, order[next], v + 1)) {
                if (parent[v] != UINT32_MAX) continue;
                parent[v] = order[next];
                order[end++] = v;
            }
    }
    while (end-- > 0) {
        const uint32_t v = order[end], up = parent[v];
        if (!charge[v] || up == v) continue;
        model[hbs_graph_edge(graph, v, up) + 1] = 1;
        charge[up] ^= 1;
    }
}

static int generate(hbs_unit *unit) {
    uint8_t *charge = NULL;
    hbs_status status = HBS_OK;
    hbs_craft *const craft = hbs_craft_graph(unit, &demand);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    HBS_TRY(hbs_allocate(&charge, craft->graph.vertices, 1, craft->error));
    draw_charges(unit, charge, craft->graph.vertices);
    hbs_craft_begin(craft, craft->graph.edges);
    state(craft, charge);
    if (all_even(craft, charge)) show(craft, charge);
    else hbs_craft_claim(craft, HBS_LABEL_NO);
    status = (hbs_status)hbs_craft_finish(craft);
done:
    free(charge);
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_tseitin = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/tseitin",
    .summary = "do edge values exist that give each vertex its parity?",
    .distribution = "a graph of the model graph= on n vertices, then charges as charges= says, then the formula that asks for edge values whose sum at "
            "every vertex is its charge modulo 2",
    .uniform_over = HBS_GRAPH_UNIFORM_OVER,
    .rejects = HBS_GRAPH_REJECTS,
    .cost = "O(n^2 + n 2^degree)",
    .source = "Tseitin, On the complexity of derivation in propositional calculus, 1968; Urquhart, Hard examples for resolution, 1987; CNFgen "
            "tseitin",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "graph=gnp:1/2 n=4..6 charges=random",
};
