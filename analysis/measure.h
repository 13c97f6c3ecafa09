/* Measures as descriptors: one file each in analysis/, one line in analysis/measures.c. The verbs of `analyze` run them by name; `report` runs all.
 */
#ifndef HBS_ANALYSIS_MEASURE_H
#define HBS_ANALYSIS_MEASURE_H

#include <string.h>

#include "analysis/finding.h"
#include "analysis/taken_as.h"
#include "core/listener.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_measure_options {
    const char *reference; /* NULL or "uniform": the size- and label-matched uniform reference, made when missing; else a dataset's name */
    bool unmatched_reference; /* a reference that is not matched in size and label is taken, not refused; what is compared with it says so */
    uint64_t reference_tries, reference_steps; /* for one instance of the reference that is made; 0: analysis/reference/matched_draw.h */
    hbs_as as;
    uint64_t seed;         /* of the reference's draws, halves, permutations and resampled trainings; default 1 */
    double level;          /* .95 */
    unsigned threads;
    const hbs_listener *listener;
} hbs_measure_options; /* {0} asks for the defaults */
/* With the defaults in place of zeros; options may be NULL. */
hbs_measure_options hbs_measure_options_complete(const hbs_measure_options *options);
/* Is the reference a dataset that the user names? */
static inline bool hbs_reference_is_named(const hbs_measure_options *options) { return options->reference && strcmp(options->reference, "uniform") != 0; }

typedef struct hbs_measure {
    const char *name; /* "redundancy" */
    const char *summary;
    const char *source;
    /* Appends findings about one dataset. What does not apply is a finding of weight NOT_APPLICABLE that says why. */
    hbs_status (*run)(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);
} hbs_measure;

/* measure->run; of a dataset without an instance one finding, "instances", says that there is nothing to look at. */
hbs_status hbs_measure_run(const hbs_measure *measure, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);
/* May it be measured? HBS_ERROR_USAGE: it is not complete, and a part of a dataset is none of its law. */
hbs_status hbs_measurable(const hbs_dataset *dataset, hbs_error *error);
/* The dataset of this name, which is complete. HBS_ERROR_NOT_FOUND, HBS_ERROR_USAGE. */
hbs_status hbs_measured_dataset(hbs_catalog *catalog, const char *name, hbs_dataset *out, hbs_error *error);

/* Does names[i] stand before i as well? What is named twice is measured once. */
bool hbs_is_named_before(const char *const *names, size_t i);

const hbs_measure *const *hbs_measures(void);
hbs_status hbs_measure_find(const char *name, const hbs_measure **out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
