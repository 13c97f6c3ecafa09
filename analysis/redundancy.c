/* Redundancy: instances that are equal as sets of clauses (SAT) or of atoms (CQC), found by sorting SHA-256 content hashes. Counts are of all
 * instances, those of unknown label among them, so they are exact.
 *
 * A repeat is an instance equal to one before it. Repeats between units are apart from repeats within a unit; copies across splits, and copies that
 * contradict each other's label, are counted for themselves. Repeats say something only where independent uniform draws would not repeat, which depends
 * on the size of the space of one signature and one label (label_space.h). These are divided by the number of repeats that chance allows, and so
 * without a look at the outcome: where it is at most .01, the repeats are held against the sum of these numbers (a Poisson tail: draws of one space
 * repeat, if at all, more evenly than that), so that a few tiny formulas hide no copies of large ones; where it is more, or not known (CQC), against
 * the repeats of the counterparts in the reference. Renamed copies are not seen: equality here is
 * equality with names as they stand. Cost O(L log L) an instance and O(N log N); memory about 72 bytes an instance. Newcombe's interval takes repeats
 * for independent, as they are when rare; where they are many their number varies less, so that fewer differences are marked than the level allows. */
#include "analysis/measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/label_space.h"
#include "analysis/marking.h"
#include "analysis/reference.h"
#include "analysis/sweep.h"
#include "analysis/wording.h"
#include "core/memory.h"

#define NAME "redundancy"
#define SPLITS_MAX 16u
#define EXPECTED_SMALL .01 /* of a signature and label: its space is large */
#define SURPRISING .01     /* probability below which repeats in large spaces are marked */

typedef struct entry {
    uint8_t hash[HBS_HASH_SIZE];
    uint64_t idx, unit, signature;
    double space; /* log2 of one over the chance that two draws of this signature and label are equal; NAN: not known */
    int8_t label;
    uint8_t split; /* index into the names, or SPLITS_MAX: none */
    bool compared; /* with the reference */
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

static hbs_status measure_space(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    (void)context, (void)worker;
    space_size *size = slot;
    hbs_signature signature = {0};
    const hbs_status status = hbs_signature_of(instance, &signature, error);
    if (status == HBS_OK) *size = (space_size){hbs_signature_hash(&signature), hbs_label_space_bits(&signature, row->label)};
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

/* Groups of one kind together; a group is what has one signature and one label. */
typedef struct stratum {
    uint64_t instances, repeats;
    double expected; /* at most; NAN: not known for some */
} stratum;

static int by_group_and_hash(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->signature != y->signature) return x->signature > y->signature ? 1 : -1;
    if (x->label != y->label) return x->label > y->label ? 1 : -1;
    return memcmp(x->hash, y->hash, sizeof x->hash);
}

static bool is_same_group(const entry *a, const entry *b) { return a->signature == b->signature && a->label == b->label; }

static size_t end_of_group(const list *l, size_t from) {
    size_t to = from + 1;
    while (to < l->count && is_same_group(&l->item[to], &l->item[from])) to++;
    return to;
}

static uint64_t repeats_within(const entry *group, size_t size) {
    uint64_t repeats = 0;
    for (size_t i = 1; i < size; i++) repeats += memcmp(group[i].hash, group[i - 1].hash, sizeof group[i].hash) == 0;
    return repeats;
}

/* Does chance repeat here, as far as is known? */
static bool is_small(const entry *group, size_t size) { return !(hbs_label_space_repeats((double)size, group->space) <= EXPECTED_SMALL); }

/* Of those compared; equal ones may be of different groups, as clauses that a sequence repeats count once. */
static stratum count_compared(list *l) {
    stratum s = {0, 0, NAN};
    const entry *last = NULL;
    sort(l, by_hash);
    for (size_t i = 0; i < l->count; i++) {
        if (!l->item[i].compared) continue;
        s.instances++;
        s.repeats += last && memcmp(last->hash, l->item[i].hash, sizeof last->hash) == 0;
        last = &l->item[i];
    }
    return s;
}

/* Large spaces are weighed by themselves, all others against the reference. Of unknown labels no reference can tell: they count in large spaces
 * only. */
static void divide(list *l, stratum *large, stratum *small) {
    *large = (stratum){0, 0, 0};
    sort(l, by_group_and_hash);
    for (size_t from = 0, to; from < l->count; from = to) {
        to = end_of_group(l, from);
        const bool is_large = to - from > 1 && !is_small(l->item + from, to - from);
        for (size_t i = from; i < to; i++) l->item[i].compared = !is_large && l->item[i].label >= 0;
        if (!is_large) continue;
        large->instances += to - from;
        large->repeats += repeats_within(l->item + from, to - from);
        large->expected += hbs_label_space_repeats((double)(to - from), l->item[from].space);
    }
    *small = count_compared(l);
}

static int by_idx(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

/* Compared are those that have a counterpart, and these. */
static void match(list *own, list *reference) {
    size_t r = 0;
    sort(own, by_idx);
    sort(reference, by_idx);
    for (size_t i = 0; i < own->count; i++) {
        while (r < reference->count && reference->item[r].idx < own->item[i].idx) r++;
        const bool paired = r < reference->count && reference->item[r].idx == own->item[i].idx;
        own->item[i].compared = own->item[i].compared && paired;
        if (paired) reference->item[r].compared = own->item[i].compared;
    }
}

/* Where no instance stands for another, groups of the same size do: more draws of one space repeat more often. */
static void match_groups(list *own, list *reference) {
    size_t r = 0;
    sort(own, by_group_and_hash);
    sort(reference, by_group_and_hash);
    for (size_t from = 0, to; from < own->count; from = to) {
        const entry *group = own->item + from;
        to = end_of_group(own, from);
        while (r < reference->count && (reference->item[r].signature < group->signature ||
                                        (reference->item[r].signature == group->signature && reference->item[r].label < group->label)))
            r++;
        const bool there = r < reference->count && is_same_group(&reference->item[r], group);
        const bool paired = there && end_of_group(reference, r) - r == to - from;
        for (size_t i = from; i < to; i++) own->item[i].compared = own->item[i].compared && paired;
        for (size_t i = 0; paired && i < to - from; i++) reference->item[r + i].compared = group->compared;
    }
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

static hbs_status not_compared(const saying *s, const char *why, hbs_error *error) {
    hbs_finding head = s->head;
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    return hbs_findings_say(s->out, &head, "excess_repeats", "", error,
                            "Uniform draws of these sizes and labels may repeat too, and there is no reference to tell how often: %s", why);
}

static hbs_status say_excess(const saying *s, const stratum *here, const stratum *there, uint64_t all, const hbs_dataset *reference, double level,
                             hbs_error *error) {
    hbs_finding head = s->head;
    char omitted[100] = "";
    const uint64_t left_out = all - here->instances;
    head.value = hbs_newcombe(here->repeats, here->instances, there->repeats, there->instances, level);
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    hbs_left_out(left_out, "instance", omitted, sizeof omitted);
    return hbs_findings_say(s->out, &head, "excess_repeats", "", error,
                            "Where draws may repeat by chance, %" PRIu64 " of %" PRIu64 " instances repeat (%.3g %%), and %" PRIu64 " of %" PRIu64
                            " of the reference %s (%.3g %%); difference %+.3g %% [%+.3g, %+.3g].%s",
                            here->repeats, here->instances, 100 * share(here->repeats, here->instances), there->repeats, there->instances,
                            reference->name, 100 * share(there->repeats, there->instances), 100 * head.value.estimate, 100 * head.value.ci_low,
                            100 * head.value.ci_high, omitted);
}

/* In a small space uniform draws repeat too: the reference says how often. Marks in `own` what is compared. */
static hbs_status compare_repeats(const saying *s, list *own, const stratum *small, hbs_catalog *catalog, const hbs_dataset *dataset,
                                  const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset reference = {0};
    list l = {0};
    stratum here, there;
    bool available, matched;
    char why[400];
    HBS_TRY(hbs_reference_if_any(catalog, dataset, options, &reference, &available, &matched, why, sizeof why, error));
    if (!available) {
        HBS_TRY(not_compared(s, why, error));
        goto done;
    }
    HBS_TRY(read_list(&l, catalog, &reference, options, error));
    if (matched) match(own, &l);
    else match_groups(own, &l);
    here = count_compared(own);
    there = count_compared(&l);
    if (here.instances) HBS_TRY(say_excess(s, &here, &there, small->instances, &reference, options->level, error));
    else if (matched) HBS_TRY(not_compared(s, "infeasible, none of these instances has a counterpart.", error));
    else HBS_TRY(not_compared(s, "it holds as many instances of no size and label.", error));
done:
    hbs_dataset_free(&reference);
    free(l.item);
    return status;
}

/* What independent draws would do, where that is known. */
static void tell_chance(const stratum *large, uint64_t repeats, char *out, size_t room) {
    char times[60];
    snprintf(times, sizeof times, large->expected < 1e-6 ? "practically never repeat" : "would repeat at most %.2g times", large->expected);
    if (!large->instances) out[0] = 0;
    else if (large->repeats < repeats)
        snprintf(out, room, "; where draws hardly repeat by chance, %" PRIu64 " of %" PRIu64 " do, and independent uniform draws %s", large->repeats,
                 large->instances, times);
    else snprintf(out, room, "; independent uniform draws of these sizes and labels %s", times);
}

/* Weighed where some space is large; elsewhere the reference is. */
static hbs_status say_repeats(const saying *s, const copies *c, const stratum *large, hbs_error *error) {
    char sentence[512], chance[240];
    const uint64_t repeats = c->instances - c->distinct;
    const bool tested = large->instances > 0;
    hbs_weight weight = HBS_FINDING_PLAIN;
    if (!repeats) weight = HBS_FINDING_NONE;
    else if (tested) weight = poisson_tail(large->repeats, large->expected) <= SURPRISING ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    tell_chance(large, repeats, chance, sizeof chance);
    if (repeats)
        snprintf(sentence, sizeof sentence,
                 "%" PRIu64 " of %" PRIu64 " instance%s (%.3g %%) equal%s one before: %" PRIu64 " of another unit, %" PRIu64 " of %s own%s.", repeats,
                 c->instances, hbs_s(c->instances), 100 * share(repeats, c->instances), repeats == 1 ? "s" : "", c->across_units,
                 repeats - c->across_units, repeats == 1 ? "its" : "their", chance);
    else snprintf(sentence, sizeof sentence, "No instance equals another one (%" PRIu64 " compared, names as they stand).", c->instances);
    const double null_value = tested ? large->expected / (double)c->instances : NAN;
    hbs_status status = say(s, "repeats", "", share(repeats, c->instances), c->instances, null_value, weight, error, sentence);
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
    saying s = {.out = out, .head = {.measure = NAME, .value = hbs_not_defined(), .null_value = NAN}};
    snprintf(s.head.dataset, sizeof s.head.dataset, "%s", dataset->name);
    HBS_TRY(read_list(&l, catalog, dataset, &options, error));
    count_copies(&l, &c);
    divide(&l, &large, &small);
    HBS_TRY(say_repeats(&s, &c, &large, error));
    if (small.repeats) HBS_TRY(compare_repeats(&s, &l, &small, catalog, dataset, &options, error));
    HBS_TRY(say_conflicts(&s, &c, error));
    HBS_TRY(say_splits(&s, &l, &c, error));
done:
    free(l.item);
    return status;
}

extern const hbs_measure hbs_measure_redundancy;
const hbs_measure hbs_measure_redundancy = {
    .name = NAME,
    .summary = "equal instances, within the dataset and across its splits, and equal instances with different labels",
    .source = "counts over all instances; difference from the reference: Newcombe, Statistics in Medicine 17, 1998",
    .run = run,
};
