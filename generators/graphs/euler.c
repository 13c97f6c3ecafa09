/* Alternating values along Eulerian circuits (Hierholzer 1873): walk along unused edges until stuck, which is where the walk began; step back, and go on wherever
 * an edge is left. Vertices left for good, in that order, make one circuit of the component, whose edges get 0 and 1 in turn. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generators/graphs/graph.h"

typedef struct walk {
    uint64_t *left;          /* adjacency bits of edges not walked yet */
    uint32_t *stack;
    size_t height;
} walk;

/* Any neighbour along an unused edge, which is used up; UINT32_MAX: none. */
static uint32_t step(const hbs_graph *graph, walk *w, uint32_t u) {
    for (size_t i = 0; i < graph->words; i++) {
        uint64_t *const word = &w->left[u * graph->words + i];
        if (!*word) continue;
        const uint32_t v = (uint32_t)(64 * i) + (uint32_t)__builtin_ctzll(*word);
        *word &= *word - 1;
        w->left[v * graph->words + u / 64] &= ~(UINT64_C(1) << (u % 64));
        return v;
    }
    return UINT32_MAX;
}

static void circuit(const hbs_graph *graph, walk *w, uint32_t root, uint8_t *value) {
    uint32_t last = UINT32_MAX;
    uint8_t side = 0;
    w->stack[0] = root;
    w->height = 1;
    while (w->height) {
        const uint32_t u = w->stack[w->height - 1], v = step(graph, w, u);
        if (v != UINT32_MAX) {
            w->stack[w->height++] = v;
            continue;
        }
        w->height--;
        if (last != UINT32_MAX) value[hbs_graph_edge(graph, last, u)] = side, side ^= 1;
        last = u;
    }
}

hbs_status hbs_graph_alternate(const hbs_graph *graph, uint8_t *value, hbs_error *error) {
    hbs_status status = HBS_OK;
    walk w = {0};
    HBS_TRY(hbs_allocate(&w.left, graph->rows * graph->words, sizeof *w.left, error));
    HBS_TRY(hbs_allocate(&w.stack, graph->edges + 1, sizeof *w.stack, error));
    memcpy(w.left, graph->bits, graph->rows * graph->words * sizeof *w.left);
    for (uint32_t root = 0; root < graph->vertices; root++) circuit(graph, &w, root, value);
done:
    free(w.left);
    free(w.stack);
    return status;
}
