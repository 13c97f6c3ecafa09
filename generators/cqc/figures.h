/* Graphs of a regular figure, numbered edge by edge: chain, star, cycle, clique, grid, snowflake. */
#ifndef HBS_GENERATORS_CQC_FIGURES_H
#define HBS_GENERATORS_CQC_FIGURES_H

#include <stdint.h>

#include "core/status.h"

#define HBS_FIGURE_NAMES "chain, star, cycle, clique, grid, snowflake"

typedef struct hbs_figure {
    const char *name;
    uint64_t least;                                               /* size at least */
    uint64_t (*vertices)(uint64_t size, uint64_t width);
    uint64_t (*edges)(uint64_t size, uint64_t width);
    /* Edge i of 0 .. edges-1, in its forward direction: along the chain or cycle, away from the centre, right or down, from the smaller vertex to the larger. */
    void (*edge)(uint64_t size, uint64_t width, uint64_t i, uint32_t *from, uint32_t *to);
} hbs_figure;

/* By name, or NULL. */
const hbs_figure *hbs_figure_find(const char *name);

#endif
