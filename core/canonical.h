/* Canonical forms: one hash for all instances that are isomorphic, as core/coloured_graph.h says it. Promises:
 *  1. Two `exact` hashes are equal if and only if the instances are isomorphic, up to collisions of SHA-256.
 *  2. `refined` is equal for isomorphic instances, exact or not; others mostly differ, not always.
 *  3. The same on every machine, and for good: stored hashes stay comparable. */
#ifndef HBS_CORE_CANONICAL_H
#define HBS_CORE_CANONICAL_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_canonical {
    uint8_t hash[HBS_HASH_SIZE];   /* only where `exact` */
    uint64_t refined;
    double symmetries;             /* order of the group of renamings (and flips) that leave the instance as it is, of what occurs in it; only where `exact` */
    bool exact;                    /* false: the search ended at its budget; the hash is zero */
} hbs_canonical;

/* Memory to be used again; one a thread. */
typedef struct hbs_canonizer hbs_canonizer;
hbs_status hbs_canonizer_open(hbs_canonizer **out, hbs_error *error);
void hbs_canonizer_close(hbs_canonizer *canonizer);   /* NULL is legal */

#define HBS_CANONICAL_STEPS UINT64_C(20000000)   /* about a tenth of a second */
/* At most `steps` (0: HBS_CANONICAL_STEPS) edges are looked at, and what a first refinement takes. Whether that is enough depends on the instance as it
 * stands, not on the machine. Time: O(L log L) for what refinement tells apart, as large random formulas are; exponential in `steps` at worst. Memory O(L). */
hbs_status hbs_canonical_of(hbs_canonizer *canonizer, const hbs_instance *instance, uint64_t steps, hbs_canonical *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
