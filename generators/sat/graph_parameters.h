/* The graph of a unit: the parameters that all families on graphs share, and drawing it. */
#ifndef HBS_GENERATORS_SAT_GRAPH_PARAMETERS_H
#define HBS_GENERATORS_SAT_GRAPH_PARAMETERS_H

#include "generators/graphs/models.h"
#include "generators/sat/craft.h"

/* Where these parameters stand in the parameter array of every family on graphs. */
enum { HBS_GRAPH_MODEL, HBS_GRAPH_N, HBS_GRAPH_N_HIGH, HBS_GRAPH_CONNECTED, HBS_GRAPH_PARAMETERS };

#define HBS_GRAPH_TABLE(model, vertices)                                                                                                             \
    {"graph", HBS_TEXT, 0, 0, (model), HBS_GRAPH_MODELS_HELP},                                                                                       \
        {"n", HBS_INTEGER, 0, HBS_GRAPH_VERTICES_MAX, (vertices), "vertices; a range is drawn once a unit and stays when label= redraws"},           \
        {"n_high", HBS_INTEGER, 0, HBS_GRAPH_VERTICES_MAX, "0", "0: n vertices; else uniform in n..n_high, drawn with every graph, also when label= redraws"}, \
    {                                                                                                                                                \
        "connected", HBS_FLAG, 0, 1, "no", "yes: graphs (and n, where n_high is given) are drawn until one is connected"                             \
    }

/* What a family asks of its graph. */
typedef struct hbs_graph_demand {
    uint32_t least;          /* vertices; n below it is raised to it where n_high is given, else an error */
    uint32_t k;              /* for `derive` */
    hbs_status (*derive)(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error);   /* P of gnp without one; NULL: must be given */
    double (*literals)(const hbs_unit *unit, double n, double edges);   /* about how many a formula has on a graph of that size */
} hbs_graph_demand;

/* What their descriptors say about the graphs. */
#define HBS_GRAPH_UNIFORM_OVER \
    "not uniform: because formulas follow from graphs; uniform over what the graph model is uniform over (gnm: graphs of M edges)"
#define HBS_GRAPH_REJECTS \
    "no, but with connected=yes until a graph is connected, and for regular:D until a pairing is simple (about exp((D^2-1)/4) tries up to D = 4)"

/* hbs_craft_check for those families. */
hbs_status hbs_craft_check_graph(hbs_unit *unit, const hbs_graph_demand *demand);
/* hbs_craft_of with craft->graph drawn; NULL when that failed, as the unit's status then says. */
hbs_craft *hbs_craft_graph(hbs_unit *unit, const hbs_graph_demand *demand);

#endif
