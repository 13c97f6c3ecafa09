/* Words from findings. A finding of weight BIAS is told as found, with its sign and its N; one of weight NONE as looked for and not seen at this
 * level, which is not the same as absent; one that did not apply is told with its reason. "No bias" is said only when both labels' collapse and a gap
 * were compared with the reference: where that is not so, the paragraph says that there is no verdict, and what could be read off without a
 * reference. */
#include "analysis/report/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/wording.h"
#include "core/memory.h"

#define FEW 100u /* below, the width of an interval is worth a word */

/* How a value is written beside a phrase. COUNT stands before it; there `above` is the tail for several, `below` that for one. */
typedef enum style { COUNT, PERCENT, EXCESS, ACCURACY, GAP, KAPPA, NUMBER } style;

/* How a quantity is told: `above` and `below` its null, when no difference is seen, and as a thing that was not computed. %s: the subject in words.
 */
typedef struct phrase {
    const char *measure, *quantity;
    style style;
    const char *above, *below, *none, *thing;
} phrase;

/* In the order in which they are told: wrong labels, what they cost a model's accuracy, what tells the label, the law, copies. */
static const phrase phrases[] = {
    {"overview", "claims_refuted", COUNT, "claimed labels were refuted", "claimed label was refuted", "refuted claims", NULL},
    {"collapse", "labels_contradicted", COUNT, "labels are contradicted by sound deciders", "label is contradicted by sound deciders", NULL, NULL},
    {"redundancy", "conflicting_pairs", COUNT, "pairs of equal instances have different labels", "pair of equal instances has different labels", NULL,
     NULL},
    {"redundancy", "isomorphic_conflicting_pairs", COUNT, "pairs of isomorphic instances have different labels",
     "pair of isomorphic instances has different labels", NULL, NULL},
    {"study", "gap", GAP, "%s is more accurate here than on the reference", "%s is less accurate here than on the reference: the dataset is harder",
     "an inflated accuracy of %s", "the accuracy of %s against the reference"},
    {"shortcuts", "gap", GAP, "%s tells the label better here than on the reference", "%s tells the label worse here than on the reference",
     "%s beyond the reference", "%s against the reference"},
    {"shortcuts", "accuracy", ACCURACY, "%s is better than chance", "%s is worse than chance", "%s beyond chance",
     "rules that tell the label"},
    {"collapse", "kappa", KAPPA, "polynomial deciders settle more of the %s than of those of the reference",
     "polynomial deciders settle less of the %s than of those of the reference", "a collapse of the %s beyond the reference's",
     "the collapse of %s"},
    {"collapse", "difference", EXCESS, "polynomial deciders settle more of the %s than of those of the reference",
     "polynomial deciders settle less of the %s than of those of the reference", "a share of %s settled beyond the reference's", NULL},
    {"overview", "certified_by_construction", PERCENT, NULL, NULL, NULL, "certificates by construction"},
    {"overview", "label_share", PERCENT, NULL, NULL, NULL, "the label balance"},
    {"bias", "size_difference", NUMBER, "the labels differ in %s, label 1 minus label 0", NULL, "a difference of the labels in %s", "sizes by label"},
    {"bias", "support_bits_missing", NUMBER, "the generator reaches only a part of the space, in bits missing", NULL, NULL, "the support"},
    {"bias", "tv", NUMBER, "the law of %s is tilted from uniform, total variation", NULL, NULL, "the total variation"},
    {"bias", "tv_given_label", NUMBER, "given the label, the law of %s is tilted from uniform, total variation", NULL, "a tilt of %s given the label",
     "the total variation given the label"},
    {"bias", "collision_chi2", NUMBER, "%s are equal more often than uniform ones, chi^2", "%s are equal less often than uniform ones, chi^2",
     "more equal %s than uniform draws have", "chi^2 by collisions"},
    {"redundancy", "repeats", PERCENT, "instances repeat one before them", NULL, "repeated instances beyond chance", "repeated instances"},
    {"redundancy", "excess_repeats", EXCESS, "instances repeat more often than those of the reference",
     "instances repeat less often than those of the reference", "more repeats than the reference has", "repeats against the reference"},
    {"redundancy", "isomorphic_repeats", PERCENT, "instances are isomorphic to one before them", NULL, "isomorphic instances beyond chance",
     "isomorphic instances"},
    {"redundancy", "excess_isomorphic_repeats", EXCESS, "instances are isomorphic to another one more often than those of the reference",
     "instances are isomorphic to another one less often than those of the reference", "more isomorphic instances than the reference has",
     "isomorphic instances against the reference"},
    {"redundancy", "effective_seeds", NUMBER, NULL, NULL, NULL, "the number of seeds"},
    {"redundancy", "shared_across_splits", PERCENT, "%s shares instances with another split", NULL, "copies of %s in other splits", NULL},
    {"redundancy", "isomorphic_across_splits", PERCENT, "%s shares instances up to isomorphism with another split", NULL,
     "isomorphic copies of %s in other splits", NULL},
    {"overlap", "shared_with_dataset", PERCENT, "instances occur in %s too", NULL, "instances of %s", NULL},
    {"overlap", "isomorphic_to_dataset", PERCENT, "instances are equal up to names to one of %s", NULL, "renamed instances of %s", NULL},
    {"overlap", "related_to_dataset", PERCENT, "instances are copies or relatives of instances of %s", NULL, "relatives of instances of %s", NULL},
};
enum { PHRASES = sizeof phrases / sizeof *phrases };

/* Where it stands in that order; PHRASES: it has no phrase and comes last, as its own sentence. */
static size_t place_of(const hbs_finding *finding) {
    size_t i = 0;
    while (i < PHRASES && (strcmp(phrases[i].measure, finding->measure) != 0 || strcmp(phrases[i].quantity, finding->quantity) != 0)) i++;
    return i;
}

static const phrase *phrase_of(const hbs_finding *finding) {
    const size_t place = place_of(finding);
    return place < PHRASES ? &phrases[place] : NULL;
}

static const char *after(const char *subject, const char *key) {
    const char *at = strstr(subject, key);
    return at ? at + strlen(key) : NULL;
}

/* "sat/uniform, part 2" of "sat/uniform part=2". */
static void name_generator(const char *subject, char *out, size_t room) {
    const char *part = strstr(subject, " part=");
    if (part) snprintf(out, room, "%.*s, part %s,", (int)(part - subject), subject, part + strlen(" part="));
    else snprintf(out, room, "%s", subject);
}

/* The subject of a finding in words. */
static void name_subject(const hbs_finding *f, hbs_problem problem, char *out, size_t room) {
    const char *word;
    if ((word = after(f->subject, "label=")))
        snprintf(out, room, "%s instances", hbs_label_name(problem, *word == '1' ? HBS_LABEL_YES : HBS_LABEL_NO));
    else if ((word = after(f->subject, "feature="))) snprintf(out, room, "the rule on %s", word);
    else if (strcmp(f->subject, "probe=sizes") == 0) snprintf(out, room, "a probe of the sizes alone");
    else if (strcmp(f->subject, "probe=order") == 0) snprintf(out, room, "a probe of the order alone");
    else if ((word = after(f->subject, "probe="))) snprintf(out, room, "the %s probe", word);
    else if ((word = after(f->subject, "size="))) snprintf(out, room, "the number of %s", word);
    else if ((word = after(f->subject, "generator="))) name_generator(word, out, room);
    else if ((word = after(f->subject, "split="))) snprintf(out, room, "split %s", word);
    else if ((word = after(f->subject, "other="))) snprintf(out, room, "%s", word);
    else snprintf(out, room, "%s", f->subject[0] ? f->subject : "a probe");
}

/* The formats come from the table above and take one text each. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static hbs_status print_words(hbs_bytes *out, const char *format, const hbs_finding *f, hbs_problem problem, hbs_error *error) {
    char subject[200], text[400];
    name_subject(f, problem, subject, sizeof subject);
    snprintf(text, sizeof text, format, subject);
    return hbs_bytes_print(out, error, "%s", text);
}
#pragma GCC diagnostic pop

static hbs_status print_value(hbs_bytes *out, style how, const hbs_estimate *value, hbs_error *error) {
    const double x = value->estimate;
    char n[40] = "";
    if (value->level < 1) snprintf(n, sizeof n, ", N = %" PRIu64, value->n);
    switch (how) {
    case COUNT: return HBS_OK;
    case PERCENT: return hbs_bytes_print(out, error, " (%.3g %%%s)", 100 * x, n);
    case EXCESS: return hbs_bytes_print(out, error, " (%+.3g %%%s)", 100 * x, n);
    case ACCURACY: return hbs_bytes_print(out, error, " (balanced accuracy %.3f%s)", x, n);
    case GAP: return hbs_bytes_print(out, error, " (%+.3f%s)", x, n);
    case NUMBER: return hbs_bytes_print(out, error, " (%.3g%s)", x, n);
    case KAPPA: return hbs_bytes_print(out, error, " (kappa %+.3f%s)", x, n);
    }
    return HBS_OK;
}

static hbs_status print_found(hbs_bytes *out, const phrase *p, const hbs_finding *f, hbs_problem problem, hbs_error *error) {
    const double x = f->value.estimate;
    if (p->style == COUNT) return hbs_bytes_print(out, error, "%.0f %s", x, x > 1 ? p->above : p->below);
    const hbs_status status = print_words(out, x < f->null_value && p->below ? p->below : p->above, f, problem, error);
    return status == HBS_OK ? print_value(out, p->style, &f->value, error) : status;
}

/* A sampled interval with a null: counts that are exact are no tests. */
static bool is_comparison(const hbs_finding *f) {
    return (f->weight == HBS_FINDING_BIAS || f->weight == HBS_FINDING_NONE) && !isnan(f->null_value) && f->value.ci_high > f->value.ci_low &&
           f->value.level < 1;
}

size_t hbs_report_comparisons(const hbs_report_part *part, double level, double *by_chance) {
    size_t count = 0;
    for (size_t i = 0; i < part->findings.count; i++) count += is_comparison(&part->findings.item[i]);
    *by_chance = (double)count * (1 - level);
    return count;
}

static bool weighed(const hbs_finding *f) { return f->weight == HBS_FINDING_BIAS || f->weight == HBS_FINDING_NONE; }

/* Against the reference: collapse of this label, or any gap (label < 0). */
static bool has_compared(const hbs_findings *findings, int label) {
    char subject[16];
    snprintf(subject, sizeof subject, "label=%d", label);
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        if (!weighed(f)) continue;
        if (label < 0 && strcmp(f->quantity, "gap") == 0) return true;
        if (label >= 0 && strcmp(f->measure, "collapse") == 0 && strcmp(f->subject, subject) == 0) return true;
    }
    return false;
}

static size_t without_stop(const char *sentence) {
    size_t length = strlen(sentence);
    while (length && sentence[length - 1] == '.') length--;
    return length;
}

static hbs_status join(hbs_bytes *out, size_t *told, const char *opening, hbs_error *error) {
    return hbs_bytes_print(out, error, "%s", (*told)++ ? "; " : opening);
}

/* The fewest units that a comparison with the reference rests on. */
static uint64_t fewest(const hbs_findings *findings) {
    uint64_t n = UINT64_MAX;
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        const bool against_reference = strcmp(f->quantity, "gap") == 0 || strcmp(f->quantity, "kappa") == 0 || strcmp(f->quantity, "difference") == 0;
        if (weighed(f) && against_reference && f->value.n < n) n = f->value.n;
    }
    return n;
}

/* The verdict when nothing was found. */
static hbs_status acquit(const hbs_findings *findings, bool of_sizes, hbs_bytes *out, hbs_error *error) {
    const char *none = of_sizes ? "Beyond the sizes, no bias was found" : "No bias was found";
    const bool zero = has_compared(findings, 0), one = has_compared(findings, 1), gap = has_compared(findings, -1);
    const uint64_t n = fewest(findings);
    if (!zero && !one && !gap) return hbs_bytes_print(out, error, " Nothing could be compared with a reference: there is no verdict on bias.");
    if (!zero || !one || !gap)
        return hbs_bytes_print(out, error, " Only a part could be compared with the reference: there is no verdict on bias.");
    if (n >= FEW) return hbs_bytes_print(out, error, " %s.", none);
    return hbs_bytes_print(out, error, " %s, but a comparison rests on N = %" PRIu64 " only, where little can be seen.", none, n);
}

/* What a matched reference cannot show, as it has the same sizes: no word on bias. */
static hbs_status tell_sizes(const hbs_report_part *part, bool below, size_t *told, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *opening = below ? " The sizes go with other labels in one half of the units than in the other: "
                                : " The sizes alone predict the label, so that a model need not look at the instances: ";
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        const bool reversed = f->value.estimate < f->null_value && strcmp(f->quantity, "accuracy") == 0;
        if (f->weight != HBS_FINDING_BIAS || !hbs_is_of_sizes(f) || reversed != below) continue;
        HBS_TRY(join(out, told, opening, error));
        HBS_TRY(print_found(out, phrase_of(f), f, part->dataset.problem, error));
    }
    if (*told) HBS_TRY(hbs_bytes_print(out, error, "%s.", part->matched ? "; a reference of the same sizes cannot show that" : ""));
done:
    return status;
}

/* How one finding is told among others. */
typedef hbs_status (*telling)(hbs_bytes *out, const hbs_finding *f, hbs_problem problem, hbs_error *error);

static hbs_status as_found(hbs_bytes *out, const hbs_finding *f, hbs_problem problem, hbs_error *error) {
    const phrase *p = phrase_of(f);
    if (p) return print_found(out, p, f, problem, error);
    return hbs_bytes_print(out, error, "%.*s", (int)without_stop(f->sentence), f->sentence);
}

static hbs_status as_not_seen(hbs_bytes *out, const hbs_finding *f, hbs_problem problem, hbs_error *error) {
    return print_words(out, phrase_of(f)->none, f, problem, error);
}

/* The findings that belong here, in the order of the phrases, as one sentence. */
static hbs_status tell_each(const hbs_report_part *part, bool (*belongs)(const hbs_finding *), const char *opening, telling tell, size_t *told, hbs_bytes *out,
                            hbs_error *error) {
    hbs_status status = HBS_OK;
    *told = 0;
    for (size_t place = 0; place <= PHRASES; place++)
        for (size_t i = 0; i < part->findings.count; i++) {
            const hbs_finding *f = &part->findings.item[i];
            if (place_of(f) != place || !belongs(f)) continue;
            HBS_TRY(join(out, told, opening, error));
            HBS_TRY(tell(out, f, part->dataset.problem, error));
        }
    if (*told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

static bool is_found(const hbs_finding *f) { return f->weight == HBS_FINDING_BIAS && !hbs_is_of_sizes(f); }

static hbs_status tell_found(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0, sizes = 0, reversed = 0;
    HBS_TRY(tell_sizes(part, false, &sizes, out, error));
    HBS_TRY(tell_sizes(part, true, &reversed, out, error));
    HBS_TRY(tell_each(part, is_found, " Found: ", as_found, &told, out, error));
    if (!told) HBS_TRY(acquit(&part->findings, sizes || reversed, out, error));
done:
    return status;
}

/* The interval excludes the null, and still there is no mark: too few units. */
static bool is_undecided(const hbs_finding *f) {
    return f->weight == HBS_FINDING_NONE && f->value.level < 1 && (f->value.ci_low > f->null_value || f->value.ci_high < f->null_value) && phrase_of(f);
}

static bool is_not_seen(const hbs_finding *f) {
    const phrase *p = phrase_of(f);
    return f->weight == HBS_FINDING_NONE && !is_undecided(f) && p && p->none;
}

static const hbs_finding *find(const hbs_findings *findings, const char *measure, const char *quantity, const char *subject) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        if (strcmp(f->measure, measure) == 0 && strcmp(f->quantity, quantity) == 0 && strcmp(f->subject, subject) == 0) return f;
    }
    return NULL;
}

/* No kappa, but the difference is weighed in its place. */
static bool is_replaced(const hbs_findings *findings, const hbs_finding *f) {
    if (strcmp(f->measure, "collapse") != 0 || strcmp(f->quantity, "kappa") != 0 || f->weight != HBS_FINDING_NOT_APPLICABLE) return false;
    const hbs_finding *difference = find(findings, "collapse", "difference", f->subject);
    return difference && weighed(difference);
}

/* Sentences of their own, as they stand. */
static hbs_status tell_as_it_stands(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        const bool infeasible = strcmp(f->measure, "collapse") == 0 && strcmp(f->quantity, "infeasible") == 0;
        if (!infeasible && !is_replaced(&part->findings, f)) continue;
        const hbs_status status = hbs_bytes_print(out, error, " %s", f->sentence);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* Accuracies whose gap could not be computed: known, but nobody can say whether uniform instances allow as much. */
static hbs_status tell_not_weighed(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    const hbs_findings *all = &part->findings;
    for (size_t i = 0; i < all->count; i++) {
        const hbs_finding *gap = &all->item[i];
        if (gap->weight != HBS_FINDING_NOT_APPLICABLE || strcmp(gap->quantity, "gap") != 0) continue;
        const char *quantity = strcmp(gap->measure, "study") == 0 ? "own_accuracy" : "accuracy";
        const hbs_finding *own = find(all, gap->measure, quantity, gap->subject);
        if (!own || isnan(own->value.estimate)) continue;
        HBS_TRY(join(out, &told, " Seen, but without a reference to weigh it against: ", error));
        HBS_TRY(print_words(out, "%s", own, part->dataset.problem, error));
        HBS_TRY(print_value(out, ACCURACY, &own->value, error));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

/* An accuracy of the study that is not defined leaves its gap undefined, which says it all. */
static bool is_told_before(const hbs_findings *findings, size_t i) {
    const hbs_finding *f = &findings->item[i];
    if (is_replaced(findings, f) || (strcmp(f->measure, "study") == 0 && strcmp(f->quantity, "gap") != 0)) return true;
    for (size_t j = 0; j < i; j++)
        if (findings->item[j].weight == HBS_FINDING_NOT_APPLICABLE && strcmp(findings->item[j].sentence, f->sentence) == 0) return true;
    return false;
}

/* One thing that was not computed, if it was not the last one told: labels apart, some are the same in words. */
static hbs_status name_thing(const hbs_finding *f, hbs_problem problem, char last[200], hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes thing = {0};
    const phrase *p = phrase_of(f);
    HBS_TRY(p && p->thing ? print_words(&thing, p->thing, f, problem, error) : hbs_bytes_print(&thing, error, "%s %s", f->measure, f->quantity));
    if (strcmp(last, (const char *)thing.data) != 0) HBS_TRY(hbs_bytes_print(out, error, "%s%s", *last ? ", " : "", (const char *)thing.data));
    snprintf(last, 200, "%s", (const char *)thing.data);
done:
    hbs_bytes_free(&thing);
    return status;
}

/* All that one reason kept from being computed, and the reason. */
static hbs_status tell_reason(const hbs_report_part *part, size_t i, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_findings *all = &part->findings;
    const char *reason = all->item[i].sentence;
    char last[200] = "";
    for (size_t j = i; j < all->count; j++) {
        const hbs_finding *f = &all->item[j];
        if (f->weight != HBS_FINDING_NOT_APPLICABLE || strcmp(f->sentence, reason) != 0) continue;
        HBS_TRY(name_thing(f, part->dataset.problem, last, out, error));
    }
    HBS_TRY(hbs_bytes_print(out, error, " (%.*s)", (int)without_stop(reason), reason));
done:
    return status;
}

static hbs_status tell_unknown(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    const uint64_t unknown = part->counts.unknown;
    if (unknown) {
        HBS_TRY(join(out, &told, " Not known: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "the label%s of %" PRIu64 " instance%s, counted among the sizes and the copies alone", hbs_s(unknown),
                                unknown, hbs_s(unknown)));
    }
    for (size_t i = 0; i < part->findings.count; i++) {
        if (part->findings.item[i].weight != HBS_FINDING_NOT_APPLICABLE || is_told_before(&part->findings, i)) continue;
        HBS_TRY(join(out, &told, " Not known: ", error));
        HBS_TRY(tell_reason(part, i, out, error));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

static hbs_status tell_what(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    const hbs_dataset_counts *c = &part->counts;
    const hbs_problem problem = part->dataset.problem;
    char units[120] = "", labels[160];
    const char *one = problem == HBS_SAT ? "formula" : "pair of queries", *several = problem == HBS_SAT ? "formulas" : "pairs of queries";
    if (c->units < c->instances)
        snprintf(units, sizeof units, " in %" PRIu64 " unit%s of related instances, which are sampled as a whole", c->units, hbs_s(c->units));
    hbs_label_counts(c->label, c->unknown, problem, labels, sizeof labels);
    return hbs_bytes_print(out, error, "%s holds %" PRIu64 " %s%s: %s.", part->dataset.name, c->instances, hbs_one_or(c->instances, one, several), units,
                           labels);
}

/* The theorem speaks of such a dataset, whatever is found of it. */
static hbs_status tell_certified(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    const hbs_finding *f = find(&part->findings, "overview", "certified_by_construction", "");
    return f && f->value.estimate == 1 ? hbs_bytes_print(out, error, " %s", f->sentence) : HBS_OK;
}

hbs_status hbs_summarise(const hbs_report_part *part, char **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    size_t told;
    HBS_TRY(tell_what(part, &text, error));
    HBS_TRY(tell_certified(part, &text, error));
    HBS_TRY(tell_found(part, &text, error));
    HBS_TRY(tell_each(part, is_undecided, " Undecided (the interval excludes the null, but the units are too few for a mark): ", as_found, &told, &text, error));
    HBS_TRY(tell_as_it_stands(part, &text, error));
    HBS_TRY(tell_not_weighed(part, &text, error));
    HBS_TRY(tell_each(part, is_not_seen, " Looked for and not seen: ", as_not_seen, &told, &text, error));
    HBS_TRY(tell_unknown(part, &text, error));
    if (part->uniform_over && !part->matched)
        HBS_TRY(hbs_bytes_print(&text, error, " The reference is %s, whose sizes are not matched.", part->uniform_over));
    else if (part->uniform_over) HBS_TRY(hbs_bytes_print(&text, error, " The reference is uniform over %s.", part->uniform_over));
    else HBS_TRY(hbs_bytes_print(&text, error, " There is no reference."));
    *out = (char *)text.data;
    text = (hbs_bytes){0};
done:
    hbs_bytes_free(&text);
    return status;
}
