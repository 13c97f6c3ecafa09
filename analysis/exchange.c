/* Flipping the sign of a unit's difference is exchanging its two sides. Units without a difference do not matter. Sums of many equal terms are
 * compared with a tolerance, so that a tie counts as one whatever the order of addition. Bootstrap intervals are too narrow for few units; this test
 * is not, and it is what decides there. Source: Fisher, The Design of Experiments, 1935, 21. */
#include "analysis/exchange.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/rng.h"
#include "core/statistics.h"

#define STREAM (UINT64_MAX - 2) /* halves and resampled trainings use the ones above */
#define LISTED_MOST 14u
#define DRAWN_MOST 1000u
#define DRAWS 9999u

typedef struct terms {
    double *item;
    size_t count;
    double sum, least; /* the sum at hand; from where on a sum is as far from 0 */
} terms;

static double listed(const terms *t) {
    uint32_t far = 0;
    const uint32_t patterns = UINT32_C(1) << t->count;
    for (uint32_t pattern = 0; pattern < patterns; pattern++) {
        double sum = 0;
        for (size_t i = 0; i < t->count; i++) sum += pattern >> i & 1 ? -t->item[i] : t->item[i];
        far += fabs(sum) >= t->least;
    }
    return (double)far / patterns;
}

static double drawn(const terms *t, uint64_t seed) {
    hbs_rng rng;
    uint32_t far = 0;
    hbs_rng_seed(&rng, seed, STREAM, HBS_LANE_ANALYSIS);
    for (uint32_t draw = 0; draw < DRAWS; draw++) {
        uint64_t bits = 0;
        double sum = 0;
        for (size_t i = 0; i < t->count; i++, bits >>= 1) {
            if (i % 32 == 0) bits = hbs_rng_below(&rng, UINT64_C(1) << 32);
            sum += bits & 1 ? -t->item[i] : t->item[i];
        }
        far += fabs(sum) >= t->least;
    }
    return (1. + far) / (1. + DRAWS);
}

static double normal_limit(const terms *t) {
    double squares = 0;
    for (size_t i = 0; i < t->count; i++) squares += t->item[i] * t->item[i];
    return 2 * hbs_normal_cdf(-fabs(t->sum) / sqrt(squares));
}

hbs_status hbs_exchange_p(const double *difference, size_t count, uint64_t seed, double *p, hbs_error *error) {
    terms t = {0};
    double size = 0;
    const hbs_status status = hbs_allocate(&t.item, count, sizeof *t.item, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < count; i++)
        if (difference[i] != 0) t.item[t.count++] = difference[i];
    for (size_t i = 0; i < t.count; i++) {
        t.sum += t.item[i];
        size += fabs(t.item[i]);
    }
    t.least = fabs(t.sum) - 1e-10 * size;
    *p = !t.count ? 1 : t.count <= LISTED_MOST ? listed(&t) : t.count <= DRAWN_MOST ? drawn(&t, seed) : normal_limit(&t);
    free(t.item);
    return HBS_OK;
}
