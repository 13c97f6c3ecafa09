/* Collisions: two draws of a law P over T instances are equal with probability sum P^2 = (1 + chi^2) / T, chi^2 that of P to uniform. So C equal pairs among the pairs of draws of one
 * size and label, over the number lambda that uniform draws would have (pairs / T), estimate 1 + chi^2 without bias, whatever P; several sizes pool as the sum of C over the sum of lambda,
 * each weighed by what it can tell. Only pairs of different units count. Limits: Poisson (Garwood) up to 20 equal pairs, where the jackknife fails; beyond, the larger of that and of the jackknife that deletes
 * units, as gamma limits (Fay, Feuer 1997). A plug-in total variation is biased upwards by sqrt(T / (2 pi N)) and is not given. T of a label: counted in small spaces, else |space| times the
 * label's share among uniform draws, whose error goes into the limits; where nothing could be seen anyway T is |space|, which errs on the safe side. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bias.h"
#include "analysis/label_share.h"
#include "analysis/marking.h"
#include "core/memory.h"
#include "core/resampling.h"

#define FEW_PAIRS 20
#define NOTHING .01           /* equal pairs among uniform draws: below, none says nothing */
#define SHARES_MAX 64u
#define DRAWS 8000u
#define DRAWS_LEAST 200u

typedef struct stratum {
    size_t from, to;          /* of the sorted items: one size, one label */
    double pairs, expected;   /* of different units; equal ones among uniform draws */
} stratum;

typedef struct partner {
    uint64_t unit;
    double equal, expected;   /* pairs of this instance with those of other units */
} partner;

typedef struct collisions {
    hbs_bias_work *work;
    const hbs_bias_instance **item;
    stratum *stratum;
    size_t strata;
    partner *partner;         /* of the items in strata; then, merged, of units */
    size_t partners;
    uint64_t left_out;
    double equal, expected, share_variance; /* the last of `expected`, relative */
    int label;
} collisions;

static int compare(const void *a, const void *b) {
    const hbs_bias_instance *x = *(const hbs_bias_instance *const *)a, *y = *(const hbs_bias_instance *const *)b;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    const int order = memcmp(x->hash, y->hash, sizeof x->hash);
    if (order) return order;
    if (x->unit != y->unit) return x->unit < y->unit ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static int by_unit(const void *a, const void *b) {
    const partner *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static bool usable(const collisions *c, const hbs_bias_instance *item) {
    return item->label == c->label && hbs_bias_collection(c->work->sample, item) == HBS_SETS && !isnan(item->space_bits[HBS_SETS]);
}

static double pairs_of(double n) { return n * (n - 1) / 2; }

static hbs_status find_strata(collisions *c, hbs_error *error) {
    const size_t count = c->work->sample->count;
    const hbs_status status = hbs_allocate(&c->stratum, count / 2 + 1, sizeof *c->stratum, error);
    if (status != HBS_OK) return status;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && c->item[to]->signature == c->item[from]->signature && c->item[to]->label == c->item[from]->label; to++);
        if (c->item[from]->label != c->label) continue;
        if (to - from < 2 || !usable(c, c->item[from])) c->left_out += to - from;
        else c->stratum[c->strata++] = (stratum){.from = from, .to = to};
    }
    return HBS_OK;
}

/* How many of the items from .. to are of the unit of item i; they need not be neighbours. */
typedef struct tally {
    uint64_t unit;
    size_t count;
} tally;

static int compare_tallies(const void *a, const void *b) {
    const tally *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static hbs_status count_units(const collisions *c, const stratum *s, tally **out, size_t *tallies, hbs_error *error) {
    size_t kept = 0;
    tally *t = NULL;
    const hbs_status status = hbs_allocate(&t, s->to - s->from, sizeof *t, error);
    if (status != HBS_OK) return status;
    for (size_t i = s->from; i < s->to; i++) t[i - s->from] = (tally){c->item[i]->unit, 1};
    qsort(t, s->to - s->from, sizeof *t, compare_tallies);
    for (size_t i = 0; i < s->to - s->from; i++) {
        if (kept && t[kept - 1].unit == t[i].unit) t[kept - 1].count++;
        else t[kept++] = t[i];
    }
    *out = t;
    *tallies = kept;
    return HBS_OK;
}

/* One group of equal instances, ordered by unit. */
static void count_equal(collisions *c, size_t from, size_t to) {
    for (size_t i = from, end; i < to; i = end) {
        for (end = i + 1; end < to && c->item[end]->unit == c->item[i]->unit; end++);
        for (size_t j = i; j < end; j++) {
            c->partner[c->partners + j - from].equal = (double)(to - from - (end - i));
            c->equal += (double)(to - from - (end - i)) / 2;
        }
    }
}

static hbs_status count_stratum(collisions *c, stratum *s, hbs_error *error) {
    tally *t = NULL;
    size_t tallies = 0;
    const hbs_status status = count_units(c, s, &t, &tallies, error);
    if (status != HBS_OK) return status;
    s->pairs = pairs_of((double)(s->to - s->from));
    for (size_t i = 0; i < tallies; i++) s->pairs -= pairs_of((double)t[i].count);
    s->expected = s->pairs * exp2(-c->item[s->from]->space_bits[HBS_SETS]);
    for (size_t from = s->from, to; from < s->to; from = to) {
        for (to = from + 1; to < s->to && memcmp(c->item[to]->hash, c->item[from]->hash, HBS_BIAS_HASH) == 0; to++);
        count_equal(c, from, to);
        for (size_t i = from; i < to; i++) {
            const tally wanted = {.unit = c->item[i]->unit}, *own = bsearch(&wanted, t, tallies, sizeof *t, compare_tallies);
            partner *p = &c->partner[c->partners++];
            p->unit = c->item[i]->unit;
            p->expected = (double)(s->to - s->from - own->count) * exp2(-c->item[i]->space_bits[HBS_SETS]);
        }
    }
    free(t);
    return HBS_OK;
}

/* T of the label instead of the whole space. *known false: it could not be found. */
static hbs_status weigh_labels(collisions *c, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    hbs_signature signature = {0};
    hbs_label_share share;
    double variance = 0;
    size_t at = 0;
    const uint64_t draws = DRAWS / c->strata > DRAWS_LEAST ? DRAWS / c->strata : DRAWS_LEAST;
    HBS_TRY(hbs_space_labels_new(&labels, c->work->options->listener, error));
    c->expected = 0;
    *known = true;
    for (size_t s = 0; s < c->strata; s++) {
        stratum *x = &c->stratum[s];
        HBS_TRY(hbs_bias_signature(c->work, c->item[x->from]->idx, &signature, error));
        HBS_TRY(hbs_label_share_of(c->work, labels, &signature, HBS_SETS, UINT64_C(1) << 50 | (uint64_t)c->label << 48 | (uint64_t)s << 24, draws, &share, error));
        const double mine = c->label ? share.share : 1 - share.share;
        *known = *known && mine > 0;
        x->expected /= mine;
        for (size_t i = x->from; i < x->to; i++) c->partner[at++].expected /= mine;
        c->expected += x->expected;
        if (!share.exact) variance += x->expected * x->expected * (1 - mine) / (mine * (double)share.draws);
    }
    c->share_variance = variance / (c->expected * c->expected);
done:
    hbs_signature_free(&signature);
    hbs_space_labels_free(labels);
    return status;
}

static void merge_units(collisions *c) {
    size_t kept = 0;
    if (c->partners) qsort(c->partner, c->partners, sizeof *c->partner, by_unit);
    for (size_t i = 0; i < c->partners; i++) {
        if (kept && c->partner[kept - 1].unit == c->partner[i].unit) {
            c->partner[kept - 1].equal += c->partner[i].equal;
            c->partner[kept - 1].expected += c->partner[i].expected;
        } else c->partner[kept++] = c->partner[i];
    }
    c->partners = kept;
}

/* C / lambda without one unit, in equal pairs. */
static double without(void *context, size_t unit) {
    const collisions *c = context;
    const double rest = c->expected - c->partner[unit].expected;
    return rest > 0 ? (c->equal - c->partner[unit].equal) / rest * c->expected : NAN;
}

/* Gamma limits of a count whose variance is v >= count; v = count: Garwood's. */
static hbs_estimate limits(collisions *c, double level) {
    const double alpha = (1 - level) / 2, x = c->equal;
    double v = x;
    if (x > FEW_PAIRS) v = fmax(v, hbs_jackknife_variance(c->partners, without, c));
    if (isnan(v)) v = x;
    v += x * x * c->share_variance;
    const double w = v + 1, next = x + 1;
    hbs_estimate e = {.estimate = x / c->expected - 1, .level = level, .n = c->partners, .method = v > x ? "collisions, gamma limits by jackknife over units" : "collisions, Poisson limits"};
    e.ci_low = (x > 0 ? v / x * hbs_gamma_quantile(alpha, x * x / v) : 0) / c->expected - 1;
    e.ci_high = w / next * hbs_gamma_quantile(1 - alpha, next * next / w) / c->expected - 1;
    return e;
}

static void print_large(double x, char *out, size_t room) {
    if (fabs(x) < 1e6) snprintf(out, room, "%.4g", x);
    else snprintf(out, room, "2^%.1f", log2(x));
}

static hbs_status say(collisions *c, bool whole, hbs_error *error) {
    hbs_finding head = c->work->head;
    char subject[16], low[32], middle[32], high[32], left_out[100] = "";
    const uint64_t n = c->partners;
    snprintf(subject, sizeof subject, "label=%d", c->label);
    head.value = limits(c, c->work->options->level);
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    print_large(head.value.ci_low, low, sizeof low);
    print_large(head.value.estimate, middle, sizeof middle);
    print_large(head.value.ci_high, high, sizeof high);
    if (c->left_out) snprintf(left_out, sizeof left_out, " %" PRIu64 " of a size of their own, or sequences, are left out.", c->left_out);
    if (whole && c->equal == 0)
        return hbs_findings_say(c->work->out, &head, "collision_chi2", subject, error,
                                "No collisions among %" PRIu64 " units: chi^2 to uniform given the label is at most %s. Uniform draws would have %.2g equal pairs, so that this says little.%s", n, high,
                                c->expected, left_out);
    if (c->equal == 0)
        return hbs_findings_say(c->work->out, &head, "collision_chi2", subject, error, "No collisions among %" PRIu64 " units, %.3g expected of uniform draws: chi^2 to uniform given the label is at most %s.%s", n,
                                c->expected, high, left_out);
    return hbs_findings_say(c->work->out, &head, "collision_chi2", subject, error,
                            "%.0f equal pair%s of different units among %" PRIu64 ", %.3g expected of uniform draws: chi^2 to uniform given the label %s [%s, %s].%s", c->equal, c->equal == 1 ? "" : "s", n, c->expected,
                            middle, low, high, left_out);
}

static hbs_status judge(collisions *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[16];
    bool known = true;
    const bool whole = c->equal == 0 && c->expected < NOTHING;
    snprintf(subject, sizeof subject, "label=%d", c->label);
    if (!whole && c->strata > SHARES_MAX) {
        HBS_TRY(hbs_bias_not_applicable(c->work, "collision_chi2", subject, error, "Collisions: %zu sizes, too many to find the share of the label for each.", c->strata));
        goto done;
    }
    if (!whole) HBS_TRY(weigh_labels(c, &known, error));
    if (!known || !(c->expected > 0)) {
        HBS_TRY(hbs_bias_not_applicable(c->work, "collision_chi2", subject, error, known ? "Collisions: the spaces are so large that nothing can be seen." : "Collisions: the share of the label among uniform instances is not known."));
        goto done;
    }
    merge_units(c);
    HBS_TRY(say(c, whole, error));
done:
    return status;
}

static hbs_status run_label(hbs_bias_work *work, const hbs_bias_instance **item, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    collisions c = {.work = work, .item = item, .label = label};
    char subject[16];
    snprintf(subject, sizeof subject, "label=%d", label);
    HBS_TRY(find_strata(&c, error));
    HBS_TRY(hbs_allocate(&c.partner, work->sample->count, sizeof *c.partner, error));
    if (!c.strata && c.left_out)
        HBS_TRY(hbs_bias_not_applicable(work, "collision_chi2", subject, error, "Collisions: no two instances of this label are sets of clauses of one size (of sequences only the order was shuffled, so that equal ones are not known)."));
    if (!c.strata) goto done;
    for (size_t s = 0; s < c.strata; s++) {
        HBS_TRY(count_stratum(&c, &c.stratum[s], error));
        c.expected += c.stratum[s].expected;
    }
    HBS_TRY(judge(&c, error));
done:
    free(c.stratum);
    free(c.partner);
    return status;
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_bias_instance **item = NULL;
    if (work->dataset->problem != HBS_SAT)
        return hbs_bias_not_applicable(work, "collision_chi2", "", error, "Collisions: names of variables in queries are not kept, so that equal draws of named pairs cannot be told.");
    if (work->sample->selected) return hbs_bias_not_applicable(work, "collision_chi2", "", error, "Collisions: repeats were refused when the dataset was made (--distinct).");
    HBS_TRY(hbs_bias_sorted(work->sample, compare, &item, error));
    for (int label = 0; label < 2; label++) HBS_TRY(run_label(work, item, label, error));
done:
    free(item);
    return status;
}

extern const hbs_bias hbs_bias_collisions;
const hbs_bias hbs_bias_collisions = {
    .name = "collisions",
    .summary = "chi^2 to uniform given the label from equal pairs, pooled over sizes",
    .source = "Paninski, IEEE Trans. Inf. Theory 54, 2008 (coincidences); Garwood, Biometrika 28, 1936; Fay, Feuer, Statistics in Medicine 16, 1997",
    .run = run,
};
