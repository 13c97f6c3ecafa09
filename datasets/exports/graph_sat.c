/* Formulas as graphs, as stored: a repeated literal is a repeated edge, a tautology keeps both its edges.
 *
 *   lcg  literal-clause: nodes 2(v-1) for v and 2(v-1)+1 for not v, so that the complement of node i is i ^ 1; then the clauses
 *   vcg  variable-clause: nodes 0..n-1 for the variables, then the clauses; the value of an edge is the sign
 *   vig  variable incidence: an edge between two variables that share a clause, once, from the smaller to the larger; its value is the number of those clauses
 *
 * A clause of k variables gives k(k-1)/2 edges of the last, so that is bounded. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/ordering.h"
#include "datasets/exports/graph.h"

#define PAIRS_MAX ((size_t)1 << 24)

static hbs_status build_with_clauses(const hbs_cnf *cnf, bool literals, hbs_graph_view *view, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t first = literals ? 2 * (size_t)cnf->variables : cnf->variables;
    HBS_TRY(hbs_graph_view_nodes(view, first + cnf->clauses, false, error));
    for (size_t i = 0; i < view->nodes; i++) view->type[i] = i >= first;
    for (size_t c = 0; c < cnf->clauses; c++)
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) {
            const int32_t literal = hbs_cnf_clause(cnf, c)[i];
            const uint32_t code = hbs_literal_code(literal);
            HBS_TRY(hbs_graph_view_edge(view, (hbs_graph_arc){literals ? code : code / 2, first + c, literal > 0 ? 1 : -1}, error));
        }
done:
    return status;
}

static hbs_status build_lcg(const hbs_instance *instance, hbs_graph_view *view, hbs_error *error) { return build_with_clauses(&instance->cnf, true, view, error); }

static hbs_status build_vcg(const hbs_instance *instance, hbs_graph_view *view, hbs_error *error) { return build_with_clauses(&instance->cnf, false, view, error); }

/* The clause's variables, each once, behind `used` words of the scratch; *count of them. */
static hbs_status variables_of(const hbs_cnf *cnf, size_t clause, hbs_graph_view *view, size_t used, size_t *count, hbs_error *error) {
    const size_t length = hbs_cnf_length(cnf, clause);
    const hbs_status status = hbs_grow(&view->scratch, &view->scratch_capacity, used + length, sizeof *view->scratch, error);
    if (status != HBS_OK) return status;
    uint64_t *const variable = view->scratch + used;
    for (size_t i = 0; i < length; i++) variable[i] = hbs_literal_code(hbs_cnf_clause(cnf, clause)[i]) / 2;
    if (length) qsort(variable, length, sizeof *variable, hbs_by_uint64);
    *count = 0;
    for (size_t i = 0; i < length; i++)
        if (!i || variable[i] != variable[i - 1]) variable[(*count)++] = variable[i];
    return HBS_OK;
}

/* Appends the pairs of a clause, u below v in 32 bits each, to the `used` ones. */
static hbs_status add_pairs(const hbs_cnf *cnf, size_t clause, hbs_graph_view *view, size_t *used, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t count;
    HBS_TRY(variables_of(cnf, clause, view, *used, &count, error));
    const size_t pairs = count < 2 ? 0 : count % 2 ? (count - 1) / 2 * count : count / 2 * (count - 1);
    if (pairs > PAIRS_MAX - *used)
        HBS_FAIL(error, HBS_ERROR_INPUT, "its variable incidence graph has more than %zu pairs of variables; take --graph vcg or lcg", PAIRS_MAX);
    HBS_TRY(hbs_grow(&view->scratch, &view->scratch_capacity, *used + pairs + count, sizeof *view->scratch, error));
    uint64_t *const variable = view->scratch + *used + pairs, *at = view->scratch + *used;
    for (size_t i = count; i-- > 0;) variable[i] = view->scratch[*used + i];   /* the last first: the places may overlap */
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) *at++ = variable[i] << 32 | variable[j];
    *used += pairs;
done:
    return status;
}

static hbs_status build_vig(const hbs_instance *instance, hbs_graph_view *view, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_cnf *cnf = &instance->cnf;
    size_t used = 0;
    HBS_TRY(hbs_graph_view_nodes(view, cnf->variables, false, error));
    for (size_t i = 0; i < view->nodes; i++) view->type[i] = 0;
    for (size_t c = 0; c < cnf->clauses; c++) HBS_TRY(add_pairs(cnf, c, view, &used, error));
    if (used) qsort(view->scratch, used, sizeof *view->scratch, hbs_by_uint64);
    for (size_t i = 0; i < used; i++) {
        const uint64_t pair = view->scratch[i];
        if (i && pair == view->scratch[i - 1]) view->edge[view->edges - 1].value++;
        else HBS_TRY(hbs_graph_view_edge(view, (hbs_graph_arc){pair >> 32, pair & UINT32_MAX, 1}, error));
    }
done:
    return status;
}

const hbs_graph_form hbs_graph_form_lcg = {.name = "lcg", .problem = HBS_SAT, .build = build_lcg};
const hbs_graph_form hbs_graph_form_vcg = {.name = "vcg", .problem = HBS_SAT, .edge_value = "edge_sign", .small = true, .build = build_vcg};
const hbs_graph_form hbs_graph_form_vig = {.name = "vig", .problem = HBS_SAT, .edge_value = "edge_clauses", .build = build_vig};
