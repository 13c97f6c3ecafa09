/* What the CQC features share: counts over one pair of queries. O(atoms(q1) * atoms(q2) * arity) time for the candidate lists; the rest is linear
 * up to sorting, walks, triangles and pairs of terms in one atom, of which more than the bounds below leave what needs them unknown, and the pairs of a
 * body's atoms for its order. Whether a bound is passed depends neither on names nor on the order of atoms.
 *
 * A term is a variable or a constant. Terms and atoms are those of a body; a body is a set of atoms. The digraph of a query has its terms and an
 * edge s -> t for every atom R(s,t) of any relation R of arity 2, once. "Frozen" variables of q2 are those in its head: their image is known, so
 * they are left out of the shape of q2. The co-occurrence graph of a query joins any two different terms that some atom holds. Standard deviations
 * divide by the count. */
#ifndef HBS_ANALYSIS_FEATURES_CQC_PROFILE_H
#define HBS_ANALYSIS_FEATURES_CQC_PROFILE_H

#include <math.h>

#include "analysis/features/cqc_edges.h"
#include "analysis/features/moments.h"
#include "analysis/features/profile.h"

#define HBS_CQC_WALKS_MAX UINT64_C(100000000)     /* steps along walks, and along the smaller neighbourhoods of pairs of neighbours */
#define HBS_CQC_PAIRS_MAX UINT64_C(10000000)      /* pairs of argument positions of one atom */
#define HBS_CQC_ORDER_ATOMS_MAX 1000u

typedef struct hbs_cqc_side {
    uint64_t atoms, variables, constants;   /* variables: in head or body */
    uint64_t largest_relation;              /* most atoms over one relation */
    hbs_moments occurrence;                 /* argument positions of a term */
    hbs_moments position;                   /* atoms of a relation with a term in a position; over relations and positions that are used, and terms */
    hbs_moments out, in;                    /* edges of a term of the digraph that is on one */
    uint64_t sources, sinks;                /* of the digraph; terms on an edge without one into them, out of them */
    uint64_t two_cycles, loops;             /* pairs of different terms with edges both ways; edges from a term to itself */
    uint64_t closed_3_walks, closed_4_walks;/* traces of the adjacency matrix, cubed and to the fourth */
    uint64_t joined_by_2, joined_by_3;      /* ordered pairs of terms, which may be equal, with a walk of that length from one to the other */
    uint64_t closing;                       /* edges a -> c with some a -> b -> c */
    bool walks_known, joined_by_3_known;
    hbs_moments neighbours;                 /* of a term in the co-occurrence graph */
    uint64_t wedges, corners;               /* of that graph: pairs of neighbours of a term; those of them that are neighbours */
    bool neighbours_known, corners_known;
    uint64_t meeting, chained;              /* pairs of atoms that share a variable, those of them that are consecutive */
} hbs_cqc_side;

typedef struct hbs_cqc_profile {
    hbs_cqc_side side[2];                   /* q1, q2 */
    uint64_t head_arity, relations, missing_relations, widest, constants;
    double kappa;                           /* NAN: not defined */
    bool clash;                             /* of the heads: what follows then counts no candidates */
    hbs_moments candidates;
    uint64_t few_candidates;                /* atoms of q2 with at most two */
    bool loops_defined;
    uint64_t loop_terms;
    uint64_t components, incidences, open_atoms, open_variables, cyclic_atoms;

    /* Scratch, kept between pairs. */
    hbs_cqc_edges ahead, behind;            /* of one query at a time: its digraph and that turned round; its co-occurrence graph */
    uint32_t *in, *out, *count[2], *reach;
    double *part;
    size_t reach_capacity, in_capacity, out_capacity, count_capacity[2], part_capacity;
} hbs_cqc_profile;

hbs_status hbs_cqc_profile_new(hbs_cqc_profile **out, hbs_error *error);
void hbs_cqc_profile_free(hbs_cqc_profile *profile);
hbs_status hbs_cqc_profile_fill(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);

/* The parts of fill; each lives with the features that it serves. */
hbs_status hbs_cqc_collect_sizes(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
hbs_status hbs_cqc_collect_digraphs(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
hbs_status hbs_cqc_collect_walks(hbs_cqc_profile *profile, hbs_cqc_side *side, size_t terms, hbs_error *error);   /* of the digraph that is there */
hbs_status hbs_cqc_collect_positions(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
hbs_status hbs_cqc_collect_neighbours(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
hbs_status hbs_cqc_collect_candidates(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
hbs_status hbs_cqc_collect_shape(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error);
void hbs_cqc_collect_order(hbs_cqc_profile *profile, const hbs_query_pair *pair);

static inline const hbs_query *hbs_cqc_query(const hbs_query_pair *pair, size_t side) { return side ? &pair->q2 : &pair->q1; }
/* Terms numbered: variables of the query, then constants of the pair. */
static inline size_t hbs_cqc_term_number(const hbs_query *query, hbs_term term) {
    return hbs_is_constant(term) ? (size_t)query->variables + hbs_constant_index(term) : term;
}
static inline double hbs_cqc_share(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : NAN; }

/* Defines the descriptor hbs_cqc_feature_ID; `expression` reads the profile `cqc`. */
#define HBS_CQC_FEATURE(id, text, where, is_size, is_order, is_invariant, expression)                                          \
    static double value_##id(const hbs_profile *profile) {                                                                    \
        const hbs_cqc_profile *const cqc = profile->cqc;                                                                      \
        return expression;                                                                                                    \
    }                                                                                                                         \
    const hbs_feature hbs_cqc_feature_##id = {.name = #id, .meaning = text, .source = where, .problem = HBS_CQC,              \
                                              .size = is_size, .order = is_order, .invariant = is_invariant, .value = value_##id}
/* The descriptors of q1_ID and q2_ID; `expression` reads the side, and the meaning is before + the query's name + after. */
#define HBS_CQC_BOTH(id, before, after, where, expression)                                                                     \
    HBS_CQC_OF_SIDE(q1_##id, before "q1" after, where, &cqc->side[0], expression);                                            \
    HBS_CQC_OF_SIDE(q2_##id, before "q2" after, where, &cqc->side[1], expression)
#define HBS_CQC_OF_SIDE(id, text, where, which, expression)                                                                    \
    static double side_##id(const hbs_cqc_profile *cqc) {                                                                     \
        const hbs_cqc_side *const side = which;                                                                               \
        return expression;                                                                                                    \
    }                                                                                                                         \
    HBS_CQC_FEATURE(id, text, where, false, false, true, side_##id(cqc))
#define HBS_CONTAINMENT_STUDY "Yehuda, Gabel, Schuster, It's not what machines can learn, it's what we cannot teach, ICML 2020"

#endif
