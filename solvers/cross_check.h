/* A second opinion on labels, by a solver that shares no code with the first. */
#ifndef HBS_SOLVERS_CROSS_CHECK_H
#define HBS_SOLVERS_CROSS_CHECK_H

#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One a thread. */
typedef struct hbs_cross_check {
    hbs_labeller second[2];      /* by problem, opened at first need */
    hbs_verdict verdict;
} hbs_cross_check;               /* {0} is valid */

void hbs_cross_check_close(hbs_cross_check *check);
/* Holds a label that `first` (a solver's name, or another word for where it is from) found against the label of a second solver: cadical where it is built in, else picosat,
 * else cdcl, for other problems the first in the registry; never `first` itself. The second has no budget, so there always is a verdict; labels that are
 * unknown are passed over. HBS_ERROR_FAULT tells both verdicts. HBS_ERROR_USAGE: there is no second solver for this problem. *second, which may be NULL, gets its
 * name, or NULL when the label was unknown. */
hbs_status hbs_cross_check_label(hbs_cross_check *check, const hbs_instance *instance, const char *first, int label, const char **second, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
