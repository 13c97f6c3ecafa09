/* gen ls: what a catalog holds. */
#include <inttypes.h>
#include <stdlib.h>

#include "datasets/catalog.h"
#include "tools/cli/columns.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"
#include "tools/gen/verbs.h"

typedef struct options {
    bool json;
} options;

typedef struct listing {
    hbs_catalog *catalog;
    hbs_dataset *dataset;
    size_t count;
} listing;

static hbs_status print_json(const listing *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *list = json_array();
    for (size_t i = 0; i < found->count; i++) {
        cli_dataset_facts facts;
        HBS_TRY(cli_dataset_count(found->catalog, &found->dataset[i], &facts, error));
        HBS_TRY(cli_json_append(list, cli_dataset_json(&found->dataset[i], &facts), error));
    }
    HBS_TRY(cli_json_print(json_pack("{s:O}", "datasets", list), error));
done:
    json_decref(list);
    return status;
}

static hbs_status add_row(cli_columns *columns, const hbs_dataset *dataset, const hbs_dataset_counts *counts, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(cli_cell(columns, error, "%s", dataset->name));
    HBS_TRY(cli_cell(columns, error, "%s", hbs_problem_name(dataset->problem)));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, counts->instances));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, counts->label[1]));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, counts->label[0]));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, counts->unknown));
    HBS_TRY(cli_cell(columns, error, "%s", dataset->complete ? "complete" : "open"));
    HBS_TRY(cli_cell(columns, error, "%.12s", dataset->complete ? dataset->digest : "-"));
    HBS_TRY(cli_cell(columns, error, "%s", dataset->spec));
done:
    return status;
}

static hbs_status print_table(const listing *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 9, .align = "llrrrrlll"};
    for (const char *const *head =
             (const char *const[]){"DATASET", "PROBLEM", "INSTANCES", "LABEL 1", "LABEL 0", "UNKNOWN", "STATE", "DIGEST", "SPEC", NULL};
         *head; head++)
        HBS_TRY(cli_cell(&columns, error, "%s", *head));
    for (size_t i = 0; i < found->count; i++) {
        hbs_dataset_counts counts;
        HBS_TRY(hbs_dataset_count(found->catalog, found->dataset[i].id, &counts, error));
        HBS_TRY(add_row(&columns, &found->dataset[i], &counts, error));
    }
    HBS_TRY(cli_columns_print(&columns, "", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status print_one(const listing *found, hbs_error *error) {
    const hbs_dataset *dataset = found->dataset;
    cli_dataset_facts facts;
    hbs_status status = cli_dataset_count(found->catalog, dataset, &facts, error);
    if (status != HBS_OK) return status;
    status =
        cli_print(error,
                  "dataset     %s\nproblem     %s\nspec        %s\noptions     %s\nseed        %" PRIu64
                  "\nstate       %s\norder       %s\ndigest      %s\nmade by     hardbias %s\n",
                  dataset->name, hbs_problem_name(dataset->problem), dataset->spec, dataset->options, dataset->seed,
                  dataset->complete ? "complete" : "open: make it go on with --resume",
                  dataset->shuffled ? "shuffled after labelling" : "kept as made", dataset->complete ? dataset->digest : "-", dataset->tool_version);
    if (status == HBS_OK && dataset->reference_of) status = cli_print(error, "reference of %s\n", dataset->reference_of);
    if (status != HBS_OK) return status;
    return cli_print(error,
                     "instances   %" PRIu64 " in %" PRIu64 " units\nlabels      %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64
                     " unknown\ninfeasible  %" PRIu64 " units\nrefuted     %" PRIu64 " claimed labels\ntries       %" PRIu64 "\n",
                     facts.counts.instances, facts.counts.units, facts.counts.label[1], hbs_label_name(dataset->problem, 1), facts.counts.label[0],
                     hbs_label_name(dataset->problem, 0), facts.counts.unknown, facts.counts.infeasible, facts.counts.claims_refuted, facts.tries);
}

static hbs_status run_ls(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    hbs_dataset one = {0};
    listing found = {0};
    HBS_TRY(hbs_catalog_open(&found.catalog, run->argument[0], HBS_CATALOG_READ, &run->listener, error));
    if (run->arguments == 2) {
        HBS_TRY(hbs_dataset_find(found.catalog, run->argument[1], &one, error));
        listing only = {.catalog = found.catalog, .dataset = &one, .count = 1};
        HBS_TRY(given->json ? print_json(&only, error) : print_one(&only, error));
    } else {
        HBS_TRY(hbs_dataset_list(found.catalog, &found.dataset, &found.count, error));
        HBS_TRY(given->json ? print_json(&found, error) : print_table(&found, error));
    }
done:
    for (size_t i = 0; i < found.count; i++) hbs_dataset_free(&found.dataset[i]);
    free(found.dataset);
    hbs_dataset_free(&one);
    hbs_catalog_close(found.catalog);
    return status;
}

static const cli_option table[] = {{"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL}};

const cli_verb gen_ls = {
    .name = "ls",
    .arguments = "CATALOG [DATASET]",
    .summary = "what a catalog holds",
    .about = "Lists the datasets of a catalog with their labels, state and digest; with DATASET, all that is known of it.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 100 --seed 1\n  gen ls data.db\n  gen ls data.db train",
    .arguments_low = 1,
    .arguments_high = 2,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_ls,
};
