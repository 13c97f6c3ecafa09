/* Flipping the sign of a unit's difference is exchanging its two sides. Units without a difference do not matter. Units that differ by the same amount are a
 * group: how many of them are flipped is binomial, and the law of the sum is the groups' laws put together, point by point, equal sums merged. Where differences
 * are few or small multiples of one amount, as proportions have them, that is exact at any number of units, and with one group it is McNemar's exact test. Where there
 * are too many sums, sign patterns are drawn. Sums of many equal terms are compared with a tolerance, so that a tie counts as one whatever the order of addition.
 * Intervals of few units mark more often than they say; this test does not, and it is what decides there. Source: Fisher, The Design of Experiments, 1935, 21. McNemar,
 * Psychometrika 12, 1947. Putting laws together: Pagano and Tritchler, Journal of the American Statistical Association 78, 1983. */
#include "analysis/exchange.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/rng.h"
#include "core/statistics.h"

#define STREAM (UINT64_MAX - 2) /* halves and resampled trainings use the ones above */
#define POINTS_MOST (1u << 17)  /* sums of all groups but the largest, before equal ones are merged */
#define STEPS_MOST (1u << 24)   /* those times the points of the largest */
#define DRAWN_MOST 1000u
#define DRAWS 9999u
#define SAME 1e-13              /* differences that rounding alone tells apart, relative */

typedef struct terms {
    double *item;
    size_t count;
    double sum, least, tolerance; /* the sum at hand; from where on a sum is as far from 0; sums this near are one */
} terms;

/* Units whose differences are of one size. */
typedef struct group {
    double size;
    size_t count;
} group;

typedef struct point {
    double sum, probability;
} point;

typedef struct law {
    group *groups;
    double *chance;   /* of 0, 1, .. flips in the group at hand */
    point *at, *next;
    size_t count, group_count;
} law;

static int by_size(const void *a, const void *b) {
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

static int by_count(const void *a, const void *b) {
    const size_t x = ((const group *)a)->count, y = ((const group *)b)->count;
    return (x > y) - (x < y);
}

static int by_sum(const void *a, const void *b) {
    const double x = ((const point *)a)->sum, y = ((const point *)b)->sum;
    return (x > y) - (x < y);
}

/* The largest group comes last. Sorts the terms. */
static void group_terms(const terms *t, law *own) {
    qsort(t->item, t->count, sizeof *t->item, by_size);
    for (size_t i = 0; i < t->count; i++) {
        const double size = fabs(t->item[i]);
        group *const last = own->group_count ? &own->groups[own->group_count - 1] : NULL;
        if (last && size - last->size <= SAME * size) last->count++;
        else own->groups[own->group_count++] = (group){size, 1};
    }
    qsort(own->groups, own->group_count, sizeof *own->groups, by_count);
}

/* Binomial(count, 1/2), from the middle outwards: what is too small for a double becomes 0. */
static void binomial(size_t count, double *chance) {
    const size_t middle = count / 2;
    double sum = chance[middle] = 1;
    for (size_t j = middle; j < count; j++) sum += chance[j + 1] = chance[j] * (double)(count - j) / (double)(j + 1);
    for (size_t j = middle; j > 0; j--) sum += chance[j - 1] = chance[j] * (double)j / (double)(count - j + 1);
    for (size_t j = 0; j <= count; j++) chance[j] /= sum;
}

/* Sum when `flipped` of the group have a minus. */
static double of_group(const group *g, size_t flipped) { return g->size * ((double)g->count - 2 * (double)flipped); }

/* The law with one more group in it; equal sums are merged. */
static void put_together(law *own, const group *g, double tolerance) {
    size_t made = 0, kept = 0;
    binomial(g->count, own->chance);
    for (size_t i = 0; i < own->count; i++)
        for (size_t j = 0; j <= g->count; j++) own->next[made++] = (point){own->at[i].sum + of_group(g, j), own->at[i].probability * own->chance[j]};
    qsort(own->next, made, sizeof *own->next, by_sum);
    for (size_t i = 0; i < made; i++) {
        if (kept && own->next[i].sum - own->at[kept - 1].sum <= tolerance) own->at[kept - 1].probability += own->next[i].probability;
        else own->at[kept++] = own->next[i];
    }
    own->count = kept;
}

/* Probability of being as far from 0 as the sum at hand; NAN where there are too many sums. */
static double far_share(const terms *t, law *own) {
    double far = 0;
    own->at[0] = (point){0, 1};
    own->count = 1;
    for (size_t g = 0; g + 1 < own->group_count; g++) {
        if (own->groups[g].count + 1 > POINTS_MOST / own->count) return NAN;
        put_together(own, &own->groups[g], t->tolerance);
    }
    const group *const largest = &own->groups[own->group_count - 1];
    if (largest->count + 1 > STEPS_MOST / own->count) return NAN;
    binomial(largest->count, own->chance);
    for (size_t i = 0; i < own->count; i++)
        for (size_t j = 0; j <= largest->count; j++)
            if (fabs(own->at[i].sum + of_group(largest, j)) >= t->least) far += own->at[i].probability * own->chance[j];
    return far < DBL_MIN ? DBL_MIN : far > 1 ? 1 : far;
}

static hbs_status exact(const terms *t, double *p, hbs_error *error) {
    hbs_status status = HBS_OK;
    law own = {0};
    HBS_TRY(hbs_allocate(&own.groups, t->count, sizeof *own.groups, error));
    HBS_TRY(hbs_allocate(&own.chance, t->count + 1, sizeof *own.chance, error));
    HBS_TRY(hbs_allocate(&own.at, POINTS_MOST, sizeof *own.at, error));
    HBS_TRY(hbs_allocate(&own.next, POINTS_MOST, sizeof *own.next, error));
    group_terms(t, &own);
    *p = far_share(t, &own);
done:
    free(own.groups);
    free(own.chance);
    free(own.at);
    free(own.next);
    return status;
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
    double size = 0, found = 1;
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&t.item, count, sizeof *t.item, error));
    for (size_t i = 0; i < count; i++)
        if (difference[i] != 0) t.item[t.count++] = difference[i];
    for (size_t i = 0; i < t.count; i++) {
        t.sum += t.item[i];
        size += fabs(t.item[i]);
    }
    t.tolerance = 1e-10 * size;
    t.least = fabs(t.sum) - t.tolerance;
    if (t.count) HBS_TRY(exact(&t, &found, error));
    *p = !isnan(found) ? found : t.count <= DRAWN_MOST ? drawn(&t, seed) : normal_limit(&t);
done:
    free(t.item);
    return status;
}
