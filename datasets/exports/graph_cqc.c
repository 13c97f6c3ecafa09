/* A pair of queries as one graph of atoms and terms. Nodes: the head of q1, its atoms, its variables, the same of q2, then the constants, which both share.
 * Edges lead from a head or an atom to its terms; their value is the position of the argument, so that the pair can be read back up to names of variables and constants. */
#include <string.h>

#include "datasets/exports/graph.h"

enum { VARIABLE, CONSTANT, ATOM, HEAD };

typedef struct building {
    const hbs_query_pair *pair;
    hbs_graph_view *view;
    size_t constants;        /* the first node of a constant */
    hbs_error *error;
} building;

static void set_node(hbs_graph_view *view, size_t node, int type, int query, int64_t relation) {
    view->type[node] = (int8_t)type;
    view->query[node] = (int8_t)query;
    view->relation[node] = relation;
}

static hbs_status join(const building *b, size_t from, const hbs_term *term, size_t count, size_t variables) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count; i++) {
        const size_t to = hbs_is_constant(term[i]) ? b->constants + hbs_constant_index(term[i]) : variables + term[i];
        HBS_TRY(hbs_graph_view_edge(b->view, (hbs_graph_arc){from, to, (int64_t)i}, b->error));
    }
done:
    return status;
}

static size_t nodes_of(const hbs_query *query) { return 1 + query->atoms + query->variables; }

static hbs_status add_query(const building *b, const hbs_query *query, int number, size_t head) {
    hbs_status status = HBS_OK;
    const size_t variables = head + 1 + query->atoms;
    set_node(b->view, head, HEAD, number, -1);
    HBS_TRY(join(b, head, query->head, query->head_arity, variables));
    for (size_t a = 0; a < query->atoms; a++) {
        const hbs_symbol *name = &b->pair->relations.item[query->relation[a]];
        uint32_t relation;
        HBS_TRY(hbs_symbol_intern(&b->view->vocabulary, name->text, strlen(name->text), name->kind, &relation, b->error));
        set_node(b->view, head + 1 + a, ATOM, number, relation);
        HBS_TRY(join(b, head + 1 + a, hbs_atom(query, a), hbs_atom_arity(query, a), variables));
    }
    for (size_t v = 0; v < query->variables; v++) set_node(b->view, variables + v, VARIABLE, number, -1);
done:
    return status;
}

static hbs_status build(const hbs_instance *instance, hbs_graph_view *view, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query_pair *pair = &instance->pair;
    const size_t second = nodes_of(&pair->q1), constants = second + nodes_of(&pair->q2);
    const building b = {pair, view, constants, error};
    HBS_TRY(hbs_graph_view_nodes(view, constants + pair->constants.count, true, error));
    HBS_TRY(add_query(&b, &pair->q1, 1, 0));
    HBS_TRY(add_query(&b, &pair->q2, 2, second));
    for (size_t c = 0; c < pair->constants.count; c++) set_node(view, constants + c, CONSTANT, 0, -1);
done:
    return status;
}

const hbs_graph_form hbs_graph_form_incidence = {.name = "incidence", .problem = HBS_CQC, .edge_value = "edge_position", .build = build};
