/* The verdict over two datasets: identity first, since equal digests need no statistics, then laws, then difficulty. The verdict is put first when all is known. */
#include "analysis/compare/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare/rows.h"
#include "analysis/marking.h"
#include "analysis/redundancy/overlap.h"
#include "analysis/wording.h"

static hbs_status check(const hbs_dataset *a, const hbs_dataset *b, hbs_error *error) {
    if (a->id == b->id) return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is one dataset: give two", a->name);
    if (a->problem != b->problem)
        return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is about %s and '%s' about %s: only datasets about one problem can be compared", a->name, hbs_problem_name(a->problem), b->name,
                         hbs_problem_name(b->problem));
    const hbs_status status = hbs_measurable(a, error);
    return status == HBS_OK ? hbs_measurable(b, error) : status;
}

/* Writes the verdict into the finding that was put first. */
static void set_verdict(hbs_finding *finding, const char *other, const char *word, hbs_weight weight, const char *sentence) {
    snprintf(finding->quantity, sizeof finding->quantity, "verdict");
    snprintf(finding->subject, sizeof finding->subject, "other=%.120s verdict=%s", other, word);
    snprintf(finding->sentence, sizeof finding->sentence, "%s", sentence);
    finding->weight = weight;
}

/* " Order was left out: a was shuffled, b has that of its files.", or "". */
static void tell_order(const hbs_both *both, char *out, size_t room) {
    const hbs_dataset *const shuffled = both->dataset[both->dataset[0]->shuffled ? 0 : 1], *const kept = both->dataset[both->dataset[0]->shuffled ? 1 : 0];
    out[0] = 0;
    if (both->same_order) return;
    snprintf(out, room, " Order was left out: %.128s was shuffled, %.128s %s.", shuffled->name, kept->name, hbs_is_imported(kept) ? "has that of its files" : "has that in which it was drawn");
}

/* Augmented ones and those that they come from are no independent draws, which the tests ask for. */
static void tell_related(const hbs_shared *shared, char *out, size_t room) {
    out[0] = 0;
    if (shared->kin)
        snprintf(out, room, " %" PRIu64 " of its %" PRIu64 " instance%s %s there: the two are no independent draws, as the tests take them for.", shared->kin, shared->instances, hbs_s(shared->instances),
                 hbs_one_or(shared->kin, "has a relative", "have relatives"));
}

static void judge(const hbs_both *both, const hbs_law_verdict *law, const hbs_shared *shared, double level, hbs_finding *finding) {
    const hbs_dataset *const b = both->dataset[1];
    const size_t units[2] = {both->clusters_first, both->clusters - both->clusters_first};
    const size_t least = units[0] < units[1] ? units[0] : units[1], labelled = law->labelled[0] < law->labelled[1] ? law->labelled[0] : law->labelled[1];
    const char *const s = hbs_s(law->tests), *const see = law->tests == 1 ? "s" : "";
    char text[512], order[340], related[160];
    tell_order(both, order, sizeof order);
    tell_related(shared, related, sizeof related);
    finding->value = (hbs_estimate){law->p, NAN, NAN, 0, both->clusters, "smallest adjusted p"};
    finding->p_adjusted = law->p;
    if (!least) {
        snprintf(text, sizeof text, "Cannot tell: %s holds no instance, so nothing was tested.", both->dataset[units[0] ? 1 : 0]->name);
        set_verdict(finding, b->name, "cannot_tell", HBS_FINDING_PLAIN, text);
    } else if (law->p <= 1 - level && law->only_order) {
        snprintf(text, sizeof text, "The same law but for order as far as %u test%s see%s: clauses, literals or atoms stand otherwise than in %s (%s).%s", law->tests, s, see, b->name, law->what, related);
        set_verdict(finding, b->name, "same_law_but_order", HBS_FINDING_BIAS, text);
    } else if (law->p <= 1 - level) {
        snprintf(text, sizeof text, "Another law than %s: %s differ%s.%s%s", b->name, law->what, strchr(law->what, ',') ? "" : "s", related, order);
        set_verdict(finding, b->name, "another_law", HBS_FINDING_BIAS, text);
    } else if (shared->kin) {
        snprintf(text, sizeof text, "Related to %s, and no difference seen in %u test%s (smallest adjusted p = %.2g).%s%s", b->name, law->tests, s, law->p, related, order);
        set_verdict(finding, b->name, "related", HBS_FINDING_PLAIN, text);
    } else if (least < HBS_UNITS_ENOUGH) {
        snprintf(text, sizeof text, "Cannot tell: no difference from %s seen in %u test%s, but %zu unit%s too few to see one.", b->name, law->tests, s, least, least == 1 ? " is" : "s are");
        set_verdict(finding, b->name, "cannot_tell", HBS_FINDING_PLAIN, text);
    } else if (labelled && labelled < HBS_UNITS_ENOUGH) {
        snprintf(text, sizeof text, "Cannot tell: no difference from %s seen in %u test%s, but those of label shares and features rest on %zu unit%s of a side whose label is known, too few to see one.%s", b->name, law->tests, s,
                 labelled, hbs_s(labelled), order);
        set_verdict(finding, b->name, "cannot_tell", HBS_FINDING_PLAIN, text);
    } else if (!labelled) {
        snprintf(text, sizeof text, "Cannot tell: no difference from %s seen by a probe, but neither label shares nor features could be compared: a side has no known label.%s", b->name, order);
        set_verdict(finding, b->name, "cannot_tell", HBS_FINDING_PLAIN, text);
    } else {
        snprintf(text, sizeof text, "Another draw of the same law as %s, as far as %u test%s see%s: no difference (smallest adjusted p = %.2g).%s", b->name, law->tests, s, see, law->p, order);
        set_verdict(finding, b->name, "same_law", HBS_FINDING_NONE, text);
    }
}

/* When all of one side stands in the other, there is nothing to test. */
static bool judge_parts(const hbs_common *common, const hbs_dataset *b, hbs_finding *finding) {
    char text[512];
    if (common->count[0] && common->shared[0] == common->count[0])
        snprintf(text, sizeof text, "A part of %s: each of its instances stands there too. No law was tested.", b->name);
    else if (common->count[1] && common->shared[1] == common->count[1])
        snprintf(text, sizeof text, "It holds %s: each instance of that stands here too. No law was tested.", b->name);
    else return false;
    set_verdict(finding, b->name, common->shared[0] == common->count[0] ? "part_of" : "holds", HBS_FINDING_PLAIN, text);
    return true;
}

static hbs_status say_sampled(const hbs_both *both, const hbs_finding *head, hbs_findings *out, hbs_error *error) {
    hbs_finding f = *head;
    f.weight = HBS_FINDING_PLAIN;
    for (int side = 0; side < 2; side++) {
        if (both->units[side] <= HBS_UNITS_COMPARED) continue;
        f.value = hbs_exactly((double)HBS_UNITS_COMPARED / (double)both->units[side], both->units[side]);
        const hbs_status status = hbs_findings_say(out, &f, side ? "sampled_of_second" : "sampled_of_first", "", error,
                                                   "Of the %llu units of %s %u were taken by chance for what follows.", (unsigned long long)both->units[side],
                                                   both->dataset[side]->name, HBS_UNITS_COMPARED);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static hbs_status compare_laws(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, size_t first, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_finding head = hbs_finding_about("compare", a);
    hbs_both both = {0};
    hbs_law_verdict law;
    hbs_shared shared;
    HBS_TRY(hbs_shared_count(&shared, catalog, &(hbs_some_rows){a, NULL, NULL}, &(hbs_some_rows){b, NULL, NULL}, error));
    HBS_TRY(hbs_both_load(&both, catalog, a, b, options, error));
    HBS_TRY(say_sampled(&both, &head, out, error));
    HBS_TRY(hbs_compare_laws(&both, options, &head, &law, out, error));
    HBS_TRY(hbs_compare_difficulty(&both, options, &head, out, error));
    judge(&both, &law, &shared, options->level, &out->item[first]);
done:
    hbs_both_free(&both);
    return status;
}

static hbs_status compare(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, bool fresh, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    const size_t first = out->count;
    hbs_finding head = hbs_finding_about("compare", a), *verdict;
    hbs_common common = {0};
    char text[512];
    HBS_TRY(check(a, b, error));
    HBS_TRY(hbs_findings_add(out, &verdict, error));
    *verdict = head;
    HBS_TRY(hbs_compare_instances(catalog, a, b, &head, &common, out, error));
    if (fresh) HBS_TRY(compare_laws(catalog, a, b, &options, first, out, error));
    else if (!strcmp(a->digest, b->digest)) {
        snprintf(text, sizeof text, "The same dataset as %s: labels and payloads are equal, in the same order (digest %.16s..).", b->name, a->digest);
        set_verdict(&out->item[first], b->name, "same_dataset", HBS_FINDING_NONE, text);
    } else if (common.equal) {
        snprintf(text, sizeof text, "The same instances as %s with the same labels, as sets of clauses or atoms: they stand in another order, or were written otherwise.", b->name);
        set_verdict(&out->item[first], b->name, "same_instances", HBS_FINDING_NONE, text);
    } else if (!judge_parts(&common, b, &out->item[first]))
        HBS_TRY(compare_laws(catalog, a, b, &options, first, out, error));
done:
    if (status != HBS_OK) out->count = first;
    return status;
}

hbs_status hbs_compare(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, hbs_findings *out, hbs_error *error) {
    return compare(catalog, a, b, false, options, out, error);
}

hbs_status hbs_compare_fresh(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *fresh, const hbs_measure_options *options, hbs_findings *out, hbs_error *error) {
    return compare(catalog, a, fresh, true, options, out, error);
}
