/* Sizes of spaces and mean numbers of models as logarithms, for sizes of any kind and many signatures: generators/spaces/spaces.h has them exactly, one by one. */
#ifndef HBS_ANALYSIS_BIAS_SPACE_BITS_H
#define HBS_ANALYSIS_BIAS_SPACE_BITS_H

#include "generators/spaces/spaces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* log2 of the number of instances of the signature, as sets and as sequences (HBS_SETS, HBS_SEQUENCES); CQC: the same twice. NAN: there is none, or it is not
 * known. Within 10^-12 of it. O(clauses), or the time of hbs_space_new. */
hbs_status hbs_space_bits(const hbs_signature *signature, double bits[2], hbs_error *error);
/* log2 of E[Z], Z the number of models of a uniform formula of the SAT signature; -INFINITY: none has a model. O(clauses). */
double hbs_models_bits(const hbs_signature *signature, hbs_collection of);

#ifdef __cplusplus
}
#endif
#endif
