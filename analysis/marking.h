/* When a difference is marked: one rule for every measure. */
#ifndef HBS_ANALYSIS_MARKING_H
#define HBS_ANALYSIS_MARKING_H

#include "analysis/finding.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Without an exact test nothing is marked that rests on fewer units. */
#define HBS_UNITS_ENOUGH 30u

/* p of an exact test: NAN when there is none.
 * BIAS: the whole interval lies on one side of the null, and the exact test agrees (p <= 1 - level) or, without one, value->n >= HBS_UNITS_ENOUGH.
 * NONE otherwise. NOT_APPLICABLE: no estimate. */
hbs_weight hbs_mark(const hbs_estimate *value, double null_value, double p);
/* The same where only more than the null means anything, as of a prediction: below it, NONE. */
hbs_weight hbs_mark_above(const hbs_estimate *value, double null_value, double p);
/* What is to be said beside the interval, with a blank before it: the p-value, or that there are too few units; "" when there is nothing to say. */
void hbs_mark_note(const hbs_estimate *value, double null_value, double p, char *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
