/* One measure over several datasets: measured first, all of them, then stored, then printed, so that a failure leaves no part of an answer behind. */
#include "tools/analyze/measuring.h"

#include "analysis/anew.h"
#include "analysis/reference/reference.h"
#include "analysis/report/report.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

const measuring_options measuring_defaults = {.seed = 1, .level = .95};

const cli_option measuring_table[] = {
    {"reference", "REF", "uniform (default: one uniform instance of the same sizes and label for each, made when missing), or the name of a dataset",
     CLI_TEXT, offsetof(measuring_options, reference), 0, 0, NULL},
    {"unmatched-reference", NULL, "take a reference of other sizes or labels; what is compared with it measures the law of sizes too, and says so", CLI_FLAG,
     offsetof(measuring_options, unmatched_reference), 0, 0, NULL},
    {"reference-tries", "N", "draws for one instance of the reference (default 10000)", CLI_NUMBER, offsetof(measuring_options, reference_tries), 1, UINT32_MAX, NULL},
    {"reference-steps", "N", "steps of the solver, and literals drawn, for one instance of the reference (default 20000000)", CLI_NUMBER, offsetof(measuring_options, reference_steps), 1000,
     INT64_MAX, NULL},
    {"as", "WHAT", "what formulas are: sets of clauses, or sequences (default: as the generator draws them; imports: sequences when a clause repeats)", CLI_CHOICE,
     offsetof(measuring_options, as), 0, 0, "sets|sequences"},
    {"anew", NULL, "believe nothing stored: features are computed and a stored reference is drawn again; what differs is named, made anew (with --read-only nothing is measured), and makes the exit "
                   "status 1. gen verify checks labels and digests", CLI_FLAG, offsetof(measuring_options, anew), 0, 0, NULL},
    {"read-only", NULL, "leave the catalog as it is: no reference is made, nothing is stored", CLI_FLAG, offsetof(measuring_options, read_only), 0, 0, NULL},
    {"seed", "S", "of halves and resampling (default 1)", CLI_NUMBER, offsetof(measuring_options, seed), 0, UINT64_MAX, NULL},
    {"level", "P", "of the intervals, .5 to .9999 (default .95)", CLI_REAL, offsetof(measuring_options, level), 5000, 9999, NULL},
    {"threads", "T", "worker threads (default: the processors there are)", CLI_NUMBER, offsetof(measuring_options, threads), 1, 1024, NULL},
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(measuring_options, json), 0, 0, NULL},
    {"list", NULL, "the copies themselves, a line each, in place of their counts: idx, label, split and file name of both, how they are the same, the share in common", CLI_FLAG,
     offsetof(measuring_options, list), 0, 0, NULL},
};
_Static_assert(sizeof measuring_table / sizeof *measuring_table == MEASURING_OPTIONS + MEASURING_LIST, "the count in the header");

static hbs_as read_as(const char *word) {
    if (!word) return HBS_AS_DRAWN;
    return strcmp(word, "sets") == 0 ? HBS_AS_SETS : HBS_AS_SEQUENCES;
}

hbs_measure_options measuring_read(const cli_run *run, const measuring_options *given) {
    return (hbs_measure_options){.reference = given->reference,
                                 .unmatched_reference = given->unmatched_reference,
                                 .reference_tries = given->reference_tries,
                                 .reference_steps = given->reference_steps,
                                 .as = read_as(given->as),
                                 .seed = given->seed,
                                 .level = given->level,
                                 .threads = given->threads ? (unsigned)given->threads : cli_processors(),
                                 .listener = &run->listener};
}

hbs_status measuring_open(const cli_run *run, const measuring_options *given, hbs_catalog **out, hbs_error *error) {
    const char *path = run->argument[0];
    const bool locked = access(path, F_OK) == 0 && access(path, W_OK) != 0;
    if (locked && !given->read_only) hbs_warn(&run->listener, "%s cannot be written to: no reference is made, and nothing is stored", path);
    return hbs_catalog_open(out, path, locked || given->read_only ? HBS_CATALOG_READ : HBS_CATALOG_WRITE, &run->listener, error);
}

hbs_status measuring_check_names(hbs_catalog *catalog, const char *const *names, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count && status == HBS_OK; i++) {
        hbs_dataset dataset = {0};
        status = hbs_dataset_find(catalog, names[i], &dataset, error);
        hbs_dataset_free(&dataset);
    }
    return status;
}

static void tell_fault(void *context, const char *message) { cli_say(context, "fault: %s", message); }

hbs_status measuring_hold_anew(cli_run *run, const measuring_options *given, hbs_catalog *catalog, const char *const *names, size_t count, uint64_t *faults, hbs_error *error) {
    const hbs_measure_options options = measuring_read(run, given);
    hbs_status status = HBS_OK;
    hbs_anew anew = {.fault = tell_fault, .context = &run->terminal};
    if (given->anew) HBS_TRY(hbs_hold_anew(&anew, catalog, names, count, &options, error));
    *faults = anew.faults;
    if (anew.faults && !hbs_catalog_is_writable(catalog))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: %" PRIu64 " fault%s found: nothing is measured from what is stored; on a catalog that may be written to, what is false is made anew", hbs_catalog_path(catalog),
                 anew.faults, anew.faults == 1 ? "" : "s");
done:
    return status;
}

hbs_status measuring_faults(const cli_run *run, uint64_t faults, hbs_error *error) {
    if (!faults) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_FAULT, "%s: %" PRIu64 " fault%s found; what was false is made anew, and the result comes from that", run->argument[0], faults, faults == 1 ? "" : "s");
}

static hbs_status measure_all(const cli_run *run, const hbs_measure *measure, const measuring_options *given, hbs_catalog *catalog, hbs_findings *out,
                              hbs_error *error) {
    const hbs_measure_options options = measuring_read(run, given);
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    for (size_t i = 1; i < run->arguments; i++) {
        HBS_TRY(hbs_dataset_find(catalog, run->argument[i], &dataset, error));
        const size_t from = out->count;
        HBS_TRY(measure->run(catalog, &dataset, &options, out, error));
        HBS_TRY(hbs_reference_caveat(out, from, catalog, &dataset, &options, error));
        hbs_dataset_free(&dataset);
        dataset = (hbs_dataset){0};
    }
done:
    hbs_dataset_free(&dataset);
    return status;
}

hbs_status measuring_run(cli_run *run, const void *target, hbs_error *error) {
    const measuring_options *given = target;
    hbs_status status = HBS_OK;
    const hbs_measure *measure;
    hbs_catalog *catalog = NULL;
    hbs_findings findings = {0};
    hbs_bytes text = {0};
    uint64_t faults = 0;
    HBS_TRY(hbs_measure_find(run->verb->name, &measure, error));
    HBS_TRY(measuring_open(run, given, &catalog, error));
    HBS_TRY(measuring_check_names(catalog, run->argument + 1, run->arguments - 1, error));
    HBS_TRY(measuring_hold_anew(run, given, catalog, run->argument + 1, run->arguments - 1, &faults, error));
    HBS_TRY(measure_all(run, measure, given, catalog, &findings, error));
    if (hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_findings_store(&findings, catalog, error));
    HBS_TRY(given->json ? hbs_findings_json(&findings, &text, error) : hbs_findings_text(&findings, &text, error));
    HBS_TRY(cli_write(text.data, text.size, error));
    HBS_TRY(measuring_faults(run, faults, error));
done:
    hbs_bytes_free(&text);
    hbs_findings_free(&findings);
    hbs_catalog_close(catalog);
    return status;
}
