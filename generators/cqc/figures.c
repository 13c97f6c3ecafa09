/* Each figure is three formulas. Queries of these shapes are those of the literature on join ordering and acyclicity: chains, stars, cycles, cliques, and snowflakes, which
 * are stars whose rays end in stars (fact, dimension and sub-dimension tables). */
#include "generators/cqc/figures.h"

#include <stddef.h>
#include <string.h>

#include "generators/edges.h"

static uint64_t size_alone(uint64_t size, uint64_t width) { (void)width; return size; }
static uint64_t one_more(uint64_t size, uint64_t width) { (void)width; return size + 1; }

static void chain_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    (void)size, (void)width;
    *from = (uint32_t)i;
    *to = (uint32_t)(i + 1);
}

static void star_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    (void)size, (void)width;
    *from = 0;
    *to = (uint32_t)(i + 1);
}

static void cycle_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    (void)width;
    *from = (uint32_t)i;
    *to = (uint32_t)((i + 1) % size);
}

static uint64_t clique_edges(uint64_t size, uint64_t width) { (void)width; return hbs_edge_count(size); }
static void clique_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    (void)width;
    hbs_edge_of(size, i, from, to);
}

/* `size` rows of `width`: the edges to the right, then those down. */
static uint64_t grid_vertices(uint64_t size, uint64_t width) { return size * width; }
static uint64_t grid_edges(uint64_t size, uint64_t width) { return size * (width - 1) + (size - 1) * width; }
static void grid_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    const uint64_t right = size * (width - 1), at = i < right ? i / (width - 1) * width + i % (width - 1) : i - right;
    *from = (uint32_t)at;
    *to = (uint32_t)(i < right ? at + 1 : at + width);
}

/* `size` rays from the centre 0, and `width` more from the end of each. */
static uint64_t snowflake_vertices(uint64_t size, uint64_t width) { return 1 + size + size * width; }
static uint64_t snowflake_edges(uint64_t size, uint64_t width) { return size + size * width; }
static void snowflake_edge(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to) {
    *from = i < size ? 0 : (uint32_t)(1 + (i - size) / width);
    *to = (uint32_t)(i + 1);
}

const hbs_figure *hbs_figure_find(const char *name) {
    static const hbs_figure all[] = {
        {"chain", 1, one_more, size_alone, chain_edge},           {"star", 1, one_more, size_alone, star_edge},
        {"cycle", 3, size_alone, size_alone, cycle_edge},         {"clique", 1, size_alone, clique_edges, clique_edge},
        {"grid", 1, grid_vertices, grid_edges, grid_edge},        {"snowflake", 1, snowflake_vertices, snowflake_edges, snowflake_edge},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name)) return &all[i];
    return NULL;
}
