/* The law of a generator from the density that it states, without its instances: for spaces too large to be enumerated. */
#ifndef HBS_ANALYSIS_EXACT_EXACT_STATED_H
#define HBS_ANALYSIS_EXACT_EXACT_STATED_H

#include "analysis/exact/exact.h"

/* Fills law->kind, ->group, ->paths, ->longest and ->stated, for a SAT generator that states its density: a kind holds all formulas of one signature with the same number of
 * models, and there are no cells. HBS_ERROR_USAGE where a signature's space cannot be counted by models (generators/spaces/small_space.h), HBS_ERROR_BUDGET where its signatures take too many paths,
 * HBS_ERROR_FAULT where the stated density leaves nothing. */
hbs_status hbs_exact_stated(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener, hbs_exact_law *law,
                            hbs_error *error);

#endif
