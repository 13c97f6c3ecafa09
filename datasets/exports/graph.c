/* The graphs that exports know, and the memory of one. */
#include "datasets/exports/graph.h"

#include <stdlib.h>
#include <string.h>

/* A new graph is a descriptor hbs_graph_form_NAME and a word here. */
#define GRAPHS(X) X(incidence) X(lcg) X(vcg) X(vig)

#define DECLARE(name) extern const hbs_graph_form hbs_graph_form_##name;
#define LIST(name) &hbs_graph_form_##name,
GRAPHS(DECLARE)

#define NODES_MAX ((size_t)1 << 26)   /* a header can claim any number of variables */

static const hbs_graph_form *const graphs[] = {GRAPHS(LIST) NULL};

hbs_status hbs_graph_form_find(const char *name, hbs_problem problem, const hbs_graph_form **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes names = {0};
    for (const hbs_graph_form *const *g = graphs; *g; g++)
        if ((*g)->problem == problem && !strcmp((*g)->name, name)) {
            *out = *g;
            return HBS_OK;
        }
    for (const hbs_graph_form *const *g = graphs; *g; g++) {
        if ((*g)->problem != problem) continue;
        HBS_TRY(hbs_bytes_print(&names, error, "%s%s", names.size ? ", " : "", (*g)->name));
    }
    HBS_FAIL(error, HBS_ERROR_USAGE, "no graph `%.60s` of %s instances; there is: %s", name, hbs_problem_name(problem), (const char *)names.data);
done:
    hbs_bytes_free(&names);
    return status;
}

void hbs_graph_view_free(hbs_graph_view *view) {
    free(view->type);
    free(view->query);
    free(view->relation);
    free(view->edge);
    free(view->scratch);
    for (size_t i = 0; i < view->vocabulary.count; i++) free(view->vocabulary.item[i].text);
    free(view->vocabulary.item);
    free(view->vocabulary.slot);
    *view = (hbs_graph_view){0};
}

static hbs_status grow_pair(hbs_graph_view *view, size_t nodes, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&view->query, &view->query_capacity, nodes, sizeof *view->query, error));
    HBS_TRY(hbs_grow(&view->relation, &view->relation_capacity, nodes, sizeof *view->relation, error));
done:
    return status;
}

hbs_status hbs_graph_view_nodes(hbs_graph_view *view, size_t nodes, bool pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (nodes > NODES_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "its graph has %zu nodes, and up to %zu are written: remove variables that are not used", nodes, NODES_MAX);
    HBS_TRY(hbs_grow(&view->type, &view->type_capacity, nodes, sizeof *view->type, error));
    if (pair) HBS_TRY(grow_pair(view, nodes, error));
    view->nodes = nodes;
    view->edges = 0;
done:
    return status;
}

hbs_status hbs_graph_view_edge(hbs_graph_view *view, hbs_graph_arc edge, hbs_error *error) {
    const hbs_status status = hbs_grow(&view->edge, &view->edge_capacity, view->edges + 1, sizeof *view->edge, error);
    if (status == HBS_OK) view->edge[view->edges++] = edge;
    return status;
}
