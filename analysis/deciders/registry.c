/* All deciders, each listed once, in the order of the cascade: cheap first. A new one is a descriptor hbs_sat_decider_NAME /
 * hbs_cqc_decider_NAME in its own file and a word here. */
#include "analysis/deciders/decider.h"

#define SAT_DECIDERS(X) X(trivial) X(unit_propagation) X(two_sat) X(renamable_horn) X(full_block) X(failed_literals)
#define CQC_DECIDERS(X) X(mismatch) X(two_candidates) X(acyclic) X(arc_consistency)

#define DECLARE(name) extern const hbs_decider hbs_sat_decider_##name;
SAT_DECIDERS(DECLARE)
#undef DECLARE
#define DECLARE(name) extern const hbs_decider hbs_cqc_decider_##name;
CQC_DECIDERS(DECLARE)
#undef DECLARE

#define LIST(name) &hbs_sat_decider_##name,
static const hbs_decider *const sat_deciders[] = {SAT_DECIDERS(LIST) NULL};
#undef LIST

#define LIST(name) &hbs_cqc_decider_##name,
static const hbs_decider *const cqc_deciders[] = {CQC_DECIDERS(LIST) NULL};
#undef LIST

const hbs_decider *const *hbs_deciders(hbs_problem problem) { return problem == HBS_SAT ? sat_deciders : cqc_deciders; }
