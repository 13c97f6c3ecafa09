/* How many sequences of choices a generator has, estimated in a moment: so that nobody walks through millions of them for nothing. */
#ifndef HBS_GENERATORS_ENUMERATION_ENUMERATION_SIZE_H
#define HBS_GENERATORS_ENUMERATION_ENUMERATION_SIZE_H

#include "generators/enumeration/enumeration.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_enumeration_size {
    double all_bits;          /* log2 of the estimated number of paths, cut ones included */
    double half_bits;         /* at least so many, as a logarithm, are needed for half of the probability: true but for once in 10^7; below 0: nothing is known */
} hbs_enumeration_size;

/* By HBS_ENUMERATION_DIVES units drawn at random, fewer where those are hopeless or large, under the bounds but for ->paths. Errors of the generator are handed on. */
#define HBS_ENUMERATION_DIVES 400u
hbs_status hbs_enumeration_estimate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener,
                                    hbs_enumeration_size *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
