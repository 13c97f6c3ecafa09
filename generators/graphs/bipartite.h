/* Laws of bipartite graphs with n left vertices 0..n-1 and n right ones n..2n-1, as a text: "regular:4+addedges:1" */
#ifndef HBS_GENERATORS_GRAPHS_BIPARTITE_H
#define HBS_GENERATORS_GRAPHS_BIPARTITE_H

#include "generators/graphs/models.h"

#define HBS_SHIFTS_MAX 64u

typedef enum hbs_bipartite_kind { HBS_BIPARTITE_SHIFT, HBS_BIPARTITE_REGULAR, HBS_BIPARTITE_COMPLETE, HBS_BIPARTITE_GNP } hbs_bipartite_kind;

typedef struct hbs_bipartite_model {
    hbs_bipartite_kind kind;
    uint32_t degree;
    hbs_fraction p;
    uint32_t shift[HBS_SHIFTS_MAX], shifts;
    uint32_t added;          /* edges, uniform among those that are not there */
} hbs_bipartite_model;

/* HBS_ERROR_USAGE says what is wrong with the text. */
hbs_status hbs_bipartite_read(const char *text, hbs_bipartite_model *out, hbs_error *error);
/* Can there be a graph with n vertices on either side? */
hbs_status hbs_bipartite_check(const hbs_bipartite_model *model, uint32_t n, hbs_error *error);
/* How many edges it has, on average. */
double hbs_bipartite_expect(const hbs_bipartite_model *model, uint32_t n);
/* Draws one, listed. */
hbs_status hbs_bipartite_draw(hbs_graph *graph, const hbs_bipartite_model *model, uint32_t n, hbs_rng *rng, hbs_error *error);

#endif
