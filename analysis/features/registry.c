/* All features, each listed once, in the order of the catalog's columns and of a probe's weights. A new one is a descriptor
 * hbs_sat_feature_NAME / hbs_cqc_feature_NAME in its family's file and a word here. */
#include "analysis/features/feature.h"

#define SAT_FEATURES(X)                                                                                                        \
    X(variables) X(clauses) X(literals) X(clause_variable_ratio) X(mean_occurrences)                                           \
    X(mean_clause_length) X(sd_clause_length) X(min_clause_length) X(max_clause_length)                                        \
    X(unit_clause_share) X(binary_clause_share) X(ternary_clause_share)                                                        \
    X(sd_occurrences) X(min_occurrences) X(max_occurrences) X(skewness_occurrences)                                            \
    X(mean_imbalance) X(sd_imbalance) X(max_imbalance) X(squared_imbalance)                                                    \
    X(pure_variables) X(pure_variable_share) X(conflict_density)                                                               \
    X(positive_literal_share) X(horn_share) X(dual_horn_share) X(monotone_share) X(majority_falsified_share)                   \
    X(largest_block) X(repeated_set_share)                                                                                     \
    X(mean_degree) X(sd_degree) X(max_degree) X(repeated_neighbour_share) X(resolvable_share)                                  \
    X(first_literal_positive_share) X(literal_descent_share) X(clause_descent_share)                                           \
    X(last_clause_length) X(last_first_literal_agrees) X(last_clause_agreeing_share) X(head_reuse) X(tail_reuse)

#define CQC_FEATURES(X)                                                                                                        \
    X(q1_atoms) X(q2_atoms) X(q1_variables) X(q2_variables) X(body_constants) X(head_arity) X(relations) X(max_arity)          \
    X(missing_relations) X(q1_largest_relation) X(q2_largest_relation) X(kappa)                                                \
    X(q1_sd_occurrences) X(q2_sd_occurrences) X(q1_max_occurrences) X(q2_max_occurrences)                                      \
    X(q1_sd_position) X(q2_sd_position) X(q1_max_position) X(q2_max_position)                                                  \
    X(q1_sd_out_degree) X(q2_sd_out_degree) X(q1_max_out_degree) X(q2_max_out_degree)                                          \
    X(q1_sd_in_degree) X(q2_sd_in_degree) X(q1_max_in_degree) X(q2_max_in_degree)                                              \
    X(q1_sources) X(q2_sources) X(q1_sinks) X(q2_sinks) X(q1_loops) X(q2_loops) X(q1_two_cycles) X(q2_two_cycles)              \
    X(q1_closed_3_walks) X(q2_closed_3_walks) X(q1_closed_4_walks) X(q2_closed_4_walks)                                        \
    X(q1_joined_by_2_walks) X(q2_joined_by_2_walks) X(q1_joined_by_3_walks) X(q2_joined_by_3_walks)                            \
    X(q1_closing_edges) X(q2_closing_edges)                                                                                    \
    X(q1_mean_neighbours) X(q2_mean_neighbours) X(q1_sd_neighbours) X(q2_sd_neighbours)                                        \
    X(q1_max_neighbours) X(q2_max_neighbours) X(q1_clustering) X(q2_clustering)                                                \
    X(min_candidates) X(mean_candidates) X(max_candidates) X(few_candidates_share) X(q1_loop_terms)                            \
    X(q2_components) X(q2_cycle_rank) X(q2_cyclic_atoms)                                                                       \
    X(q1_chaining) X(q2_chaining)

#define DECLARE(name) extern const hbs_feature hbs_sat_feature_##name;
SAT_FEATURES(DECLARE)
#undef DECLARE
#define DECLARE(name) extern const hbs_feature hbs_cqc_feature_##name;
CQC_FEATURES(DECLARE)
#undef DECLARE

#define LIST(name) &hbs_sat_feature_##name,
static const hbs_feature *const sat_features[] = {SAT_FEATURES(LIST) NULL};
#undef LIST

#define LIST(name) &hbs_cqc_feature_##name,
static const hbs_feature *const cqc_features[] = {CQC_FEATURES(LIST) NULL};
#undef LIST

const hbs_feature *const *hbs_features(hbs_problem problem) { return problem == HBS_SAT ? sat_features : cqc_features; }

size_t hbs_feature_count(hbs_problem problem) {
    return (problem == HBS_SAT ? sizeof sat_features / sizeof *sat_features : sizeof cqc_features / sizeof *cqc_features) - 1;
}
