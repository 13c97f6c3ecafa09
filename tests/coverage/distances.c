/* Distances of a law from uniform, on a space whose truth is known: the 924 sets of 6 clauses of length 2 over 3 variables. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/resampling.h"
#include "tests/coverage/coverage.h"

#define SPACE 924
#define CLAUSES 12

enum { UNIFORM, PLANTED, HALF_ON_FIVE, ONE_IN_TEN };

typedef struct law {
    double mass[SPACE], below[SPACE], chi2;
} law;

/* The assignments, as bits, that satisfy clause c: clause c has variables {0,1}, {0,2} or {1,2} and two signs. */
static unsigned models_of(unsigned c) {
    static const unsigned first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
    unsigned models = 0;
    for (unsigned a = 0; a < 8; a++) {
        const unsigned x = a >> first[c / 4] & 1, y = a >> second[c / 4] & 1;
        models |= (unsigned)(x == (c & 1) || y == (c >> 1 & 1)) << a;
    }
    return models;
}

/* Planted: in proportion to the number of models. */
static void fill(law *l, int kind) {
    double sum = 0, part = 0;
    size_t cell = 0;
    for (unsigned set = 0; set < 1u << CLAUSES; set++) {
        unsigned models = 255;
        if (__builtin_popcount(set) != 6) continue;
        for (unsigned c = 0; c < CLAUSES; c++)
            if (set >> c & 1) models &= models_of(c);
        const double mass = kind == PLANTED ? (double)__builtin_popcount(models) : kind == HALF_ON_FIVE ? (cell < 5 ? (SPACE - 5) / 5. : 1) : kind == ONE_IN_TEN ? (cell < 1 ? (SPACE - 1) / 9. : 1) : 1;
        l->mass[cell++] = mass;
        sum += mass;
    }
    for (size_t i = 0; i < SPACE; i++) {
        l->mass[i] /= sum;
        l->below[i] = part += l->mass[i];
        l->chi2 += l->mass[i] * l->mass[i] * SPACE;
    }
    l->chi2 -= 1;
}

static law all_laws[4];

static void fill_all(void) {
    for (int k = 0; k < 4; k++) fill(&all_laws[k], k);
}

static const law *law_of(const setting *s) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_all);
    return &all_laws[(int)s->a];
}

static size_t draw(const law *l, hbs_rng *rng) {
    const double x = uniform01(rng);
    size_t low = 0, high = SPACE - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (l->below[middle] > x) high = middle;
        else low = middle + 1;
    }
    return low;
}

static outcome collisions(const setting *s, size_t n, hbs_rng *rng) {
    const law *l = law_of(s);
    uint64_t count[SPACE] = {0};
    for (size_t i = 0; i < n; i++) count[draw(l, rng)]++;
    const hbs_estimate e = hbs_collisions(count, SPACE, COVERAGE_LEVEL);
    return covers(&e, (l->chi2 + 1) / SPACE);
}

/* One value an instance: log2(P/U), or the part of 1 - U/P above 0. */
typedef struct ratios {
    double *item, sum;
    size_t count;
} ratios;

static double without(void *context, size_t unit) {
    const ratios *r = context;
    return (r->sum - r->item[unit]) / (double)(r->count - 1);
}

static double kl_term(double ratio) { return log2(ratio); }
static double tv_term(double ratio) { return fmax(0, 1 - 1 / ratio); }

static outcome by_ratio(const setting *s, size_t n, double (*term)(double), hbs_rng *rng) {
    const law *l = law_of(s);
    double truth = 0;
    ratios r = {calloc(n, sizeof *r.item), 0, n};
    if (!r.item) exit(3);
    for (size_t i = 0; i < SPACE; i++)
        if (l->mass[i] > 0) truth += l->mass[i] * term(l->mass[i] * SPACE);
    for (size_t i = 0; i < n; i++) r.sum += r.item[i] = term(l->mass[draw(l, rng)] * SPACE);
    const hbs_estimate e = hbs_jackknife(n, r.sum / (double)n, without, &r, COVERAGE_LEVEL);
    free(r.item);
    return covers(&e, truth);
}

static outcome kl(const setting *s, size_t n, hbs_rng *rng) { return by_ratio(s, n, kl_term, rng); }
static outcome tv(const setting *s, size_t n, hbs_rng *rng) { return by_ratio(s, n, tv_term, rng); }

static const setting laws[] = {{"uniform, chi^2 = 0", UNIFORM, 0, 0}, {"planted, .7842", PLANTED, 0, 0}, {"half on 5 sets, 91.4", HALF_ON_FIVE, 0, 0}, {"a tenth on one set, 8.2", ONE_IN_TEN, 0, 0}, {0}};
static const setting tilted[] = {{"planted, sets of 6 clauses", PLANTED, 0, 0}, {"half on 5 sets", HALF_ON_FIVE, 0, 0}, {0}};

#define SIZES {30, 100, 400, 1500}

const block distance_blocks[] = {
    {"chi^2 by collisions", "N", "few collisions: conservative, as they are whole numbers and a likely set may have been missed", CONSERVATIVE, 10000, SIZES, laws, collisions},
    {"KL by likelihood ratio", "N", NULL, NEAR, 10000, SIZES, tilted, kl},
    {"TV by likelihood ratio", "N", NULL, NEAR, 10000, SIZES, tilted, tv},
    {0}};
