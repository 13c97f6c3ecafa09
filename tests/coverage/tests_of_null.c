/* Tests of no difference: the share of datasets without one that are not rejected at .05. */
#include <math.h>
#include <stdlib.h>

#include "analysis/exchange.h"
#include "core/resampling.h"
#include "tests/coverage/coverage.h"

/* a: 0 differences -1, 0 or 1; 1 skewed values, exchanged in pairs. */
static outcome exchange(const setting *s, size_t n, hbs_rng *rng) {
    double p, *difference = calloc(n, sizeof *difference);
    if (!difference) exit(3);
    for (size_t i = 0; i < n; i++)
        difference[i] = s->a > 0 ? log1p(-uniform01(rng)) - log1p(-uniform01(rng)) : (double)(uniform01(rng) < .3) - (double)(uniform01(rng) < .3);
    if (hbs_exchange_p(difference, n, 1 + hbs_rng_below(rng, 1000000), &p, NULL) != HBS_OK) exit(3);
    free(difference);
    return p <= 1 - s->level ? MISSED : COVERED;
}

typedef struct values {
    double *item, all;
    size_t count;
} values;

static double difference_of_means(void *context, const uint8_t *side) {
    const values *v = context;
    double sum = 0, first = 0;
    for (size_t i = 0; i < v->count; i++)
        if (!side[i]) sum += v->item[i], first++;
    return fabs(sum / first - (v->all - sum) / ((double)v->count - first));
}

static outcome permutation(const setting *s, size_t n, hbs_rng *rng) {
    double p;
    values v = {calloc(n, sizeof *v.item), 0, n};
    if (!v.item) exit(3);
    for (size_t i = 0; i < n; i++) v.all += v.item[i] = s->a > 0 ? -log1p(-uniform01(rng)) : (double)hbs_rng_below(rng, 3);
    if (hbs_permutation_p(n, n / 3, difference_of_means, &v, 399, 1 + hbs_rng_below(rng, 1000000), &p, NULL) != HBS_OK) exit(3);
    free(v.item);
    return p <= 1 - s->level ? MISSED : COVERED;
}

static const row kinds[] = {{"ties (differences -1, 0, 1)", 0, 0, 0}, {"skewed values", 1, 0, 0}, {0}};
static const row samples[] = {{"three values", 0, 0, 0}, {"skewed values", 1, 0, 0}, {0}};

const block test_blocks[] = {
    {"Exchanged pairs, no difference: not rejected", "pairs", "exact: ties and few pairs make it conservative", AT_LEAST, 4000, {6, 12, 30, 100}, kinds, exchange},
    {"Permuted units, no difference: not rejected", "units", "exact", AT_LEAST, 4000, {6, 12, 30, 100}, samples, permutation},
    {0}};
