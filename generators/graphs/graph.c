/* Adjacency bits, row by row: a pair is one bit in two rows. What all models need is then cheap (is there this edge?), edges come out sorted without
 * sorting, and neighbourhoods compare as words. Above some ten thousand vertices a sparse form would be smaller; formulas of such graphs do not fit anyway. */
#include "generators/graphs/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

void hbs_graph_free(hbs_graph *graph) {
    free(graph->bits);
    free(graph->edge);
    free(graph->component);
    free(graph->stack);
    *graph = (hbs_graph){0};
}

hbs_status hbs_graph_start(hbs_graph *graph, uint32_t vertices, uint32_t more, hbs_error *error) {
    if (vertices > HBS_GRAPH_VERTICES_MAX || more > HBS_GRAPH_VERTICES_MAX - vertices)
        return hbs_raise(error, HBS_ERROR_USAGE, "a graph of more than %u vertices: choose a smaller one", HBS_GRAPH_VERTICES_MAX);
    const size_t most = (size_t)vertices + more, words = (most + 63) / 64;
    const hbs_status status = hbs_grow(&graph->bits, &graph->bits_capacity, most * words + 1, sizeof *graph->bits, error);
    if (status != HBS_OK) return status;
    graph->vertices = vertices;
    graph->rows = most;
    graph->words = words;
    hbs_graph_erase(graph);
    return HBS_OK;
}

void hbs_graph_erase(hbs_graph *graph) {
    memset(graph->bits, 0, graph->rows * graph->words * sizeof *graph->bits);
    graph->edges = 0;
    graph->components = 0;
}

void hbs_graph_join(hbs_graph *graph, uint32_t u, uint32_t v) {
    assert(u != v && u < graph->vertices && v < graph->vertices);
    graph->bits[u * graph->words + v / 64] |= UINT64_C(1) << (v % 64);
    graph->bits[v * graph->words + u / 64] |= UINT64_C(1) << (u % 64);
}

void hbs_graph_part(hbs_graph *graph, uint32_t u, uint32_t v) {
    graph->bits[u * graph->words + v / 64] &= ~(UINT64_C(1) << (v % 64));
    graph->bits[v * graph->words + u / 64] &= ~(UINT64_C(1) << (u % 64));
}

uint32_t hbs_graph_next(const hbs_graph *graph, uint32_t u, uint32_t from) {
    const uint64_t *const row = graph->bits + u * graph->words;
    uint64_t mask = UINT64_MAX << (from % 64);
    for (size_t w = from / 64; w < graph->words; w++, mask = UINT64_MAX)
        if (row[w] & mask) return (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(row[w] & mask);
    return UINT32_MAX;
}

void hbs_graph_flip(hbs_graph *graph, uint32_t u, uint32_t v) {
    assert(u != v);
    graph->bits[u * graph->words + v / 64] ^= UINT64_C(1) << (v % 64);
    graph->bits[v * graph->words + u / 64] ^= UINT64_C(1) << (u % 64);
}

void hbs_graph_complement(hbs_graph *graph) {
    for (uint32_t u = 0; u < graph->vertices; u++)
        for (uint32_t v = u + 1; v < graph->vertices; v++) hbs_graph_flip(graph, u, v);
}

/* Edges u < v of one row, ascending. */
static hbs_status list_row(hbs_graph *graph, uint32_t u, hbs_error *error) {
    for (uint32_t v = hbs_graph_next(graph, u, u + 1); v < graph->vertices; v = hbs_graph_next(graph, u, v + 1)) {
        const hbs_status status = hbs_grow(&graph->edge, &graph->edge_capacity, graph->edges + 1, sizeof *graph->edge, error);
        if (status != HBS_OK) return status;
        graph->edge[graph->edges][0] = u;
        graph->edge[graph->edges++][1] = v;
    }
    return HBS_OK;
}

/* Everything that can be reached from `root` gets the next number. */
static void flood(hbs_graph *graph, uint32_t root) {
    size_t height = 1;
    graph->stack[0] = root;
    graph->component[root] = graph->components;
    while (height) {
        const uint32_t u = graph->stack[--height];
        for (uint32_t v = hbs_graph_next(graph, u, 0); v < graph->vertices; v = hbs_graph_next(graph, u, v + 1)) {
            if (graph->component[v] != UINT32_MAX) continue;
            graph->component[v] = graph->components;
            graph->stack[height++] = v;
        }
    }
    graph->components++;
}

hbs_status hbs_graph_list(hbs_graph *graph, hbs_error *error) {
    hbs_status status = HBS_OK;
    graph->edges = 0;
    graph->components = 0;
    HBS_TRY(hbs_grow(&graph->component, &graph->component_capacity, (size_t)graph->vertices + 1, sizeof *graph->component, error));
    HBS_TRY(hbs_grow(&graph->stack, &graph->stack_capacity, (size_t)graph->vertices + 1, sizeof *graph->stack, error));
    for (uint32_t u = 0; u < graph->vertices; u++) HBS_TRY(list_row(graph, u, error));
    memset(graph->component, 0xff, graph->vertices * sizeof *graph->component);
    for (uint32_t u = 0; u < graph->vertices; u++)
        if (graph->component[u] == UINT32_MAX) flood(graph, u);
done:
    return status;
}

size_t hbs_graph_edge(const hbs_graph *graph, uint32_t u, uint32_t v) {
    const uint32_t low = u < v ? u : v, high = u < v ? v : u;
    size_t from = 0, to = graph->edges;
    while (to - from > 1) {
        const size_t middle = from + (to - from) / 2;
        const uint32_t *const edge = graph->edge[middle];
        if (edge[0] < low || (edge[0] == low && edge[1] <= high)) from = middle;
        else to = middle;
    }
    return from;
}
