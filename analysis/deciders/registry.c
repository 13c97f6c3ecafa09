/* All deciders, each listed once, in the order of the cascade: cheap first. A new one is a descriptor hbs_sat_decider_NAME /
 * hbs_cqc_decider_NAME in its own file and a word here. */
#include "analysis/deciders/decider.h"

#define SAT_DECIDERS(X) X(trivial) X(unit_propagation) X(two_sat) X(renamable_horn) X(full_block) X(failed_literals)

#define DECLARE(name) extern const hbs_decider hbs_sat_decider_##name;
SAT_DECIDERS(DECLARE)
#undef DECLARE

#define LIST(name) &hbs_sat_decider_##name,
static const hbs_decider *const sat_deciders[] = {SAT_DECIDERS(LIST) NULL};
#undef LIST

static const hbs_decider *const cqc_deciders[] = {NULL};

const hbs_decider *const *hbs_deciders(hbs_problem problem) { return problem == HBS_SAT ? sat_deciders : cqc_deciders; }
