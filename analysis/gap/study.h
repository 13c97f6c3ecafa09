/* How much of a model's accuracy is bias: own accuracy minus accuracy on the size- and label-matched uniform reference, signed, with interval.
 *
 * Train on each --train dataset, test on each --test dataset. Accuracies are balanced: mean over the labels of the share predicted right (chance =
 * .5). A dataset that is both is divided by unit: its splits train/test when it has them, else a seeded half for training and the other for testing;
 * datasets with common families (augmented from one another, or from the same one) that are halved are halved alike, so that no family is on both sides.
 * Rows with a feature that is not defined get the training mean. Intervals: accuracy.h, over units of the
 * test sets (own and reference taken together), models fixed; with HBS_TRAININGS_ENOUGH repeats or more over trainings too, where these differ by more than units explain. */
#ifndef HBS_ANALYSIS_GAP_STUDY_H
#define HBS_ANALYSIS_GAP_STUDY_H

#include "analysis/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What of a dataset is trained, or tested, on: halves and splits where both are done. */
typedef enum hbs_study_part { HBS_STUDY_WHOLE, HBS_STUDY_SPLIT, HBS_STUDY_HALF } hbs_study_part;

#define HBS_TRAININGS_ENOUGH 10u /* to tell what another would give */

/* What several trainings tell. */
typedef struct hbs_trainings {
    double spread; /* standard deviation among them, beyond what comes from the units that each was scored on; NAN: one training */
    bool others;   /* the interval is for another training on a set of the same size; else for these */
} hbs_trainings;

typedef struct hbs_study_cell {
    char train[129], test[129], reference_name[129];
    bool matched; /* the reference has the sizes and labels of the test set; else it is a dataset as it is */
    const char *probe;
    hbs_estimate own, reference, gap; /* gap = own - reference: what the accuracy claims beyond the reference */
    hbs_trainings own_trainings, reference_trainings, gap_trainings;
    double gap_p;                     /* of the exact test (exchange.h); NAN: there is none. With it hbs_mark says the gap's weight. */
    uint64_t train_rows, test_rows, reference_rows, unknown, infeasible;
    uint64_t held_out, copies, relatives; /* rows of the test set, of unknown label too; those equal to one trained on; those only related to one (overlap.h) */
    uint64_t related;                     /* any of the three: copies, exact or renamed, and relatives */
    uint64_t renamed, unknown_forms; /* more that are equal to one trained on up to names; rows of both sides of which the catalog has no canonical form, so that renamed copies are not seen */
    unsigned repeats;                /* trainings; test_rows, train_rows and the like are of the first, n of the estimates counts units that any of them held out */
    hbs_study_part train_part, test_part;
} hbs_study_cell;
typedef struct hbs_study {
    hbs_study_cell *cell;
    size_t count;
} hbs_study;
typedef struct hbs_study_options {
    const char *const *train;
    size_t trains;
    const char *const *test;
    size_t tests;
    const char *const *probe; /* NULL: all */
    size_t probes;
    unsigned repeats; /* default 1 */
    hbs_measure_options measure;
} hbs_study_options;

void hbs_study_free(hbs_study *study);
hbs_status hbs_study_run(hbs_study *out, hbs_catalog *catalog, const hbs_study_options *options, hbs_error *error);
/* Each cell as findings about its test dataset: "own_accuracy", "reference_accuracy" and "gap", subject "train=NAME probe=NAME"; and, once for each
 * training dataset that is another one, or has copies or relatives on both sides, "related_to_training", subject "train=NAME": the share of test instances that are copies or relatives of training
 * instances. Appends. */
hbs_status hbs_study_findings(const hbs_study *study, hbs_findings *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
