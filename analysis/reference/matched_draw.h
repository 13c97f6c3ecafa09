/* One uniform instance with the signature and the label of a given one, by rejection with an exact solver. */
#ifndef HBS_ANALYSIS_REFERENCE_MATCHED_DRAW_H
#define HBS_ANALYSIS_REFERENCE_MATCHED_DRAW_H

#include "core/instance.h"
#include "core/stopping.h"
#include "generators/spaces/signature.h"
#include "solvers/solver.h"

#define HBS_MATCH_TRIES 10000u
#define HBS_MATCH_STEPS UINT64_C(20000000)

/* Of the search for one instance: draws, and steps (the solver's own, plus the literals drawn) at which no further draw is begun. Both positive. */
typedef struct hbs_match_limits {
    uint64_t tries, steps;
} hbs_match_limits;

/* A workplace, one a thread. */
typedef struct hbs_matcher {
    hbs_labeller labeller;
    hbs_sampler *sampler;
    hbs_signature signature;
    hbs_instance drawn;
    hbs_verdict verdict;
} hbs_matcher;
/* One for each worker. steps: of one decision; 0: HBS_MATCH_STEPS. Searches end with HBS_ERROR_INTERRUPTED once `stopping` is told. */
hbs_status hbs_matchers_open(hbs_matcher **out, unsigned workers, hbs_problem problem, uint64_t steps, hbs_stopping *stopping, hbs_error *error);
void hbs_matchers_close(hbs_matcher *matcher, unsigned workers); /* NULL is legal */

/* What came of it. Either found, with the instance in matcher->drawn and its verdict in matcher->verdict, or the reason why not. */
typedef struct hbs_match {
    bool found;
    bool undecided; /* the solver gave up on a draw */
    char reason[160];
    uint64_t tries, steps;
    double choice_bits;
} hbs_match;

/* Draws sets of distinct clauses, or sequences, of the signature from the stream of (seed, idx, lane) until the solver says `label`. Not found: the
 * label cannot occur (then tries = 0), the tries or steps ran out, or the solver gave up on a draw. The latter ends the search: to pass over what is
 * hard would leave an easier law. The result's order of clauses and literals is uniform. */
hbs_status hbs_match_draw(hbs_matcher *matcher, const hbs_signature *signature, int label, bool distinct, hbs_match_limits limits, uint64_t seed, uint64_t idx, hbs_lane lane,
                          hbs_match *out, hbs_error *error);

#endif
