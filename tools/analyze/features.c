/* analyze features: the features of each instance, as columns of the catalog, and how they lie per label. */
#include <inttypes.h>
#include <math.h>

#include "analysis/features/feature_table.h"
#include "analysis/wording.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/naming.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/columns.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"

typedef struct options {
    uint64_t threads;
    bool json;
} options;

/* One column over the rows where it is defined. Group 0 and 1 are the labels, 2 is all. */
typedef struct summary {
    double low, high, sum[3];
    uint64_t defined[3];
} summary;

static summary summarise(const hbs_feature_table *table, size_t column) {
    summary out = {.low = INFINITY, .high = -INFINITY};
    for (size_t row = 0; row < table->rows; row++) {
        const double value = table->value[row * table->columns + column];
        hbs_feature_table_passed(table, row);
        if (isnan(value)) continue;
        out.low = fmin(out.low, value);
        out.high = fmax(out.high, value);
        const int label = table->label[row];
        for (int group = 0; group < 3; group++)
            if (group == 2 || group == label) out.sum[group] += value, out.defined[group]++;
    }
    return out;
}

static double mean(const summary *of, int group) { return of->defined[group] ? of->sum[group] / (double)of->defined[group] : NAN; }

static json_t *feature_json(const hbs_feature *feature, const summary *of, size_t rows) {
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:I}", "feature", feature->name, "meaning", feature->meaning, "mean",
                     cli_json_number(mean(of, 2)), "mean_label_1", cli_json_number(mean(of, 1)), "mean_label_0", cli_json_number(mean(of, 0)), "min",
                     cli_json_number(of->low), "max", cli_json_number(of->high), "undefined", (json_int_t)(rows - of->defined[2]));
}

static hbs_status add_json(json_t *documents, const hbs_dataset *dataset, const hbs_feature_table *table, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *list = json_array();
    for (size_t column = 0; column < table->columns; column++) {
        const summary of = summarise(table, column);
        HBS_TRY(cli_json_append(list, feature_json(table->feature[column], &of, table->rows), error));
    }
    HBS_TRY(cli_json_append(documents,
                            json_pack("{s:o, s:s, s:I, s:O}", "dataset", cli_json_text(dataset->name), "problem", hbs_problem_name(dataset->problem),
                                      "instances", (json_int_t)table->rows, "features", list),
                            error));
done:
    json_decref(list);
    return status;
}

static hbs_status print_number(cli_columns *columns, double value, hbs_error *error) {
    char text[32] = "-";
    if (isfinite(value)) hbs_plain_number(value, text, sizeof text);
    return cli_cell(columns, error, "%s", text);
}

static hbs_status print_table(const hbs_dataset *dataset, const hbs_feature_table *table, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 7, .align = "lrrrrrr"};
    for (const char *const *head = (const char *const[]){"FEATURE", "MEAN", "LABEL 1", "LABEL 0", "MIN", "MAX", "N/A", NULL}; *head; head++)
        HBS_TRY(cli_cell(&columns, error, "%s", *head));
    for (size_t column = 0; column < table->columns; column++) {
        const summary of = summarise(table, column);
        HBS_TRY(cli_cell(&columns, error, "%s", table->feature[column]->name));
        for (const double *at = (const double[]){mean(&of, 2), mean(&of, 1), mean(&of, 0), of.low, of.high}, *end = at + 5; at < end; at++)
            HBS_TRY(print_number(&columns, *at, error));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, (uint64_t)table->rows - of.defined[2]));
    }
    HBS_TRY(cli_print(error, "%s: %zu instances, means over all and per label; N/A: not defined\n", dataset->name, table->rows));
    HBS_TRY(cli_columns_print(&columns, "", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status show_dataset(cli_run *run, const options *given, hbs_catalog *catalog, const char *name, json_t *documents, hbs_error *error) {
    const hbs_measure_options measure = {.threads = given->threads ? (unsigned)given->threads : cli_processors(), .listener = &run->listener};
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    hbs_feature_table table = {0};
    HBS_TRY(hbs_measured_dataset(catalog, name, &dataset, error));
    HBS_TRY(hbs_feature_table_load(&table, catalog, &dataset, &measure, error));
    HBS_TRY(given->json ? add_json(documents, &dataset, &table, error) : print_table(&dataset, &table, error));
done:
    hbs_feature_table_free(&table);
    hbs_dataset_free(&dataset);
    return status;
}

static hbs_status run_features(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_catalog *catalog = NULL;
    json_t *documents = json_array();
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_WRITE, &run->listener, error));
    HBS_TRY(measuring_check_names(&measuring_defaults, catalog, run->argument + 1, run->arguments - 1, error));
    for (size_t i = 1; i < run->arguments; i++)
        if (!hbs_is_named_before(run->argument + 1, i - 1)) HBS_TRY(show_dataset(run, given, catalog, run->argument[i], documents, error));
    if (given->json) HBS_TRY(cli_json_print(json_pack("{s:O}", "datasets", documents), error));
done:
    json_decref(documents);
    hbs_catalog_close(catalog);
    return status;
}

static const cli_option table_of_options[] = {
    {"threads", "T", "worker threads (default: the processors there are)", CLI_NUMBER, offsetof(options, threads), 1, 1024, NULL},
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb analyze_features = {
    .name = "features",
    .arguments = "CATALOG DATASET...",
    .summary = "features of the instances, as columns of the catalog",
    .about = "Computes the features of each instance once, keeps them in the catalog's tables sat_features and cqc_features, a column each, and "
             "prints how they lie.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze features data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table_of_options,
    .options = sizeof table_of_options / sizeof *table_of_options,
    .size = sizeof(options),
    .run = run_features,
    .names = naming_features,
};
