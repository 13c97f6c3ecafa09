/* The divisions of a permutation test are listed in lexicographic order when they are few: the test is then the same for every seed. */
#include "core/resampling.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/rng.h"

/* Far from what halves, resampled trainings and exchanged pairs use. */
#define PERMUTATIONS (UINT64_MAX - 3)

double hbs_jackknife_variance(size_t units, double (*without)(void *context, size_t unit), void *context) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < units; i++) { /* Welford 1962 */
        const double x = without(context, i), step = x - mean;
        mean += step / (double)(i + 1);
        squares += step * (x - mean);
    }
    return units > 1 ? squares * (double)(units - 1) / (double)units : NAN;
}

/* The number of ways to choose k of n, `most` + 1 when there are more. */
static uint64_t ways(size_t n, size_t k, uint64_t most) {
    uint64_t count = 1;
    if (k > n - k) k = n - k;
    for (size_t i = 0; i < k; i++) {
        if (n - i > UINT32_MAX || count > most) return most + 1;
        count = count * (n - i) / (i + 1);
    }
    return count > most ? most + 1 : count;
}

/* The next arrangement in lexicographic order; false after the last one. */
static bool advance(uint8_t *side, size_t units) {
    size_t i = units - 1, j = i;
    while (i > 0 && side[i - 1] >= side[i]) i--;
    if (!i) return false;
    while (side[j] <= side[i - 1]) j--;
    side[i - 1] = 1, side[j] = 0; /* they were 0 and 1 */
    for (size_t a = i, b = units - 1; a < b; a++, b--) {
        const uint8_t kept = side[a];
        side[a] = side[b], side[b] = kept;
    }
    return true;
}

static void shuffle_sides(uint8_t *side, size_t units, hbs_rng *rng) {
    for (size_t i = units; i > 1; i--) {
        const size_t j = (size_t)hbs_rng_below(rng, i);
        const uint8_t kept = side[i - 1];
        side[i - 1] = side[j], side[j] = kept;
    }
}

hbs_status hbs_permutation_p(size_t units, size_t first, double (*statistic)(void *context, const uint8_t *side), void *context, unsigned draws,
                             uint64_t seed, double *p, hbs_error *error) {
    assert(first <= units);
    uint8_t *side = NULL;
    const hbs_status status = hbs_allocate(&side, units, sizeof *side, error);
    if (status != HBS_OK) return status;
    for (size_t i = first; i < units; i++) side[i] = 1;
    const double observed = first && first < units ? statistic(context, side) : NAN, least = observed - 1e-10 * fabs(observed);
    const uint64_t all = ways(units, first, draws);
    uint64_t far = 1;
    if (isnan(observed)) {
        *p = 1;
    } else if (all <= draws) {
        while (advance(side, units)) far += statistic(context, side) >= least; /* the first one is the observed one */
        *p = (double)far / (double)all;
    } else {
        hbs_rng rng;
        hbs_rng_seed(&rng, seed, PERMUTATIONS, HBS_LANE_ANALYSIS);
        for (unsigned d = 0; d < draws; d++) {
            shuffle_sides(side, units, &rng);
            far += statistic(context, side) >= least;
        }
        *p = (double)far / (1. + draws);
    }
    free(side);
    return HBS_OK;
}
