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

hbs_status measuring_check_names(const measuring_options *given, hbs_catalog *catalog, const char *const *names, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count && status == HBS_OK; i++) {
        hbs_dataset dataset = {0};
        status = hbs_measured_dataset(catalog, names[i], &dataset, error);
        if (status == HBS_OK && given->as && dataset.problem != HBS_SAT)
            status = hbs_raise(error, HBS_ERROR_USAGE, "'%s' holds pairs of queries, and --as says what formulas are: measure it apart, without --as", names[i]);
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
        if (hbs_is_named_before(run->argument + 1, i - 1)) continue;
        HBS_TRY(hbs_measured_dataset(catalog, run->argument[i], &dataset, error));
        const size_t from = out->count;
        HBS_TRY(hbs_measure_run(measure, catalog, &dataset, &options, out, error));
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
    HBS_TRY(measuring_check_names(given, catalog, run->argument + 1, run->arguments - 1, error));
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
