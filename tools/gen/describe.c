/* gen describe: all that a generator's descriptor says of itself, law and parameters. */
#include <inttypes.h>
#include <string.h>

#include "core/instance.h"
#include "generators/registry.h"
#include "tools/cli/columns.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/wrap.h"
#include "tools/gen/verbs.h"

typedef struct options {
    bool json;
    cli_plugins plugins;
} options;

static const char *type_name(hbs_parameter_type type) {
    static const char *const names[] = {"integer", "rational", "flag", "text"};
    return names[type];
}

static bool bounded(const hbs_parameter *parameter) { return parameter->type == HBS_INTEGER || parameter->type == HBS_RATIONAL; }

static json_t *parameter_json(const hbs_parameter *parameter) {
    json_t *low = bounded(parameter) ? json_integer(parameter->low) : json_null(),
           *high = bounded(parameter) ? json_integer(parameter->high) : json_null();
    return json_pack("{s:s, s:s, s:o, s:o, s:s?, s:s}", "name", parameter->name, "type", type_name(parameter->type), "low", low, "high", high,
                     "default", parameter->fallback, "meaning", parameter->meaning);
}

static json_t *only_label_json(const hbs_generator *generator) {
    const int label = hbs_generator_only_label(generator);
    return label == HBS_LABEL_UNKNOWN ? json_null() : json_integer(label);
}

static hbs_status print_json(const hbs_generator *generator, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *parameters = json_array();
    const hbs_plugin *const plugin = hbs_plugin_of(generator);
    for (uint32_t i = 0; i < generator->parameter_count; i++) HBS_TRY(cli_json_append(parameters, parameter_json(&generator->parameters[i]), error));
    return cli_json_print(json_pack("{s:s, s:s, s:s, s:s?, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:I, s:o, s:o, s:o}", "name", generator->name, "problem",
                                    hbs_problem_name((hbs_problem)generator->problem), "group", hbs_generator_group(generator), "example", generator->example, "summary", generator->summary, "distribution",
                                    generator->distribution, "uniform_over", generator->uniform_over, "rejects", generator->rejects, "cost",
                                    generator->cost, "source", generator->source, "labels",
                                    generator->labels == HBS_LABELS_BY_SOLVER ? "solver" : "construction", "only_label", only_label_json(generator), "instances_per_unit",
                                    (json_int_t)generator->instances_per_unit, "parameters", parameters, "plugin", cli_json_text(plugin ? hbs_plugin_file(plugin) : NULL),
                                    "plugin_sha256", cli_json_text(plugin ? hbs_plugin_digest(plugin) : NULL)),
                          error);
done:
    json_decref(parameters);
    return status;
}

static hbs_status print_parameters(const hbs_generator *generator, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 5, .align = "lllll"};
    for (const char *const *head = (const char *const[]){"PARAMETER", "TYPE", "RANGE", "DEFAULT", "MEANING", NULL}; *head; head++)
        HBS_TRY(cli_cell(&columns, error, "%s", *head));
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        const hbs_parameter *parameter = &generator->parameters[i];
        HBS_TRY(cli_cell(&columns, error, "%s", parameter->name));
        HBS_TRY(cli_cell(&columns, error, "%s", type_name(parameter->type)));
        if (bounded(parameter)) HBS_TRY(cli_cell(&columns, error, "%" PRId64 "..%" PRId64, parameter->low, parameter->high));
        else HBS_TRY(cli_cell(&columns, error, "%s", parameter->type == HBS_FLAG ? "yes|no" : "-"));
        HBS_TRY(cli_cell(&columns, error, "%s", !parameter->fallback ? "(must be given)" : *parameter->fallback ? parameter->fallback : "(empty)"));
        HBS_TRY(cli_cell(&columns, error, "%s", parameter->meaning));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status print_text(const hbs_generator *generator, hbs_error *error) {
    static const char *const by[] = {"an exact solver", "construction (checked by a solver unless trusted)",
                                     "construction: always 0 (checked by a solver unless trusted)",
                                     "construction: always 1 (checked by a solver unless trusted)"};
    static const char *const density[] = {"not stated", "1 relative to uniform over its signature", "proportional to the number of models or homomorphisms"};
    const struct {
        const char *name, *text;
    } line[] = {
        {"distribution", generator->distribution},
        {"uniform over", generator->uniform_over},
        {"rejects", generator->rejects},
        {"cost", generator->cost},
        {"source", generator->source},
        {"labels by", by[generator->labels]},
        {"density", density[generator->density]},
        {"a unit is", generator->instances_per_unit == 1 ? "one instance" : generator->instances_per_unit == 2 ? "a pair of twins" : "several instances"},
    };
    hbs_status status = HBS_OK;
    HBS_TRY(cli_print(error, "%s: ", generator->name));
    HBS_TRY(cli_wrap(generator->summary, strlen(generator->name) + 2, 2, error));
    HBS_TRY(cli_print(error, "\n"));
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) HBS_TRY(cli_term(line[i].name, line[i].text, 16, error));
    const hbs_plugin *const plugin = hbs_plugin_of(generator);
    if (plugin) HBS_TRY(cli_term("plugin", hbs_plugin_file(plugin), 16, error));
    if (generator->example) HBS_TRY(cli_term("small ones", generator->example, 16, error));
    HBS_TRY(cli_print(error, "\n"));
    HBS_TRY(print_parameters(generator, error));
done:
    return status;
}

static hbs_status run_describe(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    const hbs_generator *generator;
    hbs_plugins *plugins = NULL;
    hbs_status status = HBS_OK;
    HBS_TRY(cli_plugins_open(&given->plugins, &plugins, error));
    HBS_TRY(hbs_generator_find_among(hbs_plugins_generators(plugins), run->argument[0], &generator, error));
    HBS_TRY(given->json ? print_json(generator, error) : print_text(generator, error));
done:
    hbs_plugins_close(plugins);
    return status;
}

static const cli_option table[] = {
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
    CLI_PLUGIN_OPTIONS(options),
};

const cli_verb gen_describe = {
    .name = "describe",
    .arguments = "GENERATOR",
    .summary = "a generator's law, cost, source and parameters",
    .about = "Says what a generator draws: its distribution, what it is uniform over or why it is not, whether it may loop, its source, and each "
             "parameter with its range.\n",
    .example = "  gen describe sat/sr",
    .arguments_low = 1,
    .arguments_high = 1,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_describe,
};
