/* Twins and images of one seed are clusters: what is left out or resampled, and counted as n, is the unit. A unit and its counterpart in the reference
 * share sizes and labels, so the gap takes them together. One training: accuracies are shares over units (shares.h), and the gap has its jackknife
 * variance with as many degrees of freedom as its labels' units allow (Satterthwaite 1946); simulated coverage of both stands in docs/measures.md. A
 * percentile bootstrap covers .87 to .89 of families when there are 30, and shrinks to a point when every prediction is right. Several trainings: the
 * bootstrap, which can take a training a replicate; where it cannot move, exact limits take its place. */
#include "analysis/accuracy.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/exchange.h"
#include "analysis/shares.h"
#include "core/memory.h"
#include "core/resampling.h"

#define BY_LABEL "clopper-pearson by label"
#define BY_UNITS "clopper-pearson by label, over units"
#define GAP_BY_UNITS "jackknife over units"
#define BY_REPEATS "bootstrap over units and repeats"

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

double hbs_balanced_accuracy(const hbs_tally *tally, const uint32_t *weight, size_t clusters) {
    uint64_t right[2] = {0, 0}, total[2] = {0, 0};
    for (size_t c = 0; c < clusters; c++) {
        const uint64_t w = weight ? weight[c] : 1;
        for (int y = 0; y < 2; y++) {
            right[y] += w * tally[c].right[y];
            total[y] += w * tally[c].total[y];
        }
    }
    if (!total[0] || !total[1]) return NAN;
    return .5 * ((double)right[0] / (double)total[0] + (double)right[1] / (double)total[1]);
}

static double mean_accuracy(const hbs_tally *tally, size_t clusters, unsigned repeats) {
    double sum = 0;
    for (unsigned r = 0; r < repeats; r++) sum += hbs_balanced_accuracy(tally + r * clusters, NULL, clusters);
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

static bool single(const hbs_tally *tally, size_t clusters) {
    for (size_t c = 0; c < clusters; c++)
        if (tally[c].total[0] + tally[c].total[1] > 1) return false;
    return true;
}

/* Mean of two independent proportions. */
static hbs_estimate by_label(const hbs_tally *tally, size_t clusters, double level) {
    uint64_t right[2] = {0, 0}, total[2] = {0, 0};
    for (size_t c = 0; c < clusters; c++)
        for (int y = 0; y < 2; y++) {
            right[y] += tally[c].right[y];
            total[y] += tally[c].total[y];
        }
    const hbs_estimate a = hbs_clopper_pearson(right[0], total[0], level), b = hbs_clopper_pearson(right[1], total[1], level);
    const double estimate = .5 * (a.estimate + b.estimate);
    return (hbs_estimate){.estimate = estimate,
                          .ci_low = fmax(0, estimate - .5 * hypot(a.estimate - a.ci_low, b.estimate - b.ci_low)),
                          .ci_high = fmin(1, estimate + .5 * hypot(a.ci_high - a.estimate, b.ci_high - b.estimate)),
                          .level = level,
                          .n = total[0] + total[1],
                          .method = BY_LABEL};
}

/* Shares 0 and 1: the labels of one side; 2 and 3: those of the other, where there is one. */
typedef struct sides {
    const hbs_tally *own, *reference;
} sides;

static void tally_of(const void *context, size_t unit, double *hits, double *trials) {
    const sides *s = context;
    for (int y = 0; y < 2; y++) {
        hits[y] = s->own[unit].right[y], trials[y] = s->own[unit].total[y];
        if (s->reference) hits[2 + y] = s->reference[unit].right[y], trials[2 + y] = s->reference[unit].total[y];
    }
}

static double half_of_sum(double x, double y, double correlation) { return .5 * sqrt(fmax(0, x * x + 2 * correlation * x * y + y * y)); }

/* Where a share does not vary its correlation with the other is not known: 1, the widest, if some unit has both labels. */
static double correlation_of(const hbs_shares *s, const sides *pair, size_t clusters) {
    static const double zero[HBS_SHARES_MAX] = {1, 0, 0, 0}, one[HBS_SHARES_MAX] = {0, 1, 0, 0};
    if (hbs_shares_variance(s, zero) > 1e-20 && hbs_shares_variance(s, one) > 1e-20) return hbs_shares_correlation(s, zero, one);
    for (size_t c = 0; c < clusters; c++)
        if (pair->own[c].total[0] && pair->own[c].total[1]) return 1;
    return 0;
}

/* Mean of two shares that the same units may bear on. */
static hbs_estimate accuracy_of(const sides *pair, size_t clusters, double level) {
    hbs_shares s;
    hbs_shares_of(&s, 2, clusters, tally_of, pair);
    const hbs_estimate a = hbs_shares_clopper_pearson(&s, 0, level), b = hbs_shares_clopper_pearson(&s, 1, level);
    const double estimate = .5 * (a.estimate + b.estimate), r = correlation_of(&s, pair, clusters);
    return (hbs_estimate){.estimate = estimate,
                          .ci_low = fmax(0, estimate - half_of_sum(a.estimate - a.ci_low, b.estimate - b.ci_low, r)),
                          .ci_high = fmin(1, estimate + half_of_sum(a.ci_high - a.estimate, b.ci_high - b.estimate, r)),
                          .level = level,
                          .method = BY_UNITS};
}

/* Degrees of freedom of the gap's variance: the labels are variances from as many units less one as have them. */
static double freedom_of(const hbs_shares *s) {
    double sum = 0, parts = 0;
    for (size_t y = 0; y < 2; y++) {
        double label[HBS_SHARES_MAX] = {0};
        label[y] = .5, label[2 + y] = -.5;
        const double variance = hbs_shares_variance(s, label), units = (double)(s->units[y] < s->units[2 + y] ? s->units[2 + y] : s->units[y]);
        sum += variance;
        parts += units > 1 ? variance * variance / (units - 1) : NAN;
    }
    return sum * sum / parts;
}

/* False when nothing varies, or one unit holds all of a label: then there is no variance to go by. */
static bool gap_of(const sides *pair, size_t clusters, double level, hbs_estimate *gap) {
    static const double difference[HBS_SHARES_MAX] = {.5, .5, -.5, -.5};
    hbs_shares s;
    hbs_shares_of(&s, 4, clusters, tally_of, pair);
    const double variance = hbs_shares_variance(&s, difference), freedom = fmin(freedom_of(&s), (double)clusters - 1);
    if (!(variance > 1e-20) || !(freedom > 0)) return false;
    const double half = hbs_student_quantile(.5 + level / 2, freedom) * sqrt(variance);
    gap->ci_low = fmax(-1, gap->estimate - half);
    gap->ci_high = fmin(1, gap->estimate + half);
    gap->method = GAP_BY_UNITS;
    return true;
}

/* What a bootstrap replicate needs: `turn` picks the repeat. */
typedef struct resampling {
    const hbs_tally *plus, *minus; /* minus may be NULL */
    size_t clusters;
    unsigned repeats, turn;
} resampling;

static double resampled(void *context, const uint32_t *weight) {
    resampling *s = context;
    const size_t offset = (s->turn++ % s->repeats) * s->clusters;
    const double plus = hbs_balanced_accuracy(s->plus + offset, weight, s->clusters);
    return s->minus ? plus - hbs_balanced_accuracy(s->minus + offset, weight, s->clusters) : plus;
}

static hbs_status bootstrap(resampling *s, const hbs_measure_options *options, hbs_estimate *out, hbs_error *error) {
    const hbs_status status = hbs_bootstrap(s->clusters, resampled, s, options->replicates, options->seed, options->level, out, error);
    if (status != HBS_OK) return status;
    out->method = BY_REPEATS;
    return HBS_OK;
}

/* Units predicted wholly right, or wholly wrong: their share bounds the share of instances from below, or from above. */
static void count_whole(const hbs_tally *tally, size_t clusters, uint64_t *right, uint64_t *wrong, uint64_t *all) {
    *right = *wrong = *all = 0;
    for (size_t c = 0; c < clusters; c++) {
        const uint32_t total = tally[c].total[0] + tally[c].total[1], hits = tally[c].right[0] + tally[c].right[1];
        if (!total) continue;
        ++*all;
        *right += hits == total;
        *wrong += hits == 0;
    }
}

static void widen_degenerate(const hbs_tally *tally, size_t clusters, hbs_estimate *estimate) {
    uint64_t right, wrong, all;
    count_whole(tally, clusters, &right, &wrong, &all);
    if (estimate->ci_low >= 1) estimate->ci_low = hbs_clopper_pearson(right, all, estimate->level).ci_low;
    if (estimate->ci_high <= 0) estimate->ci_high = 1 - hbs_clopper_pearson(wrong, all, estimate->level).ci_low;
}

hbs_status hbs_accuracy_estimate(const hbs_tally *tally, size_t clusters, unsigned repeats, const hbs_measure_options *options, hbs_estimate *out,
                                 hbs_error *error) {
    const double point = mean_accuracy(tally, clusters, repeats);
    if (isnan(point)) {
        *out = (hbs_estimate){NAN, NAN, NAN, options->level, units(tally, clusters, repeats), "not defined: a label has no instance"};
        return HBS_OK;
    }
    if (repeats == 1 && single(tally, clusters)) {
        *out = by_label(tally, clusters, options->level);
        return HBS_OK;
    }
    if (repeats == 1) {
        *out = accuracy_of(&(sides){tally, NULL}, clusters, options->level);
        out->n = units(tally, clusters, 1);
        return HBS_OK;
    }
    resampling s = {tally, NULL, clusters, repeats, 0};
    hbs_estimate estimate;
    const hbs_status status = bootstrap(&s, options, &estimate, error);
    if (status != HBS_OK) return status;
    estimate.estimate = point;
    estimate.n = units(tally, clusters, repeats);
    widen_degenerate(tally, clusters, &estimate);
    *out = estimate;
    return HBS_OK;
}

/* Limits for the difference of two accuracies when nothing moves it: from the limits of both. */
static hbs_status recover_limits(const hbs_score *score, const hbs_measure_options *options, hbs_estimate *gap, hbs_error *error) {
    hbs_estimate own, reference;
    hbs_status status = hbs_accuracy_estimate(score->own_matched, score->clusters, score->repeats, options, &own, error);
    if (status == HBS_OK) status = hbs_accuracy_estimate(score->reference, score->clusters, score->repeats, options, &reference, error);
    if (status != HBS_OK) return status;
    gap->ci_low = gap->estimate - hypot(own.estimate - own.ci_low, reference.ci_high - reference.estimate);
    gap->ci_high = gap->estimate + hypot(own.ci_high - own.estimate, reference.estimate - reference.ci_low);
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

/* A label that no row held out has is another matter than one whose counterparts could not be drawn. */
static const char *why_not_defined(const hbs_score *score) {
    return isnan(mean_accuracy(score->own, score->clusters, score->repeats))
               ? "not defined: no held-out instance has one of the labels"
               : "infeasible: the reference has no instance of one of the labels to set against the held-out ones";
}

static hbs_status resample_gap(const hbs_score *score, const hbs_measure_options *options, hbs_estimate *gap, hbs_error *error) {
    resampling s = {score->own_matched, score->reference, score->clusters, score->repeats, 0};
    const double estimate = gap->estimate;
    const hbs_status status = bootstrap(&s, options, gap, error);
    gap->estimate = estimate;
    return status;
}

hbs_status hbs_gap_estimate(const hbs_score *score, const hbs_measure_options *options, hbs_estimate *out, double *p, hbs_error *error) {
    hbs_status status = HBS_OK;
    const double own = mean_accuracy(score->own_matched, score->clusters, score->repeats);
    const double reference = mean_accuracy(score->reference, score->clusters, score->repeats);
    hbs_estimate gap = {own - reference, NAN, NAN, options->level, 0, GAP_BY_UNITS};
    *p = NAN;
    if (isnan(gap.estimate)) {
        *out = (hbs_estimate){NAN, NAN, NAN, options->level, units(score->reference, score->clusters, score->repeats), why_not_defined(score)};
        return HBS_OK;
    }
    if (score->repeats > 1) status = resample_gap(score, options, &gap, error);
    else gap_of(&(sides){score->own_matched, score->reference}, score->clusters, options->level, &gap);
    if (status == HBS_OK && !(gap.ci_high > gap.ci_low)) status = recover_limits(score, options, &gap, error);
    if (status == HBS_OK && are_pairs(score)) status = exchange_sides(score, options->seed, p, error);
    gap.n = units(score->own_matched, score->clusters, score->repeats);
    if (status == HBS_OK) *out = gap;
    return status;
}
