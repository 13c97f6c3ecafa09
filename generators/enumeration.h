/* The exact law of a generator: all sequences of choices that it can make, one after the other, each with its probability as a rational. What the stream would draw is
 * answered from here, so any generator can be enumerated, built in or not, as long as everything it draws comes from its unit.
 *
 * A path ends with the unit made, or is cut: after so many rejected attempts, after so many choices, or when its probability has fallen below a bound. The
 * probability of all cut paths together is left over: the law is known up to that much. */
#ifndef HBS_GENERATORS_ENUMERATION_H
#define HBS_GENERATORS_ENUMERATION_H

#include <gmp.h>

#include "core/listener.h"
#include "generators/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_enumeration_bounds {
    uint64_t paths;           /* more than so many: HBS_ERROR_BUDGET */
    uint64_t rejects;         /* rejected attempts of one unit before its path is cut */
    uint32_t choices;         /* choices of one path before it is cut, at most HBS_ENUMERATION_CHOICES_MAX */
    uint32_t least_bits;      /* a path of probability below 2^-least_bits is cut; 0: none is */
} hbs_enumeration_bounds;
#define HBS_ENUMERATION_CHOICES_MAX 4096u

/* One finished path: drawing->drawn[0 .. count-1] are the instances, `mass` its probability. Any status but HBS_OK ends the enumeration. */
typedef hbs_status (*hbs_enumeration_visit)(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error);

typedef struct hbs_enumeration {
    uint64_t paths, cut;      /* finished; cut */
    uint32_t longest;         /* choices of the longest path */
    mpq_t left_over;
} hbs_enumeration;
void hbs_enumeration_new(hbs_enumeration *out);
void hbs_enumeration_free(hbs_enumeration *out);

/* Values of parameters are choices too. Finished masses and what is left over add up to 1. *out is also filled with how far it came when the paths ran out.
 * Errors of the generator are handed on; HBS_ERROR_FAULT when the same choices led to another question. O(paths) units. */
hbs_status hbs_enumerate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, hbs_enumeration_visit visit,
                         void *context, const hbs_listener *listener, hbs_enumeration *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
