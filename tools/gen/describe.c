/* gen describe: all that a generator's descriptor says of itself, law and parameters; or what a recipe stands for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/instance.h"
#include "datasets/recipes/recipe.h"
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

/* ---- recipes ---- */

static void figure_text(const hbs_recipe_figure *figure, char *out, size_t room) {
    char what[160];
    switch (figure->kind) {
    case HBS_FIGURE_MEAN: snprintf(what, sizeof what, "mean %s where the label is %d", figure->feature, figure->label); break;
    case HBS_FIGURE_RULE:
        snprintf(what, sizeof what, "balanced accuracy of \"%s > %.6g: label %d\"", figure->feature, figure->cut, figure->label);
        break;
    case HBS_FIGURE_DRAWS: snprintf(what, sizeof what, "draws for an instance of each label"); break;
    }
    snprintf(out, room, "%s: %.6g +- %.3g", what, figure->value, figure->tolerance);
}

static json_t *figure_json(const hbs_recipe_figure *figure) {
    static const char *const kinds[] = {"mean", "rule", "draws"};
    const bool cut = figure->kind == HBS_FIGURE_RULE, label = figure->kind != HBS_FIGURE_DRAWS;
    return json_pack("{s:s, s:o, s:o, s:o, s:f, s:f}", "kind", kinds[figure->kind], "feature", cli_json_text(label ? figure->feature : NULL), "label",
                     label ? json_integer(figure->label) : json_null(), "cut", cut ? json_real(figure->cut) : json_null(), "value", figure->value, "tolerance", figure->tolerance);
}

static json_t *digest_json(const hbs_recipe_digest *digest) {
    return json_pack("{s:o, s:o, s:s}", "count", cli_json_unsigned(digest->count), "seed", cli_json_seed(digest->seed), "digest", digest->digest);
}

static hbs_status recipe_json(const hbs_recipe *recipe, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *differs = json_array(), *figures = json_array(), *digests = json_array();
    for (size_t i = 0; i < recipe->notes; i++) HBS_TRY(cli_json_append(differs, json_string(recipe->differs[i]), error));
    for (size_t i = 0; i < recipe->figures; i++) HBS_TRY(cli_json_append(figures, figure_json(&recipe->figure[i]), error));
    for (size_t i = 0; i < recipe->digests; i++) HBS_TRY(cli_json_append(digests, digest_json(&recipe->digest[i]), error));
    return cli_json_print(json_pack("{s:o, s:s, s:s, s:s, s:o, s:b, s:b, s:s?, s:o, s:o, s:o}", "recipe", json_sprintf("recipe:%s", recipe->name), "summary", recipe->summary, "source", recipe->source, "spec",
                                    recipe->spec, "count", cli_json_unsigned(recipe->count), "balance", recipe->balance, "keep_order", recipe->keep_order, "split", recipe->split,
                                    "differs", differs, "figures", figures, "digests", digests),
                          error);
done:
    json_decref(differs);
    json_decref(figures);
    json_decref(digests);
    return status;
}

static hbs_status recipe_text(const hbs_recipe *recipe, hbs_error *error) {
    hbs_status status = HBS_OK;
    char text[300];
    HBS_TRY(cli_print(error, "recipe:%s: %s\n\n", recipe->name, recipe->summary));
    HBS_TRY(cli_term("spec", recipe->spec, 16, error));
    snprintf(text, sizeof text, "--count %llu%s%s%s%s", (unsigned long long)recipe->count, recipe->balance ? " --balance" : "", recipe->keep_order ? " --keep-order" : "",
             recipe->split ? " --split-apart --split " : "", recipe->split ? recipe->split : "");
    HBS_TRY(cli_term("options", text, 16, error));
    HBS_TRY(cli_term("source", recipe->source, 16, error));
    for (size_t i = 0; i < recipe->notes; i++) HBS_TRY(cli_term(i ? "" : "differs", recipe->differs[i], 16, error));
    for (size_t i = 0; i < recipe->figures; i++) {
        figure_text(&recipe->figure[i], text, sizeof text);
        HBS_TRY(cli_term(i ? "" : "published", text, 16, error));
    }
    for (size_t i = 0; i < recipe->digests; i++) {
        const hbs_recipe_digest *const digest = &recipe->digest[i];
        snprintf(text, sizeof text, "%s of --count %llu --seed %llu", digest->digest, (unsigned long long)digest->count, (unsigned long long)digest->seed);
        HBS_TRY(cli_term(i ? "" : "digest", text, 16, error));
    }
done:
    return status;
}

static hbs_status describe_recipe(const char *name, bool json, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_recipes recipes = {0};
    const hbs_recipe *recipe;
    HBS_TRY(hbs_recipes_builtin(&recipes, error));
    HBS_TRY(hbs_recipes_find(&recipes, name, &recipe, error));
    HBS_TRY(json ? recipe_json(recipe, error) : recipe_text(recipe, error));
done:
    hbs_recipes_free(&recipes);
    return status;
}

static hbs_status run_describe(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    const hbs_generator *generator;
    hbs_plugins *plugins = NULL;
    hbs_status status = HBS_OK;
    if (hbs_names_recipe(run->argument[0])) return describe_recipe(run->argument[0], given->json, error);
    HBS_TRY(cli_plugins_open(&given->plugins, &run->listener, &plugins, error));
    HBS_TRY(hbs_recipes_hint(run->argument[0], hbs_generator_find_among(hbs_plugins_generators(plugins), run->argument[0], &generator, error), error));
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
    .arguments = "GENERATOR|recipe:NAME",
    .summary = "a generator's law, cost, source and parameters, or a recipe",
    .about = "Says what a generator draws: its distribution, what it is uniform over or why it is not, whether it may loop, its source, and each "
             "parameter with its range. Of a recipe: the spec and options it stands for, its source, where our law differs from the published one, and the published "
             "figures.\n",
    .example = "  gen describe sat/sr\n  gen describe recipe:g4satbench/easy/ca",
    .arguments_low = 1,
    .arguments_high = 1,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_describe,
};
