/* Redundancy: instances that are equal as sets of clauses (SAT) or of atoms (CQC), and instances that are isomorphic. Counts are of all instances, those of
 * unknown label among them, so they are exact.
 *
 * A repeat is an instance that is the same as one before it. Repeats of another unit (of another family, where copies were made of seeds: they are known to be copies) are apart
 * from those of their own, which are counted and no bias; copies across splits, and copies that contradict each other's label, are counted for themselves. What chance would do: chance_copies.c.
 * How many seeds stand behind a dataset: effective_seeds.c. Copies with a few changes: near_copies.c. */
#include "analysis/measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/redundancy/chance_copies.h"
#include "analysis/redundancy/effective_seeds.h"
#include "analysis/marking.h"
#include "analysis/redundancy/near_copies.h"
#include "analysis/reference/reference.h"
#include "analysis/wording.h"

#define NAME "redundancy"
#define SURPRISING .01     /* probability below which repeats in large spaces are marked */

/* What findings of one sameness are called. */
typedef struct words {
    const char *repeats, *distinct, *largest, *excess, *conflicts, *shared; /* quantities */
    const char *copies, *a_copy;
} words;

static const words words_of[HBS_SAMENESSES] = {
    {"repeats", "distinct", "largest_group", "excess_repeats", "conflicting_pairs", "shared_across_splits", "exact copies", "an exact copy"},
    {"isomorphic_repeats", "classes", "largest_class", "excess_isomorphic_repeats", "isomorphic_conflicting_pairs", "isomorphic_across_splits", "copies, exact or renamed,",
     "a copy, exact or renamed,"},
};

typedef struct saying {
    hbs_findings *out;
    hbs_finding head;
    const words *words;
    hbs_problem problem;
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

/* ---- against the reference ---- */

static hbs_status not_compared(const saying *s, const char *why, hbs_error *error) {
    hbs_finding head = s->head;
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    return hbs_findings_say(s->out, &head, s->words->excess, "", error,
                            "Uniform draws of these sizes and labels may repeat too, and there is no reference to tell how often: %s", why);
}

static hbs_status say_excess(const saying *s, const hbs_copy_stratum *here, const hbs_copy_stratum *there, uint64_t all, bool families, const char *reference, double level,
                             hbs_error *error) {
    hbs_finding head = s->head;
    char omitted[100] = "";
    hbs_left_out(all - here->instances, "instance", omitted, sizeof omitted);
    head.value = hbs_chance_excess(here, there, level);
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    return hbs_findings_say(s->out, &head, s->words->excess, "", error,
                            "Where draws may repeat by chance, %s%" PRIu64 " of %" PRIu64 " instances %s %s of one before (%.3g %%), and %" PRIu64 " of %" PRIu64
                            " of the reference %s (%.3g %%); difference %+.3g %% [%+.3g, %+.3g].%s",
                            families ? "without copies of their own families, " : "", here->repeats, here->instances, hbs_one_or(here->repeats, "is", "are"), here->repeats == 1 ? s->words->a_copy : s->words->copies, 100 * share(here->repeats, here->instances), there->repeats,
                            there->instances, reference, 100 * share(there->repeats, there->instances), 100 * head.value.estimate,
                            100 * head.value.ci_low, 100 * head.value.ci_high, omitted);
}

typedef struct counterparts {
    hbs_copies copies;
    char name[129], why[400];
    bool read, available, matched;
} counterparts;

static hbs_status read_counterparts(counterparts *c, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset reference = {0};
    HBS_TRY(hbs_reference_if_any(catalog, dataset, options, &reference, &c->available, &c->matched, c->why, sizeof c->why, error));
    if (c->available) {
        snprintf(c->name, sizeof c->name, "%s", reference.name);
        HBS_TRY(hbs_copies_read(&c->copies, catalog, &reference, options, error));
    }
    c->read = true;
done:
    hbs_dataset_free(&reference);
    return status;
}

/* In a small space uniform draws repeat too: the reference says how often. */
static hbs_status compare_repeats(const saying *s, hbs_copies *own, counterparts *c, uint64_t small, hbs_sameness by, double level, hbs_error *error) {
    hbs_copy_stratum here, there;
    if (!c->available) return not_compared(s, c->why, error);
    hbs_chance_match(own, &c->copies, c->matched, by, &here, &there);
    if (here.instances) return say_excess(s, &here, &there, small, own->families, c->name, level, error);
    return not_compared(s, c->matched ? "infeasible, none of these instances has a counterpart." : "it holds as many instances of no size and label.", error);
}

/* ---- counts ---- */

/* What independent draws would do, where that is known, of as many repeats as could be due to chance. */
static void tell_chance(const hbs_copy_stratum *large, uint64_t repeats, bool families, char *out, size_t room) {
    char times[60];
    snprintf(times, sizeof times, large->expected < 1e-6 ? "practically never repeat" : "would repeat at most %.2g times", large->expected);
    if (!large->instances) out[0] = 0;
    else if (large->repeats < repeats)
        snprintf(out, room, "; where draws hardly repeat by chance, %" PRIu64 " of %" PRIu64 " %s, and independent uniform draws %s", large->repeats,
                 large->instances, families ? "are of one of another family" : "do", times);
    else snprintf(out, room, "; independent uniform draws of these sizes and labels %s", times);
}

/* Weighed where some space is large; elsewhere the reference is. Copies within families are no discovery: who made them says so; nor is it one that there are none where they were refused. */
static hbs_weight weigh(const hbs_copy_counts *c, const hbs_copy_stratum *large, const hbs_copies *copies) {
    if (c->instances == c->distinct) return copies->refused ? HBS_FINDING_PLAIN : HBS_FINDING_NONE;
    if (copies->families && !c->across_families) return HBS_FINDING_PLAIN;
    if (!large->instances) return HBS_FINDING_PLAIN;
    return hbs_poisson_tail(large->repeats, large->expected) <= SURPRISING ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
}

static hbs_status say_repeats(const saying *s, const hbs_copies *copies, const hbs_copy_counts *c, const hbs_copy_stratum *large, hbs_error *error) {
    char sentence[512], chance[240];
    const uint64_t repeats = c->instances - c->distinct;
    const char *const of = copies->families ? "family" : "unit";
    tell_chance(large, copies->families ? c->across_families : repeats, copies->families, chance, sizeof chance);
    if (repeats)
        snprintf(sentence, sizeof sentence, "%" PRIu64 " of %" PRIu64 " instance%s (%.3g %%) %s %s of one before: %" PRIu64 " of another %s, %" PRIu64 " of %s own%s.", repeats,
                 c->instances, hbs_s(c->instances), 100 * share(repeats, c->instances), hbs_one_or(repeats, "is", "are"), repeats == 1 ? s->words->a_copy : s->words->copies, c->across_families, of,
                 repeats - c->across_families, repeats == 1 ? "its" : "their", chance);
    else
        snprintf(sentence, sizeof sentence, "No instance is %s of another one (%" PRIu64 " compared%s).", s->words->a_copy, c->instances,
                 copies->refused ? "; repeats were refused when the dataset was made, by --distinct" : "");
    const double null_value = large->instances ? large->expected / (double)c->instances : NAN;
    return say(s, s->words->repeats, "", share(repeats, c->instances), c->instances, null_value, weigh(c, large, copies), error, sentence);
}

static hbs_status say_sizes(const saying *s, const hbs_copies *copies, const hbs_copy_counts *c, hbs_error *error) {
    char sentence[300], unknown[160] = "";
    const bool renamed = s->words == &words_of[HBS_ISOMORPHIC];
    if (renamed && copies->inexact)
        snprintf(unknown, sizeof unknown, " Of %" PRIu64 " no canonical form was found within the budget: renamed copies of these are not seen.", copies->inexact);
    if (renamed) snprintf(sentence, sizeof sentence, "%" PRIu64 " distinct instance%s up to renaming.%s", c->distinct, hbs_s(c->distinct), unknown);
    else snprintf(sentence, sizeof sentence, "%" PRIu64 " distinct instance%s.", c->distinct, hbs_s(c->distinct));
    const hbs_status status = say(s, s->words->distinct, "", (double)c->distinct, c->instances, NAN, HBS_FINDING_PLAIN, error, sentence);
    if (status != HBS_OK) return status;
    snprintf(sentence, sizeof sentence, "The largest group of %s has %" PRIu64 ".", s->words->copies, c->largest);
    return say(s, s->words->largest, "", (double)c->largest, c->instances, NAN, HBS_FINDING_PLAIN, error, sentence);
}

static hbs_status say_conflicts(const saying *s, const hbs_copy_counts *c, hbs_error *error) {
    char sentence[240];
    if (c->conflicts)
        snprintf(sentence, sizeof sentence, "%" PRIu64 " pair%s of %s %s different labels: at least one label of each is wrong; gen verify tells which.", c->conflicts,
                 hbs_s(c->conflicts), s->words->copies, hbs_one_or(c->conflicts, "has", "have"));
    else snprintf(sentence, sizeof sentence, "No two %s have different labels.", s->words->copies);
    return say(s, s->words->conflicts, "", (double)c->conflicts, c->instances, 0, c->conflicts ? HBS_FINDING_BIAS : HBS_FINDING_NONE, error, sentence);
}

static hbs_status say_split(const saying *s, const hbs_copies *l, const hbs_copy_counts *c, size_t i, hbs_error *error) {
    char subject[64], sentence[400], labels[140] = "";
    const uint64_t *const shared = c->shared[i], all = shared[0] + shared[1] + shared[2];
    hbs_label_counts(shared, shared[2], s->problem, labels, sizeof labels);
    snprintf(subject, sizeof subject, "split=%s", l->split[i]);
    snprintf(sentence, sizeof sentence, "%" PRIu64 " of the %" PRIu64 " instance%s of split %s (%.3g %%) %s %s in another split%s%s%s.", all, c->in_split[i],
             hbs_s(c->in_split[i]), l->split[i], 100 * share(all, c->in_split[i]), hbs_one_or(all, "has", "have"), s->words->a_copy, all ? " (" : "", all ? labels : "",
             all ? "): what is learnt there can be remembered here" : "");
    return say(s, s->words->shared, subject, share(all, c->in_split[i]), c->in_split[i], 0, all ? HBS_FINDING_BIAS : HBS_FINDING_NONE, error, sentence);
}

/* Refused repeats leave no trace of how many seeds there were. */
static hbs_status say_seeds(const saying *s, const hbs_copies *copies, const hbs_copy_counts *c, double level, hbs_error *error) {
    if (!copies->refused) return hbs_say_effective_seeds(s->out, &s->head, c, level, error);
    hbs_finding head = s->head;
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    return hbs_findings_say(s->out, &head, "effective_seeds", "", error, "The number of seeds: repeats were refused when the dataset was made (--distinct).");
}

static hbs_status say_all(const saying *s, hbs_copies *copies, hbs_sameness by, counterparts *others, hbs_catalog *catalog, const hbs_dataset *dataset,
                          const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_copy_counts c;
    hbs_copy_stratum large, small;
    hbs_copies_count(copies, by, &c);
    hbs_chance_divide(copies, by, &large, &small);
    HBS_TRY(say_repeats(s, copies, &c, &large, error));
    HBS_TRY(say_sizes(s, copies, &c, error));
    if (small.repeats) {
        if (!others->read) HBS_TRY(read_counterparts(others, catalog, dataset, options, error));
        HBS_TRY(compare_repeats(s, copies, others, small.instances, by, options->level, error));
    }
    HBS_TRY(say_conflicts(s, &c, error));
    for (size_t i = 0; i < copies->splits && copies->splits > 1; i++) HBS_TRY(say_split(s, copies, &c, i, error));
    if (by == HBS_ISOMORPHIC) HBS_TRY(say_seeds(s, copies, &c, options->level, error));
done:
    return status;
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_copies copies = {0};
    counterparts others = {0};
    saying s = {.out = out, .head = hbs_finding_about(NAME, dataset), .problem = dataset->problem};
    HBS_TRY(hbs_copies_read(&copies, catalog, dataset, &options, error));
    for (int by = 0; by < HBS_SAMENESSES; by++) {
        s.words = &words_of[by];
        HBS_TRY(say_all(&s, &copies, (hbs_sameness)by, &others, catalog, dataset, &options, error));
    }
    hbs_copies_free(&others.copies);
    HBS_TRY(hbs_say_near_copies(out, &s.head, &copies, catalog, dataset, &options, error));
done:
    hbs_copies_free(&copies);
    hbs_copies_free(&others.copies);
    return status;
}

const hbs_measure hbs_measure_redundancy = {
    .name = NAME,
    .summary = "equal and isomorphic instances, within the dataset and across its splits, also with different labels; how many seeds stand behind the dataset",
    .source = "counts over all instances; isomorphism by canonical forms (McKay, Congressus Numerantium 30, 1981); variance of repeats: Good, Toulmin, Biometrika 43, 1956; difference from the reference: Donner, Zou, Statistical Methods in Medical Research 21, 2012",
    .run = run,
};
