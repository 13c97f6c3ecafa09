/* Deciders: sound polynomial-time procedures with a step budget that answer yes, no or "not mine". Never wrong, whatever the budget. */
#ifndef HBS_ANALYSIS_DECIDERS_DECIDER_H
#define HBS_ANALYSIS_DECIDERS_DECIDER_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_decider {
    const char *name;           /* "full_block" */
    const char *summary;
    const char *cost;           /* "O(m log m)" */
    const char *source;
    hbs_problem problem;
    bool yes, no;               /* the answers it can give */
    /* *label gets HBS_LABEL_YES, _NO or _UNKNOWN ("not mine"). `cleaned` has no tautologies, repeated literals or clauses (CQC: as is). Budget in
     * the decider's own steps is part of its definition: a fixed polynomial of the size. */
    hbs_status (*decide)(const hbs_instance *cleaned, int *label, hbs_error *error);
} hbs_decider;

/* NULL-terminated, in the order of the cascade: cheap first. */
const hbs_decider *const *hbs_deciders(hbs_problem problem);

#ifdef __cplusplus
}
#endif
#endif
