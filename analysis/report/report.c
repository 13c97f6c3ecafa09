/* Builds the audit: each dataset through each measure of the registry, then a study of the dataset against itself, then the paragraph. What a dataset
 * does not allow (one label only, a catalog open for reading without a reference) becomes a finding that says so; damage, missing memory and
 * interruptions end the report. */
#include "analysis/report/report.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/overlap.h"
#include "analysis/reference/reference.h"
#include "analysis/report/summary.h"
#include "analysis/wording.h"
#include "core/memory.h"

static void free_part(hbs_report_part *part) {
    hbs_dataset_free(&part->dataset);
    hbs_findings_free(&part->findings);
    hbs_study_free(&part->study);
    free(part->uniform_over);
    free(part->summary);
}

void hbs_report_free(hbs_report *report) {
    if (!report) return;
    for (size_t i = 0; i < report->count; i++) free_part(&report->part[i]);
    free(report->part);
    *report = (hbs_report){0};
}

static hbs_status run_measures(hbs_report_part *part, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    for (const hbs_measure *const *measure = hbs_measures(); *measure; measure++) {
        const hbs_status status = hbs_measure_run(*measure, catalog, &part->dataset, options, &part->findings, error);
        if (status != HBS_OK) return status;
        if (!part->counts.instances) return HBS_OK; /* the first one has said it */
    }
    return HBS_OK;
}

/* Did it fail for what the dataset or the catalog is, rather than for what the machine did? */
static bool is_about_the_dataset(hbs_status status) { return status == HBS_ERROR_USAGE || status == HBS_ERROR_INPUT || status == HBS_ERROR_EXISTS; }

static hbs_status run_study(hbs_report_part *part, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    hbs_error local = {0};
    const char *const name[] = {part->dataset.name};
    const hbs_study_options study = {.train = name, .trains = 1, .test = name, .tests = 1, .measure = *options};
    const hbs_status status = hbs_study_run(&part->study, catalog, &study, &local);
    if (status == HBS_OK) return hbs_study_findings(&part->study, &part->findings, error);
    if (!is_about_the_dataset(status)) return hbs_raise(error, status, "%s", local.message);
    hbs_finding head = hbs_finding_about("study", &part->dataset);
    head.null_value = 0;
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    return hbs_findings_say(&part->findings, &head, "gap", "", error, "No study: %s.", local.message);
}

static hbs_status name_reference(hbs_report_part *part, hbs_catalog *catalog, const hbs_measure_options *options, hbs_error *error) {
    hbs_dataset reference = {0};
    bool available, matched;
    char text[400], why[400];
    const hbs_status status = hbs_reference_if_any(catalog, &part->dataset, options, &reference, &available, &matched, why, sizeof why, error);
    if (status != HBS_OK || !available) return status;
    const char *space = "pairs of safe queries with the same relations, heads, atoms by relation and numbers of variables and constants";
    if (part->dataset.problem == HBS_SAT && hbs_reference_uses_sequences(&reference))
        space = strstr(part->dataset.spec, " + ")
                    ? "sequences of clauses with the same variables and clause lengths (for the parts where clauses may "
                      "repeat; for the others, sets of distinct clauses)"
                    : "sequences of clauses (repeats allowed) with the same variables and clause lengths";
    else if (part->dataset.problem == HBS_SAT) space = "sets of distinct clauses with the same variables and clause lengths";
    if (matched) snprintf(text, sizeof text, "%s, named variables, label by label", space);
    else snprintf(text, sizeof text, "the dataset %s as it is", reference.name);
    hbs_dataset_free(&reference);
    part->matched = matched;
    return hbs_copy_text(&part->uniform_over, text, error);
}

/* Against each dataset of the report that holds something. */
static hbs_status compare_datasets(hbs_report_part *part, hbs_catalog *catalog, const hbs_report *report, hbs_error *error) {
    for (size_t i = 0; i < report->count; i++) {
        if (!report->part[i].counts.instances) continue;
        const hbs_status status = hbs_overlap(catalog, &part->dataset, &report->part[i].dataset, &report->options, &part->findings, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* All that there is to say of a dataset without an instance. */
static hbs_status summarise_empty(hbs_report_part *part, hbs_error *error) {
    char text[300], missing[80] = "";
    const uint64_t infeasible = part->counts.infeasible;
    if (infeasible) snprintf(missing, sizeof missing, " %" PRIu64 " unit%s could not be made within the tries.", infeasible, hbs_s(infeasible));
    snprintf(text, sizeof text, "%s holds no %s: there is nothing to look at.%s", part->dataset.name, part->dataset.problem == HBS_SAT ? "formula" : "pair of queries", missing);
    return hbs_copy_text(&part->summary, text, error);
}

static hbs_status measure_part(hbs_report_part *part, hbs_catalog *catalog, const char *name, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_measured_dataset(catalog, name, &part->dataset, error));
    HBS_TRY(hbs_dataset_count(catalog, part->dataset.id, &part->counts, error));
    HBS_TRY(run_measures(part, catalog, options, error));
done:
    return status;
}

/* Once all are measured: comparing reads the canonical forms that redundancy leaves in the catalog. */
static hbs_status finish_part(hbs_report_part *part, hbs_catalog *catalog, const hbs_report *report, hbs_error *error) {
    const hbs_measure_options *const options = &report->options;
    hbs_status status = HBS_OK;
    if (!part->counts.instances) HBS_TRY(summarise_empty(part, error));
    else {
        HBS_TRY(compare_datasets(part, catalog, report, error));
        HBS_TRY(run_study(part, catalog, options, error));
        HBS_TRY(hbs_reference_caveat(&part->findings, 0, catalog, &part->dataset, options, error));
        HBS_TRY(name_reference(part, catalog, options, error));
        HBS_TRY(hbs_summarise(part, &part->summary, error));
    }
    if (hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_findings_store(&part->findings, catalog, error));
done:
    return status;
}

hbs_status hbs_report_build(hbs_report *out, hbs_catalog *catalog, const char *const *datasets, size_t count, const hbs_measure_options *options,
                            hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_report report = {.options = hbs_measure_options_complete(options)};
    const char **once = NULL;
    HBS_TRY(hbs_allocate(&once, count, sizeof *once, error));
    HBS_TRY(hbs_allocate(&report.part, count, sizeof *report.part, error));
    for (size_t i = 0; i < count; i++)
        if (!hbs_is_named_before(datasets, i)) once[report.count++] = datasets[i];
    for (size_t i = 0; i < report.count; i++) HBS_TRY(measure_part(&report.part[i], catalog, once[i], &report.options, error));
    for (size_t i = 0; i < report.count; i++) HBS_TRY(finish_part(&report.part[i], catalog, &report, error));
    report.options.reference = NULL;
    report.options.listener = NULL;
    *out = report;
    report = (hbs_report){0};
done:
    free(once);
    hbs_report_free(&report);
    return status;
}
