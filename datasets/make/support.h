/* How many instances a spec can make at most, up to renaming, where that is known. */
#ifndef HBS_DATASETS_MAKE_SUPPORT_H
#define HBS_DATASETS_MAKE_SUPPORT_H

#include "datasets/make/make.h"

#ifdef __cplusplus
extern "C" {
#endif

/* HBS_ERROR_USAGE when options->count distinct instances cannot be had: for a spec of one part, sat/uniform with distinct clauses and fixed parameters. Over at
 * most four variables the classes of each label are counted, over more the formulas. For anything else it says nothing. */
hbs_status hbs_check_support(const hbs_spec *spec, const hbs_make_options *options, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
