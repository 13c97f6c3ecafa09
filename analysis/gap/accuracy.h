/* Balanced accuracy over units, and its gap to a reference, with intervals. Balanced: the mean over the two labels of the share predicted right;
 * chance = .5. */
#ifndef HBS_ANALYSIS_GAP_ACCURACY_H
#define HBS_ANALYSIS_GAP_ACCURACY_H

#include "analysis/gap/study.h"
#include "analysis/measure.h"

/* Predictions for the instances of one unit, by true label. */
typedef struct hbs_tally {
    uint32_t right[2], total[2];
} hbs_tally;

/* tally[r * clusters + c]: unit c in repeat r. Units without a prediction in a repeat have totals of 0. */
typedef struct hbs_score {
    size_t clusters;
    unsigned repeats;
    hbs_tally *own, *own_matched; /* all predictions; those whose instance has a counterpart in the reference */
    hbs_tally *reference;
} hbs_score;

hbs_status hbs_score_new(hbs_score *out, size_t clusters, unsigned repeats, hbs_error *error);
void hbs_score_free(hbs_score *score);

/* Mean over repeats of the balanced accuracy, half the sum of both labels' shares of right predictions; not defined when a label has no prediction in one. Limits from Jeffreys' for both labels' shares by the method of variance estimates recovery (Zou, Donner 2008), never degenerate; units of several instances
 * count as the independent trials that their jackknife variance amounts to, and the labels are correlated as it says (means.h). Several repeats, each after the first trained on a resample of one set: of what these
 * trainings reach; of what a training on another set of the same size would, when HBS_TRAININGS_ENOUGH or more of them differ by more than their units explain, as a test at 1 - level
 * has it. *trainings says which, if it is not NULL. O(repeats * clusters). */
hbs_status hbs_accuracy_estimate(const hbs_tally *tally, size_t clusters, unsigned repeats, const hbs_measure_options *options, hbs_estimate *out,
                                 hbs_trainings *trainings, hbs_error *error);
/* own_matched minus reference, a unit of both taken together; limits by the same method. *p, if p is not NULL: of the exact test over exchanged pairs (exchange.h); NAN when the two
 * sides of units are not instance for instance the same labels, when there are several repeats, and when the gap is not defined. trainings: as above. */
hbs_status hbs_gap_estimate(const hbs_score *score, const hbs_measure_options *options, hbs_estimate *out, double *p, hbs_trainings *trainings, hbs_error *error);

#endif
