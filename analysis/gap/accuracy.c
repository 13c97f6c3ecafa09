/* Twins and images of one seed are clusters: what is left out, and counted as n, is the unit. A unit and its counterpart in the reference share sizes and labels, so the gap takes
 * them together. Accuracies are half the sum of two shares, gaps half of what four amount to, and their limits are recovered from Jeffreys' of each share and from how they go together
 * (means.h): never a point, in [0, 1] near its ends, and one method for all; docs/measures.md has the coverage. Resampling units covers .87 to .89 of families when there are 30, and
 * shrinks to a point when every prediction is right.
 *
 * Several trainings: the shares of all of them. S^2, the variance of their accuracies, is held against what comes from the units that each was scored on (by jackknife of the difference
 * from all). Where it is no more, as chi^2 of R - 1 degrees of freedom has it, the interval is for these trainings, over units alone: so few trainings cannot tell how much another would
 * differ, and no interval that allows for it keeps to its level both where trainings are alike and where they are not; docs/measures.md has the figures. Else the excess joins the
 * variance, by Student's t with the degrees of freedom that it leaves (Satterthwaite, Biometrics Bulletin 2, 1946, 110-114). The trainings after the first are on resamples of one
 * training set, which vary about it as that varies about others; of their mean S^2 misses 1/R, and the mean has it once for the set and (R - 1)/R^2 for the resamples:
 * (R^2 + R - 1) / (R (R - 1)) S^2 in all. */
#include "analysis/gap/accuracy.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/exchange.h"
#include "analysis/means.h"
#include "core/memory.h"

#define BY_UNITS "jeffreys by label, over units"
#define OF_THESE "jeffreys by label, over units, these trainings"
#define OF_OTHERS "jeffreys by label, over units and trainings"

hbs_status hbs_score_new(hbs_score *out, size_t clusters, unsigned repeats, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_score score = {.clusters = clusters, .repeats = repeats};
    HBS_TRY(hbs_allocate(&score.own, clusters, repeats * sizeof *score.own, error));
    HBS_TRY(hbs_allocate(&score.own_matched, clusters, repeats * sizeof *score.own_matched, error));
    HBS_TRY(hbs_allocate(&score.reference, clusters, repeats * sizeof *score.reference, error));
    *out = score;
    score = (hbs_score){0};
done:
    hbs_score_free(&score);
    return status;
}

void hbs_score_free(hbs_score *score) {
    if (!score) return;
    free(score->own);
    free(score->own_matched);
    free(score->reference);
    *score = (hbs_score){0};
}

static double balanced_accuracy(const hbs_tally *tally, size_t clusters) {
    double right[2] = {0, 0}, total[2] = {0, 0};
    for (size_t c = 0; c < clusters; c++)
        for (int y = 0; y < 2; y++) {
            right[y] += tally[c].right[y];
            total[y] += tally[c].total[y];
        }
    return total[0] > 0 && total[1] > 0 ? .5 * (right[0] / total[0] + right[1] / total[1]) : NAN;
}

/* Repeats that have no accuracy. */
static unsigned not_defined_in(const hbs_tally *tally, size_t clusters, unsigned repeats) {
    unsigned count = 0;
    for (unsigned r = 0; r < repeats; r++) count += isnan(balanced_accuracy(tally + r * clusters, clusters)) ? 1 : 0;
    return count;
}

static double mean_accuracy(const hbs_tally *tally, size_t clusters, unsigned repeats) {
    double sum = 0;
    for (unsigned r = 0; r < repeats; r++) sum += balanced_accuracy(tally + r * clusters, clusters);
    return sum / repeats;
}

static uint64_t units(const hbs_tally *tally, size_t clusters, unsigned repeats) {
    uint64_t count = 0;
    for (size_t c = 0; c < clusters; c++) {
        bool any = false;
        for (unsigned r = 0; r < repeats; r++) any = any || tally[r * clusters + c].total[0] || tally[r * clusters + c].total[1];
        count += any;
    }
    return count;
}

/* A side's tallies of all trainings together. */
static hbs_status pool(const hbs_tally *tally, size_t clusters, unsigned repeats, hbs_tally **out, hbs_error *error) {
    const hbs_status status = hbs_allocate(out, clusters, sizeof **out, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < repeats * clusters; i++)
        for (int y = 0; y < 2; y++) {
            (*out)[i % clusters].right[y] += tally[i].right[y];
            (*out)[i % clusters].total[y] += tally[i].total[y];
        }
    return HBS_OK;
}

/* Side 1 may be missing. */
typedef struct sides {
    const hbs_tally *all[2], *one[2]; /* of all trainings; of one */
    size_t shares;                    /* 2 a side */
} sides;

/* Shares 0 and 1: the labels of side 0; 2 and 3: those of side 1. */
static void of_all(const void *context, size_t unit, double *hits, double *trials) {
    const sides *s = context;
    for (size_t k = 0; k < s->shares; k++) {
        const hbs_tally *const tally = &s->all[k / 2][unit];
        hits[k] = tally->right[k % 2];
        trials[k] = tally->total[k % 2];
    }
}

/* And then those of one training. */
static void of_all_and_one(const void *context, size_t unit, double *hits, double *trials) {
    const sides *s = context;
    of_all(context, unit, hits, trials);
    for (size_t k = 0; k < s->shares; k++) {
        const hbs_tally *const tally = &s->one[k / 2][unit];
        hits[s->shares + k] = tally->right[k % 2];
        trials[s->shares + k] = tally->total[k % 2];
    }
}

/* Of the sum over k of a[k] share k; covariance as in means.h. */
static double variance_of(const hbs_means *m, const double *a, size_t shares) {
    double sum = 0;
    for (size_t k = 0; k < shares; k++)
        for (size_t l = 0; l < shares; l++) sum += a[k] * a[l] * m->covariance[k][l];
    return sum;
}

/* Variance of the trainings' sums: in all, and (returned) what of it comes from the units that they were scored on. */
static double spread_of_trainings(double *variance, sides *s, const double *a, const hbs_tally *const side[2], size_t clusters, unsigned repeats) {
    const size_t shares = side[1] ? 4 : 2;
    double squares = 0, known = 0, away[HBS_MEANS_MAX] = {0};
    for (size_t k = 0; k < shares; k++) away[k] = -a[k], away[shares + k] = a[k];
    for (unsigned r = 0; r < repeats; r++) {
        hbs_means m;
        double distance = 0;
        for (size_t i = 0; i < shares / 2; i++) s->one[i] = side[i] + r * clusters;
        hbs_means_of(&m, 2 * shares, clusters, of_all_and_one, s);
        for (size_t k = 0; k < 2 * shares; k++) distance += away[k] * m.mean[k];
        const double of_units = variance_of(&m, away, 2 * shares);
        squares += distance * distance;
        known += isnan(of_units) ? 0 : of_units;
    }
    *variance = squares / (repeats - 1);
    return known / (repeats - 1);
}

/* Whether that is more than the units explain. */
static bool differ(double variance, double known, unsigned repeats, double level) {
    const double half = .5 * (repeats - 1);
    return variance > 1e-20 && hbs_incomplete_gamma(half, half * variance / fmax(known, 1e-20)) > level;
}

/* A distance for the variance of the units, and for `more` beside it, which R - 1 degrees of freedom tell. */
static double widened(double distance, double more, unsigned repeats, double level) {
    const double u = distance / hbs_normal_quantile(.5 + level / 2), all = u * u + more, share = all / more;
    return sqrt(all) * hbs_student_quantile(.5 + level / 2, fmin(1e5, (repeats - 1) * share * share));
}

static void allow_for_trainings(hbs_estimate *e, hbs_trainings *trainings, double variance, double known, unsigned repeats, double level) {
    const double r = repeats, excess = fmax(0, variance - known), more = (r * r + r - 1) / (r * (r - 1)) * excess;
    *trainings = (hbs_trainings){sqrt(excess), repeats >= HBS_TRAININGS_ENOUGH && differ(variance, known, repeats, level)};
    e->method = trainings->others ? OF_OTHERS : OF_THESE;
    if (!trainings->others) return;
    e->ci_low = e->estimate - widened(e->estimate - e->ci_low, more, repeats, level);
    e->ci_high = e->estimate + widened(e->ci_high - e->estimate, more, repeats, level);
}

/* The sum over k of a[k] share k. */
static hbs_status measure(hbs_estimate *out, hbs_trainings *trainings, const double *a, const hbs_tally *own, const hbs_tally *reference, size_t clusters, unsigned repeats,
                          double level, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_tally *const side[2] = {own, reference};
    hbs_tally *all[2] = {NULL, NULL};
    sides s = {.all = {own, reference}, .shares = reference ? 4 : 2};
    hbs_means m;
    hbs_estimate limits[HBS_MEANS_MAX], e;
    hbs_trainings t = {NAN, false};
    for (size_t i = 0; repeats > 1 && i < s.shares / 2; i++) {
        HBS_TRY(pool(side[i], clusters, repeats, &all[i], error));
        s.all[i] = all[i];
    }
    hbs_means_of(&m, s.shares, clusters, of_all, &s);
    for (size_t k = 0; k < s.shares; k++) limits[k] = hbs_jeffreys(m.mean[k], hbs_means_effective(&m, k, level), level);
    e = hbs_means_sum(&m, a, limits, level);
    e.method = BY_UNITS;
    if (repeats > 1) {
        double variance;
        const double known = spread_of_trainings(&variance, &s, a, side, clusters, repeats);
        allow_for_trainings(&e, &t, variance, known, repeats, level);
    }
    *out = e;
    *trainings = t;
done:
    free(all[0]);
    free(all[1]);
    return status;
}

static void centre(hbs_estimate *e, double point, double least) {
    e->ci_low += point - e->estimate;
    e->ci_high += point - e->estimate;
    e->estimate = point;
    if (e->ci_low < least) e->ci_low = least;
    if (e->ci_high > 1) e->ci_high = 1;
}

hbs_status hbs_accuracy_estimate(const hbs_tally *tally, size_t clusters, unsigned repeats, const hbs_measure_options *options, hbs_estimate *out,
                                 hbs_trainings *trainings, hbs_error *error) {
    static const double mean[HBS_MEANS_MAX] = {.5, .5};
    const double point = mean_accuracy(tally, clusters, repeats);
    const bool never = not_defined_in(tally, clusters, repeats) == repeats;
    hbs_estimate accuracy = {NAN, NAN, NAN, options->level, 0, never ? "not defined: one of the labels has no instance there" : "not defined: in some of the trainings one of the labels has no instance there"};
    hbs_trainings t = {NAN, false};
    const hbs_status status = isnan(point) ? HBS_OK : measure(&accuracy, &t, mean, tally, NULL, clusters, repeats, options->level, error);
    if (status != HBS_OK) return status;
    centre(&accuracy, point, 0);
    accuracy.n = units(tally, clusters, repeats);
    *out = accuracy;
    if (trainings) *trainings = t;
    return HBS_OK;
}

static bool are_pairs(const hbs_score *score) {
    for (size_t c = 0; c < score->clusters; c++)
        for (int y = 0; y < 2; y++)
            if (score->own_matched[c].total[y] != score->reference[c].total[y]) return false;
    return score->repeats == 1;
}

/* Each unit's share in the gap. Both labels are there. */
static hbs_status exchange_sides(const hbs_score *score, uint64_t seed, double *p, hbs_error *error) {
    double *difference = NULL, total[2] = {0, 0};
    const hbs_status status = hbs_allocate(&difference, score->clusters, sizeof *difference, error);
    if (status != HBS_OK) return status;
    for (size_t c = 0; c < score->clusters; c++)
        for (int y = 0; y < 2; y++) total[y] += score->own_matched[c].total[y];
    for (size_t c = 0; c < score->clusters; c++)
        for (int y = 0; y < 2; y++) difference[c] += .5 * ((double)score->own_matched[c].right[y] - (double)score->reference[c].right[y]) / total[y];
    const hbs_status tested = hbs_exchange_p(difference, score->clusters, seed, p, error);
    free(difference);
    return tested;
}

/* A label that no row held out has is another matter than one whose counterparts could not be drawn, and what some trainings lack than what all do. */
static const char *why_not_defined(const hbs_score *score) {
    const unsigned own = not_defined_in(score->own, score->clusters, score->repeats);
    const unsigned matched = not_defined_in(score->own_matched, score->clusters, score->repeats), reference = not_defined_in(score->reference, score->clusters, score->repeats);
    if (own == score->repeats) return "not defined: no held-out instance has one of the labels";
    if (own) return "not defined: in some of the trainings no held-out instance has one of the labels";
    if (matched == score->repeats || reference == score->repeats) return "infeasible: the reference has no instance of one of the labels to set against the held-out ones";
    return "infeasible: in some of the trainings the reference has no instance of one of the labels to set against the held-out ones";
}

hbs_status hbs_gap_estimate(const hbs_score *score, const hbs_measure_options *options, hbs_estimate *out, double *p, hbs_trainings *trainings, hbs_error *error) {
    static const double difference[HBS_MEANS_MAX] = {.5, .5, -.5, -.5};
    hbs_status status = HBS_OK;
    const double own = mean_accuracy(score->own_matched, score->clusters, score->repeats);
    const double reference = mean_accuracy(score->reference, score->clusters, score->repeats);
    double exchanged = NAN;
    hbs_trainings t = {NAN, false};
    hbs_estimate gap = {own - reference, NAN, NAN, options->level, 0, why_not_defined(score)};
    if (!isnan(gap.estimate)) {
        HBS_TRY(measure(&gap, &t, difference, score->own_matched, score->reference, score->clusters, score->repeats, options->level, error));
        if (p && are_pairs(score)) HBS_TRY(exchange_sides(score, options->seed, &exchanged, error));
    }
    centre(&gap, own - reference, -1);
    gap.n = units(isnan(gap.estimate) ? score->reference : score->own_matched, score->clusters, score->repeats);
    *out = gap;
    if (p) *p = exchanged;
    if (trainings) *trainings = t;
done:
    return status;
}
