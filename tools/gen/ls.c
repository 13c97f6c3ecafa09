/* gen ls: what a catalog holds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "datasets/catalog/catalog.h"
#include "tools/cli/columns.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"
#include "tools/gen/verbs.h"

#define FACT 14 /* where the facts of one dataset stand */

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
    HBS_TRY(cli_cell(columns, error, "%.12s", dataset->complete ? dataset->digest : "(open)"));
    HBS_TRY(cli_cell(columns, error, "%s", dataset->spec));
done:
    return status;
}

static hbs_status print_table(const listing *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 8, .align = "llrrrrll"};
    for (const char *const *head =
             (const char *const[]){"DATASET", "PROBLEM", "INSTANCES", "LABEL 1", "LABEL 0", "UNKNOWN", "DIGEST", "SPEC", NULL};
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

/* What the catalog says may be anything. */
static hbs_status print_fact(const char *name, const char *text, hbs_error *error) {
    char *const shown = strdup(text);
    if (!shown) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    hbs_make_printable(shown);
    const hbs_status status = cli_term(name, shown, FACT, error);
    free(shown);
    return status;
}

/* "balance certify=check tries=10000": what is off, none or 0 is left out. */
static hbs_status say_options(const char *stored, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *const all = json_loads(stored, 0, NULL);
    const char *key;
    json_t *value;
    if (!json_is_object(all)) HBS_TRY(hbs_bytes_print(out, error, "%s", stored));
    json_object_foreach(all, key, value) {
        const char *const text = json_string_value(value), *const space = out->size ? " " : "";
        if (json_is_true(value)) HBS_TRY(hbs_bytes_print(out, error, "%s%s", space, key));
        else if (text && strcmp(text, "none") != 0) HBS_TRY(hbs_bytes_print(out, error, "%s%s=%s", space, key, text));
        else if (json_integer_value(value)) HBS_TRY(hbs_bytes_print(out, error, "%s%s=%" JSON_INTEGER_FORMAT, space, key, json_integer_value(value)));
        else if (json_is_array(value) || json_is_object(value)) HBS_TRY(hbs_bytes_print(out, error, "%s%s (--json says which)", space, key));
    }
    if (!out->size) HBS_TRY(hbs_bytes_print(out, error, "-"));
done:
    json_decref(all);
    return status;
}

static hbs_status print_facts(const hbs_dataset *dataset, const char *order, hbs_error *error) {
    char made_by[64];
    snprintf(made_by, sizeof made_by, "hardbias %.40s", dataset->tool_version);
    hbs_bytes set = {0};
    hbs_status status = say_options(dataset->options, &set, error);
    if (status != HBS_OK) goto done;
    const struct {
        const char *name, *text;
    } line[] = {
        {"problem", hbs_problem_name(dataset->problem)},
        {"spec", dataset->spec},
        {"options", (const char *)set.data},
        {"state", dataset->complete ? "complete" : "open: make it go on with --resume"},
        {"order", order},
        {"digest", dataset->complete ? dataset->digest : "-"},
        {"made by", made_by},
    };
    HBS_TRY(cli_print_line(error, "%s", dataset->name));
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) HBS_TRY(print_fact(line[i].name, line[i].text, error));
done:
    hbs_bytes_free(&set);
    return status;
}

static hbs_status print_one(const listing *found, hbs_error *error) {
    const hbs_dataset *dataset = found->dataset;
    cli_dataset_facts facts;
    hbs_status status = cli_dataset_count(found->catalog, dataset, &facts, error);
    if (status != HBS_OK) return status;
    const bool imported = hbs_is_imported(dataset);
    const char *const order = imported ? "as in the files" : dataset->shuffled ? "shuffled before labelling" : "kept as made";
    HBS_TRY(print_facts(dataset, order, error));
    if (!imported) HBS_TRY(cli_print(error, "  seed        %" PRIu64 "\n  tries       %" PRIu64 "\n", dataset->seed, facts.tries));
    if (dataset->reference_of) HBS_TRY(print_fact("reference", dataset->reference_of, error));
    HBS_TRY(cli_print(error, "  instances   %" PRIu64 " in %" PRIu64 " unit%s\n  labels      %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " unknown\n", facts.counts.instances,
                      facts.counts.units, facts.counts.units == 1 ? "" : "s", facts.counts.label[1], hbs_label_name(dataset->problem, 1), facts.counts.label[0],
                      hbs_label_name(dataset->problem, 0), facts.counts.unknown));
    if (facts.counts.augmented)
        HBS_TRY(cli_print(error, "  parents     of %" PRIu64 "; %" PRIu64 " famil%s\n", facts.counts.augmented, facts.counts.families, facts.counts.families == 1 ? "y" : "ies"));
    if (!imported) HBS_TRY(cli_print(error, "  infeasible  %" PRIu64 " unit%s\n", facts.counts.infeasible, facts.counts.infeasible == 1 ? "" : "s"));
    if (facts.counts.claims_checked || !facts.counts.claimed)
        HBS_TRY(cli_print(error, "  refuted     %" PRIu64 " of %" PRIu64 " claimed label%s\n", facts.counts.claims_refuted, facts.counts.claims_checked, facts.counts.claims_checked == 1 ? "" : "s"));
    if (facts.counts.believed)
        HBS_TRY(cli_print(error, "  believed    %" PRIu64 " label%s, not checked (gen verify checks)\n", facts.counts.believed, facts.counts.believed == 1 ? "" : "s"));
done:
    return status;
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
