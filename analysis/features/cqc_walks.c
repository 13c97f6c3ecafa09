/* Features of the walks in a query's digraph: traces of powers of its adjacency matrix A, nonzero entries of them, and edges that close a walk of two
 * edges. Homomorphisms take walks to walks and closed walks to closed walks, so what q2 has of them q1 must have too.
 *
 * One row of A^2 at a time, as a list of the terms met with their counts: trace A^3 sums it against the edges into the term, trace A^4 against
 * the same row of the transposed matrix, and one more step from the terms met gives the nonzero entries of A^3. No matrix is stored: memory
 * is linear in the terms, time is the number of walks of length two plus, for the last, the edges out of each row's terms. Both are bounded by
 * HBS_CQC_WALKS_MAX; beyond it the counts are not defined. */
#include <string.h>

#include "analysis/features/cqc_profile.h"

/* One row of A^2: the terms at the end of two edges from a term, and by how many ways. */
typedef struct row {
    uint32_t *ways, *met;
    size_t count;
} row;

static void follow(row *r, const hbs_cqc_edges *edges, size_t from) {
    for (size_t i = 0; i < r->count; i++) r->ways[r->met[i]] = 0;
    r->count = 0;
    for (size_t e = edges->first[from]; e < edges->first[from + 1]; e++) {
        const size_t middle = hbs_edge_to(edges->item[e]);
        for (size_t f = edges->first[middle]; f < edges->first[middle + 1]; f++) {
            const uint32_t to = hbs_edge_to(edges->item[f]);
            if (!r->ways[to]++) r->met[r->count++] = to;
        }
    }
}

static void count_row(const hbs_cqc_profile *profile, hbs_cqc_side *side, size_t term, const row *to, const row *from) {
    const hbs_cqc_edges *ahead = &profile->ahead, *behind = &profile->behind;
    side->joined_by_2 += to->count;
    for (size_t i = 0; i < to->count; i++) side->closed_4_walks += (uint64_t)to->ways[to->met[i]] * from->ways[to->met[i]];
    for (size_t e = behind->first[term]; e < behind->first[term + 1]; e++) side->closed_3_walks += to->ways[hbs_edge_to(behind->item[e])];
    for (size_t e = ahead->first[term]; e < ahead->first[term + 1]; e++) side->closing += to->ways[hbs_edge_to(ahead->item[e])] > 0;
}

/* Terms three edges from `term`; mark[t] = term + 1 for those seen. *steps adds up. */
static uint64_t count_third(const hbs_cqc_edges *edges, size_t term, const row *second, uint32_t *mark, uint64_t *steps) {
    uint64_t seen = 0;
    for (size_t i = 0; i < second->count && *steps <= HBS_CQC_WALKS_MAX; i++) {
        *steps += hbs_cqc_edges_degree(edges, second->met[i]);
        for (size_t e = edges->first[second->met[i]]; e < edges->first[second->met[i] + 1]; e++) {
            const uint32_t to = hbs_edge_to(edges->item[e]);
            seen += mark[to] != term + 1;
            mark[to] = (uint32_t)term + 1;
        }
    }
    return seen;
}

static uint64_t walks_of_two(const hbs_cqc_edges *edges) {
    uint64_t walks = 0;
    for (size_t e = 0; e < edges->count; e++) walks += hbs_cqc_edges_degree(edges, hbs_edge_to(edges->item[e]));
    return walks;
}

hbs_status hbs_cqc_collect_walks(hbs_cqc_profile *profile, hbs_cqc_side *side, size_t terms, hbs_error *error) {
    const hbs_status status = hbs_grow(&profile->reach, &profile->reach_capacity, terms + 1, 5 * sizeof *profile->reach, error);   /* never NULL */
    if (status != HBS_OK) return status;
    uint32_t *const at = profile->reach, *const mark = at + 4 * terms;
    row to = {at, at + terms, 0}, from = {at + 2 * terms, at + 3 * terms, 0};
    uint64_t steps = 0;
    memset(at, 0, 5 * terms * sizeof *at);
    side->closed_3_walks = side->closed_4_walks = side->joined_by_2 = side->joined_by_3 = side->closing = 0;
    side->walks_known = walks_of_two(&profile->ahead) <= HBS_CQC_WALKS_MAX;
    for (size_t t = 0; t < terms && side->walks_known; t++) {
        follow(&to, &profile->ahead, t);
        follow(&from, &profile->behind, t);
        count_row(profile, side, t, &to, &from);
        side->joined_by_3 += count_third(&profile->ahead, t, &to, mark, &steps);
    }
    side->joined_by_3_known = side->walks_known && steps <= HBS_CQC_WALKS_MAX;
    return HBS_OK;
}

#define BOTH(id, before, after, known, count) HBS_CQC_BOTH(id, before, after BOUND, HBS_CONTAINMENT_STUDY, side->known ? (double)side->count : NAN)
#define BOUND "; not defined above 10^8 walks of length 2"

BOTH(closed_3_walks, "closed walks of length 3 in the digraph of ", ": trace of its cubed adjacency matrix", walks_known, closed_3_walks);
BOTH(closed_4_walks, "closed walks of length 4 in the digraph of ", ": trace of its adjacency matrix to the fourth", walks_known, closed_4_walks);
BOTH(joined_by_2_walks, "ordered pairs of terms of ", ", equal or not, with a walk of length 2 from one to the other", walks_known, joined_by_2);
BOTH(joined_by_3_walks, "ordered pairs of terms of ", ", equal or not, with a walk of length 3 from one to the other", joined_by_3_known, joined_by_3);
BOTH(closing_edges, "edges of ", "'s digraph from the first to the last term of a walk of length 2", walks_known, closing);
