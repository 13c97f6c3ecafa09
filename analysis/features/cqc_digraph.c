/* Features of each query by itself: how its terms share the argument positions, and the digraph of its binary atoms: terms without an edge in or
 * out, edges both ways, closed walks of length three. Triangles planted in q2 against an acyclic q1 make one published kind of negative, and edges
 * both ways in q1 absorb every bipartite q2. */
#include <stdlib.h>
#include <string.h>

#include "analysis/features/cqc_profile.h"

static uint64_t edge_of(size_t from, size_t to) { return (uint64_t)from << 32 | to; }

static int compare_edges(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The edges, ascending, each once. */
static hbs_status list_edges(hbs_cqc_profile *profile, const hbs_query *query, size_t *count, hbs_error *error) {
    const hbs_status status = hbs_grow(&profile->edge, &profile->edge_capacity, query->atoms, sizeof *profile->edge, error);
    if (status != HBS_OK) return status;
    size_t all = 0, once = 0;
    for (size_t a = 0; a < query->atoms; a++) {
        if (hbs_atom_arity(query, a) != 2) continue;
        const hbs_term *argument = hbs_atom(query, a);
        profile->edge[all++] = edge_of(hbs_cqc_term_number(query, argument[0]), hbs_cqc_term_number(query, argument[1]));
    }
    if (all) qsort(profile->edge, all, sizeof *profile->edge, compare_edges);
    for (size_t i = 0; i < all; i++)
        if (!i || profile->edge[i] != profile->edge[i - 1]) profile->edge[once++] = profile->edge[i];
    *count = once;
    return HBS_OK;
}

/* The first edge that is not below `wanted`. */
static size_t lower_bound(const uint64_t *edge, size_t count, uint64_t wanted) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (edge[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool has_edge(const uint64_t *edge, size_t count, size_t from, size_t to) {
    const size_t at = lower_bound(edge, count, edge_of(from, to));
    return at < count && edge[at] == edge_of(from, to);
}

static hbs_status count_ends(hbs_cqc_profile *profile, hbs_cqc_side *side, size_t terms, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&profile->in, &profile->in_capacity, terms, sizeof *profile->in, error));
    HBS_TRY(hbs_grow(&profile->out, &profile->out_capacity, terms, sizeof *profile->out, error));
    if (terms) memset(profile->in, 0, terms * sizeof *profile->in);
    if (terms) memset(profile->out, 0, terms * sizeof *profile->out);
    for (size_t e = 0; e < count; e++) {
        profile->out[profile->edge[e] >> 32]++;
        profile->in[(uint32_t)profile->edge[e]]++;
    }
    side->sources = side->sinks = 0;
    for (size_t t = 0; t < terms; t++) {
        side->sources += profile->out[t] && !profile->in[t];
        side->sinks += profile->in[t] && !profile->out[t];
    }
done:
    return status;
}

static void count_cycles(const hbs_cqc_profile *profile, hbs_cqc_side *side, size_t count) {
    const uint64_t *edge = profile->edge;
    uint64_t walks = 0;
    for (size_t e = 0; e < count; e++) walks += profile->out[(uint32_t)edge[e]];
    side->two_cycles = side->closed_walks = 0;
    side->walks_known = walks <= HBS_CQC_WALKS_MAX;
    for (size_t e = 0; e < count; e++) {
        const size_t from = edge[e] >> 32, to = (uint32_t)edge[e];
        side->two_cycles += from < to && has_edge(edge, count, to, from);
        if (!side->walks_known) continue;
        for (size_t f = lower_bound(edge, count, edge_of(to, 0)); f < count && edge[f] >> 32 == to; f++)
            side->closed_walks += has_edge(edge, count, (uint32_t)edge[f], from);
    }
}

hbs_status hbs_cqc_collect_digraphs(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t which = 0; which < 2; which++) {
        const hbs_query *query = hbs_cqc_query(pair, which);
        size_t count;
        HBS_TRY(list_edges(profile, query, &count, error));
        HBS_TRY(count_ends(profile, &profile->side[which], query->variables + pair->constants.count, count, error));
        count_cycles(profile, &profile->side[which], count);
    }
done:
    return status;
}

#define FEATURE(id, text, expression) HBS_CQC_FEATURE(id, text, HBS_CONTAINMENT_STUDY, false, false, true, expression)
#define BOTH(id, text1, text2, expression1, expression2) \
    FEATURE(q1_##id, text1, expression1);                \
    FEATURE(q2_##id, text2, expression2)

BOTH(sd_occurrences, "standard deviation of the number of argument positions of a term of q1's body; not defined without terms",
     "standard deviation of the number of argument positions of a term of q2's body; not defined without terms", hbs_moments_sd(&cqc->side[0].occurrence, 1),
     hbs_moments_sd(&cqc->side[1].occurrence, 1));
BOTH(max_occurrences, "most argument positions of a term of q1's body; not defined without terms",
     "most argument positions of a term of q2's body; not defined without terms", hbs_moments_greatest(&cqc->side[0].occurrence, 1),
     hbs_moments_greatest(&cqc->side[1].occurrence, 1));
BOTH(sources, "terms of q1 with edges out of them and none into them", "terms of q2 with edges out of them and none into them", (double)cqc->side[0].sources,
     (double)cqc->side[1].sources);
BOTH(sinks, "terms of q1 with edges into them and none out of them", "terms of q2 with edges into them and none out of them", (double)cqc->side[0].sinks,
     (double)cqc->side[1].sinks);
BOTH(two_cycles, "pairs of different terms of q1 with edges both ways", "pairs of different terms of q2 with edges both ways", (double)cqc->side[0].two_cycles,
     (double)cqc->side[1].two_cycles);
BOTH(closed_3_walks, "closed walks of length 3 in the digraph of q1: trace of its cubed adjacency matrix; not defined above 10^8 walks of length 2",
     "closed walks of length 3 in the digraph of q2: trace of its cubed adjacency matrix; not defined above 10^8 walks of length 2",
     cqc->side[0].walks_known ? (double)cqc->side[0].closed_walks : NAN, cqc->side[1].walks_known ? (double)cqc->side[1].closed_walks : NAN);
