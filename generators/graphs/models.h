/* Laws of graphs, as a text: a model, then what is done to its graphs. "gnp:1/2+plantclique:4" */
#ifndef HBS_GENERATORS_GRAPHS_MODELS_H
#define HBS_GENERATORS_GRAPHS_MODELS_H

#include "core/rng.h"
#include "generators/graphs/graph.h"
#include "generators/graphs/roots.h"

#define HBS_GRAPH_STEPS_MAX 8u
#define HBS_GRAPH_SIDES_MAX 6u

/* What the texts mean; help shows it. */
#define HBS_GRAPH_MODELS_HELP                                                                                                                           \
    "gnp:P (each pair with probability P), gnm:M (M edges), regular:D, grid:3x4 and torus:3x4 (alone: square), cycle, path, complete, empty, edges:1-2,2-3; " \
    "then +plantclique:K, +addedges:M, +splitedges:M, +complement"

typedef enum hbs_graph_kind {
    HBS_GRAPH_GNP,           /* fraction p; denominator 0: left to the family */
    HBS_GRAPH_GNM,
    HBS_GRAPH_REGULAR,
    HBS_GRAPH_GRID,
    HBS_GRAPH_TORUS,
    HBS_GRAPH_CYCLE,
    HBS_GRAPH_PATH,
    HBS_GRAPH_COMPLETE,
    HBS_GRAPH_EMPTY,
    HBS_GRAPH_EDGES,
    HBS_GRAPH_PLANT_CLIQUE,  /* from here on: done to the graph of a model */
    HBS_GRAPH_ADD_EDGES,
    HBS_GRAPH_SPLIT_EDGES,
    HBS_GRAPH_COMPLEMENT
} hbs_graph_kind;

typedef struct hbs_graph_step {
    hbs_graph_kind kind;
    uint32_t number;
    hbs_fraction p;
    uint32_t side[HBS_GRAPH_SIDES_MAX], sides;
    const char *list;        /* of edges, into the text; list_length bytes */
    size_t list_length;
} hbs_graph_step;

typedef struct hbs_graph_model {
    hbs_graph_step step[HBS_GRAPH_STEPS_MAX];   /* the first is the model */
    size_t steps;
} hbs_graph_model;

/* HBS_ERROR_USAGE says what is wrong with the text. The model points into it. */
hbs_status hbs_graph_model_read(const char *text, hbs_graph_model *out, hbs_error *error);
/* Can there be a graph on n vertices? HBS_ERROR_USAGE says why not. O(length of the text). */
hbs_status hbs_graph_model_check(const hbs_graph_model *model, uint32_t n, hbs_error *error);
/* How many vertices and edges one on n vertices has, on average; less than that after complement or repeated steps that random graphs meet. */
void hbs_graph_expect(const hbs_graph_model *model, uint32_t n, hbs_fraction derived, double *vertices, double *edges);
/* Draws one on n vertices (and those that split edges), listed. `derived` is for gnp without P. HBS_ERROR_BUDGET when regular graphs need too many tries. */
hbs_status hbs_graph_draw(hbs_graph *graph, const hbs_graph_model *model, uint32_t n, hbs_fraction derived, hbs_rng *rng, hbs_error *error);

/* "gnp:1/2" of a text: its word, and the argument after the colon (NULL and 0 when there is none). Advances *at beyond the `+`; false at the end. Shared with
 * other graph texts. */
typedef struct hbs_graph_word {
    const char *word, *argument;
    size_t length, argument_length;
} hbs_graph_word;
bool hbs_graph_next_word(const char **at, hbs_graph_word *out);
/* The argument as a number 0..high. */
hbs_status hbs_graph_number(const hbs_graph_word *word, uint32_t high, uint32_t *out, hbs_error *error);

/* A d-regular simple graph in place of the graph's edges: see regular.c. */
hbs_status hbs_graph_draw_regular(hbs_graph *graph, uint32_t degree, hbs_rng *rng, hbs_error *error);
/* `count` uniform distinct pairs among those that are no edges become edges. O(n^2 / 64 + count (log n + n)). */
hbs_status hbs_graph_add_edges(hbs_graph *graph, uint64_t count, hbs_rng *rng, hbs_error *error);

#endif
