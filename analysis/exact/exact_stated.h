/* The law of a generator from the density that it states, without its instances: for spaces too large to be enumerated. */
#ifndef HBS_ANALYSIS_EXACT_EXACT_STATED_H
#define HBS_ANALYSIS_EXACT_EXACT_STATED_H

#include "analysis/exact/exact.h"
#include "analysis/exact/space_labels.h"

/* Fills law->kind, ->group, ->paths, ->longest and ->stated, for a SAT generator that states its density: a kind holds all formulas of one signature with the same number of
 * models, and there are no cells. HBS_ERROR_USAGE where a signature's space cannot be counted by models (generators/spaces/small_space.h), HBS_ERROR_BUDGET where its signatures take too many paths,
 * HBS_ERROR_FAULT where the stated density leaves nothing. */
hbs_status hbs_exact_stated(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener, hbs_exact_law *law,
                            hbs_error *error);

/* HBS_ERROR_FAULT or _BUDGET where more than half of the probability is lost in loops that never end, or cut. */
hbs_status hbs_exact_check_walked(const hbs_generator *generator, const hbs_enumeration *walked, hbs_error *error);

/* How far an enumerated law is from the density that its generator states (law->density): the total variation between the two given the signature, over signatures and members by their probability. 0: it
 * draws what it states. *known: it states one, nothing was cut, and the spaces can be counted, by models where these are the density (n <= HBS_SMALL_VARIABLES_MAX). O(cells). */
hbs_status hbs_exact_stated_distance(const hbs_exact_law *law, hbs_space_labels *labels, mpq_t distance, bool *known, hbs_error *error);

#endif
