/* Has some graph on n vertices both a clique of k vertices and a colouring with c colours? Iff k <= c (and k <= n); short refutations in cutting planes do not exist for k = c + 1.
 *
 * Variables, in this order: the pairs u < v in lexicographic order (an edge), then q(i,v), the clique's i-th vertex is v, as C(n,2) + (i-1) n + v, then r(v,l),
 * vertex v has colour l, as C(n,2) + k n + (v-1) c + l. Clauses, in this order: every position of the clique has a vertex, only one, and none twice; for every pair
 * and two positions, if they sit there it is an edge (both ways round); every vertex has a colour, only one; for every pair and colour, not both when it is an edge. */
#include "generators/sat/encodings.h"

enum { N, K, C };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 1000, "5", "vertices"},
    {"k", HBS_INTEGER, 1, 1000, "4", "vertices of the clique"},
    {"c", HBS_INTEGER, 1, 1000, "3", "colours"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    const double n = (double)hbs_unit_integer(unit, N), k = (double)hbs_unit_integer(unit, K), c = (double)hbs_unit_integer(unit, C), pairs = n * (n - 1) / 2;
    return (int)hbs_craft_check(unit, k * n + 2 * k * pairs + n * k * (k - 1) + 3 * k * (k - 1) * pairs + n * c + n * c * (c - 1) + 3 * c * pairs);
}

typedef struct parts {
    uint32_t n;
    hbs_mapping clique, colour;
} parts;

/* Vertices of the clique at u < v are neighbours. */
static void connect(hbs_craft *craft, const parts *p, uint32_t u, uint32_t v) {
    for (uint32_t i = 0; i < p->clique.domain; i++)
        for (uint32_t j = i + 1; j < p->clique.domain && craft->status == HBS_OK; j++) {
            hbs_craft_add(craft, hbs_pair_variable(p->n, u, v), -hbs_image(&p->clique, i, u), -hbs_image(&p->clique, j, v));
            hbs_craft_add(craft, hbs_pair_variable(p->n, u, v), -hbs_image(&p->clique, i, v), -hbs_image(&p->clique, j, u));
        }
}

/* Neighbours u < v differ in colour. */
static void differ(hbs_craft *craft, const parts *p, uint32_t u, uint32_t v) {
    for (uint32_t l = 0; l < p->colour.range; l++) hbs_craft_add(craft, -hbs_pair_variable(p->n, u, v), -hbs_image(&p->colour, u, l), -hbs_image(&p->colour, v, l));
}

static void every_pair(hbs_craft *craft, const parts *p, void (*state)(hbs_craft *, const parts *, uint32_t, uint32_t)) {
    for (uint32_t u = 0; u < p->n; u++)
        for (uint32_t v = u + 1; v < p->n && craft->status == HBS_OK; v++) state(craft, p, u, v);
}

/* A clique on the first k vertices, coloured 1..k, and nothing else. */
static void show(hbs_craft *craft, const parts *p) {
    uint8_t *const model = hbs_craft_model(craft);
    for (uint32_t v = 0; model && v < p->n; v++) {
        model[hbs_image(&p->colour, v, v < p->clique.domain ? v : 0)] = 1;
        if (v >= p->clique.domain) continue;
        model[hbs_image(&p->clique, v, v)] = 1;
        for (uint32_t u = 0; u < v; u++) model[hbs_pair_variable(p->n, u, v)] = 1;
    }
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K), c = hbs_unit_number(unit, C);
    const int32_t pairs = (int32_t)(n * (n - 1) / 2);
    const parts p = {.n = n, .clique = {.first = pairs + 1, .domain = k, .range = n}, .colour = {.first = pairs + (int32_t)(k * n) + 1, .domain = n, .range = c}};
    hbs_craft_begin(craft, (uint64_t)pairs + hbs_mapping_size(k, n) + hbs_mapping_size(n, c));
    hbs_craft_total(craft, &p.clique);
    hbs_craft_functional(craft, &p.clique);
    hbs_craft_injective(craft, &p.clique);
    every_pair(craft, &p, connect);
    hbs_craft_total(craft, &p.colour);
    hbs_craft_functional(craft, &p.colour);
    every_pair(craft, &p, differ);
    if (k <= c && k <= n) show(craft, &p);
    else hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_clique_coloring = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/clique_coloring",
    .summary = "a graph with a clique of k vertices and a colouring with c colours",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(n^2 (k^2 + c) + n c^2)",
    .source = "Pudlak, Lower bounds for resolution and cutting plane proofs and monotone computations, 1997; " HBS_CNFGEN("cliquecoloring"),
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=2..3 k=2..3 c=1..2",
};
