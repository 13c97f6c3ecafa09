/* How many formulas of a signature have a label, from below: what repeats are held against. */
#ifndef HBS_ANALYSIS_REDUNDANCY_LABEL_SPACE_H
#define HBS_ANALYSIS_REDUNDANCY_LABEL_SPACE_H

#include "generators/spaces/signature.h"

#ifdef __cplusplus
extern "C" {
#endif

/* b such that two independent uniform draws of this signature and label are equal, as sets of clauses, with probability at most 2^-b, whether the draws
 * are sets or sequences of clauses. Below 0 where the bound says nothing. An unknown label counts as one draw in 2^30. NAN for CQC: not counted. */
double hbs_label_space_bits(const hbs_signature *signature, int label);
/* log2 of the number of renamings and flips that formulas of this signature have at most: two uniform draws are isomorphic with probability at most so much
 * larger. NAN for CQC. */
double hbs_renamings_bits(const hbs_signature *signature);
/* At most so many of g independent draws equal one before them, to be expected; g >= 2. NAN for NAN. */
double hbs_label_space_repeats(double g, double bits);

#ifdef __cplusplus
}
#endif

#endif
