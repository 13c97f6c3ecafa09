/* Counting for gen label: the number of models of a formula, or of homomorphisms from q2 to q1, as text, held against the label. */
#ifndef HBS_TOOLS_MODEL_COUNT_H
#define HBS_TOOLS_MODEL_COUNT_H

#include "core/instance.h"
#include "core/listener.h"
#include "solvers/count/count.h"
#include "solvers/containment/count_homomorphisms.h"

#define MODEL_COUNT_BUDGET 1000000u   /* steps, unless the user says otherwise; some tens of seconds */

typedef struct model_count {
    hbs_counter *counter;     /* opened at first need, as is the next */
    hbs_homomorphism_counter *homomorphisms;
    char *decimal;            /* of the last instance; NULL: not known within the budget */
    uint64_t steps;
} model_count;                /* {0} is valid */

void model_count_free(model_count *count);
/* Warns of comment lines that ask for something else than all models over all variables: projections and weights. */
void model_count_warn(const char *text, size_t length, const char *name, const hbs_listener *listener);
/* HBS_ERROR_FAULT when the count contradicts the label (HBS_LABEL_UNKNOWN: none to hold it against). */
hbs_status model_count_run(model_count *count, const hbs_instance *instance, int label, uint64_t budget, hbs_error *error);

#endif
