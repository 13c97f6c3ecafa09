/* Redundancy: instances that are equal as sets of clauses (SAT) or of atoms (CQC), found by sorting SHA-256 content hashes. Counts are of all
 * instances, so they are exact.
 *
 * A repeat is an instance equal to one before it. Repeats between units are apart from repeats within a unit; copies across splits, and copies that
 * contradict each other's label, are counted for themselves. Repeats say something only where independent uniform draws would not repeat. For SAT the
 * expected number is worked out from the size of the space, T - T (1 - 1/T)^g distinct ones less than g for a signature with g instances. Signatures
 * are divided by that number, and so without a look at the outcome: where it is at most .01, the repeats are held against the sum of these numbers (a
 * Poisson tail: draws of one space repeat, if at all, more evenly than that), so that a few tiny formulas hide no copies of large ones; where it is
 * more, or not known (CQC), against the repeats of the reference in the same signatures. Renamed copies are not seen: equality here is equality with
 * names as they stand. Cost O(L log L) an instance and O(N log N); memory about 72 bytes an instance. Expected number of distinct draws: Feller, "An
 * Introduction to Probability Theory", 1968, IV.2. */
#include "analysis/measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/marking.h"
#include "analysis/reference.h"
#include "analysis/sweep.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "generators/signature.h"

#define NAME "redundancy"
#define SPLITS_MAX 16u
#define EXPECTED_SMALL .01 /* of a signature: its space is large */
#define SURPRISING .01     /* probability below which repeats in large spaces are marked */

typedef struct entry {
    uint8_t hash[HBS_HASH_SIZE];
    uint64_t idx, unit, signature;
    double space; /* log2 of the number of formulas with this signature; NAN: not known */
    int8_t label;
    uint8_t split; /* index into the names, or SPLITS_MAX: none */
} entry;

typedef struct list {
    entry *item;
    size_t count, capacity, splits;
    char split[SPLITS_MAX][32];
} list;

/* What is counted. */
typedef struct copies {
    uint64_t instances, distinct, across_units, largest, conflicts;
    uint64_t in_split[SPLITS_MAX], shared[SPLITS_MAX]; /* instances of the split; those of them that occur in another split too */
} copies;

typedef struct space_size {
    uint64_t signature;
    double log2;
} space_size;

static double log2_factorial(double n) {
    int sign;
    return lgamma_r(n + 1, &sign) / log(2);
}

static double log2_binomial(double n, double k) { return log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k); }

/* log2 of the number of sets of distinct clauses; NAN when the counts do not fit (repeated clauses). */
static double log2_space(const hbs_signature *signature) {
    if (signature->problem != HBS_SAT) return NAN;
    double sum = 0;
    for (size_t i = 0; i < signature->lengths; i++) {
        const double k = signature->length[i].length, count = (double)signature->length[i].count, n = signature->variables;
        if (k > n) return NAN;
        const double clauses = log2_binomial(n, k) + k; /* log2 of how many there are of this length */
        if (clauses < 40) {
            const double all = round(exp2(clauses));
            if (count > all) return NAN;
            sum += log2_binomial(all, count);
        } else {
            sum += count * clauses - log2_factorial(count);
        }
    }
    return sum;
}

static hbs_status measure_space(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    (void)context, (void)worker, (void)row;
    space_size *size = slot;
    hbs_signature signature = {0};
    const hbs_status status = hbs_signature_of(instance, &signature, error);
    if (status == HBS_OK) *size = (space_size){hbs_signature_hash(&signature), log2_space(&signature)};
    hbs_signature_free(&signature);
    return status;
}

static uint8_t split_index(list *l, const char *name) {
    if (!name || !name[0]) return SPLITS_MAX;
    for (size_t i = 0; i < l->splits; i++)
        if (strcmp(l->split[i], name) == 0) return (uint8_t)i;
    if (l->splits == SPLITS_MAX) return SPLITS_MAX;
    snprintf(l->split[l->splits], sizeof l->split[0], "%s", name);
    return (uint8_t)l->splits++;
}

static hbs_status collect(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    list *l = context;
    const space_size *size = slot;
    const hbs_status status = hbs_grow(&l->item, &l->capacity, l->count + 1, sizeof *l->item, error);
    if (status != HBS_OK) return status;
    entry *e = &l->item[l->count++];
    *e = (entry){.idx = row->idx,
                 .unit = row->unit,
                 .signature = size->signature,
                 .space = size->log2,
                 .label = (int8_t)row->label,
                 .split = split_index(l, row->split)};
    memcpy(e->hash, row->content_hash, sizeof e->hash);
    return HBS_OK;
}

static hbs_status read_list(list *l, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    const hbs_sweep sweep = {"look for repeats", 0, l, sizeof(space_size), measure_space, collect, NULL};
    return hbs_sweep_run(&sweep, catalog, dataset, options, error);
}

static void sort(list *l, int (*order)(const void *, const void *)) {
    if (l->count) qsort(l->item, l->count, sizeof *l->item, order);
}

static int by_hash(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const int order = memcmp(x->hash, y->hash, sizeof x->hash);
    if (order) return order;
    if (x->unit != y->unit) return x->unit < y->unit ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

/* One group of equal instances, ordered by unit. */
static void count_group(const entry *group, size_t size, copies *c) {
    uint64_t label[2] = {0, 0}, split[SPLITS_MAX + 1] = {0};
    c->distinct++;
    if (size > c->largest) c->largest = size;
    for (size_t i = 0; i < size; i++) {
        if (group[i].label >= 0) label[group[i].label]++;
        if (i && group[i].unit != group[i - 1].unit) c->across_units++;
        split[group[i].split]++;
    }
    c->conflicts += label[0] * label[1];
    for (size_t s = 0; s < SPLITS_MAX; s++) {
        c->in_split[s] += split[s];
        if (split[s] + split[SPLITS_MAX] < size) c->shared[s] += split[s];
    }
}

static void count_copies(list *l, copies *c) {
    *c = (copies){.instances = l->count};
    sort(l, by_hash);
    for (size_t from = 0, to; from < l->count; from = to) {
        for (to = from + 1; to < l->count && memcmp(l->item[from].hash, l->item[to].hash, HBS_HASH_SIZE) == 0;) to++;
        count_group(l->item + from, to - from, c);
    }
}

/* Signatures of one kind together. */
typedef struct stratum {
    uint64_t instances, repeats;
    double expected; /* NAN: not known for some */
} stratum;

/* Distinct ones less than g, to be expected of g independent uniform draws. NAN: the size of the space is not known. */
static double expected_repeats(double g, double bits) {
    if (isnan(bits)) return NAN;
    if (bits > 60) return exp2(log2(g * (g - 1) / 2) - bits);
    return g + exp2(bits) * expm1(g * log1p(-fmin(exp2(-bits), 1 - 1e-12)));
}

static int by_signature_and_hash(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->signature != y->signature) return x->signature > y->signature ? 1 : -1;
    return memcmp(x->hash, y->hash, sizeof x->hash);
}

static size_t end_of_signature(const list *l, size_t from) {
    size_t to = from + 1;
    while (to < l->count && l->item[to].signature == l->item[from].signature) to++;
    return to;
}

static uint64_t repeats_within(const entry *group, size_t size) {
    uint64_t repeats = 0;
    for (size_t i = 1; i < size; i++) repeats += memcmp(group[i].hash, group[i - 1].hash, sizeof group[i].hash) == 0;
    return repeats;
}

/* Signatures with a single instance are in neither. Reorders the list by signature; `small` gets the signatures of small spaces, ascending, when not
 * NULL. */
static void divide(list *l, stratum *large, stratum *small, uint64_t *small_signature, size_t *smalls) {
    *large = *small = (stratum){0, 0, 0};
    *smalls = 0;
    sort(l, by_signature_and_hash);
    for (size_t from = 0, to; from < l->count; from = to) {
        to = end_of_signature(l, from);
        if (to - from < 2) continue;
        const double expected = expected_repeats((double)(to - from), l->item[from].space);
        stratum *s = expected <= EXPECTED_SMALL ? large : small;
        s->instances += to - from;
        s->repeats += repeats_within(l->item + from, to - from);
        s->expected += expected;
        if (s == small) small_signature[(*smalls)++] = l->item[from].signature;
    }
}

static int compare_signatures(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The reference in the same signatures. */
static stratum within(list *l, const uint64_t *signature, size_t signatures) {
    stratum s = {0, 0, NAN};
    sort(l, by_signature_and_hash);
    for (size_t from = 0, to; from < l->count; from = to) {
        to = end_of_signature(l, from);
        if (!bsearch(&l->item[from].signature, signature, signatures, sizeof *signature, compare_signatures)) continue;
        s.instances += to - from;
        s.repeats += repeats_within(l->item + from, to - from);
    }
    return s;
}

/* P(X >= count), X Poisson. */
static double poisson_tail(uint64_t count, double mean) {
    if (count == 0) return 1;
    if (mean <= 0) return 0;
    if ((double)count <= mean) return 1; /* no surprise; the exact number is not needed */
    int sign;
    double term = exp(-mean + (double)count * log(mean) - lgamma_r((double)count + 1, &sign)), sum = 0;
    for (double k = (double)count; term > 1e-18 * sum && term > 0; k++) {
        sum += term;
        term *= mean / (k + 1);
    }
    return fmin(1, sum);
}

/* Findings. */

typedef struct saying {
    hbs_findings *out;
    hbs_finding head;
} saying;

static hbs_status say(const saying *s, const char *quantity, const char *subject, double value, uint64_t n, double null_value, hbs_weight weight,
                      hbs_error *error, const char *sentence) {
    hbs_finding head = s->head;
    head.value = hbs_exactly(value, n);
    head.null_value = null_value;
    head.weight = weight;
    return hbs_findings_say(s->out, &head, quantity, subject, error, "%s", sentence);
}

static double share(uint64_t part, uint64_t all) { return all ? (double)part / (double)all : NAN; }

static hbs_status not_compared(const saying *s, const stratum *own, const char *why, hbs_error *error) {
    hbs_finding head = s->head;
    char expected[60] = "";
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    if (!isnan(own->expected)) snprintf(expected, sizeof expected, " (about %.3g times)", own->expected);
    return hbs_findings_say(s->out, &head, "excess_repeats", "", error,
                            "Uniform draws of these sizes may repeat too%s; no reference to compare with: %s", expected, why);
}

/* In a small space uniform draws repeat too: the reference says how often. */
static hbs_status compare_repeats(const saying *s, const stratum *own, const uint64_t *signature, size_t signatures, hbs_catalog *catalog,
                                  const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset reference = {0};
    list l = {0};
    bool available, matched;
    char why[400];
    hbs_finding head = s->head;
    HBS_TRY(hbs_reference_if_any(catalog, dataset, options, &reference, &available, &matched, why, sizeof why, error));
    if (available) HBS_TRY(read_list(&l, catalog, &reference, options, error));
    const stratum there = within(&l, signature, signatures);
    if (!there.instances) {
        HBS_TRY(not_compared(s, own, available ? "infeasible, it has no instance of these sizes." : why, error));
        goto done;
    }
    head.value = hbs_newcombe(own->repeats, own->instances, there.repeats, there.instances, options->level);
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    HBS_TRY(hbs_findings_say(s->out, &head, "excess_repeats", "", error,
                             "Where spaces are small or not counted, %" PRIu64 " of %" PRIu64 " instances repeat (%.3g %%), and %" PRIu64
                             " of %" PRIu64 " of the reference %s (%.3g %%); difference %+.3g %% [%+.3g, %+.3g].",
                             own->repeats, own->instances, 100 * share(own->repeats, own->instances), there.repeats, there.instances, reference.name,
                             100 * share(there.repeats, there.instances), 100 * head.value.estimate, 100 * head.value.ci_low,
                             100 * head.value.ci_high));
done:
    hbs_dataset_free(&reference);
    free(l.item);
    return status;
}

/* Weighed where some space is large; elsewhere the reference is. */
static hbs_status say_repeats(const saying *s, const copies *c, const stratum *large, const stratum *small, hbs_error *error) {
    char sentence[512], uniform[200] = "", times[40];
    const uint64_t repeats = c->instances - c->distinct;
    const bool tested = large->instances > 0;
    const double expected = tested ? large->expected : small->expected;
    hbs_weight weight = HBS_FINDING_PLAIN;
    if (!repeats) weight = HBS_FINDING_NONE;
    else if (tested) weight = poisson_tail(large->repeats, large->expected) <= SURPRISING ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    snprintf(times, sizeof times, expected < 1e-6 ? "practically never" : expected < 10 ? "%.2g times" : "%.0f times", expected);
    if (small->instances && tested)
        snprintf(uniform, sizeof uniform, "; where spaces are large, %" PRIu64 " of %" PRIu64 " do, and independent uniform draws would %s",
                 large->repeats, large->instances, times);
    else if (!isnan(expected)) snprintf(uniform, sizeof uniform, "; independent uniform draws of these sizes would repeat %s", times);
    if (repeats)
        snprintf(sentence, sizeof sentence,
                 "%" PRIu64 " of %" PRIu64 " instance%s (%.3g %%) equal%s one before: %" PRIu64 " of another unit, %" PRIu64
                 " of their own; the largest group has %" PRIu64 "%s.",
                 repeats, c->instances, hbs_s(c->instances), 100 * share(repeats, c->instances), repeats == 1 ? "s" : "", c->across_units,
                 repeats - c->across_units, c->largest, uniform);
    else snprintf(sentence, sizeof sentence, "No instance equals another one (%" PRIu64 " compared, names as they stand%s).", c->instances, uniform);
    hbs_status status = say(s, "repeats", "", share(repeats, c->instances), c->instances,
                            isnan(expected) || !c->instances ? NAN : expected / (double)c->instances, weight, error, sentence);
    if (status != HBS_OK) return status;
    snprintf(sentence, sizeof sentence, "%" PRIu64 " distinct instance%s.", c->distinct, hbs_s(c->distinct));
    status = say(s, "distinct", "", (double)c->distinct, c->instances, NAN, HBS_FINDING_PLAIN, error, sentence);
    if (status != HBS_OK) return status;
    snprintf(sentence, sizeof sentence, "The largest group of equal instances has %" PRIu64 ".", c->largest);
    return say(s, "largest_group", "", (double)c->largest, c->instances, NAN, HBS_FINDING_PLAIN, error, sentence);
}

static hbs_status say_conflicts(const saying *s, const copies *c, hbs_error *error) {
    char sentence[200];
    if (c->conflicts)
        snprintf(sentence, sizeof sentence,
                 "%" PRIu64 " pair%s of equal instances %s different labels: at least one label of each is wrong; gen verify tells which.",
                 c->conflicts, hbs_s(c->conflicts), hbs_one_or(c->conflicts, "has", "have"));
    else snprintf(sentence, sizeof sentence, "No two equal instances have different labels.");
    return say(s, "conflicting_pairs", "", (double)c->conflicts, c->instances, 0, c->conflicts ? HBS_FINDING_BIAS : HBS_FINDING_NONE, error,
               sentence);
}

static hbs_status say_splits(const saying *s, const list *l, const copies *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[64], sentence[300];
    for (size_t i = 0; i < l->splits && l->splits > 1; i++) {
        snprintf(subject, sizeof subject, "split=%s", l->split[i]);
        snprintf(sentence, sizeof sentence, "%" PRIu64 " of the %" PRIu64 " instance%s of split %s (%.3g %%) occur%s in another split too%s.",
                 c->shared[i], c->in_split[i], hbs_s(c->in_split[i]), l->split[i], 100 * share(c->shared[i], c->in_split[i]),
                 c->shared[i] == 1 ? "s" : "", c->shared[i] ? ": what is learnt there can be remembered here" : "");
        HBS_TRY(say(s, "shared_across_splits", subject, share(c->shared[i], c->in_split[i]), c->in_split[i], 0,
                    c->shared[i] ? HBS_FINDING_BIAS : HBS_FINDING_NONE, error, sentence));
    }
done:
    return status;
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    list l = {0};
    copies c;
    stratum large, small;
    uint64_t *small_signature = NULL;
    size_t smalls;
    saying s = {.out = out, .head = {.measure = NAME, .value = hbs_not_defined(), .null_value = NAN}};
    snprintf(s.head.dataset, sizeof s.head.dataset, "%s", dataset->name);
    HBS_TRY(read_list(&l, catalog, dataset, &options, error));
    count_copies(&l, &c);
    HBS_TRY(hbs_allocate(&small_signature, l.count, sizeof *small_signature, error));
    divide(&l, &large, &small, small_signature, &smalls);
    if (!small.instances) large.repeats = c.instances - c.distinct; /* equal sets of clauses may differ in how often they repeat one */
    HBS_TRY(say_repeats(&s, &c, &large, &small, error));
    if (small.repeats) HBS_TRY(compare_repeats(&s, &small, small_signature, smalls, catalog, dataset, &options, error));
    HBS_TRY(say_conflicts(&s, &c, error));
    HBS_TRY(say_splits(&s, &l, &c, error));
done:
    free(l.item);
    free(small_signature);
    return status;
}

extern const hbs_measure hbs_measure_redundancy;
const hbs_measure hbs_measure_redundancy = {
    .name = NAME,
    .summary = "equal instances, within the dataset and across its splits, and equal instances with different labels",
    .source = "Feller, \"An Introduction to Probability Theory and Its Applications\", 1968, IV.2 (repeats to be expected)",
    .needs_reference = false,
    .run = run,
};
