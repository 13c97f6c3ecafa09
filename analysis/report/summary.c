/* Words from findings. A finding of weight BIAS is told as found, with its sign; one of weight NONE as looked for and not seen at this level, which
 * is not the same as absent; one that did not apply, and labels that are unknown, as not known. What the reference is uniform over is always said. */
#include "analysis/report/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"

/* How a quantity is told: `above` and `below` its null, and when no difference is seen. Each takes the estimate once. */
typedef struct phrase {
    const char *measure, *quantity;
    const char *above, *below, *none;
} phrase;

static const phrase phrases[] = {
    {"overview", "claims_refuted", "%.0f claimed labels were refuted", NULL, NULL},
    {"redundancy", "repeats", "%.4f of the instances repeat another one", NULL, "repeated instances"},
    {"redundancy", "excess_repeats", "instances repeat more often than uniform draws (%+.4f)",
     "instances repeat less often than uniform draws (%+.4f)", "more repeats than uniform draws have"},
    {"redundancy", "conflicting_pairs", "%.0f pairs of equal instances have different labels", NULL, NULL},
    {"redundancy", "shared_across_splits", "%.4f of a split occurs in another split", NULL, "copies across splits"},
    {"overlap", "shared_with_dataset", "%.4f of the instances occur in another dataset", NULL, "instances of another dataset"},
    {"shortcuts", "accuracy", "the label can be told with balanced accuracy %.3f (chance is half)", NULL, "labels told better than by chance"},
    {"shortcuts", "gap", "a rule tells the label better than on the reference (%+.3f)", "a rule tells the label worse than on the reference (%+.3f)",
     "a rule beyond the reference's"},
    {"collapse", "kappa", "polynomial deciders settle more than of the reference (kappa %+.3f)",
     "polynomial deciders settle less than of the reference (kappa %+.3f)", "a collapse beyond the reference's"},
    {"collapse", "labels_contradicted", "%.0f labels are contradicted by sound deciders", NULL, NULL},
    {"study", "gap", "a probe's accuracy is above that on the reference by %+.3f",
     "a probe's accuracy is below that on the reference (%+.3f): the dataset is harder", "an inflated probe accuracy"},
};

static const phrase *phrase_of(const hbs_finding *finding) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (strcmp(phrases[i].measure, finding->measure) == 0 && strcmp(phrases[i].quantity, finding->quantity) == 0) return &phrases[i];
    return NULL;
}

/* The formats come from the table above and take one double each. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static hbs_status print_phrase(hbs_bytes *out, const char *format, double value, hbs_error *error) {
    char text[200];
    snprintf(text, sizeof text, format, value);
    return hbs_bytes_print(out, error, "%s", text);
}
#pragma GCC diagnostic pop

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

static hbs_status join(hbs_bytes *out, size_t *told, const char *opening, hbs_error *error) {
    return hbs_bytes_print(out, error, "%s", (*told)++ ? "; " : opening);
}

static hbs_status print_subject(const hbs_finding *f, hbs_bytes *out, hbs_error *error) {
    return f->subject[0] ? hbs_bytes_print(out, error, " [%s]", f->subject) : HBS_OK;
}

static hbs_status tell_found(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        const phrase *p = phrase_of(f);
        if (f->weight != HBS_FINDING_BIAS || !p) continue;
        const bool below = f->value.estimate < f->null_value && p->below;
        HBS_TRY(join(out, &told, " Found: ", error));
        HBS_TRY(print_phrase(out, below ? p->below : p->above, f->value.estimate, error));
        HBS_TRY(print_subject(f, out, error));
    }
    double by_chance;
    const bool compared = hbs_report_comparisons(part, .95, &by_chance) > 0;
    HBS_TRY(hbs_bytes_print(out, error, "%s", told ? "." : compared ? " No bias was found." : " Nothing could be compared with a reference."));
done:
    return status;
}

static hbs_status tell_not_found(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        const phrase *p = phrase_of(f);
        if (f->weight != HBS_FINDING_NONE || !p || !p->none) continue;
        HBS_TRY(join(out, &told, " Looked for and not seen: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "%s", p->none));
        HBS_TRY(print_subject(f, out, error));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

static hbs_status tell_unknown(const hbs_report_part *part, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t told = 0;
    if (part->counts.unknown) {
        HBS_TRY(join(out, &told, " Not known: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "the labels of %" PRIu64 " instances, which every figure leaves out", part->counts.unknown));
    }
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (f->weight != HBS_FINDING_NOT_APPLICABLE) continue;
        HBS_TRY(join(out, &told, " Not known: ", error));
        HBS_TRY(hbs_bytes_print(out, error, "%s %s", f->measure, f->quantity));
        HBS_TRY(print_subject(f, out, error));
    }
    if (told) HBS_TRY(hbs_bytes_print(out, error, "."));
done:
    return status;
}

hbs_status hbs_summarise(const hbs_report_part *part, char **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    const hbs_dataset_counts *c = &part->counts;
    const bool twins = c->units < c->instances;
    HBS_TRY(hbs_bytes_print(&text, error, "%s holds %" PRIu64 " instances of %s%s, %" PRIu64 " %s and %" PRIu64 " %s.", part->dataset.name,
                            c->instances, part->dataset.problem == HBS_SAT ? "satisfiability" : "query containment",
                            twins ? " in units that are resampled whole" : "", c->label[1], hbs_label_name(part->dataset.problem, HBS_LABEL_YES),
                            c->label[0], hbs_label_name(part->dataset.problem, HBS_LABEL_NO)));
    HBS_TRY(tell_found(part, &text, error));
    HBS_TRY(tell_not_found(part, &text, error));
    HBS_TRY(tell_unknown(part, &text, error));
    if (part->uniform_over) HBS_TRY(hbs_bytes_print(&text, error, " The reference is uniform over %s.", part->uniform_over));
    *out = (char *)text.data;
    text = (hbs_bytes){0};
done:
    hbs_bytes_free(&text);
    return status;
}
