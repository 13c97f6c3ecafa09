/* Were two samples drawn from one law? Three looks, each a test whose level is exact for exchangeable units, whatever their number:
 *
 *   labels    the share of label 1; sides of units are permuted.
 *   features  within each label the mean and the spread of every feature, and the share that deciders settle. Units are cut by label, and sides of what they have of a label
 *             are permuted apart from those of the other, so that a difference in label shares is not counted twice, and twins can be compared with instances that were
 *             drawn alone. Where units have both labels this is conservative in the limit: the largest of dependent statistics is then taken for one of independent
 *             ones (Gaussian correlation inequality: Royen 2014); each label by itself is exact. A statistic is compared with the largest of all of them in each permutation, which
 *             adjusts for their number and keeps what they have in common (Westfall and Young, Resampling-based multiple testing, 1993). Statistics are differences of
 *             means and of mean squares, over their standard deviation under permutation. Squares are around the mean of the side, as each permutation has it: a
 *             difference of means is none of spreads, and the test stays exact.
 *   probe     a classifier is trained to tell the sides apart (probe.c).
 *
 * Holm's correction over those of the three that can be made makes the verdict. Beyond UNITS_PERMUTED units the features' p-values are normal limits with Holm's correction: permuting would
 * take minutes, and the limit is good. Features of order are left out when one dataset was shuffled and the other was not: that says nothing about laws. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/rows.h"
#include "analysis/marking.h"
#include "core/memory.h"
#include "core/resampling.h"

#define DRAWS 1999u
#define UNITS_PERMUTED 12000u
#define DIFFERENCES_TOLD 8u
#define PERMUTING (UINT64_MAX - 11)

/* The values of a column within a label. */
typedef struct sample {
    size_t column, counted;   /* counted: which column of law_test.counted has its rows */
    int label;
    double rows, mean, square; /* of both sides; square: of deviations from the mean, their mean */
} sample;

/* One statistic of a sample: the difference of means or of spreads. */
typedef struct look {
    size_t sample, column;
    int label;
    bool spread;
    double scale, statistic, p; /* p: adjusted */
} look;

typedef struct law_test {
    const hbs_both *both;
    const hbs_measure_options *options;
    const hbs_finding *head;
    hbs_findings *out;
    look *looks;
    size_t count;
    sample *sample;
    size_t samples;
    double *sum;                /* clusters x width: deviations from the common mean, and their squares, of each sample */
    size_t width;
    uint32_t *counted;          /* counts x clusters: rows */
    size_t counts, counted_capacity;
    double *first;              /* sums over the first side, as evaluate has them */
    uint64_t *first_rows;       /* 2 x counts: by label */
    uint32_t *order;            /* clusters that have a label, for both labels */
    size_t from[3];             /* where those of a label begin in `order` */
    size_t first_in[2];         /* clusters of the first side among them */
    size_t sample_from[3];      /* where the samples of a label begin */
    hbs_means label_share;      /* of the two sides */
    size_t labelled[2];
    hbs_estimate probe;
    double label_p, feature_p, probe_p;   /* adjusted in the end */
    double label_raw, probe_raw;
} law_test;

static const double *column_of(const hbs_both *both, size_t column) { return both->value + column; }

/* ---- features ---- */

static bool is_of(const hbs_both *both, const sample *s, size_t row) { return both->label[row] == s->label && !isnan(column_of(both, s->column)[row * both->columns]); }

/* Number of the column that holds how many rows of a label in each cluster have a value of the sample's feature. Most features share one. */
static hbs_status count_rows(law_test *t, sample *s, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = t->both;
    HBS_TRY(hbs_grow(&t->counted, &t->counted_capacity, (t->counts + 1) * both->clusters, sizeof *t->counted, error));
    uint32_t *const mine = t->counted + t->counts * both->clusters;
    memset(mine, 0, both->clusters * sizeof *mine);
    for (size_t r = 0; r < both->rows; r++) mine[both->cluster[r]] += is_of(both, s, r);
    for (s->counted = 0; s->counted < t->counts; s->counted++)
        if (!memcmp(mine, t->counted + s->counted * both->clusters, both->clusters * sizeof *mine)) break;
    t->counts += s->counted == t->counts;
done:
    return status;
}

/* Deviations from the common mean and their squares, summed by cluster; s->rows is 0 when one side has none. */
static void gather(law_test *t, sample *s) {
    const hbs_both *const both = t->both;
    const double *const at = column_of(both, s->column);
    uint64_t rows[2] = {0, 0};
    for (size_t r = 0; r < both->rows; r++)
        if (is_of(both, s, r)) s->mean += at[r * both->columns], rows[hbs_side(both, r)]++;
    if (!rows[0] || !rows[1]) return;
    s->rows = (double)(rows[0] + rows[1]);
    s->mean /= s->rows;
    for (size_t r = 0; r < both->rows; r++) {
        if (!is_of(both, s, r)) continue;
        const double value = at[r * both->columns] - s->mean;
        double *const sum = t->sum + both->cluster[r] * t->width + 2 * t->samples;
        sum[0] += value;
        sum[1] += value * value;
        s->square += value * value / s->rows;
    }
}

/* Of the linear part of the statistic, under permutation; 0 when nothing varies. */
static double scale_of(const law_test *t, const sample *s, bool spread) {
    const hbs_both *const both = t->both;
    const uint32_t *const counted = t->counted + s->counted * both->clusters;
    const double share = (double)t->first_in[s->label] / (double)(t->from[s->label + 1] - t->from[s->label]);
    double squares = 0;
    for (size_t c = 0; c < both->clusters; c++) {
        const double *const sum = t->sum + c * t->width + 2 * t->samples;
        squares += pow(spread ? sum[1] - s->square * counted[c] : sum[0], 2);
    }
    const double scale = sqrt(squares * share * (1 - share));
    return scale > 1e-9 * (1 + fabs(spread ? s->square : s->mean)) ? scale : 0;
}

static hbs_status add_sample(law_test *t, size_t column, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    sample s = {.column = column, .label = label};
    gather(t, &s);
    if (s.rows == 0) goto done;
    HBS_TRY(count_rows(t, &s, error));
    for (int spread = 0; spread < (t->both->feature[column] == &hbs_settled_feature ? 1 : 2); spread++) {
        const double scale = scale_of(t, &s, spread);
        if (scale > 0) t->looks[t->count++] = (look){.sample = t->samples, .column = column, .label = label, .spread = spread, .scale = scale};
    }
    t->sample[t->samples++] = s;
done:
    return status;
}

static hbs_status list_looks(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = t->both;
    t->width = both->columns * 4;
    HBS_TRY(hbs_allocate(&t->looks, t->width, sizeof *t->looks, error));
    HBS_TRY(hbs_allocate(&t->sample, t->width / 2, sizeof *t->sample, error));
    HBS_TRY(hbs_allocate(&t->sum, both->clusters, t->width * sizeof *t->sum, error));
    for (int label = 0; label < 2; label++) {
        for (size_t c = 0; c < both->columns; c++)
            if (hbs_is_compared(both, c)) HBS_TRY(add_sample(t, c, label, error));
        t->sample_from[label + 1] = t->samples;
    }
    HBS_TRY(hbs_allocate(&t->first, t->width, sizeof *t->first, error));
    HBS_TRY(hbs_allocate(&t->first_rows, t->counts + 1, 2 * sizeof *t->first_rows, error));
done:
    return status;
}

/* Clusters that have label 0, then those that have label 1: one that has both stands in both. */
static hbs_status list_by_label(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = t->both;
    bool *has = NULL;
    size_t used = 0;
    HBS_TRY(hbs_allocate(&has, both->clusters, 2 * sizeof *has, error));
    HBS_TRY(hbs_allocate(&t->order, both->clusters, 2 * sizeof *t->order, error));
    for (size_t r = 0; r < both->rows; r++)
        if (both->label[r] >= 0) has[2 * both->cluster[r] + (size_t)both->label[r]] = true;
    for (size_t label = 0; label < 2; label++) {
        for (size_t c = 0; c < both->clusters; c++) {
            if (!has[2 * c + label]) continue;
            t->order[used++] = (uint32_t)c;
            t->first_in[label] += c < both->clusters_first;
        }
        t->from[label + 1] = used;
    }
done:
    free(has);
    return status;
}

/* With D and Q the sums of deviations and of their squares over the n1 rows of the first side, Q/n and n = n1 + n2 those of both: D is n1 n2 / n times the difference of means,
 * and Q1 - Q/n n1 - D1^2 (n2 - n1) / (n1 n2) is as much of the difference of the mean squares around each side's own mean. */
static double statistic_of(const law_test *t, const look *l) {
    const sample *const s = &t->sample[l->sample];
    const double first = (double)t->first_rows[(size_t)s->label * t->counts + s->counted], second = s->rows - first, sum = t->first[2 * l->sample], squares = t->first[2 * l->sample + 1];
    if (!l->spread) return fabs(sum) / l->scale;
    if (first <= 0 || second <= 0) return 0;
    return fabs(squares - s->square * first - sum * sum * (second - first) / (first * second)) / l->scale;
}

/* Every look's statistic, the clusters that stand first among those of its label for the first side. */
static void evaluate(const law_test *t, double *value) {
    memset(t->first, 0, t->width * sizeof *t->first);
    memset(t->first_rows, 0, 2 * t->counts * sizeof *t->first_rows);
    for (size_t label = 0; label < 2; label++)
        for (size_t i = 0; i < t->first_in[label]; i++) {
            const size_t cluster = t->order[t->from[label] + i];
            const double *const sum = t->sum + cluster * t->width;
            for (size_t k = 2 * t->sample_from[label]; k < 2 * t->sample_from[label + 1]; k++) t->first[k] += sum[k];
            for (size_t k = 0; k < t->counts; k++) t->first_rows[label * t->counts + k] += t->counted[k * t->both->clusters + cluster];
        }
    for (size_t k = 0; k < t->count; k++) value[k] = statistic_of(t, &t->looks[k]);
}

static hbs_status permute(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    double *value = NULL;
    hbs_rng rng;
    HBS_TRY(hbs_allocate(&value, t->count + 1, sizeof *value, error));
    hbs_rng_seed(&rng, t->options->seed, PERMUTING, HBS_LANE_ANALYSIS);
    for (size_t k = 0; k < t->count; k++) t->looks[k].p = 1;
    for (unsigned d = 0; d < DRAWS; d++) {
        double largest = 0;
        for (unsigned l = 0; l < 2; l++) hbs_rng_shuffle(&rng, t->order + t->from[l], t->from[l + 1] - t->from[l]);
        evaluate(t, value);
        for (size_t k = 0; k < t->count; k++) largest = fmax(largest, value[k]);
        for (size_t k = 0; k < t->count; k++) t->looks[k].p += largest >= t->looks[k].statistic * (1 - 1e-10);
        if (hbs_should_stop(t->options->listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "compare: stopped");
    }
    for (size_t k = 0; k < t->count; k++) t->looks[k].p /= 1. + DRAWS;
done:
    free(value);
    return status;
}

static hbs_status take_limits(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    double *p = NULL, *adjusted = NULL;
    HBS_TRY(hbs_allocate(&p, t->count + 1, sizeof *p, error));
    HBS_TRY(hbs_allocate(&adjusted, t->count + 1, sizeof *adjusted, error));
    for (size_t k = 0; k < t->count; k++) p[k] = 2 * hbs_normal_cdf(-t->looks[k].statistic);
    HBS_TRY(hbs_holm(p, t->count, adjusted, error));
    for (size_t k = 0; k < t->count; k++) t->looks[k].p = adjusted[k];
done:
    free(p);
    free(adjusted);
    return status;
}

static hbs_status test_features(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    double *value = NULL;
    HBS_TRY(list_by_label(t, error));
    HBS_TRY(list_looks(t, error));
    HBS_TRY(hbs_allocate(&value, t->count + 1, sizeof *value, error));
    evaluate(t, value);
    for (size_t k = 0; k < t->count; k++) t->looks[k].statistic = value[k];
    HBS_TRY(t->both->clusters <= UNITS_PERMUTED ? permute(t, error) : take_limits(t, error));
    t->feature_p = 1;
    for (size_t k = 0; k < t->count; k++) t->feature_p = fmin(t->feature_p, t->looks[k].p);
done:
    free(value);
    return status;
}

static int by_statistic(const void *a, const void *b) {
    const look *x = a, *y = b;
    return (x->statistic < y->statistic) - (x->statistic > y->statistic);
}

static double deviation(const hbs_both *both, const look *l, int side, double mean) {
    const double *const at = column_of(both, l->column);
    double squares = 0, rows = 0, first = NAN;
    bool varies = false; /* of equal values the mean may be off by a last digit, and they have no deviation */
    for (size_t r = side ? both->first : 0; r < (side ? both->rows : both->first); r++) {
        const double value = at[r * both->columns];
        if (both->label[r] != l->label || isnan(value)) continue;
        if (rows++ == 0) first = value;
        varies = varies || value != first;
        squares += pow(value - mean, 2);
    }
    return varies ? sqrt(squares / rows) : 0;
}

static hbs_status say_difference(law_test *t, const look *l, hbs_error *error) {
    const hbs_both *const both = t->both;
    const hbs_feature *const feature = both->feature[l->column];
    hbs_means m;
    const hbs_status status = hbs_means_of_sides(both, column_of(both, l->column), both->columns, l->label, &m, error);
    if (status != HBS_OK) return status;
    hbs_finding head = *t->head;
    char subject[160], limits[64] = " (a side has one unit, too few for an interval)";
    snprintf(subject, sizeof subject, "label=%d feature=%s", l->label, feature->name);
    head.null_value = 0;
    head.weight = HBS_FINDING_BIAS;
    head.p_adjusted = l->p;
    if (!l->spread) {
        head.value = hbs_means_difference(&m, 0, 1, t->options->level);
        head.value.n = m.units[0] + m.units[1];
        if (!isnan(head.value.ci_low)) snprintf(limits, sizeof limits, " [%+.3g, %+.3g]", head.value.ci_low, head.value.ci_high);
        return hbs_findings_say(t->out, &head, "difference", subject, error, "mean %s %.4g, in %s %.4g: difference %+.3g%s, adjusted p = %.2g.", feature->name, m.mean[0],
                                both->dataset[1]->name, m.mean[1], head.value.estimate, limits, l->p);
    }
    const double first = deviation(both, l, 0, m.mean[0]), second = deviation(both, l, 1, m.mean[1]);
    head.value = (hbs_estimate){first - second, NAN, NAN, 0, m.units[0] + m.units[1], "difference of standard deviations"};
    return hbs_findings_say(t->out, &head, "spread_difference", subject, error, "%s spreads otherwise: standard deviation %.3g, in %s %.3g, adjusted p = %.2g.", feature->name, first,
                            both->dataset[1]->name, second, l->p);
}

static bool is_told(const look *looks, size_t k) {
    for (size_t i = 0; i < k; i++)
        if (looks[i].column == looks[k].column && looks[i].label == looks[k].label) return true;
    return false;
}

/* The largest first, a feature once a label. */
static hbs_status say_features(law_test *t, hbs_law_verdict *verdict, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t different = 0, told = 0;
    hbs_finding head = *t->head;
    qsort(t->looks, t->count, sizeof *t->looks, by_statistic);
    for (size_t k = 0; k < t->count; k++) {
        const look *const l = &t->looks[k];
        if (l->p > 1 - t->options->level || is_told(t->looks, k)) continue;
        const hbs_feature *const feature = t->both->feature[l->column];
        verdict->only_order = verdict->only_order && feature->order;
        if (!strstr(verdict->what, feature->name) && different < 3) {
            const size_t used = strlen(verdict->what);
            snprintf(verdict->what + used, sizeof verdict->what - used, "%s%s", used ? ", " : "", feature->name);
        }
        different++;
        if (told >= DIFFERENCES_TOLD) continue;
        HBS_TRY(say_difference(t, l, error));
        told++;
    }
    head.weight = different ? HBS_FINDING_PLAIN : t->count ? HBS_FINDING_NONE : HBS_FINDING_NOT_APPLICABLE;
    head.value = hbs_exactly((double)different, t->count);
    if (different)
        HBS_TRY(hbs_findings_say(t->out, &head, "differences", "", error, "%zu feature%s differ%s within a label in %zu tests of means and spreads%s.", different, different == 1 ? "" : "s",
                                 different == 1 ? "s" : "", t->count, different > told ? "; the largest are told" : ""));
    else if (!t->count)
        HBS_TRY(hbs_findings_say(t->out, &head, "differences", "", error, "Features cannot be compared: no label has instances on both sides, or none of them varies."));
    else
        HBS_TRY(hbs_findings_say(t->out, &head, "differences", "", error, "No feature differs within a label: %zu tests of means and spreads, smallest adjusted p = %.2g.", t->count,
                                 t->feature_p));
done:
    return status;
}

/* ---- labels ---- */

typedef struct sides {
    const hbs_cluster_sum *cluster; /* rows of label 1 */
    size_t clusters;
} sides;

static double share_difference(void *context, const uint8_t *side) {
    const sides *s = context;
    double hit[2] = {0, 0}, all[2] = {0, 0};
    for (size_t c = 0; c < s->clusters; c++) hit[side[c]] += s->cluster[c].sum, all[side[c]] += (double)s->cluster[c].count;
    return all[0] > 0 && all[1] > 0 ? fabs(hit[0] / all[0] - hit[1] / all[1]) : NAN;
}

static hbs_status test_labels(law_test *t, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_both *const both = t->both;
    hbs_cluster_sum *cluster = NULL;
    double *label = NULL;
    HBS_TRY(hbs_allocate(&cluster, both->clusters, sizeof *cluster, error));
    HBS_TRY(hbs_allocate(&label, both->rows, sizeof *label, error));
    for (size_t r = 0; r < both->rows; r++) {
        label[r] = both->label[r] < 0 ? NAN : both->label[r];
        if (both->label[r] >= 0) cluster[both->cluster[r]].sum += both->label[r], cluster[both->cluster[r]].count++;
    }
    for (size_t c = 0; c < both->clusters; c++) t->labelled[c >= both->clusters_first] += cluster[c].count > 0;
    const sides s = {.cluster = cluster, .clusters = both->clusters};
    HBS_TRY(hbs_permutation_p(both->clusters, both->clusters_first, share_difference, (void *)(uintptr_t)&s, DRAWS, t->options->seed, &t->label_p, error));
    HBS_TRY(hbs_means_of_sides(both, label, 1, HBS_LABEL_UNKNOWN, &t->label_share, error));
done:
    free(cluster);
    free(label);
    return status;
}

static hbs_status say_labels(law_test *t, hbs_error *error) {
    const hbs_means *const share = &t->label_share;
    hbs_finding head = *t->head;
    head.value = hbs_means_difference(share, 0, 1, t->options->level);
    head.value.n = share->units[0] + share->units[1];
    head.null_value = 0;
    head.weight = isnan(head.value.estimate) ? HBS_FINDING_NOT_APPLICABLE : t->label_p <= 1 - t->options->level ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    head.p_value = isnan(head.value.estimate) ? 0 : t->label_raw;
    head.p_adjusted = isnan(head.value.estimate) ? 0 : t->label_p;
    if (isnan(head.value.estimate)) return hbs_findings_say(t->out, &head, "label_share", "", error, "Shares of labels cannot be compared: a side has no label.");
    return hbs_findings_say(t->out, &head, "label_share", "", error, "Share of label 1: %.3f, in %s %.3f, adjusted p = %.2g.", share->mean[0], t->both->dataset[1]->name, share->mean[1],
                            t->label_p);
}

/* ---- the probe ---- */

static hbs_status say_probe(law_test *t, hbs_error *error) {
    const hbs_estimate *const value = &t->probe;
    hbs_finding head = *t->head;
    head.value = *value;
    head.null_value = .5;
    head.weight = isnan(value->estimate) ? HBS_FINDING_NOT_APPLICABLE : t->probe_p <= 1 - t->options->level ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    head.p_value = isnan(value->estimate) ? 0 : t->probe_raw;
    head.p_adjusted = isnan(value->estimate) ? 0 : t->probe_p;
    if (isnan(value->estimate)) return hbs_findings_say(t->out, &head, "probe_accuracy", "probe=logistic", error, "A probe cannot be tested: too few units on a side.");
    return hbs_findings_say(t->out, &head, "probe_accuracy", "probe=logistic", error,
                            "A probe trained to tell the two apart: balanced accuracy %.3f [%.3f, %.3f] on %llu held-out units, adjusted p = %.2g%s.", value->estimate, value->ci_low, value->ci_high,
                            (unsigned long long)value->n, t->probe_p, head.weight == HBS_FINDING_BIAS ? "" : ": no better than chance");
}

/* ---- all three ---- */

static bool are_labels_tested(const law_test *t) { return !isnan(t->label_share.mean[0] - t->label_share.mean[1]); }
static bool is_probe_tested(const law_test *t) { return !isnan(t->probe.estimate); }

/* Holm over those of the three that could be made; the features' p-values keep their order. */
static hbs_status adjust(law_test *t, hbs_error *error) {
    double *const all[3] = {are_labels_tested(t) ? &t->label_p : NULL, t->count ? &t->feature_p : NULL, is_probe_tested(t) ? &t->probe_p : NULL};
    double p[3], adjusted[3];
    size_t made = 0, at = 0;
    t->label_raw = t->label_p;
    t->probe_raw = t->probe_p;
    for (size_t i = 0; i < 3; i++)
        if (all[i]) p[made++] = *all[i];
    const hbs_status status = hbs_holm(p, made, adjusted, error);
    if (status != HBS_OK) return status;
    const double before = t->feature_p;
    for (size_t i = 0; i < 3; i++)
        if (all[i]) *all[i] = adjusted[at++];
    for (size_t k = 0; k < t->count; k++) t->looks[k].p = fmin(1, t->looks[k].p * t->feature_p / before);
    return HBS_OK;
}

static void add_word(hbs_law_verdict *verdict, const char *word) {
    const size_t used = strlen(verdict->what);
    snprintf(verdict->what + used, sizeof verdict->what - used, "%s%s", used ? ", " : "", word);
    verdict->only_order = false;
}

/* The probe sees what the features see: it is named when it alone tells. */
static void judge(const law_test *t, hbs_law_verdict *verdict) {
    verdict->p = fmin(t->label_p, fmin(t->feature_p, t->probe_p));
    verdict->tests = (unsigned)t->count + are_labels_tested(t) + is_probe_tested(t);
    memcpy(verdict->labelled, t->labelled, sizeof verdict->labelled);
    if (t->label_p <= 1 - t->options->level) add_word(verdict, "the share of labels");
    if (!verdict->what[0] && t->probe_p <= 1 - t->options->level) add_word(verdict, "what a probe sees in all features together");
}

hbs_status hbs_compare_laws(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_law_verdict *verdict, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    law_test t = {.both = both, .options = options, .head = head, .out = out};
    *verdict = (hbs_law_verdict){.p = 1, .only_order = true};
    HBS_TRY(test_labels(&t, error));
    HBS_TRY(test_features(&t, error));
    HBS_TRY(hbs_compare_probe(both, options, DRAWS, &t.probe, &t.probe_p, error));
    HBS_TRY(adjust(&t, error));
    HBS_TRY(say_labels(&t, error));
    HBS_TRY(say_features(&t, verdict, error));
    HBS_TRY(say_probe(&t, error));
    judge(&t, verdict);
done:
    free(t.looks);
    free(t.sample);
    free(t.sum);
    free(t.counted);
    free(t.first);
    free(t.first_rows);
    free(t.order);
    return status;
}
