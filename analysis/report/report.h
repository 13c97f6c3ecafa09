/* The audit of datasets: every measure, a small study, and one paragraph that says what was found, what was looked for and not found, and what stays
 * unknown.
 *
 * Texts are for people (aligned, readable without the manual); JSON is one document with keys in snake_case, where an estimate is
 * {"estimate","ci_low","ci_high","level","n","method"}, a number that is not defined is null and stands beside a "reason". */
#ifndef HBS_ANALYSIS_REPORT_REPORT_H
#define HBS_ANALYSIS_REPORT_REPORT_H

#include "analysis/measure.h"
#include "analysis/gap/study.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_report_part {
    hbs_dataset dataset;
    hbs_dataset_counts counts;
    hbs_findings findings; /* of all measures, in the order of the registry */
    hbs_study study;       /* trained and tested on this dataset; empty when it could not be run: then a finding of measure "study" says why */
    char *uniform_over;    /* what the reference is uniform over, in words, or which dataset it is; NULL: no reference */
    bool matched;          /* the reference has the dataset's sizes and labels */
    char *summary;         /* the paragraph */
} hbs_report_part;

typedef struct hbs_report {
    hbs_report_part *part;
    size_t count;
    hbs_measure_options options; /* as used, defaults filled in; `reference` is not kept */
} hbs_report;                    /* {0} is empty and valid */

void hbs_report_free(hbs_report *report);
/* Runs everything on each dataset, once however often it is named, looks for instances that the datasets share, and stores the findings in the catalog when it is open for writing.
 * The reference is made when it is missing. What does not apply to a dataset (one label only, no reference) is said in its findings and is no error.
 * HBS_ERROR_NOT_FOUND, HBS_ERROR_USAGE (a dataset that is not complete). */
hbs_status hbs_report_build(hbs_report *out, hbs_catalog *catalog, const char *const *datasets, size_t count, const hbs_measure_options *options,
                            hbs_error *error);

/* How many intervals were held against a null, how many of these are marked, and how many would be by chance alone at their level if there were no bias at all: they
 * are not adjusted, but for families of p-values (Holm), each of which is one of them. */
typedef struct hbs_comparisons {
    size_t count, marked;
    double by_chance;
} hbs_comparisons;
hbs_comparisons hbs_report_comparisons(const hbs_report_part *part);

/* All append to `out`. The text of findings is grouped by measure; a JSON document ends with a newline. */
hbs_status hbs_report_text(const hbs_report *report, hbs_bytes *out, hbs_error *error);
hbs_status hbs_report_json(const hbs_report *report, hbs_bytes *out, hbs_error *error);
/* For single verbs: {"findings": [..]} and {"study": [..]}. */
hbs_status hbs_findings_text(const hbs_findings *findings, hbs_bytes *out, hbs_error *error);
hbs_status hbs_findings_json(const hbs_findings *findings, hbs_bytes *out, hbs_error *error);
hbs_status hbs_study_text(const hbs_study *study, hbs_bytes *out, hbs_error *error);
hbs_status hbs_study_json(const hbs_study *study, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
