/* Edges are collected as pairs, then put behind their ends by counting. Colours are the first eight bytes of a SHA-256 of what the vertex stands for: vertices of
 * different kinds that got one colour would only make an instance look isomorphic to one it is not, at odds of 2^-64 for each pair of names.
 *
 * The first argument of an atom needs no vertex of its own: the atom's stands for it, so that binary atoms have two vertices and unary ones one. */
#include "core/coloured_graph.h"

#include <stdlib.h>
#include <string.h>

#include "core/ordering.h"
#include "core/shell_sort.h"

#define VERTICES_MAX (UINT32_C(1) << 31)
#define NO_VERTEX UINT32_MAX

void hbs_coloured_graph_free(hbs_coloured_graph *graph) {
    if (!graph) return;
    free(graph->colour);
    free(graph->start);
    free(graph->neighbour);
    free(graph->edge);
    free(graph->number);
    hbs_cnf_free(&graph->clean);
    *graph = (hbs_coloured_graph){0};
}

/* Colour of (kind, number, text). */
static uint64_t colour_of(const char *kind, uint32_t number, const char *text) {
    hbs_hash hash;
    uint8_t digest[HBS_HASH_SIZE];
    uint64_t colour = 0;
    const uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16), (uint8_t)(number >> 24)};
    hbs_hash_start(&hash);
    hbs_hash_add(&hash, kind, strlen(kind) + 1);
    hbs_hash_add(&hash, bytes, sizeof bytes);
    hbs_hash_add(&hash, text, strlen(text));
    hbs_hash_finish(&hash, digest);
    for (int i = 0; i < 8; i++) colour = colour << 8 | digest[i];
    return colour;
}

static hbs_status add_vertex(hbs_coloured_graph *graph, uint64_t colour, uint32_t *out, hbs_error *error) {
    if (graph->vertices == VERTICES_MAX) return hbs_raise(error, HBS_ERROR_BUDGET, "the instance is too large for a canonical form");
    const hbs_status status = hbs_grow(&graph->colour, &graph->colour_capacity, (size_t)graph->vertices + 1, sizeof *graph->colour, error);
    if (status != HBS_OK) return status;
    *out = graph->vertices++;
    graph->colour[*out] = colour;
    return HBS_OK;
}

static hbs_status add_edge(hbs_coloured_graph *graph, uint32_t a, uint32_t b, hbs_error *error) {
    const hbs_status status = hbs_grow(&graph->edge, &graph->edge_capacity, 2 * (graph->edges + 1), sizeof *graph->edge, error);
    if (status != HBS_OK) return status;
    graph->edge[2 * graph->edges] = a;
    graph->edge[2 * graph->edges + 1] = b;
    graph->edges++;
    return HBS_OK;
}

/* Room for `count` numbers, all NO_VERTEX. */
static hbs_status clear_numbers(hbs_coloured_graph *graph, size_t count, hbs_error *error) {
    const hbs_status status = hbs_grow(&graph->number, &graph->number_capacity, count + 1, sizeof *graph->number, error);
    for (size_t i = 0; status == HBS_OK && i < count; i++) graph->number[i] = NO_VERTEX;
    return status;
}

/* ---- formulas ---- */

/* Both literals of a variable that occurs, next to each other. */
static hbs_status literal_vertex(hbs_coloured_graph *graph, int32_t literal, uint64_t colour, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t code = hbs_literal_code(literal);
    uint32_t *const first = &graph->number[code / 2], second = 0;
    if (*first == NO_VERTEX) {
        HBS_TRY(add_vertex(graph, colour, first, error));
        HBS_TRY(add_vertex(graph, colour, &second, error));
        HBS_TRY(add_edge(graph, *first, second, error));
    }
    *out = *first + code % 2;
done:
    return status;
}

/* A header can name many more variables than clauses use: those that they use are then numbered through, so that memory goes with the clauses. *variables: there are so many
 * numbers. */
static hbs_status number_used(hbs_cnf *cnf, uint32_t *variables, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(cnf);
    uint32_t *used = NULL;
    size_t count = 0;
    *variables = cnf->variables;
    if (cnf->variables / 4 <= literals) return HBS_OK;
    HBS_TRY(hbs_allocate(&used, literals, sizeof *used, error));
    for (size_t i = 0; i < literals; i++) used[i] = (uint32_t)abs(cnf->literal[i]);
    hbs_sort_u32(used, literals);
    for (size_t i = 0; i < literals; i++)
        if (!i || used[i] != used[i - 1]) used[count++] = used[i];
    for (size_t i = 0; i < literals; i++) {
        const uint32_t variable = (uint32_t)abs(cnf->literal[i]);
        const int32_t rank = (int32_t)((const uint32_t *)bsearch(&variable, used, count, sizeof *used, hbs_by_uint32) - used) + 1;
        cnf->literal[i] = cnf->literal[i] < 0 ? -rank : rank;
    }
    *variables = (uint32_t)count;
done:
    free(used);
    return status;
}

static hbs_status add_formula(hbs_coloured_graph *graph, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint64_t literal_colour = colour_of("literal", 0, ""), clause_colour = colour_of("clause", 0, "");
    uint32_t clause = 0, literal = 0, variables = 0;
    HBS_TRY(hbs_cnf_clean(&graph->clean, cnf, error));
    HBS_TRY(number_used(&graph->clean, &variables, error));
    HBS_TRY(clear_numbers(graph, variables, error));
    graph->size = cnf->variables;
    for (size_t c = 0; c < graph->clean.clauses; c++) {
        const int32_t *const literals = hbs_cnf_clause(&graph->clean, c);
        HBS_TRY(add_vertex(graph, clause_colour, &clause, error));
        for (size_t i = 0; i < hbs_cnf_length(&graph->clean, c); i++) {
            HBS_TRY(literal_vertex(graph, literals[i], literal_colour, &literal, error));
            HBS_TRY(add_edge(graph, clause, literal, error));
        }
    }
done:
    return status;
}

/* ---- pairs of queries ---- */

/* What a query's terms and atoms are numbered by, while it is added. */
typedef struct adding {
    hbs_coloured_graph *graph;
    const hbs_query_pair *pair;
    size_t first_variable; /* in graph->number, after the constants */
    uint32_t query;        /* 1, 2 */
} adding;

static hbs_status term_vertex(const adding *a, hbs_term term, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool constant = hbs_is_constant(term);
    uint32_t *const vertex = &a->graph->number[constant ? hbs_constant_index(term) : a->first_variable + term];
    const hbs_symbol *const symbol = constant ? &a->pair->constants.item[hbs_constant_index(term)] : NULL;
    if (*vertex == NO_VERTEX)
        HBS_TRY(add_vertex(a->graph, symbol ? colour_of("constant", symbol->kind, symbol->text) : colour_of("variable", a->query, ""), vertex, error));
    *out = *vertex;
done:
    return status;
}

static hbs_status add_argument(const adding *a, uint32_t atom, uint32_t position, hbs_term term, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t end = 0, place = atom;
    HBS_TRY(term_vertex(a, term, &end, error));
    if (position) {
        HBS_TRY(add_vertex(a->graph, colour_of("argument", position, ""), &place, error));
        HBS_TRY(add_edge(a->graph, atom, place, error));
    }
    HBS_TRY(add_edge(a->graph, place, end, error));
done:
    return status;
}

static hbs_status add_query(const adding *a, const hbs_query *query, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t vertex = 0, term = 0;
    for (size_t i = 0; i < query->head_arity; i++) {
        HBS_TRY(add_vertex(a->graph, colour_of(a->query == 1 ? "head 1" : "head 2", (uint32_t)i, ""), &vertex, error));
        HBS_TRY(term_vertex(a, query->head[i], &term, error));
        HBS_TRY(add_edge(a->graph, vertex, term, error));
    }
    for (size_t i = 0; i < query->atoms; i++) {
        const hbs_symbol *const relation = &a->pair->relations.item[query->relation[i]];
        HBS_TRY(add_vertex(a->graph, colour_of(a->query == 1 ? "atom 1" : "atom 2", relation->kind, relation->text), &vertex, error));
        for (size_t k = 0; k < hbs_atom_arity(query, i); k++) HBS_TRY(add_argument(a, vertex, (uint32_t)k, hbs_atom(query, i)[k], error));
    }
done:
    return status;
}

static hbs_status add_pair(hbs_coloured_graph *graph, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t constants = pair->constants.count;
    const adding first = {graph, pair, constants, 1}, second = {graph, pair, constants + pair->q1.variables, 2};
    HBS_TRY(clear_numbers(graph, constants + pair->q1.variables + pair->q2.variables, error));
    HBS_TRY(add_query(&first, &pair->q1, error));
    HBS_TRY(add_query(&second, &pair->q2, error));
done:
    return status;
}

/* ---- */

static hbs_status link(hbs_coloured_graph *graph, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t n = graph->vertices;
    HBS_TRY(hbs_grow(&graph->start, &graph->start_capacity, n + 2, sizeof *graph->start, error));
    HBS_TRY(hbs_grow(&graph->neighbour, &graph->neighbour_capacity, 2 * graph->edges + 1, sizeof *graph->neighbour, error));
    memset(graph->start, 0, (n + 2) * sizeof *graph->start);
    for (size_t i = 0; i < 2 * graph->edges; i++) graph->start[graph->edge[i] + 2]++;
    for (size_t v = 2; v < n + 2; v++) graph->start[v] += graph->start[v - 1];
    for (size_t i = 0; i < 2 * graph->edges; i++) graph->neighbour[graph->start[graph->edge[i] + 1]++] = graph->edge[i ^ 1];
done:
    return status;
}

hbs_status hbs_coloured_graph_of(hbs_coloured_graph *graph, const hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    graph->vertices = 0;
    graph->edges = 0;
    graph->size = 0;
    HBS_TRY(instance->problem == HBS_SAT ? add_formula(graph, &instance->cnf, error) : add_pair(graph, &instance->pair, error));
    HBS_TRY(link(graph, error));
done:
    return status;
}
