/* A table: one row a quantity. The paragraph never shows a quantity by its name in the catalog, which says little to a reader; whatever has no row here is
 * told by its own sentence instead. */
#include "analysis/report/phrases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wording.h"

/* In the order in which they are told: wrong labels, what they cost a model's accuracy, what tells the label, the law, copies and what chi^2 these make. Those that count copies up to
 * names count the exact ones, too. */
static const hbs_phrase phrases[] = {
    {"overview", "claims_refuted", HBS_PHRASE_COUNT, "claimed labels were refuted and replaced by the solver's", "claimed label was refuted and replaced by the solver's", "refuted claims", "refuted claims"},
    {"collapse", "labels_contradicted", HBS_PHRASE_COUNT, "labels are contradicted by sound deciders (gen verify names them)", "label is contradicted by sound deciders (gen verify names it)",
     "labels that sound deciders contradict", "labels that sound deciders contradict"},
    {"redundancy", "conflicting_pairs", HBS_PHRASE_COUNT, "pairs of exact copies have different labels", "pair of exact copies has different labels",
     "exact copies with different labels", "exact copies with different labels"},
    {"redundancy", "isomorphic_conflicting_pairs", HBS_PHRASE_COUNT, "pairs of copies, exact or renamed, have different labels",
     "pair of copies, exact or renamed, has different labels", "copies, exact or renamed, with different labels", "copies, exact or renamed, with different labels"},
    {"study", "gap", HBS_PHRASE_GAP, "%s is more accurate here than on the reference", "%s is less accurate here than on the reference",
     "an inflated accuracy of %s", "the accuracy of %s against the reference"},
    {"shortcuts", "gap", HBS_PHRASE_GAP, "%s tells the label better here than on the reference", "%s tells the label worse here than on the reference",
     "a gain of %s over the reference", "the gain of %s over the reference"},
    {"shortcuts", "order_gap", HBS_PHRASE_GAP, "%s tells the label better than when the same instances are reordered", NULL, "a gain of %s over chance and over the same instances reordered", "the gain of %s over the same instances reordered"},
    {"shortcuts", "own_accuracy", HBS_PHRASE_ACCURACY, "%s is better than chance", NULL, "%s beyond chance", "what %s tells of the label"},
    {"collapse", "kappa", HBS_PHRASE_KAPPA, "polynomial deciders settle more of the %s than of those of the reference",
     "polynomial deciders settle less of the %s than of those of the reference", "a collapse of the %s beyond the reference's", "the collapse of %s"},
    {"collapse", "difference", HBS_PHRASE_EXCESS, "polynomial deciders settle more of the %s than of those of the reference",
     "polynomial deciders settle less of the %s than of those of the reference", "a share of %s settled beyond the reference's",
     "the share of %s settled beyond the reference's"},
    {"overview", "certified_by_construction", HBS_PHRASE_PERCENT, NULL, NULL, NULL, "certificates by construction"},
    {"overview", "label_share", HBS_PHRASE_PERCENT, NULL, NULL, NULL, "the label balance"},
    {"bias", "label_share", HBS_PHRASE_PERCENT, NULL, NULL, NULL, "the label balance"},
    {"bias", "size_difference", HBS_PHRASE_NUMBER, "the labels differ in %s, label 1 minus label 0", NULL, "a difference of the labels in %s", "sizes by label"},
    {"bias", "support_bits_missing", HBS_PHRASE_NUMBER, "the generator reaches only a part of the space of %s, in bits missing", NULL,
     "too few choices to reach all of the space of %s", "the support"},
    {"bias", "tv", HBS_PHRASE_NUMBER, "the law of %s is tilted from uniform, total variation", NULL, "a tilt of the law of %s", "the total variation from uniform"},
    {"bias", "tv_given_label", HBS_PHRASE_NUMBER, "given the label, the law of %s is tilted from uniform, total variation", NULL,
     "a tilt of the law of %s given the label", "the total variation given the label"},
    {"bias", "chi2", HBS_PHRASE_NUMBER, "the law of %s is tilted from uniform, chi^2", NULL, "a chi^2 of the law of %s to uniform", "chi^2 in closed form"},
    {"redundancy", "repeats", HBS_PHRASE_PERCENT, "instances are exact copies of one before them", NULL, "exact copies beyond chance", "exact copies"},
    {"redundancy", "excess_repeats", HBS_PHRASE_EXCESS, "exact copies are more frequent than in the reference", "exact copies are less frequent than in the reference",
     "more exact copies than the reference has", "exact copies against the reference"},
    {"redundancy", "isomorphic_repeats", HBS_PHRASE_PERCENT, "instances are copies, exact or renamed, of one before them", NULL, "copies, exact or renamed, beyond chance",
     "copies, exact or renamed"},
    {"redundancy", "excess_isomorphic_repeats", HBS_PHRASE_EXCESS, "copies, exact or renamed, are more frequent than in the reference",
     "copies, exact or renamed, are less frequent than in the reference", "more copies, exact or renamed, than the reference has", "copies, exact or renamed, against the reference"},
    {"redundancy", "effective_seeds", HBS_PHRASE_NUMBER, NULL, NULL, NULL, "the number of seeds"},
    {"overview", "families_across_splits", HBS_PHRASE_COUNT, "families are in more than one split", "family is in more than one split",
     "families in more than one split", "families in more than one split"},
    {"redundancy", "shared_across_splits", HBS_PHRASE_PERCENT, "%s has exact copies of instances of another split", NULL, "exact copies of %s in other splits",
     "exact copies of %s in other splits"},
    {"redundancy", "isomorphic_across_splits", HBS_PHRASE_PERCENT, "%s has copies, exact or renamed, of instances of another split", NULL,
     "copies, exact or renamed, of %s in other splits", "copies, exact or renamed, of %s in other splits"},
    {"redundancy", "near_copies_across_splits", HBS_PHRASE_PERCENT, "%s has near copies of instances of another split", NULL, "near copies of %s in other splits",
     "near copies of %s in other splits"},
    {"redundancy", "renamed_near_copies_across_splits", HBS_PHRASE_PERCENT, "%s has renamed near copies of instances of another split", NULL,
     "renamed near copies of %s in other splits", "renamed near copies of %s in other splits"},
    {"study", "related_to_training", HBS_PHRASE_PERCENT, "test instances are copies or relatives of instances of %s, which is trained on", NULL,
     "test instances akin to those of %s", "test instances akin to those of %s"},
    {"overlap", "shared_with_dataset", HBS_PHRASE_PERCENT, "instances have exact copies in %s", NULL, "exact copies of instances of %s", "exact copies of instances of %s"},
    {"overlap", "isomorphic_to_dataset", HBS_PHRASE_PERCENT, "instances have copies, exact or renamed, in %s", NULL, "copies, exact or renamed, of instances of %s",
     "copies, exact or renamed, of instances of %s"},
    {"overlap", "near_copies_of_dataset", HBS_PHRASE_PERCENT, "instances are near copies of instances of %s", NULL, "near copies of instances of %s", "near copies of instances of %s"},
    {"overlap", "renamed_near_copies_of_dataset", HBS_PHRASE_PERCENT, "instances are renamed near copies of instances of %s", NULL, "renamed near copies of instances of %s",
     "renamed near copies of instances of %s"},
    {"overlap", "related_to_dataset", HBS_PHRASE_PERCENT, "instances are copies or relatives of instances of %s", NULL, "relatives of instances of %s",
     "relatives of instances of %s"},
    {"bias", "collision_chi2", HBS_PHRASE_NUMBER, "two of the %s are the same instance of their space more often than of uniform ones, chi^2",
     "two of the %s are the same instance of their space less often than of uniform ones, chi^2", "%s that are the same instance of their space more often than uniform ones", "chi^2 by collisions"},
};
enum { PHRASES = sizeof phrases / sizeof *phrases };

const hbs_phrase *hbs_phrases(size_t *count) {
    *count = PHRASES;
    return phrases;
}

size_t hbs_phrase_place(const hbs_finding *finding) {
    size_t i = 0;
    while (i < PHRASES && (strcmp(phrases[i].measure, finding->measure) != 0 || strcmp(phrases[i].quantity, finding->quantity) != 0)) i++;
    return i;
}

const hbs_phrase *hbs_phrase_of(const hbs_finding *finding) {
    const size_t place = hbs_phrase_place(finding);
    return place < PHRASES ? &phrases[place] : NULL;
}

bool hbs_phrase_fits(const hbs_finding *finding) {
    const hbs_phrase *p = hbs_phrase_of(finding);
    switch (finding->weight) {
    case HBS_FINDING_BIAS: return p && p->above;
    case HBS_FINDING_NONE: return p && p->above && p->none;
    case HBS_FINDING_NOT_APPLICABLE: return p && p->thing;
    case HBS_FINDING_PLAIN: break;
    }
    return p != NULL;
}

static const char *after(const char *subject, const char *key) {
    const char *at = strstr(subject, key);
    return at ? at + strlen(key) : NULL;
}

/* "part 3 (sat/uniform)" of "sat/uniform part=2": people count from one. */
static void name_generator(const char *subject, char *out, size_t room) {
    const char *part = strstr(subject, " part=");
    if (part) snprintf(out, room, "part %ld (%.*s)", 1 + strtol(part + strlen(" part="), NULL, 10), (int)(part - subject), subject);
    else snprintf(out, room, "%s", subject);
}

/* What a finding without a subject is about. */
static const char *nobody(const hbs_finding *f) {
    if (strcmp(f->measure, "bias") == 0 || strcmp(f->measure, "collapse") == 0) return "all instances";
    return strcmp(f->subject, "feature") == 0 ? "a rule" : "a probe";
}

void hbs_phrase_subject(const hbs_finding *f, hbs_problem problem, char *out, size_t room) {
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
    else if ((word = after(f->subject, "other=")) || (word = after(f->subject, "train="))) snprintf(out, room, "%s", word);
    else snprintf(out, room, "%s", nobody(f));
}

hbs_status hbs_phrase_print(hbs_bytes *out, const char *text, const char *subject, hbs_error *error) {
    const char *gap = strstr(text, "%s");
    if (!gap) return hbs_bytes_print(out, error, "%s", text);
    return hbs_bytes_print(out, error, "%.*s%s%s", (int)(gap - text), text, subject, gap + strlen("%s"));
}

hbs_status hbs_phrase_value(hbs_bytes *out, hbs_phrase_style style, const hbs_finding *f, bool with_p, hbs_error *error) {
    const double x = f->value.estimate;
    char n[80] = "", p[40] = "", number[32];
    if (with_p && f->p_value > 0) snprintf(p, sizeof p, ", p %s %.3g", f->p_value < .0001 ? "<" : "=", fmax(f->p_value, .0001));
    if (f->value.level < 1) snprintf(n, sizeof n, ", N = %" PRIu64 "%s", f->value.n, p);
    switch (style) {
    case HBS_PHRASE_COUNT: return HBS_OK;
    case HBS_PHRASE_PERCENT: return hbs_bytes_print(out, error, " (%.3g %%%s)", 100 * x, n);
    case HBS_PHRASE_EXCESS: return hbs_bytes_print(out, error, " (%+.3g %%%s)", 100 * x, n);
    case HBS_PHRASE_ACCURACY: return hbs_bytes_print(out, error, " (balanced accuracy %.3f%s)", x, n);
    case HBS_PHRASE_GAP: return hbs_bytes_print(out, error, " (%+.3f%s)", x, n);
    case HBS_PHRASE_NUMBER:
        if (fabs(x) < 1e6) return hbs_bytes_print(out, error, " (%.3g%s)", x, n);
        hbs_large_number(x, number, sizeof number);
        return hbs_bytes_print(out, error, " (%s%s)", number, n);
    case HBS_PHRASE_KAPPA: return hbs_bytes_print(out, error, " (collapse %+.3f%s)", x, n);
    }
    return HBS_OK;
}
