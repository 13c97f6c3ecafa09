/* Constraints as plain clauses without new variables, the way CNFgen writes them (Lauria, Elffers, Nordstroem, Vinyals, "CNFgen: a generator of crafted
 * benchmarks", SAT 2017), so that formulas compare clause by clause with those of papers that used it. Long bounds and parities therefore cost exponentially many
 * clauses, and are refused from a length on. */
#include "generators/sat/encodings.h"

#include "generators/sat/subsets.h"

/* ---- mappings ---- */

void hbs_craft_total(hbs_craft *craft, const hbs_mapping *mapping) {
    int32_t *const clause = hbs_craft_literals(craft, mapping->range);
    for (uint32_t i = 0; clause && i < mapping->domain; i++) {
        for (uint32_t j = 0; j < mapping->range; j++) clause[j] = hbs_image(mapping, i, j);
        hbs_craft_clause(craft, clause, mapping->range);
    }
}

void hbs_craft_onto(hbs_craft *craft, const hbs_mapping *mapping) {
    int32_t *const clause = hbs_craft_literals(craft, mapping->domain);
    for (uint32_t j = 0; clause && j < mapping->range; j++) {
        for (uint32_t i = 0; i < mapping->domain; i++) clause[i] = hbs_image(mapping, i, j);
        hbs_craft_clause(craft, clause, mapping->domain);
    }
}

void hbs_craft_functional(hbs_craft *craft, const hbs_mapping *mapping) {
    for (uint32_t i = 0; i < mapping->domain; i++)
        for (uint32_t j = 0; j < mapping->range && craft->status == HBS_OK; j++)
            for (uint32_t l = j + 1; l < mapping->range; l++) hbs_craft_add(craft, -hbs_image(mapping, i, j), -hbs_image(mapping, i, l));
}

void hbs_craft_injective(hbs_craft *craft, const hbs_mapping *mapping) {
    for (uint32_t j = 0; j < mapping->range; j++)
        for (uint32_t i = 0; i < mapping->domain && craft->status == HBS_OK; i++)
            for (uint32_t l = i + 1; l < mapping->domain; l++) hbs_craft_add(craft, -hbs_image(mapping, i, j), -hbs_image(mapping, l, j));
}

void hbs_craft_nondecreasing(hbs_craft *craft, const hbs_mapping *mapping) {
    for (uint32_t i = 0; i < mapping->domain; i++)
        for (uint32_t l = i + 1; l < mapping->domain && craft->status == HBS_OK; l++)
            for (uint32_t j = 0; j < mapping->range; j++)
                for (uint32_t m = 0; m < j; m++) hbs_craft_add(craft, -hbs_image(mapping, i, j), -hbs_image(mapping, l, m));
}

/* ---- cardinality and parity ---- */

#define SUBSET_MAX 64u

/* The clause of every subset of `size` literals, each times `sign`, in lexicographic order. */
static void every_subset(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t size, int32_t sign) {
    uint32_t at[SUBSET_MAX];
    int32_t clause[SUBSET_MAX];
    if (size > SUBSET_MAX) {
        craft->status = hbs_raise(craft->error, HBS_ERROR_USAGE, "a bound over %u literals needs clauses of length %u, at most %u are possible: choose smaller parameters", count, size,
                SUBSET_MAX);
        return;
    }
    for (uint32_t i = 0; i < size; i++) at[i] = i;
    do {
        for (uint32_t i = 0; i < size; i++) clause[i] = sign * literals[at[i]];
        hbs_craft_clause(craft, clause, size);
    } while (craft->status == HBS_OK && hbs_next_subset(at, count, size));
}

void hbs_craft_at_least(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound) {
    if (craft->status != HBS_OK || bound == 0) return;
    if (bound == 1 || bound > count) hbs_craft_clause(craft, literals, bound > count ? 0 : count);
    else every_subset(craft, literals, count, count - bound + 1, 1);
}

void hbs_craft_at_most(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound) {
    if (craft->status == HBS_OK && bound < count) every_subset(craft, literals, count, bound + 1, -1);
}

void hbs_craft_exactly(hbs_craft *craft, const int32_t *literals, uint32_t count, uint32_t bound) {
    hbs_craft_at_least(craft, literals, count, bound);
    hbs_craft_at_most(craft, literals, count, bound);
}

#define PARITY_MAX 24u

void hbs_craft_parity(hbs_craft *craft, const int32_t *literals, uint32_t count, bool odd) {
    int32_t clause[PARITY_MAX];
    if (craft->status != HBS_OK) return;
    if (count > PARITY_MAX) {
        craft->status = hbs_raise(craft->error, HBS_ERROR_USAGE, "a parity of %u literals needs 2^%u clauses, at most 2^%u are possible: choose a sparser graph", count, count - 1,
                PARITY_MAX - 1);
        return;
    }
    for (uint32_t negated = 0; negated < UINT32_C(1) << count && craft->status == HBS_OK; negated++) {
        if ((__builtin_popcount(negated) & 1) == odd) continue;   /* the assignment that this clause forbids is fine */
        for (uint32_t i = 0; i < count; i++) clause[i] = negated >> i & 1 ? -literals[i] : literals[i];
        hbs_craft_clause(craft, clause, count);
    }
}

/* ---- graphs ---- */

void hbs_craft_select(hbs_craft *craft, const hbs_mapping *slot, bool of_vertices) {
    const uint32_t n = of_vertices ? slot->domain : slot->range, k = of_vertices ? slot->range : slot->domain;
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t v = 0; v < n; v++) hbs_craft_add(craft, of_vertices ? -hbs_image(slot, v, i) : -hbs_image(slot, i, v), (int32_t)v + 1);
    int32_t *const clause = hbs_craft_literals(craft, (size_t)k + 1);
    for (uint32_t v = 0; clause && v < n; v++) {
        clause[0] = -((int32_t)v + 1);
        for (uint32_t i = 0; i < k; i++) clause[i + 1] = of_vertices ? hbs_image(slot, v, i) : hbs_image(slot, i, v);
        hbs_craft_clause(craft, clause, (size_t)k + 1);
    }
}

double hbs_selection_literals(double n, double k, double edges) {
    const double pairs = n * (n - 1) / 2;
    return 2 * k * pairs + k * (k - 1) * pairs + 2 * k * n + (k + 1) * n + 2 * edges;
}

int32_t *hbs_craft_edges_at(hbs_craft *craft, uint32_t v, uint32_t *degree) {
    const hbs_graph *const graph = &craft->graph;
    int32_t *const edge = hbs_craft_literals(craft, graph->vertices);
    *degree = 0;
    for (uint32_t u = edge ? hbs_graph_next(graph, v, 0) : UINT32_MAX; u < graph->vertices; u = hbs_graph_next(graph, v, u + 1))
        edge[(*degree)++] = (int32_t)hbs_graph_edge(graph, u, v) + 1;
    return edge;
}
