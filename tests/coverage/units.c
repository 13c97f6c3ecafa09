/* Accuracies and gaps over units: single instances, pairs of twins, families of renamed copies. Predictions of a unit are right together with a set probability, and so are
 * those of an instance and its counterpart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/gap/accuracy.h"
#include "analysis/means.h"
#include "tests/coverage/coverage.h"


unsigned draw_copies(hbs_rng *rng) {
    unsigned copies = 1;
    while (copies < 30 && uniform01(rng) < .8) copies++;
    return copies;
}

/* a: kind of units; b, c: share predicted right, label 0 and label 1, less .05 for label 1 in the reference. */
static double reference_share(double p, double loss) { return p - loss; }

/* How many instances a unit has of either label. Label 1 in one family of three. */
static void draw_sizes(int kind, size_t unit, hbs_rng *rng, uint32_t total[2]) {
    total[0] = total[1] = kind == TWINS;
    if (kind == SINGLES) total[unit % 2] = 1;
    if (kind == FAMILIES) total[unit % 3 == 0] = draw_copies(rng);
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

static hbs_measure_options options_of(const setting *s, hbs_rng *rng) {
    return (hbs_measure_options){.seed = 1 + hbs_rng_below(rng, UINT64_C(1) << 40), .level = s->level, .threads = 1};
}

static outcome accuracy(const setting *s, size_t units, hbs_rng *rng) {
    const truth t = {{s->b, s->c}, 0};
    const hbs_measure_options options = options_of(s, rng);
    hbs_score score = draw_score(&t, (int)s->a, units, rng);
    hbs_estimate e;
    if (hbs_accuracy_estimate(score.own, units, 1, &options, &e, NULL, NULL) != HBS_OK) exit(3);
    hbs_score_free(&score);
    return covers(&e, .5 * (s->b + s->c));
}

static outcome gap_with_loss(const setting *s, size_t units, double loss, hbs_rng *rng) {
    const truth t = {{s->b, s->c}, loss};
    const hbs_measure_options options = options_of(s, rng);
    hbs_score score = draw_score(&t, (int)s->a, units, rng);
    hbs_estimate e;
    if (hbs_gap_estimate(&score, &options, &e, NULL, NULL, NULL) != HBS_OK) exit(3);
    hbs_score_free(&score);
    return covers(&e, loss);
}

static outcome gap(const setting *s, size_t units, hbs_rng *rng) { return gap_with_loss(s, units, .1, rng); }
static outcome no_gap(const setting *s, size_t units, hbs_rng *rng) { return gap_with_loss(s, units, 0, rng); }

/* Several trainings: a: how many; b: what the share right varies by from training set to training set, normally, and again from resample to resample of it; c: kind of units, and
 * whether all are scored every time or a half of them, drawn anew, whether what a unit is predicted differs from training to training as within units, or seldom, and whether the reference goes
 * with them or apart. Right .8 and .7, .6 and .5 where the spread is large, .1 less in the reference. */
enum { HALVES = 8, STEADY = 16, APART = 32 };
#define LARGE .05
#define LIKENESS_OF_STEADY .95

static double draw_normal(hbs_rng *rng) { return sqrt(-2 * log1p(-uniform01(rng))) * cos(2 * acos(-1) * uniform01(rng)); /* Box, Muller 1958 */ }
static double mean_share(const setting *s) { return s->b > LARGE ? .55 : .75; }

/* A unit's instances, by label; how likely each is right goes by x and z, of itself and of its counterpart, or is drawn anew. */
typedef struct one_unit {
    uint32_t total[2];
    double x[2 * 31], z[2 * 31];
} one_unit;

static void draw_one(int kind, size_t unit, hbs_rng *rng, one_unit *u) {
    const double together = uniform01(rng);
    draw_sizes(kind, unit, rng, u->total);
    for (uint32_t i = 0; i < u->total[0] + u->total[1]; i++) {
        u->x[i] = kind != SINGLES && uniform01(rng) < LIKENESS ? together : uniform01(rng);
        u->z[i] = uniform01(rng) < LIKENESS ? u->x[i] : uniform01(rng);
    }
}

static void score_one(const one_unit *u, const double share[2], double likeness, hbs_rng *rng, hbs_tally *own, hbs_tally *reference) {
    for (uint32_t i = 0; i < u->total[0] + u->total[1]; i++) {
        const int y = i >= u->total[0];
        const double more = y ? -.05 : .05;
        own->total[y]++, reference->total[y]++;
        own->right[y] += (uniform01(rng) < likeness ? u->x[i] : uniform01(rng)) < share[0] + more;
        reference->right[y] += (uniform01(rng) < likeness ? u->z[i] : uniform01(rng)) < share[1] + more;
    }
}

/* reached: the mean shares right of these very trainings, own and reference. */
static hbs_score draw_trainings(const setting *s, size_t units, double reached[2], hbs_rng *rng) {
    hbs_score score = {0};
    const int kind = (int)s->c & 3, how = (int)s->c;
    const unsigned repeats = (unsigned)s->a;
    one_unit *unit = calloc(units, sizeof *unit);
    if (!unit || hbs_score_new(&score, units, repeats, NULL) != HBS_OK) exit(3);
    for (size_t i = 0; i < units; i++) draw_one(kind, i, rng, &unit[i]);
    const double set = s->b * draw_normal(rng), other = how & APART ? s->b * draw_normal(rng) : set;
    reached[0] = reached[1] = 0;
    for (unsigned r = 0; r < repeats; r++) {
        const double skill = r ? s->b * draw_normal(rng) : 0, apart = how & APART && r ? s->b * draw_normal(rng) : skill;
        const double share[2] = {mean_share(s) + set + skill, mean_share(s) - .1 + other + apart};
        for (int i = 0; i < 2; i++) reached[i] += share[i] / repeats;
        for (size_t i = 0; i < units; i++) {
            hbs_tally *own = &score.own[r * units + i];
            if (how & HALVES && uniform01(rng) < .5) continue;
            score_one(&unit[i], share, how & STEADY ? LIKENESS_OF_STEADY : LIKENESS, rng, own, &score.reference[r * units + i]);
            score.own_matched[r * units + i] = *own;
        }
    }
    free(unit);
    return score;
}

static outcome of_trainings(const setting *s, size_t units, bool of_gap, hbs_rng *rng) {
    const hbs_measure_options options = options_of(s, rng);
    double reached[2];
    hbs_score score = draw_trainings(s, units, reached, rng);
    hbs_trainings t;
    hbs_estimate e;
    if ((of_gap ? hbs_gap_estimate(&score, &options, &e, NULL, &t, NULL) : hbs_accuracy_estimate(score.own, units, score.repeats, &options, &e, &t, NULL)) != HBS_OK) exit(3);
    hbs_score_free(&score);
    return covers(&e, t.others ? (of_gap ? .1 : mean_share(s)) : reached[0] - (of_gap ? reached[1] : 0));
}

static outcome accuracy_of_trainings(const setting *s, size_t units, hbs_rng *rng) { return of_trainings(s, units, false, rng); }
static outcome gap_of_trainings(const setting *s, size_t units, hbs_rng *rng) { return of_trainings(s, units, true, rng); }

static const row trainings[] = {{"2 trainings alike", 2, 0, SINGLES},
                                {"3 trainings, spread .03", 3, .03, SINGLES},
                                {"5 trainings, spread .1", 5, .1, SINGLES},
                                {"10 trainings alike", 10, 0, SINGLES},
                                {"10 trainings, spread .03", 10, .03, SINGLES},
                                {"10 trainings, spread .06", 10, .06, SINGLES},
                                {"10 trainings, reference apart, spread .03", 10, .03, APART},
                                {"10 trainings, reference apart, steady, spread .06", 10, .06, APART | STEADY},
                                {"10 trainings, halves, alike", 10, 0, HALVES},
                                {"10 trainings, halves, spread .03", 10, .03, HALVES},
                                {"10 trainings, steady, spread .01", 10, .01, STEADY},
                                {"10 trainings, steady, spread .1", 10, .1, STEADY},
                                {"10 trainings, families, spread .03", 10, .03, FAMILIES},
                                {"10 trainings, twins, halves, spread .1", 10, .1, TWINS | HALVES},
                                {"20 trainings, spread .03", 20, .03, SINGLES},
                                {"20 trainings, steady, spread .03", 20, .03, STEADY},
                                {0}};
static const row single_units[] = {{"right .5 and .5", SINGLES, .5, .5}, {"right .8 and .7", SINGLES, .8, .7}, {"right .98 and .9", SINGLES, .98, .9}, {"right 1 and .02", SINGLES, 1, .02}, {0}};
static const row clustered_units[] = {{"twins, right .5 and .5", TWINS, .5, .5},       {"twins, right .8 and .7", TWINS, .8, .7},
                                          {"twins, right .98 and .9", TWINS, .98, .9},     {"families, right .5 and .5", FAMILIES, .5, .5},
                                          {"families, right .8 and .7", FAMILIES, .8, .7}, {"families, right .98 and .9", FAMILIES, .98, .9}, {0}};
static const row all_units[] = {{"single, right .5 and .5", SINGLES, .5, .5},    {"single, right .8 and .7", SINGLES, .8, .7},
                                    {"single, right .98 and .9", SINGLES, .98, .9},  {"twins, right .8 and .7", TWINS, .8, .7},
                                    {"families, right .8 and .7", FAMILIES, .8, .7}, {"families, right .98 and .9", FAMILIES, .98, .9}, {0}};

/* Means of other values: a: their kind; b: that of the units. */
typedef struct values {
    double *sum, *count;
} values;

double draw_value(int kind, hbs_rng *rng) {
    if (kind == EVEN) return 2 * uniform01(rng);
    if (kind == EXPONENTIAL) return -log1p(-uniform01(rng));
    return exp(draw_normal(rng) - .5);
}

static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const values *v = context;
    sum[0] = v->sum[unit];
    count[0] = v->count[unit];
}

static outcome mean(const setting *s, size_t units, hbs_rng *rng) {
    values v = {calloc(units, sizeof *v.sum), calloc(units, sizeof *v.count)};
    if (!v.sum || !v.count) exit(3);
    for (size_t i = 0; i < units; i++) {
        const unsigned members = s->b == FAMILIES ? draw_copies(rng) : 1;
        const double together = draw_value((int)s->a, rng);
        v.count[i] = members;
        for (unsigned k = 0; k < members; k++) v.sum[i] += uniform01(rng) < LIKENESS ? together : draw_value((int)s->a, rng);
    }
    hbs_means m;
    hbs_means_of(&m, 1, units, of_unit, &v);
    const hbs_estimate e = hbs_means_hall(&m, 0, s->level);
    free(v.sum);
    free(v.count);
    return covers(&e, 1);
}

static const row means[] = {{"uniform values", EVEN, SINGLES, 0}, {"exponential values", EXPONENTIAL, SINGLES, 0}, {"lognormal values", LOGNORMAL, SINGLES, 0}, {"families, uniform values", EVEN, FAMILIES, 0}, {"families, exponential values", EXPONENTIAL, FAMILIES, 0}, {0}};

#define SIZES {30, 100, 400, 1500}
#define SIZES_OF_MANY {30, 60, 100, 400}

#define FEW_DIFFER "few pairs differ where nearly all is right, and those are whole numbers: conservative there"
#define OF_TRAININGS "against the mean of these very trainings where the interval is for these, against that of all training sets where it is for others; steady: what a unit is predicted seldom differs from training to training"

const block unit_blocks[] = {
    {"Balanced accuracy, single instances", "N", "conservative where a label has hardly any wrong, or hardly any right: whole numbers", CONSERVATIVE, 4000, SIZES, single_units, accuracy},
    {"Balanced accuracy over units", "units", "as for single instances", CONSERVATIVE, 4000, SIZES, clustered_units, accuracy},
    {"Gap of .1 to the reference", "units", FEW_DIFFER, CONSERVATIVE, 4000, SIZES, all_units, gap},
    {"No gap to the reference", "units", FEW_DIFFER, CONSERVATIVE, 4000, SIZES, all_units, no_gap},
    {"Balanced accuracy, several trainings", "units", OF_TRAININGS, CONSERVATIVE, 4000, SIZES_OF_MANY, trainings, accuracy_of_trainings},
    {"Gap of .1, several trainings", "units", OF_TRAININGS, CONSERVATIVE, 4000, SIZES_OF_MANY, trainings, gap_of_trainings},
    {"Mean over units", "units", NULL, NEAR, 10000, SIZES, means, mean},
    {0}};
