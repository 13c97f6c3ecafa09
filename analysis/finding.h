/* What a measure found: one quantity with its interval, its null value and a sentence that says what it means. */
#ifndef HBS_ANALYSIS_FINDING_H
#define HBS_ANALYSIS_FINDING_H

#include <math.h>

#include "core/statistics.h"
#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_weight {
    HBS_FINDING_PLAIN,         /* a figure to know */
    HBS_FINDING_NONE,          /* looked for a bias; none seen at this level */
    HBS_FINDING_BIAS,          /* its interval excludes the null, which is no difference from the reference, or chance */
    HBS_FINDING_NOT_APPLICABLE /* could not be computed; the sentence says why */
} hbs_weight;

typedef struct hbs_finding {
    const char *measure; /* static: "collapse" */
    char dataset[129];
    char quantity[48]; /* "kappa", "gap", "own_accuracy", "repeats", snake_case */
    char subject[160]; /* what within the dataset: "label=0", "label=0 decider=full_block", "feature=mean_clause_length", "" */
    hbs_estimate value;
    double null_value; /* NAN: none */
    hbs_weight weight;
    double p_value;    /* of a test of the null, never 0; 0: there was none */
    double p_adjusted; /* Holm's, over the family that the finding was tested in; 0: it was tested alone */
    char sentence[512]; /* readable without the manual */
} hbs_finding;

/* A count or a share of all there is, no sample: the interval is the value itself. */
static inline hbs_estimate hbs_exactly(double value, uint64_t n) {
    const hbs_estimate made = {value, value, value, 1, n, "exact"};
    return made;
}
static inline hbs_estimate hbs_not_defined(void) {
    const hbs_estimate none = {NAN, NAN, NAN, 0, 0, NULL};
    return none;
}

/* The head of findings about a dataset: no value and no null yet. */
hbs_finding hbs_finding_about(const char *measure, const hbs_dataset *dataset);

typedef struct hbs_findings {
    hbs_finding *item;
    size_t count, capacity;
} hbs_findings;

void hbs_findings_free(hbs_findings *findings);
/* Appends an empty finding to be filled in: *out stays valid until the next call. */
hbs_status hbs_findings_add(hbs_findings *findings, hbs_finding **out, hbs_error *error);
/* The common case in one call: a copy of `head` (measure, dataset, weight, value, null_value) with quantity, subject and the sentence in printf's
 * way. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
hbs_status
hbs_findings_say(hbs_findings *findings, const hbs_finding *head, const char *quantity, const char *subject, hbs_error *error, const char *format,
                 ...);
/* Holm 1979 over the findings from number `from` on that have a p-value: their p_adjusted. A measure that tests many quantities alike (every feature, every
 * label) calls it on them, and marks by p_adjusted. */
hbs_status hbs_findings_adjust(hbs_findings *findings, size_t from, hbs_error *error);
/* What p_value holds for the p of a test that may be NAN (no test). */
static inline double hbs_p_or_none(double p) { return isnan(p) ? 0 : fmax(p, 1e-300); }
/* Is it about the sizes alone, whose null is chance, or the same sizes for both labels? They may tell the label of uniform instances as well: a matched reference cannot show it. */
bool hbs_is_of_sizes(const hbs_finding *finding);
/* Does it count labels that are not right, which is told before any bias? */
bool hbs_is_of_wrong_labels(const hbs_finding *finding);
/* Does it count copies or relatives? They are held against chance, or against none at all, and against no reference. */
bool hbs_is_of_copies(const hbs_finding *finding);
const char *hbs_weight_name(hbs_weight weight); /* "plain", "none", "bias", "not_applicable" */
/* Replaces the stored findings of (measure, dataset) by these. */
hbs_status hbs_findings_store(const hbs_findings *findings, hbs_catalog *catalog, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
