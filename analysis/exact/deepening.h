/* How deep to enumerate: the largest b such that the paths suffice when all that is less likely than 2^-b is cut.
 *
 *     hbs_deepening d = hbs_deepening_start(paths);
 *     do {
 *         status = an enumeration with least_bits = d.bits ..
 *     } while (hbs_deepening_more(&d, status, &walked));
 *
 * The last enumeration is the one that counts; its status is HBS_ERROR_BUDGET when no b suffices. */
#ifndef HBS_ANALYSIS_EXACT_DEEPENING_H
#define HBS_ANALYSIS_EXACT_DEEPENING_H

#include "generators/enumeration/enumeration.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_DEEPENING_ALL (HBS_ENUMERATION_CHOICES_MAX * 64u)

typedef struct hbs_deepening {
    uint64_t paths;           /* allowed */
    uint32_t bits;            /* to enumerate with next */
    uint32_t said;            /* b, after the last one; 0: nothing was cut for its probability */
    uint32_t good, failed;    /* the largest that is known to suffice, the least known not to; 0: none yet */
    uint32_t before;          /* the one that sufficed before `good` */
    uint64_t taken, taken_before;                /* paths with `good`, and with `before` */
    uint64_t gain[HBS_ENUMERATION_AHEAD];        /* with `good` */
    bool last;
} hbs_deepening;

/* `bits` may be set to where one expects the largest b, or to HBS_DEEPENING_ALL where nothing is expected to be cut; and `failed`. */
hbs_deepening hbs_deepening_start(uint64_t paths);
/* Takes in what the enumeration with `bits` found; false: it was the last one. */
bool hbs_deepening_more(hbs_deepening *own, hbs_status status, const hbs_enumeration *walked);

#ifdef __cplusplus
}
#endif
#endif
