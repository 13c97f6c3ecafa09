/* Are two samples told apart by a classifier? A logistic regression is trained on half of the units to tell the sides apart, and its balanced accuracy is taken on the other half (a
 * classifier two-sample test: Lopez-Paz and Oquab, ICLR 2017); sides of the held-out units are permuted, so that the test is exact for exchangeable units. */
#include <math.h>
#include <stdlib.h>

#include "analysis/compare/rows.h"
#include "analysis/gap/fitted.h"
#include "analysis/gap/held_out.h"
#include "core/memory.h"
#include "core/resampling.h"

/* Held-out units; sum: rows guessed to be of the second side. */
typedef struct held {
    hbs_cluster_sum *cluster;
    hbs_tally *tally;
    size_t clusters, first; /* those of the first side come first */
} held;

static void held_free(held *h) {
    free(h->cluster);
    free(h->tally);
}

static double accuracy(void *context, const uint8_t *side) {
    const held *s = context;
    double right[2] = {0, 0}, all[2] = {0, 0};
    for (size_t c = 0; c < s->clusters; c++) {
        right[side[c]] += side[c] ? s->cluster[c].sum : (double)s->cluster[c].count - s->cluster[c].sum;
        all[side[c]] += (double)s->cluster[c].count;
    }
    return all[0] > 0 && all[1] > 0 ? (right[0] / all[0] + right[1] / all[1]) / 2 : NAN;
}

/* A table whose label is the side. Columns of order come with same_order only, by blanking them else: a column without values is left out of a fit. */
typedef struct sided {
    hbs_feature_table table;
    double *value;
    int8_t *label;
    uint64_t *unit;
    bool *held_out;
    uint32_t *times;
} sided;

static void sided_free(sided *s) {
    free(s->value);
    free(s->label);
    free(s->unit);
    free(s->held_out);
    free(s->times);
}

static hbs_status sided_open(sided *s, const hbs_both *both, uint64_t seed, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&s->value, both->rows, both->columns * sizeof *s->value, error));
    HBS_TRY(hbs_allocate(&s->label, both->rows, sizeof *s->label, error));
    HBS_TRY(hbs_allocate(&s->unit, both->rows, sizeof *s->unit, error));
    HBS_TRY(hbs_allocate(&s->held_out, both->rows, sizeof *s->held_out, error));
    HBS_TRY(hbs_allocate(&s->times, both->rows, sizeof *s->times, error));
    for (size_t r = 0; r < both->rows; r++) {
        s->label[r] = (int8_t)hbs_side(both, r);
        s->unit[r] = both->cluster[r];
        for (size_t c = 0; c < both->columns; c++) s->value[r * both->columns + c] = hbs_is_compared(both, c) ? both->value[r * both->columns + c] : NAN;
    }
    s->table = (hbs_feature_table){.rows = both->rows, .columns = both->columns, .value = s->value, .label = s->label, .unit = s->unit, .feature = both->feature};
    HBS_TRY(hbs_halve_units(&s->table, seed, s->held_out, error));
    for (size_t r = 0; r < both->rows; r++) s->times[r] = !s->held_out[r];
done:
    return status;
}

static void add_unit(held *h, hbs_cluster_sum mine, int side) {
    const uint32_t total = (uint32_t)mine.count, second = (uint32_t)mine.sum;
    h->tally[h->clusters].right[side] = side ? second : total - second;
    h->tally[h->clusters].total[side] = total;
    h->cluster[h->clusters++] = mine;
    h->first += !side;
}

static hbs_status guess(held *h, const hbs_both *both, const sided *s, hbs_fitted *fitted, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cluster_sum *of = NULL;
    HBS_TRY(hbs_allocate(&of, both->clusters, sizeof *of, error));
    HBS_TRY(hbs_allocate(&h->cluster, both->clusters, sizeof *h->cluster, error));
    HBS_TRY(hbs_allocate(&h->tally, both->clusters, sizeof *h->tally, error));
    for (size_t r = 0; r < both->rows; r++) {
        if (!s->held_out[r]) continue;
        of[both->cluster[r]].sum += hbs_fitted_guess(fitted, s->value + r * both->columns);
        of[both->cluster[r]].count++;
    }
    for (size_t c = 0; c < both->clusters; c++)
        if (of[c].count) add_unit(h, of[c], c >= both->clusters_first);
done:
    free(of);
    return status;
}

hbs_status hbs_compare_probe(const hbs_both *both, const hbs_measure_options *options, unsigned draws, hbs_estimate *out, double *p, hbs_error *error) {
    hbs_status status = HBS_OK;
    sided s = {0};
    held h = {0};
    hbs_fitted fitted = {0};
    const hbs_probe *probe;
    *out = hbs_not_defined();
    *p = 1;
    HBS_TRY(sided_open(&s, both, options->seed, error));
    if (!hbs_has_both_labels(&s.table, s.held_out, false) || !hbs_has_both_labels(&s.table, s.held_out, true)) goto done;
    HBS_TRY(hbs_probe_find("logistic", &probe, error));
    HBS_TRY(hbs_fit(&fitted, probe, &s.table, s.times, NULL, options->seed, error));
    HBS_TRY(guess(&h, both, &s, &fitted, error));
    HBS_TRY(hbs_accuracy_estimate(h.tally, h.clusters, 1, options, out, NULL, error));
    HBS_TRY(hbs_permutation_p(h.clusters, h.first, accuracy, &h, draws, options->seed, p, error));
done:
    hbs_fitted_free(&fitted);
    sided_free(&s);
    held_free(&h);
    return status;
}
