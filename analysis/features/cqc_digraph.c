/* Features of each query by itself: how its terms share the argument positions, and the digraph of its binary atoms: edges out of and into a term,
 * terms without one of them, edges both ways. Triangles planted in q2 against an acyclic q1 make one published kind of negative, and edges
 * both ways in q1 absorb every bipartite q2; a q2 that was pulled back along a map into q1 has the uneven degrees of what it was pulled from. */
#include "analysis/features/cqc_profile.h"

static hbs_status list_edges(hbs_cqc_profile *profile, const hbs_query *query, size_t terms, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_cqc_edges_start(&profile->ahead, query->atoms, error));
    HBS_TRY(hbs_cqc_edges_start(&profile->behind, query->atoms, error));
    for (size_t a = 0; a < query->atoms; a++) {
        if (hbs_atom_arity(query, a) != 2) continue;
        const hbs_term *argument = hbs_atom(query, a);
        const size_t from = hbs_cqc_term_number(query, argument[0]), to = hbs_cqc_term_number(query, argument[1]);
        hbs_cqc_edges_add(&profile->ahead, from, to);
        hbs_cqc_edges_add(&profile->behind, to, from);
    }
    HBS_TRY(hbs_cqc_edges_finish(&profile->ahead, terms, error));
    HBS_TRY(hbs_cqc_edges_finish(&profile->behind, terms, error));
done:
    return status;
}

static void count_ends(const hbs_cqc_profile *profile, hbs_cqc_side *side, size_t terms) {
    side->sources = side->sinks = 0;
    hbs_moments_start(&side->out, 0);
    hbs_moments_start(&side->in, 0);
    for (size_t t = 0; t < terms; t++) {
        const size_t out = hbs_cqc_edges_degree(&profile->ahead, t), in = hbs_cqc_edges_degree(&profile->behind, t);
        if (!out && !in) continue;
        hbs_moments_add(&side->out, (int64_t)out);
        hbs_moments_add(&side->in, (int64_t)in);
        side->sources += !in;
        side->sinks += !out;
    }
}

static void count_two_cycles(const hbs_cqc_profile *profile, hbs_cqc_side *side) {
    side->two_cycles = side->loops = 0;
    for (size_t e = 0; e < profile->ahead.count; e++) {
        const uint32_t from = hbs_edge_from(profile->ahead.item[e]), to = hbs_edge_to(profile->ahead.item[e]);
        side->loops += from == to;
        side->two_cycles += from < to && hbs_cqc_edges_has(&profile->ahead, to, from);
    }
}

hbs_status hbs_cqc_collect_digraphs(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t which = 0; which < 2; which++) {
        const hbs_query *query = hbs_cqc_query(pair, which);
        const size_t terms = query->variables + pair->constants.count;
        HBS_TRY(list_edges(profile, query, terms, error));
        count_ends(profile, &profile->side[which], terms);
        count_two_cycles(profile, &profile->side[which]);
        HBS_TRY(hbs_cqc_collect_walks(profile, &profile->side[which], terms, error));
    }
done:
    return status;
}

#define BOTH(id, before, after, expression) HBS_CQC_BOTH(id, before, after, HBS_CONTAINMENT_STUDY, expression)
#define NO_EDGE "; not defined without edges"

BOTH(sd_occurrences, "standard deviation of the number of argument positions of a term of ", "'s body; not defined without terms", hbs_moments_sd(&side->occurrence, 1));
BOTH(max_occurrences, "most argument positions of a term of ", "'s body; not defined without terms", hbs_moments_greatest(&side->occurrence, 1));
BOTH(sd_out_degree, "standard deviation of the number of edges out of a term on an edge of ", "'s digraph" NO_EDGE, hbs_moments_sd(&side->out, 1));
BOTH(max_out_degree, "most edges out of a term of ", "'s digraph" NO_EDGE, hbs_moments_greatest(&side->out, 1));
BOTH(sd_in_degree, "standard deviation of the number of edges into a term on an edge of ", "'s digraph" NO_EDGE, hbs_moments_sd(&side->in, 1));
BOTH(max_in_degree, "most edges into a term of ", "'s digraph" NO_EDGE, hbs_moments_greatest(&side->in, 1));
BOTH(sources, "terms of ", " with edges out of them and none into them", (double)side->sources);
BOTH(sinks, "terms of ", " with edges into them and none out of them", (double)side->sinks);
BOTH(loops, "edges of ", "'s digraph from a term to itself", (double)side->loops);
BOTH(two_cycles, "pairs of different terms of ", " with edges both ways: with the loops they make the closed walks of length 2, loops + 2 two_cycles", (double)side->two_cycles);
