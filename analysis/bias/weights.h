/* The weight of each instance that turns a dataset into a uniform one: importance weights U/P. */
#ifndef HBS_ANALYSIS_BIAS_WEIGHTS_H
#define HBS_ANALYSIS_BIAS_WEIGHTS_H

#include "analysis/measure.h"
#include "generators/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_weight_of {
    uint64_t idx;
    double weight;             /* NAN: not known */
} hbs_weight_of;

typedef struct hbs_weights {
    hbs_weight_of *item;       /* by idx */
    size_t count, unknown;
    size_t parts;               /* of the spec; 0: the law is not known, and why[0] says so */
    char why[HBS_PARTS_MAX][160]; /* by part: why its instances have no weight, or not all of them; "" where they have */
} hbs_weights;                 /* {0} is valid */

void hbs_weights_free(hbs_weights *weights);
/* Given its size and its label, the law of each part of the dataset becomes uniform under these weights, whose mean over the part is 1: sums of instances, each times its weight, estimate what
 * uniform instances of the same sizes and labels have. 1 for generators that are uniform by definition; of planted formulas E[Z] / (Z p), Z the number of models, p the share of satisfiable
 * ones among uniform formulas of the size. A weight that is not known is NAN, never 0. Counts the models of all instances: up to some hundredths of a second each. */
hbs_status hbs_weights_of(hbs_weights *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
