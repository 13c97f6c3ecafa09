/* Accuracies and gaps over units: single instances, pairs of twins, families of renamed copies. Predictions of a unit are right together with a set probability, and so are
 * those of an instance and its counterpart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/accuracy.h"
#include "core/resampling.h"
#include "tests/coverage/coverage.h"

#define REPLICATES 1000u
#define LIKENESS .5 /* predictions of a unit go by one draw with this probability, else each by its own */

enum { SINGLES, TWINS, FAMILIES };

/* a: kind of units; b, c: share predicted right, label 0 and label 1, less .05 for label 1 in the reference. */
static double reference_share(double p, double loss) { return p - loss; }

/* How many instances a unit has of either label. Families: 1 to 30 copies of one label, 5 on average, label 1 in one family of three. */
static void draw_sizes(int kind, size_t unit, hbs_rng *rng, uint32_t total[2]) {
    total[0] = total[1] = kind == TWINS;
    if (kind == SINGLES) total[unit % 2] = 1;
    if (kind != FAMILIES) return;
    uint32_t copies = 1;
    while (copies < 30 && uniform01(rng) < .8) copies++;
    total[unit % 3 == 0] = copies;
}

typedef struct truth {
    double own[2], loss;
} truth;

static void draw_unit(const truth *t, int kind, size_t unit, hbs_rng *rng, hbs_tally *own, hbs_tally *reference) {
    uint32_t total[2];
    const double together = uniform01(rng);
    draw_sizes(kind, unit, rng, total);
    *own = *reference = (hbs_tally){0};
    for (int y = 0; y < 2; y++)
        for (uint32_t i = 0; i < total[y]; i++) {
            const double x = uniform01(rng) < LIKENESS ? together : uniform01(rng), z = uniform01(rng) < LIKENESS ? x : uniform01(rng);
            own->total[y]++, reference->total[y]++;
            own->right[y] += x < t->own[y];
            reference->right[y] += z < reference_share(t->own[y], t->loss);
        }
}

static hbs_score draw_score(const truth *t, int kind, size_t units, hbs_rng *rng) {
    hbs_score score = {0};
    if (hbs_score_new(&score, units, 1, NULL) != HBS_OK) exit(3);
    for (size_t i = 0; i < units; i++) {
        draw_unit(t, kind, i, rng, &score.own[i], &score.reference[i]);
        score.own_matched[i] = score.own[i];
    }
    return score;
}

static hbs_measure_options options_of(hbs_rng *rng) {
    return (hbs_measure_options){.seed = 1 + hbs_rng_below(rng, UINT64_C(1) << 40), .level = COVERAGE_LEVEL, .replicates = REPLICATES, .threads = 1};
}

static outcome accuracy(const setting *s, size_t units, hbs_rng *rng) {
    const truth t = {{s->b, s->c}, 0};
    const hbs_measure_options options = options_of(rng);
    hbs_score score = draw_score(&t, (int)s->a, units, rng);
    hbs_estimate e;
    if (hbs_accuracy_estimate(score.own, units, 1, &options, &e, NULL) != HBS_OK) exit(3);
    hbs_score_free(&score);
    return covers(&e, .5 * (s->b + s->c));
}

static outcome gap_with_loss(const setting *s, size_t units, double loss, hbs_rng *rng) {
    const truth t = {{s->b, s->c}, loss};
    const hbs_measure_options options = options_of(rng);
    hbs_score score = draw_score(&t, (int)s->a, units, rng);
    hbs_estimate e;
    double p;
    if (hbs_gap_estimate(&score, &options, &e, &p, NULL) != HBS_OK) exit(3);
    hbs_score_free(&score);
    return covers(&e, loss);
}

static outcome gap(const setting *s, size_t units, hbs_rng *rng) { return gap_with_loss(s, units, .1, rng); }
static outcome no_gap(const setting *s, size_t units, hbs_rng *rng) { return gap_with_loss(s, units, 0, rng); }

static const setting single_units[] = {{"right .5 and .5", SINGLES, .5, .5}, {"right .8 and .7", SINGLES, .8, .7}, {"right .98 and .9", SINGLES, .98, .9}, {"right 1 and .02", SINGLES, 1, .02}, {0}};
static const setting clustered_units[] = {{"twins, right .5 and .5", TWINS, .5, .5},       {"twins, right .8 and .7", TWINS, .8, .7},
                                          {"twins, right .98 and .9", TWINS, .98, .9},     {"families, right .5 and .5", FAMILIES, .5, .5},
                                          {"families, right .8 and .7", FAMILIES, .8, .7}, {"families, right .98 and .9", FAMILIES, .98, .9}, {0}};
static const setting all_units[] = {{"single, right .5 and .5", SINGLES, .5, .5},    {"single, right .8 and .7", SINGLES, .8, .7},
                                    {"single, right .98 and .9", SINGLES, .98, .9},  {"twins, right .8 and .7", TWINS, .8, .7},
                                    {"families, right .8 and .7", FAMILIES, .8, .7}, {"families, right .98 and .9", FAMILIES, .98, .9}, {0}};

/* A mean of units by bootstrap alone: a: 0 uniform values, 1 skewed ones (exponential, mean 1). */
typedef struct values {
    double *item;
    size_t count;
} values;

static double weighted_mean(void *context, const uint32_t *weight) {
    const values *v = context;
    double sum = 0, total = 0;
    for (size_t i = 0; i < v->count; i++) sum += weight[i] * v->item[i], total += weight[i];
    return sum / total;
}

static values draw_values(const setting *s, size_t count, hbs_rng *rng) {
    values v = {calloc(count, sizeof *v.item), count};
    if (!v.item) exit(3);
    for (size_t i = 0; i < count; i++) v.item[i] = s->a > 0 ? -log1p(-uniform01(rng)) : 2 * uniform01(rng);
    return v;
}

static outcome bootstrapped_mean(const setting *s, size_t count, hbs_rng *rng) {
    values v = draw_values(s, count, rng);
    hbs_estimate e;
    if (hbs_bootstrap(count, weighted_mean, &v, REPLICATES, 1 + hbs_rng_below(rng, UINT64_C(1) << 40), COVERAGE_LEVEL, &e, NULL) != HBS_OK) exit(3);
    free(v.item);
    return covers(&e, 1);
}

static const setting means[] = {{"uniform values", 0, 0, 0}, {"exponential values", 1, 0, 0}, {0}};

#define SIZES {30, 100, 400, 1500}

const block unit_blocks[] = {
    {"Balanced accuracy, single instances", "N", "Clopper-Pearson limits: conservative where a label has few wrong, or few right, and for two labels at once", CONSERVATIVE, 4000, SIZES, single_units, accuracy},
    {"Balanced accuracy over units", "units", "as for single instances", CONSERVATIVE, 2000, SIZES, clustered_units, accuracy},
    {"Gap of .1 to the reference", "units", NULL, NEAR, 400, SIZES, all_units, gap},
    {"No gap to the reference", "units", "few pairs differ where nearly all is right: conservative there", CONSERVATIVE, 400, SIZES, all_units, no_gap},
    {"Mean over units, bootstrap", "units", "exponential values over 30 units fall short, and not by accident: neither percentiles nor Student's t allow for skewness", NEAR, 400, SIZES, means, bootstrapped_mean},
    {0}};
