/* Random regular graphs by pairing points. Every vertex has d points; the first free point gets a uniform partner among the other free ones, until all are
 * paired. Given that no loop and no double edge arises, the graph is uniform over the simple d-regular graphs: each comes from (d!)^n pairings (Bollobas,
 * "A probabilistic proof of an asymptotic formula for the number of labelled regular graphs", 1980). That has probability about exp(-(d^2 - 1) / 4), so it is
 * done up to d = 4, and from d = n - 5 on by complement. Between, pairs of points are uniform among those that still fit, and what is stuck starts anew (Steger
 * and Wormald, "Generating random regular graphs quickly", 1999): uniform in the limit, nearly so for small graphs. */
#include <stdlib.h>

#include "core/memory.h"
#include "generators/graphs/models.h"

#define PAIRING_DEGREE_MAX 4u
#define BLIND_TRIES 64u       /* pairs tried before anyone looks whether some pair fits at all */

/* Pairs all points or fails at the first loop or double edge. */
static bool pair_points(hbs_graph *graph, uint32_t *point, uint32_t points, hbs_rng *rng) {
    for (uint32_t left = points; left; left -= 2) {
        const uint32_t u = point[left - 1], at = (uint32_t)hbs_rng_below(rng, left - 1), v = point[at];
        if (u == v || hbs_graph_has(graph, u, v)) return false;
        hbs_graph_join(graph, u, v);
        point[at] = point[left - 2];
    }
    return true;
}

static bool some_pair_fits(const hbs_graph *graph, const uint32_t *point, uint32_t left) {
    for (uint32_t i = 0; i < left; i++)
        for (uint32_t j = 0; j < i; j++)
            if (point[i] != point[j] && !hbs_graph_has(graph, point[i], point[j])) return true;
    return false;
}

/* A uniform pair of free points that fits goes to the end of the array. False: none fits, or the tries are used up. */
static bool choose_pair(const hbs_graph *graph, uint32_t *point, uint32_t left, hbs_rng *rng) {
    for (unsigned tries = 0;; tries++) {
        const hbs_rng_mark mark = hbs_rng_take_mark(rng);
        const uint32_t i = (uint32_t)hbs_rng_below(rng, left), other = (uint32_t)hbs_rng_below(rng, left - 1), j = other + (other >= i);
        const uint32_t u = point[i], v = point[j];
        if (u != v && !hbs_graph_has(graph, u, v)) {
            point[i] = point[left - 1];
            point[j == left - 1 ? i : j] = point[left - 2];
            point[left - 1] = u;
            point[left - 2] = v;
            return true;
        }
        if (!hbs_rng_reject(rng, mark) || (tries % BLIND_TRIES == BLIND_TRIES - 1 && !some_pair_fits(graph, point, left))) return false;
    }
}

static bool pair_fitting(hbs_graph *graph, uint32_t *point, uint32_t points, hbs_rng *rng) {
    for (uint32_t left = points; left; left -= 2) {
        if (!choose_pair(graph, point, left, rng)) return false;
        hbs_graph_join(graph, point[left - 1], point[left - 2]);
    }
    return true;
}

static hbs_status draw(hbs_graph *graph, uint32_t *point, uint32_t degree, hbs_rng *rng, hbs_error *error) {
    const uint32_t n = graph->vertices, points = n * degree;
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    for (;;) {
        hbs_graph_erase(graph);
        for (uint32_t i = 0; i < points; i++) point[i] = i / degree;
        if (degree <= PAIRING_DEGREE_MAX ? pair_points(graph, point, points, rng) : pair_fitting(graph, point, points, rng)) return HBS_OK;
        if (!hbs_rng_reject(rng, mark))
            return hbs_raise(error, HBS_ERROR_BUDGET, "no %u-regular graph on %u vertices after %llu tries: choose another degree", degree, n,
                    (unsigned long long)rng->retries);
    }
}

hbs_status hbs_graph_draw_regular(hbs_graph *graph, uint32_t degree, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t n = graph->vertices;
    uint32_t *point = NULL;
    const bool dense = n > 0 && degree > (n - 1) / 2;
    const uint32_t sparse = dense ? n - 1 - degree : degree;
    HBS_TRY(hbs_allocate(&point, (size_t)n * sparse, sizeof *point, error));
    HBS_TRY(draw(graph, point, sparse, rng, error));
    if (dense) hbs_graph_complement(graph);
done:
    free(point);
    return status;
}
