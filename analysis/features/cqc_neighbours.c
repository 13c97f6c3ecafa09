/* Features of a query's co-occurrence graph, whose edges join terms that some atom holds both: for any schema what the digraph is without its
 * directions. Where neighbours are many or of one another neighbours, q2 is hard to place; tree-like queries have no triangles.
 *
 * Triangles are found by walking, for each edge, along the neighbours of the end that has fewer: O(edges * arboricity) (Chiba, Nishizeki, SIAM
 * J. Comput. 14, 1985). An atom of arity k has k (k - 1) / 2 pairs: above HBS_CQC_PAIRS_MAX pairs nothing is counted. */
#include "analysis/features/cqc_profile.h"

static uint64_t pairs_of(const hbs_query *query) {
    uint64_t pairs = 0;
    for (size_t a = 0; a < query->atoms && pairs <= HBS_CQC_PAIRS_MAX; a++) {
        const uint64_t arity = hbs_atom_arity(query, a);
        pairs += arity ? arity * (arity - 1) / 2 : 0;
    }
    return pairs;
}

static void join_terms(hbs_cqc_edges *graph, const hbs_query *query, size_t a) {
    const hbs_term *argument = hbs_atom(query, a);
    for (size_t i = 0; i < hbs_atom_arity(query, a); i++)
        for (size_t j = 0; j < i; j++) {
            if (argument[i] == argument[j]) continue;
            const size_t s = hbs_cqc_term_number(query, argument[i]), t = hbs_cqc_term_number(query, argument[j]);
            hbs_cqc_edges_add(graph, s, t);
            hbs_cqc_edges_add(graph, t, s);
        }
}

static void count_degrees(const hbs_cqc_edges *graph, size_t terms, hbs_cqc_side *side) {
    side->wedges = 0;
    hbs_moments_start(&side->neighbours, 0);
    for (size_t t = 0; t < terms; t++) {
        const uint64_t degree = hbs_cqc_edges_degree(graph, t);
        if (degree) hbs_moments_add(&side->neighbours, (int64_t)degree);
        side->wedges += degree ? degree * (degree - 1) / 2 : 0;
    }
    hbs_moments_repeat(&side->neighbours, 0, side->occurrence.count - side->neighbours.count);
}

/* Each triangle is found from each of its edges: three times, which is how many corners it has. */
static void count_corners(const hbs_cqc_edges *graph, hbs_cqc_side *side) {
    uint64_t steps = 0;
    side->corners = 0;
    for (size_t e = 0; e < graph->count && steps <= HBS_CQC_WALKS_MAX; e++) {
        size_t from = hbs_edge_from(graph->item[e]), to = hbs_edge_to(graph->item[e]);
        if (from > to) continue;
        if (hbs_cqc_edges_degree(graph, to) < hbs_cqc_edges_degree(graph, from)) {
            const size_t swapped = from;
            from = to;
            to = swapped;
        }
        steps += hbs_cqc_edges_degree(graph, from);
        for (size_t f = graph->first[from]; f < graph->first[from + 1]; f++) side->corners += hbs_cqc_edges_has(graph, to, hbs_edge_to(graph->item[f]));
    }
    side->corners_known = steps <= HBS_CQC_WALKS_MAX;
}

hbs_status hbs_cqc_collect_neighbours(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cqc_edges *graph = &profile->ahead;
    for (size_t which = 0; which < 2; which++) {
        const hbs_query *query = hbs_cqc_query(pair, which);
        hbs_cqc_side *side = &profile->side[which];
        const uint64_t pairs = pairs_of(query);
        const size_t terms = query->variables + pair->constants.count;
        side->neighbours_known = pairs <= HBS_CQC_PAIRS_MAX;
        side->corners_known = false;
        if (!side->neighbours_known) continue;
        HBS_TRY(hbs_cqc_edges_start(graph, 2 * (size_t)pairs, error));
        for (size_t a = 0; a < query->atoms; a++) join_terms(graph, query, a);
        HBS_TRY(hbs_cqc_edges_finish(graph, terms, error));
        count_degrees(graph, terms, side);
        count_corners(graph, side);
    }
done:
    return status;
}

#define BOTH(id, before, after, expression) HBS_CQC_BOTH(id, before, after BOUND, HBS_CONTAINMENT_STUDY, side->neighbours_known ? (expression) : NAN)
#define BOUND "; not defined without terms or above 10^7 pairs of positions of one atom"

BOTH(mean_neighbours, "mean number of other terms that a term of ", "'s body shares an atom with", hbs_moments_mean(&side->neighbours, 1));
BOTH(sd_neighbours, "standard deviation of the number of other terms that a term of ", "'s body shares an atom with", hbs_moments_sd(&side->neighbours, 1));
BOTH(max_neighbours, "most other terms that a term of ", "'s body shares an atom with", hbs_moments_greatest(&side->neighbours, 1));
HBS_CQC_BOTH(clustering, "share of the pairs of terms of ",
             "'s body with a common neighbour, counted for each such, that share an atom themselves, 0..1: 3 triangles over paths of length 2 in the "
             "co-occurrence graph; not defined without such a path or above 10^8 steps",
             "Newman, Watts, Strogatz, Random graph models of social networks, PNAS 2002", side->corners_known ? hbs_cqc_share(side->corners, side->wedges) : NAN);
