/* The hash is taken of the graph that the canonical labelling makes (core/canonical_search.c): the colours in order with how often they occur, and the neighbours of
 * each place. Vertices, and so places, are grouped by colour in both of two graphs that are compared, so that equal hashes mean equal coloured graphs. */
#include "core/canonical.h"

#include <stdlib.h>

#include "core/canonical_search.h"

struct hbs_canonizer {
    hbs_coloured_graph graph;
    hbs_canonical_search search;
};

hbs_status hbs_canonizer_open(hbs_canonizer **out, hbs_error *error) { return hbs_allocate(out, 1, sizeof **out, error); }

void hbs_canonizer_close(hbs_canonizer *canonizer) {
    if (!canonizer) return;
    hbs_coloured_graph_free(&canonizer->graph);
    hbs_canonical_search_free(&canonizer->search);
    free(canonizer);
}

/* Eight bytes, least first, on any machine. */
static void add_number(hbs_hash *hash, uint64_t number) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    hbs_hash_add(hash, bytes, sizeof bytes);
}

/* The problem, what isolated vertices would add, and the colours: alike for isomorphic instances however their vertices are numbered. */
static void add_head(hbs_hash *hash, const hbs_canonizer *c, const hbs_instance *instance) {
    const hbs_coloured_graph *const graph = &c->graph;
    const uint32_t *const vertex = c->search.partition.vertex;
    add_number(hash, instance->problem);
    add_number(hash, graph->size);
    add_number(hash, graph->vertices);
    for (uint32_t from = 0, to; from < graph->vertices; from = to) {
        for (to = from + 1; to < graph->vertices && graph->colour[vertex[to]] == graph->colour[vertex[from]];) to++;
        add_number(hash, graph->colour[vertex[from]]);
        add_number(hash, to - from);
    }
}

/* Of each place how many neighbours it has, then their places, four bytes each. */
static void add_edges(hbs_hash *hash, const hbs_canonizer *c) {
    const hbs_coloured_graph *const graph = &c->graph;
    const uint32_t *at = c->search.best.edge;
    uint8_t bytes[1024];
    size_t used = 0;
    for (uint32_t i = 0; i < graph->vertices; i++) {
        const uint32_t v = c->search.best.vertex[i];
        const size_t degree = graph->start[v + 1] - graph->start[v];
        for (size_t e = 0; e <= degree; e++) {
            const uint32_t number = e ? *at++ : (uint32_t)degree;
            if (used == sizeof bytes) hbs_hash_add(hash, bytes, used), used = 0;
            for (int b = 0; b < 4; b++) bytes[used++] = (uint8_t)(number >> 8 * b);
        }
    }
    hbs_hash_add(hash, bytes, used);
}

hbs_status hbs_canonical_of(hbs_canonizer *c, const hbs_instance *instance, uint64_t steps, hbs_canonical *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_canonical form = {.exact = false};
    hbs_hash hash;
    uint64_t trace = 0;
    uint8_t digest[HBS_HASH_SIZE];
    HBS_TRY(hbs_coloured_graph_of(&c->graph, instance, error));
    HBS_TRY(hbs_canonical_search_run(&c->search, &c->graph, steps ? steps : HBS_CANONICAL_STEPS, &form.exact, &trace, error));
    hbs_hash_start(&hash);
    add_head(&hash, c, instance);
    hbs_hash head = hash;
    add_number(&head, trace);
    hbs_hash_finish(&head, digest);
    for (int i = 0; i < 8; i++) form.refined = form.refined << 8 | digest[i];
    if (form.exact) {
        add_edges(&hash, c);
        hbs_hash_finish(&hash, form.hash);
        form.symmetries = c->search.group;
    }
    *out = form;
done:
    return status;
}
