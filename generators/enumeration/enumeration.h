/* The exact law of a generator: all sequences of choices that it can make, one after the other, each with its probability as a rational. What the stream would draw is
 * answered from here, so any generator can be enumerated, built in or not, as long as everything it draws comes from its unit.
 *
 * Rejection loops are closed: a rejected attempt goes back to its mark (core/rng.h: what was drawn since is given back), where everything begins anew, so what is
 * accepted below the mark has 1 / (1 - rejected) times the probability of one attempt. That takes an attempt after a rejection to be like the first, which built-in generators are tested
 * for and others promise (generators/plugin.h, P6): theirs is tried behind one rejection. Or loops are cut at a rejection. A path is cut, too, after so many
 * choices, or when its probability has fallen below a bound. The probability of all cut paths together is left over: the law is known up to that much. */
#ifndef HBS_GENERATORS_ENUMERATION_ENUMERATION_H
#define HBS_GENERATORS_ENUMERATION_ENUMERATION_H

#include <gmp.h>

#include "core/listener.h"
#include "generators/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_enumeration_bounds {
    uint64_t paths;           /* more than so many: HBS_ERROR_BUDGET */
    bool cut_rejects;         /* allow `rejects` rejected attempts and cut a unit at the next one; false: close loops */
    uint64_t rejects;
    uint32_t choices;         /* choices of one path before it is cut, at most HBS_ENUMERATION_CHOICES_MAX */
    uint32_t least_bits;      /* a path of probability below 2^-least_bits is cut when it asks for another choice; 0: none is */
    unsigned indifferent;     /* HBS_RNG_..: what the visitor does not look at */
} hbs_enumeration_bounds;
#define HBS_ENUMERATION_CHOICES_MAX 4096u
#define HBS_ENUMERATION_AHEAD 66u   /* one choice makes a path less likely by at most 2^-64 */

typedef struct hbs_enumeration_visitor {
    /* One finished path: drawing->drawn[0 .. count-1] are the instances, `mass` its probability. Any status but HBS_OK ends the enumeration. */
    hbs_status (*path)(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error);
    /* What came so far does not count: all paths come again. Called when the first loop to be closed is met. */
    void (*restart)(void *context);
    void *context;
} hbs_enumeration_visitor;

typedef struct hbs_enumeration {
    uint64_t paths, cut;      /* finished; cut */
    uint64_t closed;          /* rejected attempts that closed a loop */
    uint32_t longest;         /* choices of the longest path */
    uint64_t gain[HBS_ENUMERATION_AHEAD];   /* paths that least_bits cut: gain[i] more of them, at least, with i + 1 more bits than with i */
    double lost;              /* about how much leads to where the generator rejects whatever it draws; a part of what is left over */
    mpq_t left_over;
} hbs_enumeration;
void hbs_enumeration_new(hbs_enumeration *out);
void hbs_enumeration_free(hbs_enumeration *out);

/* Values of parameters are choices too. Finished masses and what is left over add up to 1. Errors of the generator are handed on; HBS_ERROR_FAULT when the same choices led to another question, or
 * behind a rejection to anything else than without it. O(paths) units, three times where loops are closed, four times for generators that are not built in. */
hbs_status hbs_enumerate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_enumeration_visitor *visitor,
                         const hbs_listener *listener, hbs_enumeration *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
