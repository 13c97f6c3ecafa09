/* analyze study: how much of a model's accuracy is bias. */
#include <stdlib.h>
#include <string.h>

#include "analysis/probes/probe.h"
#include "analysis/report/report.h"
#include "core/memory.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"

typedef struct options {
    measuring_options measure;
    cli_words train, test, probes;
    uint64_t repeats;
} options;

static hbs_status run_study(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    const hbs_study_options study_options = {.train = given->train.word,
                                             .trains = given->train.count,
                                             .test = given->test.word,
                                             .tests = given->test.count,
                                             .probe = given->probes.count ? given->probes.word : NULL,
                                             .probes = given->probes.count,
                                             .repeats = (unsigned)given->repeats,
                                             .measure = measuring_read(run, &given->measure)};
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_study study = {0};
    hbs_bytes text = {0};
    const char **both = NULL; /* those to train on, then those to test on */
    const size_t datasets = given->train.count + given->test.count;
    uint64_t faults = 0;
    if (!given->train.count || !given->test.count)
        HBS_FAIL(error, HBS_ERROR_USAGE, "datasets are missing; give --train DATASET.. and --test DATASET..");
    HBS_TRY(measuring_open(run, &given->measure, &catalog, error));
    HBS_TRY(hbs_allocate(&both, datasets, sizeof *both, error));
    memcpy(both, given->train.word, given->train.count * sizeof *both);
    memcpy(both + given->train.count, given->test.word, given->test.count * sizeof *both);
    HBS_TRY(measuring_check_names(&given->measure, catalog, both, datasets, error));
    if (hbs_reference_is_named(&study_options.measure)) HBS_TRY(measuring_check_names(&given->measure, catalog, &given->measure.reference, 1, error));
    HBS_TRY(measuring_hold_anew(run, &given->measure, catalog, both, datasets, &faults, error));
    HBS_TRY(hbs_study_run(&study, catalog, &study_options, error));
    HBS_TRY(given->measure.json ? hbs_study_json(&study, &text, error) : hbs_study_text(&study, &text, error));
    HBS_TRY(cli_write(text.data, text.size, error));
    HBS_TRY(measuring_faults(run, faults, error));
done:
    free(both);
    hbs_bytes_free(&text);
    hbs_study_free(&study);
    hbs_catalog_close(catalog);
    return status;
}

static hbs_status names(hbs_error *error) {
    hbs_status status = cli_print(error, "\nProbes:\n");
    for (const hbs_probe *const *at = hbs_probes(); *at && status == HBS_OK; at++)
        status = cli_term((*at)->name, (*at)->summary, 14, error);
    return status;
}

static const options defaults = {.measure = {.seed = 1, .level = .95}, .repeats = 1};

static const cli_option table[] = {
    {"train", "DATASET...", "datasets to train on", CLI_LIST, offsetof(options, train), 0, 0, NULL},
    {"test", "DATASET...", "datasets to test on; each is paired with its uniform reference", CLI_LIST, offsetof(options, test), 0, 0, NULL},
    {"probes", "NAME...", "models to train (default: all)", CLI_LIST, offsetof(options, probes), 0, 0, NULL},
    {"repeats", "N", "trainings, each after the first on a resample and other halves (default 1); ten or more can tell what another training set would give", CLI_NUMBER, offsetof(options, repeats), 1, 10000, NULL},
    MEASURING_REFERENCE(offsetof(options, measure)),
    MEASURING_COMMON(offsetof(options, measure)),
};

const cli_verb analyze_study = {
    .name = "study",
    .arguments = "CATALOG --train DATASET... --test DATASET...",
    .summary = "how much of a model's accuracy is bias",
    .about = "Trains small models on each training dataset and tests them on each test dataset and on its uniform reference of the same sizes and "
             "labels. The gap, own accuracy minus "
             "accuracy on the reference, is signed and has an interval.\n",
    .example = "  gen make data.db planted sat/planted n=20 m=85 k=3 \\\n    + sat/uniform n=20 m=85 k=3 label=0 --count 400 --seed 1\n"
               "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n"
               "  analyze study data.db --train planted train --test planted train --json",
    .arguments_low = 1,
    .arguments_high = 1,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_study,
    .names = names,
};
