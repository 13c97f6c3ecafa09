/* analyze weights: a weight for each instance, for whoever reweighs a dataset. */
#include <inttypes.h>
#include <math.h>

#include "analysis/bias/weights.h"
#include "analysis/wording.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"

static hbs_status print_json(const hbs_dataset *dataset, const hbs_weights *weights, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *list = json_array();
    for (size_t i = 0; i < weights->count; i++)
        HBS_TRY(cli_json_append(list, json_pack("{s:o, s:o}", "idx", cli_json_unsigned(weights->item[i].idx), "weight", cli_json_number(weights->item[i].weight)), error));
    HBS_TRY(cli_json_print(json_pack("{s:o, s:o, s:O}", "dataset", cli_json_text(dataset->name), "unknown", cli_json_unsigned(weights->unknown), "weights", list), error));
done:
    json_decref(list);
    return status;
}

static hbs_status print_rows(const hbs_weights *weights, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(cli_print(error, "idx,weight\n"));
    for (size_t i = 0; i < weights->count; i++) {
        const hbs_weight_of *one = &weights->item[i];
        HBS_TRY(isnan(one->weight) ? cli_print(error, "%" PRIu64 ",\n", one->idx) : cli_print(error, "%" PRIu64 ",%.17g\n", one->idx, one->weight));
    }
done:
    return status;
}

static void warn_of_unknown(const cli_run *run, const hbs_dataset *dataset, const hbs_weights *weights) {
    if (!weights->unknown) return;
    hbs_warn(&run->listener, "%s: %zu of %zu instance%s %s no weight", dataset->name, weights->unknown, weights->count, hbs_s(weights->count), hbs_one_or(weights->unknown, "has", "have"));
    for (size_t p = 0; p < HBS_PARTS_MAX; p++) {
        if (!weights->why[p][0]) continue;
        if (weights->parts > 1) hbs_warn(&run->listener, "part %zu: %s", p + 1, weights->why[p]);
        else hbs_warn(&run->listener, "%s", weights->why[p]);
    }
}

static hbs_status run_weights(cli_run *run, const void *target, hbs_error *error) {
    const measuring_options *given = target;
    const hbs_measure_options options = measuring_read(run, given);
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {0};
    hbs_weights weights = {0};
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_READ, &run->listener, error));
    HBS_TRY(hbs_measured_dataset(catalog, run->argument[1], &dataset, error));
    HBS_TRY(hbs_weights_of(&weights, catalog, &dataset, &options, error));
    warn_of_unknown(run, &dataset, &weights);
    HBS_TRY(given->json ? print_json(&dataset, &weights, error) : print_rows(&weights, error));
done:
    hbs_weights_free(&weights);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    return status;
}

static const cli_option table[] = {
    {"seed", "S", "of the uniform draws that the label's share is taken from (default 1)", CLI_NUMBER, offsetof(measuring_options, seed), 0, UINT64_MAX, NULL},
    {"threads", "T", "worker threads (default: the processors there are)", CLI_NUMBER, offsetof(measuring_options, threads), 1, 1024, NULL},
    {"json", NULL, "one JSON document instead of comma-separated values", CLI_FLAG, offsetof(measuring_options, json), 0, 0, NULL},
};

const cli_verb analyze_weights = {
    .name = "weights",
    .arguments = "CATALOG DATASET",
    .summary = "a weight for each instance, back to uniform ones of its size and label",
    .about = "Prints idx,weight for each instance: under these weights, whose mean is 1, the dataset stands for uniform instances of the same sizes and labels. Known where a built-in generator states its density relative "
             "to uniform (what plugins state is not believed): planted formulas, by counting the models of each, and families that are uniform by definition, whose weights are 1. Where it is not known the field is empty, and a warning "
             "says why. analyze bias says how many instances the weighed dataset is worth.\n",
    .example = "  gen make data.db train sat/planted n=20 m=85 --count 400 --seed 1\n  analyze weights data.db train > weights.csv",
    .arguments_low = 2,
    .arguments_high = 2,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = run_weights,
};
