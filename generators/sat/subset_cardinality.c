/* Edges of a bipartite graph: at least half on at every left vertex, at most half on at every right one.
 *
 * Variable e: the e-th edge (u, v), left end first, in lexicographic order. Clauses, left vertices first: of its d edges at least ceil(d/2) are on (all subsets of
 * floor(d/2) + 1), at a right vertex at most floor(d/2) (all subsets of floor(d/2) + 1, negated); with equal=yes exactly so many. Summed over both sides the edges that are on
 * contradict each other as soon as some degree is odd; when all are even, values alternate along Eulerian circuits, which bipartite graphs close evenly. So the
 * label is known. */
#include <math.h>

#include "generators/graphs/bipartite.h"
#include "generators/sat/encodings.h"
#include "generators/sat/size.h"

enum { GRAPH, N, EQUAL };

#define MODELS "shift:1,2,4 (left i to right i + each distance, around), regular:D, complete, gnp:P; then +addedges:M"

static const hbs_parameter parameters[] = {
    {"graph", HBS_TEXT, 0, 0, "regular:4+addedges:1", MODELS},
    {"n", HBS_INTEGER, 1, 5000, "6", "vertices of either side"},
    {"equal", HBS_FLAG, 0, 1, "no", "yes: exactly half, rounded up at the left and down at the right"},
    HBS_SUBSTITUTION_PARAMETER,
};

/* At least, as degrees spread around their mean. */
static double literals(double n, double edges, bool equal) {
    const double degree = floor(edges / n), size = floor(degree / 2) + 1;
    return (equal ? 4 : 2) * n * size * hbs_real_binomial(degree, size);
}

static int check(hbs_unit *unit) {
    hbs_bipartite_model model;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    const uint32_t n = hbs_unit_number(unit, N);
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bipartite_read(hbs_unit_text(unit, GRAPH), &model, error));
    HBS_TRY(hbs_bipartite_check(&model, n, error));
    HBS_TRY(hbs_craft_check(unit, literals(n, hbs_bipartite_expect(&model, n), hbs_unit_flag(unit, EQUAL))));
done:
    return (int)hbs_unit_keep(unit, status);
}

/* Its edges; true when their number is odd. */
static bool state(hbs_craft *craft, uint32_t v, bool left, bool equal) {
    uint32_t degree = 0;
    const int32_t *const edge = hbs_craft_edges_at(craft, v, &degree);
    const uint32_t bound = left ? degree - degree / 2 : degree / 2;
    if (left || equal) hbs_craft_at_least(craft, edge, degree, bound);
    if (!left || equal) hbs_craft_at_most(craft, edge, degree, bound);
    return degree % 2;
}

static int generate(hbs_unit *unit) {
    hbs_bipartite_model model;
    bool odd = false;
    hbs_status status = HBS_OK;
    const uint32_t n = hbs_unit_number(unit, N);
    const bool equal = hbs_unit_flag(unit, EQUAL);
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    HBS_TRY(hbs_bipartite_read(hbs_unit_text(unit, GRAPH), &model, craft->error));
    HBS_TRY(hbs_bipartite_draw(&craft->graph, &model, n, &hbs_unit_drawing(unit)->rng, craft->error));
    hbs_craft_begin(craft, craft->graph.edges);
    for (uint32_t v = 0; v < 2 * n && craft->status == HBS_OK; v++) odd |= state(craft, v, v < n, equal);
    uint8_t *const side = odd ? NULL : hbs_craft_model(craft);
    if (side) craft->status = hbs_graph_alternate(&craft->graph, side + 1, craft->error);
    if (odd) hbs_craft_claim(craft, HBS_LABEL_NO);
    status = (hbs_status)hbs_craft_finish(craft);
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_subset_cardinality = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/subset_cardinality",
    .summary = "edges of a bipartite graph, half of them on at every vertex",
    .distribution = "a bipartite graph of the model graph= on n + n vertices, then the formula that wants at least half of the edges on at the left and "
            "at most half at the right",
    .uniform_over = "not uniform: because formulas follow from graphs; uniform over what the graph model is uniform over",
    .rejects = "never, but for regular:D until a pairing is simple (about exp((D-1)^2/2) tries)",
    .cost = "O(n^2 + n C(degree, degree/2))",
    .source = "Spence 2010; Van Gelder and Spence, Zero-one designs produce small hard SAT instances, SAT 2010; Miksa and Nordstroem, Long proofs "
            "of (seemingly) simple formulas, SAT 2014",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "graph=gnp:1/2 n=2..3",
};
