/* Uniform surjections: ways to fill places so that every one of some targets is used. */
#ifndef HBS_GENERATORS_CQC_SURJECTIONS_H
#define HBS_GENERATORS_CQC_SURJECTIONS_H

#include <gmp.h>
#include <stdbool.h>

#include "core/memory.h"
#include "core/rng.h"

typedef struct hbs_surjections {
    uint32_t places, targets;
    mpz_t *count;             /* (s, u): fillings of s places in which u given targets are all used; row s has targets + 1 entries */
    size_t entries;           /* initialised entries of count */
    mpz_t number, product;
    bool ready;
    uint32_t *target;         /* the unused ones first, while drawing */
    size_t target_capacity;
} hbs_surjections;            /* {0} is valid */

void hbs_surjections_free(hbs_surjections *surjections);
/* Would the table be of a size to have? */
bool hbs_surjections_fit(uint64_t places, uint64_t targets);
/* O(1) when as before, else O(places targets) big operations. 1 <= targets <= places, and they fit. */
hbs_status hbs_surjections_set(hbs_surjections *surjections, uint32_t places, uint32_t targets, hbs_error *error);
/* out[0..places-1], uniform over the surjections onto 0..targets-1. */
void hbs_surjection_draw(hbs_surjections *surjections, hbs_rng *rng, uint32_t *out);

#endif
