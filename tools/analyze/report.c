/* analyze report: the whole audit. */
#include "analysis/report/report.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/output.h"

static hbs_status run_report(cli_run *run, const void *target, hbs_error *error) {
    const measuring_options *given = target;
    const hbs_measure_options options = measuring_read(run, given);
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_report report = {0};
    hbs_bytes text = {0};
    uint64_t faults = 0;
    HBS_TRY(measuring_open(run, given, &catalog, error));
    HBS_TRY(measuring_check_names(given, catalog, run->argument + 1, run->arguments - 1, error));
    HBS_TRY(measuring_hold_anew(run, given, catalog, run->argument + 1, run->arguments - 1, &faults, error));
    HBS_TRY(hbs_report_build(&report, catalog, run->argument + 1, run->arguments - 1, &options, error));
    HBS_TRY(given->json ? hbs_report_json(&report, &text, error) : hbs_report_text(&report, &text, error));
    HBS_TRY(cli_write(text.data, text.size, error));
    HBS_TRY(measuring_faults(run, faults, error));
done:
    hbs_bytes_free(&text);
    hbs_report_free(&report);
    hbs_catalog_close(catalog);
    return status;
}

static const cli_option table[] = {MEASURING_REFERENCE(0), MEASURING_COMMON(0)};

const cli_verb analyze_report = {
    .name = "report",
    .arguments = "CATALOG DATASET...",
    .summary = "the whole audit: sizes, labels, every measure, a small study, and what was found",
    .about = "Says of each dataset how its labels and sizes lie, runs every measure and a small study, and sums up in one paragraph what was found, "
             "what was looked for and not found, and "
             "what stays unknown. What it counts as copies, and near copies, analyze redundancy --list names.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze report data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = run_report,
};
