/* Instances as graphs, for exports: nodes numbered from 0 within each instance, directed edges from the first kind of node to the second. */
#ifndef HBS_DATASETS_EXPORTS_GRAPH_H
#define HBS_DATASETS_EXPORTS_GRAPH_H

#include "core/instance.h"

typedef struct hbs_graph_arc {
    uint64_t from, to;
    int64_t value;
} hbs_graph_arc;

/* One instance. Memory is kept from one to the next. */
typedef struct hbs_graph_view {
    size_t nodes, edges;
    int8_t *type;            /* of each node */
    int8_t *query;           /* graphs of pairs: 1 or 2, 0 where both share it */
    int64_t *relation;       /* graphs of pairs: number of an atom's relation in `vocabulary`, else -1 */
    hbs_graph_arc *edge;
    size_t type_capacity, query_capacity, relation_capacity, edge_capacity;
    hbs_symbols vocabulary;  /* relations of all instances seen, by first appearance */
    uint64_t *scratch;
    size_t scratch_capacity;
} hbs_graph_view;            /* {0} is valid */
void hbs_graph_view_free(hbs_graph_view *view);
/* Room for nodes, and for queries and relations of pairs. */
hbs_status hbs_graph_view_nodes(hbs_graph_view *view, size_t nodes, bool pair, hbs_error *error);
hbs_status hbs_graph_view_edge(hbs_graph_view *view, hbs_graph_arc edge, hbs_error *error);

typedef struct hbs_graph_form {
    const char *name;
    hbs_problem problem;
    const char *edge_value;  /* name of the array of edge values, or NULL */
    bool small;              /* edge values fit eight bits */
    hbs_status (*build)(const hbs_instance *instance, hbs_graph_view *view, hbs_error *error);
} hbs_graph_form;

/* HBS_ERROR_USAGE lists those that the problem has. */
hbs_status hbs_graph_form_find(const char *name, hbs_problem problem, const hbs_graph_form **out, hbs_error *error);

#endif
