/* What the SAT features share: counts over one formula, taken in a few passes, O(L + n) time and memory for clauses of bounded length.
 *
 * All counts are over the formula *as given*: a repeated clause counts as often as it stands there, a repeated literal of a clause too, a
 * tautology is a clause like any other. That is the formula a model is shown, it needs no sorting, and n and the clause lengths stay
 * those of the size signature. p_v and q_v are the numbers of positive and negative occurrences of variable v, o_v = p_v + q_v,
 * L their sum; standard deviations divide by the count. */
#ifndef HBS_ANALYSIS_FEATURES_SAT_PROFILE_H
#define HBS_ANALYSIS_FEATURES_SAT_PROFILE_H

#include <math.h>

#include "analysis/compact.h"
#include "analysis/features/moments.h"
#include "analysis/features/profile.h"

/* Imbalances b_v = |p_v - q_v| / o_v are kept as integers in units of 2^-32. */
#define HBS_IMBALANCE_ONE 4294967296.0

typedef struct hbs_sat_profile {
    uint64_t variables, clauses, literals;
    uint64_t left_out;                             /* of the variables: not in the formula that the parts below see, because no clause uses them */
    uint64_t of_length[4];                         /* clauses of length 0..3 */
    hbs_moments length, occurrence, imbalance, degree;
    bool degree_known, resolvable_known;           /* false: too many pairs to look at */
    uint64_t neighbours, neighbours_again;         /* ordered pairs of variables that meet, and that meet more than once */
    uint64_t resolvable;                           /* pairs of clauses with exactly one clash */

    uint64_t positive_literals, pure_variables;
    double squared_imbalance, clashes;             /* sum (p-q)^2, sum pq: exact integers before the last rounding */
    uint64_t horn, dual_horn, monotone, falsified; /* clauses; falsified by the majority assignment */
    uint64_t largest_block, repeated_sets;

    uint64_t first_positive, nonempty;             /* clauses whose first literal is positive, of those with one */
    uint64_t literal_neighbours, literal_descents, clause_neighbours, clause_descents;
    uint64_t last_length, last_agreeing;           /* last clause: literals, those that agree with the majority */
    bool last_first_agrees;
    uint64_t head_literals, head_distinct, tail_literals, tail_distinct;

    /* Scratch, kept between instances. */
    hbs_compact compact;
    uint32_t *positive, *negative, *stamp, *first, *end, *clause_of, *set_clause, *set_size, *set_count, *met;
    size_t positive_capacity, negative_capacity, stamp_capacity, first_capacity, end_capacity, clause_of_capacity;
    size_t set_clause_capacity, set_size_capacity, set_count_capacity, met_capacity;
    size_t set_slots;                              /* a power of two above the number of clauses */
} hbs_sat_profile;

hbs_status hbs_sat_profile_new(hbs_sat_profile **out, hbs_error *error);
void hbs_sat_profile_free(hbs_sat_profile *profile);
/* HBS_ERROR_MEMORY when out of memory or from 2^31 clauses or literals on. Memory O(L), whatever n. */
hbs_status hbs_sat_profile_fill(hbs_sat_profile *profile, const hbs_cnf *cnf, hbs_error *error);

/* The parts of fill, in this order; each lives with the features that it serves. Scratch is large enough. The formula lacks profile->left_out unused
 * variables. */
void hbs_sat_collect_lengths(hbs_sat_profile *profile, const hbs_cnf *cnf);
void hbs_sat_collect_occurrences(hbs_sat_profile *profile, const hbs_cnf *cnf);
void hbs_sat_collect_polarity(hbs_sat_profile *profile, const hbs_cnf *cnf);
void hbs_sat_collect_variable_sets(hbs_sat_profile *profile, const hbs_cnf *cnf);
void hbs_sat_collect_interaction(hbs_sat_profile *profile, const hbs_cnf *cnf);
void hbs_sat_collect_order(hbs_sat_profile *profile, const hbs_cnf *cnf);

static inline uint32_t hbs_sat_variable(int32_t literal) { return (uint32_t)(literal < 0 ? -literal : literal); }
/* The majority assignment makes v true iff p_v >= q_v. */
static inline bool hbs_sat_agrees(const hbs_sat_profile *profile, int32_t literal) {
    const uint32_t v = hbs_sat_variable(literal);
    return (profile->positive[v] >= profile->negative[v]) == (literal > 0);
}
static inline double hbs_sat_share(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : NAN; }

/* Defines the descriptor hbs_sat_feature_ID; `expression` reads the profile `sat`. */
#define HBS_SAT_FEATURE(id, text, where, is_size, is_order, is_invariant, expression)                                          \
    static double value_##id(const hbs_profile *profile) {                                                                    \
        const hbs_sat_profile *const sat = profile->sat;                                                                      \
        return expression;                                                                                                    \
    }                                                                                                                         \
    const hbs_feature hbs_sat_feature_##id = {.name = #id, .meaning = text, .source = where, .problem = HBS_SAT,              \
                                              .size = is_size, .order = is_order, .invariant = is_invariant, .value = value_##id}
#define HBS_UNDERSTANDING_RANDOM_SAT "Nudelman, Leyton-Brown, Hoos, Devkar, Shoham, Understanding random SAT, CP 2004"

#endif
