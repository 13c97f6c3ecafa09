/* Words from findings. A finding of weight BIAS is told as found, with its sign and its N; one of weight NONE as looked for and not seen at this
 * level, which is not the same as absent; one that did not apply is told with its reason. "No bias" is said only when both labels' collapse and a gap
 * were compared with the reference: where that is not so, the paragraph says that there is no verdict, and what could be read off without a
 * reference. */
#include "analysis/report/summary.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/phrases.h"
#include "analysis/wording.h"
#include "core/memory.h"

#define FEW 100u    /* below, the width of an interval is worth a word */
#define TOO_FEW 30u /* below, a bias must be great to be seen at all */

static hbs_status print_found(hbs_bytes *out, const hbs_finding *f, hbs_problem problem, hbs_error *error) {
    const hbs_phrase *p = hbs_phrase_of(f);
    const double x = f->value.estimate;
    char subject[200];
    if (p->style == HBS_PHRASE_COUNT) return hbs_bytes_print(out, error, "%.0f %s", x, x > 1 ? p->above : p->below);
    hbs_phrase_subject(f, problem, subject, sizeof subject);
    const hbs_status status = hbs_phrase_print(out, x < f->null_value && p->below ? p->below : p->above, subject, error);
    return status == HBS_OK ? hbs_phrase_value(out, p->style, f, f->weight == HBS_FINDING_NONE, error) : status;
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

static int without_stop(const char *sentence) {
    size_t length = strlen(sentence);
    while (length && strchr(". ", sentence[length - 1])) length--;
    return (int)length;
}

/* Ends in one stop, whatever it ended in. */
static hbs_status print_sentence(hbs_bytes *out, const char *sentence, hbs_error *error) {
    return hbs_bytes_print(out, error, " %.*s.", without_stop(sentence), sentence);
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

/* The verdict when no bias was found; `none` says so in words. */
static hbs_status acquit(const hbs_findings *findings, const char *none, hbs_bytes *out, hbs_error *error) {
    const bool zero = has_compared(findings, 0), one = has_compared(findings, 1), gap = has_compared(findings, -1);
    const uint64_t n = fewest(findings);
    if (!zero && !one && !gap) return hbs_bytes_print(out, error, " Nothing could be compared with a reference: there is no verdict on bias.");
    if (!zero || !one || !gap)
        return hbs_bytes_print(out, error, " Only a part could be compared with the reference: there is no verdict on bias.");
    if (n >= FEW) return hbs_bytes_print(out, error, " %s.", none);
    if (n < TOO_FEW) return hbs_bytes_print(out, error, " Nothing can be said of bias: a comparison with the reference rests on N = %" PRIu64 " only.", n);
    return hbs_bytes_print(out, error, " %s, but a comparison rests on N = %" PRIu64 " only, where little can be seen.", none, n);
}

/* What a matched reference cannot show, as it has the same sizes: no word on bias. */
static hbs_status tell_sizes(const hbs_report_part *part, size_t *told, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    *told = 0;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (f->weight != HBS_FINDING_BIAS || !hbs_is_of_sizes(f)) continue;
        HBS_TRY(join(out, told, " The sizes alone predict the label beyond chance, without a look at the instances: ", error));
        HBS_TRY(print_found(out, f, part->dataset.problem, error));
    }
    if (*told) HBS_TRY(hbs_bytes_print(out, error, "%s.", part->matched ? "; a reference of the same sizes cannot show that" : ""));
done:
    return status;
}

static const hbs_finding *find(const hbs_findings *findings, const char *measure, const char *quantity, const char *subject) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        if (strcmp(f->measure, measure) == 0 && strcmp(f->quantity, quantity) == 0 && strcmp(f->subject, subject) == 0) return f;
    }
    return NULL;
}

typedef bool (*choice)(const hbs_finding *finding);

/* Those that belong here, each with its value, in the order of the phrases, as one sentence. */
static hbs_status tell_values(const hbs_report_part *part, choice belongs, const char *opening, size_t *told, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t phrases;
    hbs_phrases(&phrases);
    *told = 0;
    for (size_t place = 0; place < phrases; place++)
        for (size_t i = 0; i < part->findings.count; i++) {
            const hbs_finding *f = &part->findings.item[i];
            if (hbs_phrase_place(f) != place || !belongs(f)) continue;
            HBS_TRY(join(out, told, opening, error));
            HBS_TRY(print_found(out, f, part->dataset.problem, error));
        }
    if (*told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

/* Among findings from number `from` on: those that belong here and, unless NULL, for this reason. */
typedef struct group {
    const hbs_report_part *part;
    size_t from;
    choice belongs;
    const char *reason;
} group;

static bool is_same_reason(const char *a, const char *b);

/* Its sentence, without the thing that it opens with, as the phrase tells that already: "Sizes by label: no instance has label 1". */
static const char *reason_of(const hbs_finding *f) {
    const hbs_phrase *p = hbs_phrase_of(f);
    const size_t length = p && p->thing ? strlen(p->thing) : 0;
    const bool opens = length && tolower((unsigned char)f->sentence[0]) == p->thing[0] && strncmp(f->sentence + 1, p->thing + 1, length - 1) == 0;
    return opens && strncmp(f->sentence + length, ": ", 2) == 0 ? f->sentence + length + 2 : f->sentence;
}

/* Not seen up to isomorphism, hence not among equal ones: one of the two is enough to tell. */
static bool is_implied(const hbs_findings *findings, const hbs_finding *f) {
    static const char *const pair[][2] = {{"conflicting_pairs", "isomorphic_conflicting_pairs"}, {"repeats", "isomorphic_repeats"},
                                          {"shared_across_splits", "isomorphic_across_splits"}, {"shared_with_dataset", "isomorphic_to_dataset"}};
    for (size_t i = 0; f->weight == HBS_FINDING_NONE && i < sizeof pair / sizeof *pair; i++) {
        const hbs_finding *more = strcmp(f->quantity, pair[i][0]) == 0 ? find(findings, f->measure, pair[i][1], f->subject) : NULL;
        if (more && more->weight == HBS_FINDING_NONE) return true;
    }
    return false;
}

static bool is_in(const group *g, size_t i, size_t place) {
    const hbs_finding *f = &g->part->findings.item[i];
    if (i < g->from || !g->belongs(f) || hbs_phrase_place(f) != place || is_implied(&g->part->findings, f)) return false;
    return !g->reason || is_same_reason(g->reason, reason_of(f));
}

/* Is its subject, in words, that of one of the same group before it? */
static bool is_repeated(const group *g, size_t i, size_t place) {
    char mine[200], other[200];
    hbs_phrase_subject(&g->part->findings.item[i], g->part->dataset.problem, mine, sizeof mine);
    for (size_t j = g->from; j < i; j++) {
        if (!is_in(g, j, place)) continue;
        hbs_phrase_subject(&g->part->findings.item[j], g->part->dataset.problem, other, sizeof other);
        if (strcmp(mine, other) == 0) return true;
    }
    return false;
}

/* "satisfiable and unsatisfiable instances": their common noun stands at the end. */
static int without_noun(const char *subject, const char *next) {
    static const char noun[] = " instances";
    const size_t tail = strlen(noun), length = strlen(subject), other = strlen(next);
    const bool both = length > tail && other > tail && strcmp(subject + length - tail, noun) == 0 && strcmp(next + other - tail, noun) == 0;
    return (int)(both ? length - tail : length);
}

/* "A, B and C": the subjects of one phrase, each once. */
static hbs_status list_subjects(const group *g, size_t place, hbs_bytes *out, size_t *count, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[200] = "", next[200];
    *count = 0;
    for (size_t i = g->from; i < g->part->findings.count; i++) {
        if (!is_in(g, i, place) || is_repeated(g, i, place)) continue;
        hbs_phrase_subject(&g->part->findings.item[i], g->part->dataset.problem, next, sizeof next);
        if (*count) HBS_TRY(hbs_bytes_print(out, error, "%s%.*s", *count > 1 ? ", " : "", without_noun(subject, next), subject));
        memcpy(subject, next, sizeof subject);
        ++*count;
    }
    HBS_TRY(hbs_bytes_print(out, error, "%s%s", *count > 1 ? " and " : "", subject));
done:
    return status;
}

/* Every phrase once, with all its subjects. */
static hbs_status tell_group(const group *g, bool things, const char *opening, const char *joint, size_t *told, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes subjects = {0};
    const char *last = "";
    size_t phrases, count;
    const hbs_phrase *phrase = hbs_phrases(&phrases);
    for (size_t place = 0; place < phrases; place++) {
        const char *text = things ? phrase[place].thing : phrase[place].none;
        subjects.size = 0;
        HBS_TRY(list_subjects(g, place, &subjects, &count, error));
        if (!count || strcmp(text, last) == 0) continue; /* two measures may have one word for a thing */
        HBS_TRY(hbs_bytes_print(out, error, "%s", (*told)++ ? joint : opening));
        HBS_TRY(hbs_phrase_print(out, text, (const char *)subjects.data, error));
        last = text;
    }
done:
    hbs_bytes_free(&subjects);
    return status;
}

static bool is_wrong_label(const hbs_finding *f) { return f->weight == HBS_FINDING_BIAS && hbs_is_of_wrong_labels(f); }

static bool is_found(const hbs_finding *f) { return f->weight == HBS_FINDING_BIAS && !hbs_is_of_sizes(f) && !hbs_is_of_wrong_labels(f); }

/* What was found and has no words here: its own sentences. */
static hbs_status tell_found_otherwise(const hbs_report_part *part, size_t *told, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (!is_found(f) || hbs_phrase_fits(f)) continue;
        HBS_TRY(print_sentence(out, f->sentence, error));
        ++*told;
    }
done:
    return status;
}

/* The theorem speaks of such a dataset, whatever is found of it. */
static hbs_status tell_certified(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    const hbs_finding *f = find(&part->findings, "overview", "certified_by_construction", "");
    return f && f->value.estimate == 1 ? print_sentence(out, f->sentence, error) : HBS_OK;
}

static bool is_found_in_words(const hbs_finding *f) { return is_found(f) && hbs_phrase_fits(f); }

static bool is_found_copy(const hbs_finding *f) { return is_found(f) && hbs_is_of_copies(f); }

/* Copies and wrong labels are found, and are no bias against the reference: that is left to be told. */
static bool is_found_bias(const hbs_finding *f) { return is_found(f) && !hbs_is_of_copies(f); }

static bool has(const hbs_findings *findings, choice belongs) {
    size_t i = 0;
    while (i < findings->count && !belongs(&findings->item[i])) i++;
    return i < findings->count;
}

/* Said where something is marked: of many looks chance alone marks some. */
static hbs_status tell_chance(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    const hbs_comparisons c = hbs_report_comparisons(part);
    if (!c.marked) return HBS_OK;
    return hbs_bytes_print(out, error, " Of %zu interval%s held against a null %zu %s marked; chance alone marks about %.1f.", c.count, hbs_s(c.count), c.marked, hbs_one_or(c.marked, "is", "are"),
                           c.by_chance);
}

static hbs_status tell_found(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told, wrong, sizes;
    HBS_TRY(tell_values(part, is_wrong_label, " Wrong labels: ", &wrong, out, error));
    HBS_TRY(tell_certified(part, out, error));
    HBS_TRY(tell_sizes(part, &sizes, out, error));
    HBS_TRY(tell_values(part, is_found_in_words, " Found: ", &told, out, error));
    HBS_TRY(tell_found_otherwise(part, &told, out, error));
    if (has(&part->findings, is_found_copy)) HBS_TRY(hbs_bytes_print(out, error, " Copies are named by analyze redundancy --list."));
    HBS_TRY(tell_chance(part, out, error));
    if (!has(&part->findings, is_found_bias)) HBS_TRY(acquit(&part->findings, wrong || told ? "Beyond that, no bias was found" : sizes ? "Beyond the sizes, no bias was found" : "No bias was found", out, error));
done:
    return status;
}

/* Less than chance, or than in another order, tells no label: such a shortcut is not marked, whatever its interval. */
static bool is_worse_than_nothing(const hbs_finding *f) {
    const bool one_sided = strcmp(f->measure, "shortcuts") == 0 && (strcmp(f->quantity, "own_accuracy") == 0 || strcmp(f->quantity, "order_gap") == 0);
    return one_sided && f->value.estimate < f->null_value;
}

/* The interval excludes the null, and still there is no mark: the exact test does not agree, or there are too few units. */
static bool is_left_open(const hbs_finding *f) {
    const bool excludes = f->value.ci_low > f->null_value || f->value.ci_high < f->null_value;
    return f->weight == HBS_FINDING_NONE && f->value.level < 1 && excludes && !is_worse_than_nothing(f) && hbs_phrase_fits(f);
}

static bool is_undecided_by_test(const hbs_finding *f) { return is_left_open(f) && fmax(f->p_value, f->p_adjusted) > 1 - f->value.level; }
static bool is_undecided_for_few(const hbs_finding *f) { return is_left_open(f) && !(f->p_value > 0); }

static bool is_not_seen(const hbs_finding *f) { return f->weight == HBS_FINDING_NONE && !is_undecided_by_test(f) && !is_undecided_for_few(f) && hbs_phrase_fits(f); }

static hbs_status tell_undecided(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told;
    HBS_TRY(tell_values(part, is_undecided_by_test, " Undecided (the interval excludes the null, the exact test does not): ", &told, out, error));
    HBS_TRY(tell_values(part, is_undecided_for_few, " Undecided (the interval excludes the null, but there are too few units for a mark): ", &told, out, error));
done:
    return status;
}

static hbs_status tell_not_seen(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const group all = {part, 0, is_not_seen, NULL};
    size_t told = 0;
    HBS_TRY(tell_group(&all, false, " Looked for and not seen: ", "; ", &told, out, error));
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

/* No kappa, but the difference is weighed in its place. */
static bool is_replaced(const hbs_findings *findings, const hbs_finding *f) {
    if (strcmp(f->measure, "collapse") != 0 || strcmp(f->quantity, "kappa") != 0 || f->weight != HBS_FINDING_NOT_APPLICABLE) return false;
    const hbs_finding *difference = find(findings, "collapse", "difference", f->subject);
    return difference && weighed(difference);
}

static hbs_status tell_replaced(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (!is_replaced(&part->findings, f)) continue;
        const char *label = hbs_label_name(part->dataset.problem, strcmp(f->subject, "label=1") == 0 ? HBS_LABEL_YES : HBS_LABEL_NO);
        HBS_TRY(hbs_bytes_print(out, error, "%s%s", told++ ? " and " : " Saturated: the deciders settle so many of the ", label));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, " instances of the reference too that hardly any are left to settle; the difference is weighed instead."));
done:
    return status;
}

static hbs_status tell_infeasible(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    static const char word[] = "Infeasible: ";
    hbs_status status = HBS_OK;
    size_t told = 0;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (strcmp(f->measure, "collapse") != 0 || strcmp(f->quantity, "infeasible") != 0) continue;
        const char *text = f->sentence + (strncmp(f->sentence, word, strlen(word)) == 0 ? strlen(word) : 0);
        HBS_TRY(join(out, &told, " Infeasible: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "%.*s", without_stop(text), text));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

/* Accuracies whose gap could not be computed: known, but nobody can say whether uniform instances allow as much. */
static hbs_status tell_not_weighed(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char subject[200];
    size_t told = 0;
    const hbs_findings *all = &part->findings;
    for (size_t i = 0; i < all->count; i++) {
        const hbs_finding *gap = &all->item[i];
        if (gap->weight != HBS_FINDING_NOT_APPLICABLE || strcmp(gap->quantity, "gap") != 0) continue;
        const hbs_finding *own = find(all, gap->measure, "own_accuracy", gap->subject);
        if (!own || isnan(own->value.estimate)) continue;
        hbs_phrase_subject(own, part->dataset.problem, subject, sizeof subject);
        HBS_TRY(join(out, &told, " Seen, but without a reference to weigh it against: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "%s", subject));
        HBS_TRY(hbs_phrase_value(out, HBS_PHRASE_ACCURACY, own, false, error));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

/* One may lead up to the other: "no reference to tell how often: WHY", "WHY". */
static bool is_same_reason(const char *a, const char *b) {
    const size_t x = (size_t)without_stop(a), y = (size_t)without_stop(b), common = x < y ? x : y;
    if (!common) return x == y;
    const char *end_a = a + x - common, *end_b = b + y - common;
    return tolower((unsigned char)*end_a) == tolower((unsigned char)*end_b) && strncmp(end_a + 1, end_b + 1, common - 1) == 0;
}

/* An accuracy of the study that is not defined leaves its gap undefined, which says it all; that labels were believed is told first. */
static bool is_unknown(const hbs_finding *f) {
    if (strcmp(f->quantity, "claims_refuted") == 0) return false;
    return f->weight == HBS_FINDING_NOT_APPLICABLE && (strcmp(f->measure, "study") != 0 || strcmp(f->quantity, "gap") == 0);
}

static bool is_told_before(const hbs_findings *findings, size_t i) {
    for (size_t j = 0; j < i; j++) {
        const hbs_finding *f = &findings->item[j];
        if (is_unknown(f) && !is_replaced(findings, f) && is_same_reason(reason_of(f), reason_of(&findings->item[i]))) return true;
    }
    return false;
}

/* The shortest of those that are the same, to stand within a sentence. */
static hbs_status print_reason(const group *g, hbs_bytes *out, hbs_error *error) {
    const char *reason = g->reason;
    for (size_t i = g->from; i < g->part->findings.count; i++) {
        const hbs_finding *f = &g->part->findings.item[i];
        if (g->belongs(f) && is_same_reason(g->reason, reason_of(f)) && without_stop(reason_of(f)) < without_stop(reason)) reason = reason_of(f);
    }
    if (!without_stop(reason)) return HBS_OK;
    const bool is_word = isupper((unsigned char)reason[0]) && !isupper((unsigned char)reason[1]);
    return hbs_bytes_print(out, error, "%c%.*s", is_word ? tolower((unsigned char)reason[0]) : reason[0], without_stop(reason) - 1, reason + 1);
}

/* All that one reason kept from being computed, and the reason. */
static hbs_status tell_reason(const hbs_report_part *part, size_t i, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const group same = {part, i, is_unknown, reason_of(&part->findings.item[i])};
    size_t told = 0;
    HBS_TRY(tell_group(&same, true, "", ", ", &told, out, error));
    if (told) HBS_TRY(hbs_bytes_print(out, error, " ("));
    HBS_TRY(print_reason(&same, out, error));
    if (told) HBS_TRY(hbs_bytes_print(out, error, ")"));
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
        const hbs_finding *f = &part->findings.item[i];
        if (!is_unknown(f) || is_replaced(&part->findings, f) || is_told_before(&part->findings, i)) continue;
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
    char units[160] = "", labels[160];
    const char *one = problem == HBS_SAT ? "formula" : "pair of queries", *several = problem == HBS_SAT ? "formulas" : "pairs of queries";
    if (c->augmented && c->families < c->units)
        snprintf(units, sizeof units, " in %" PRIu64 " famil%s of copies changed from the same instance, which are sampled as a whole", c->families, hbs_one_or(c->families, "y", "ies"));
    else if (c->units < c->instances)
        snprintf(units, sizeof units, " in %" PRIu64 " unit%s of related instances, which are sampled as a whole", c->units, hbs_s(c->units));
    hbs_label_counts(c->label, c->unknown, problem, labels, sizeof labels);
    return hbs_bytes_print(out, error, "%s holds %" PRIu64 " %s%s: %s.", part->dataset.name, c->instances, hbs_one_or(c->instances, one, several), units,
                           labels);
}

/* No test, for formulas of small spaces have much in common by chance, but a reader must know of it. */
static bool is_near_copies(const hbs_finding *f) {
    const bool named = strcmp(f->quantity, "near_copies_across_splits") == 0 || strcmp(f->quantity, "near_copies_of_dataset") == 0;
    return f->weight == HBS_FINDING_PLAIN && named && f->value.estimate > 0;
}

/* Whatever goes by label rests on labels that were believed, and whatever is said of the law on what is missing. */
static hbs_status tell_what_it_rests_on(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    static const char *const quantity[] = {"believed_labels", "infeasible", "unknown_tries"};
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < sizeof quantity / sizeof *quantity; i++) {
        const hbs_finding *f = find(&part->findings, "overview", quantity[i], "");
        if (f && f->value.estimate > 0) HBS_TRY(print_sentence(out, f->sentence, error));
    }
    if (part->uniform_over && !part->matched)
        HBS_TRY(hbs_bytes_print(out, error, " The reference is %s, whose sizes are not matched: every difference from it measures the law of sizes too.", part->uniform_over));
done:
    return status;
}

hbs_status hbs_summarise(const hbs_report_part *part, char **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    size_t told;
    HBS_TRY(tell_what(part, &text, error));
    HBS_TRY(tell_what_it_rests_on(part, &text, error));
    HBS_TRY(tell_found(part, &text, error));
    HBS_TRY(tell_values(part, is_near_copies, " To be looked at (analyze redundancy --list): ", &told, &text, error));
    HBS_TRY(tell_undecided(part, &text, error));
    HBS_TRY(tell_infeasible(part, &text, error));
    HBS_TRY(tell_replaced(part, &text, error));
    HBS_TRY(tell_not_weighed(part, &text, error));
    HBS_TRY(tell_not_seen(part, &text, error));
    HBS_TRY(tell_unknown(part, &text, error));
    if (part->uniform_over && part->matched) HBS_TRY(hbs_bytes_print(&text, error, " The reference is uniform over %s.", part->uniform_over));
    else if (!part->uniform_over) HBS_TRY(hbs_bytes_print(&text, error, " There is no reference."));
    *out = (char *)text.data;
    text = (hbs_bytes){0};
done:
    hbs_bytes_free(&text);
    return status;
}
