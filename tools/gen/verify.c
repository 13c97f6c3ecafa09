/* gen verify: is a catalog whole, and are its labels right? */
#include <inttypes.h>

#include "datasets/catalog/catalog.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"
#include "tools/gen/verbs.h"

typedef struct options {
    bool stored_only, json;
} options;

typedef struct told {
    json_t *list; /* NULL: printed as they come */
    hbs_status status;
    hbs_error *error;
} told;

static void on_fault(void *context, const char *message) {
    told *faults = context;
    if (faults->status != HBS_OK) return;
    faults->status =
        faults->list ? cli_json_append(faults->list, cli_json_text(message), faults->error) : cli_print_line(faults->error, "fault: %s", message);
}

/* What this verb does not look at, where there is something of the kind. */
static hbs_status print_believed(const hbs_verify_counts *counts, const char *catalog, hbs_error *error) {
    char text[700], features[100] = "", references[100] = "";
    if (!counts->features && !counts->references) return HBS_OK;
    if (counts->features) snprintf(features, sizeof features, "the stored features of %" PRIu64 " instance%s", counts->features, counts->features == 1 ? "" : "s");
    if (counts->references)
        snprintf(references, sizeof references, "%swhether %" PRIu64 " reference%s what is drawn", counts->features ? ", and " : "", counts->references, counts->references == 1 ? " is" : "s are");
    snprintf(text, sizeof text, "Not checked: %s%s. analyze report %.300s DATASET --anew --read-only does.", features, references, catalog);
    return cli_wrap(text, 0, 0, error);
}

static hbs_status print_counts(const hbs_verify_counts *counts, const told *faults, const char *catalog, hbs_error *error) {
    if (faults->list)
        return cli_json_print(json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:O}", "datasets", (json_int_t)counts->datasets, "instances",
                                        (json_int_t)counts->instances, "certificates_checked", (json_int_t)counts->certificates, "resolved",
                                        (json_int_t)counts->resolved, "unknown", (json_int_t)counts->unknown, "not_checked", (json_int_t)counts->unchecked,
                                        "features_not_checked", (json_int_t)counts->features, "references_not_drawn_again", (json_int_t)counts->references,
                                        "faults", faults->list),
                              error);
    char text[400];
    snprintf(text, sizeof text,
             "%" PRIu64 " dataset%s, %" PRIu64 " instance%s: %" PRIu64 " stored certificates checked, %" PRIu64 " labels solved again, %" PRIu64
             " unknown, %" PRIu64 " labels not checked, %" PRIu64 " faults",
             counts->datasets, counts->datasets == 1 ? "" : "s", counts->instances, counts->instances == 1 ? "" : "s", counts->certificates, counts->resolved,
             counts->unknown, counts->unchecked, counts->faults);
    const hbs_status status = cli_wrap(text, 0, 0, error);
    return status == HBS_OK ? print_believed(counts, catalog, error) : status;
}

static hbs_status run_verify(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_verify_counts counts = {0};
    told faults = {.list = given->json ? json_array() : NULL, .error = error};
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_READ, &run->listener, error));
    status = hbs_catalog_verify(catalog, run->arguments > 1 ? run->argument + 1 : NULL, run->arguments - 1, !given->stored_only, on_fault, &faults,
                                &run->listener, &counts, error);
    if (status != HBS_OK && status != HBS_ERROR_FAULT) goto done;
    if (faults.status != HBS_OK) status = faults.status;
    else {
        hbs_error writing = {0};
        const hbs_status printed = print_counts(&counts, &faults, run->argument[0], &writing);
        if (printed != HBS_OK && status == HBS_OK) status = printed, *error = writing;
    }
done:
    hbs_catalog_close(catalog);
    json_decref(faults.list);
    return status;
}

static const cli_option table[] = {
    {"stored-only", NULL, "check stored certificates, hashes and digests; labels without a stored certificate are not checked, and counted", CLI_FLAG,
     offsetof(options, stored_only), 0, 0, NULL},
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb gen_verify = {
    .name = "verify",
    .arguments = "CATALOG [DATASET...]",
    .summary = "is a catalog whole, and are its labels right?",
    .about = "Checks the file, every row's payload, hash and sizes, what is infeasible, each dataset's digest, stored certificates by an independent checker, and solves "
             "again each label that has none. "
             "Stored features, and whether references are what is drawn, are not checked: analyze report --anew does. "
             "Faults go to standard output, one a line; the exit status is 1 when there is one.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 100 --seed 1\n  gen verify data.db",
    .arguments_low = 1,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_verify,
};
