/* gen list: which generators there are, and which published datasets are known by name. */
#include <string.h>

#include "core/instance.h"
#include "datasets/recipes/recipe.h"
#include "generators/registry.h"
#include "tools/cli/columns.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/gen/verbs.h"

typedef struct options {
    const char *problem;
    bool json;
    cli_plugins plugins;
} options;

static const char *problem_name(const hbs_generator *generator) { return hbs_problem_name((hbs_problem)generator->problem); }

static bool wanted(const hbs_generator *generator, const options *given) {
    return !given->problem || !strcmp(given->problem, problem_name(generator));
}

/* The file, or null. */
static json_t *plugin_json(const hbs_generator *generator) {
    const hbs_plugin *const plugin = hbs_plugin_of(generator);
    return cli_json_text(plugin ? hbs_plugin_file(plugin) : NULL);
}

/* Recipes are of formulas, all of them. */
static bool wants_recipes(const options *given) { return !given->problem || !strcmp(given->problem, hbs_problem_name(HBS_SAT)); }

static hbs_status append_recipes(json_t *out, const hbs_recipes *recipes, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < recipes->count && status == HBS_OK; i++) {
        const hbs_recipe *const recipe = &recipes->item[i];
        status = cli_json_append(out, json_pack("{s:o, s:s, s:s, s:o, s:s}", "name", json_sprintf("recipe:%s", recipe->name), "problem", hbs_problem_name(HBS_SAT), "summary", recipe->summary, "count",
                                                cli_json_unsigned(recipe->count), "spec", recipe->spec),
                                 error);
    }
    return status;
}

static hbs_status print_json(const hbs_generator *const *all, const hbs_recipes *recipes, const options *given, hbs_error *error) {
    json_t *list = json_array(), *published = json_array();
    for (const hbs_generator *const *at = all; *at; at++) {
        if (!wanted(*at, given)) continue;
        const hbs_status status =
            cli_json_append(list,
                            json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:o}", "name", (*at)->name, "problem", problem_name(*at), "group", hbs_generator_group(*at), "summary", (*at)->summary,
                                      "labels", (*at)->labels == HBS_LABELS_BY_SOLVER ? "solver" : "construction", "instances_per_unit",
                                      (json_int_t)(*at)->instances_per_unit, "plugin", plugin_json(*at)),
                            error);
        if (status != HBS_OK) {
            json_decref(list);
            json_decref(published);
            return status;
        }
    }
    const hbs_status status = wants_recipes(given) ? append_recipes(published, recipes, error) : HBS_OK;
    if (status == HBS_OK) return cli_json_print(json_pack("{s:o, s:o}", "generators", list, "recipes", published), error);
    json_decref(list);
    json_decref(published);
    return status;
}

/* Is it the first of its problem and group? */
static bool first_of_group(const hbs_generator *const *all, const hbs_generator *const *at) {
    for (const hbs_generator *const *before = all; before < at; before++)
        if ((*before)->problem == (*at)->problem && !strcmp(hbs_generator_group(*before), hbs_generator_group(*at))) return false;
    return true;
}

static hbs_status print_group(const hbs_generator *const *first, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 3, .align = "lll"};
    HBS_TRY(cli_print(error, "%s, %s:\n", problem_name(*first), hbs_generator_group(*first)));
    for (const hbs_generator *const *at = first; *at; at++) {
        if ((*at)->problem != (*first)->problem || strcmp(hbs_generator_group(*at), hbs_generator_group(*first)) != 0) continue;
        HBS_TRY(cli_cell(&columns, error, "%s", (*at)->name));
        HBS_TRY(cli_cell(&columns, error, "%s", (*at)->labels == HBS_LABELS_BY_SOLVER ? "solver" : "construction"));
        HBS_TRY(cli_cell(&columns, error, "%s", (*at)->summary));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status print_recipes(const hbs_recipes *recipes, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 3, .align = "lrl"};
    HBS_TRY(cli_print(error, "\nrecipes of published datasets, and how many instances they make:\n"));
    for (size_t i = 0; i < recipes->count; i++) {
        HBS_TRY(cli_cell(&columns, error, "recipe:%s", recipes->item[i].name));
        HBS_TRY(cli_cell(&columns, error, "%llu", (unsigned long long)recipes->item[i].count));
        HBS_TRY(cli_cell(&columns, error, "%s", recipes->item[i].summary));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

/* A group a paragraph: name, who knows the labels, what it is. */
static hbs_status print_text(const hbs_generator *const *all, const hbs_recipes *recipes, const options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool any = false;
    for (const hbs_generator *const *at = all; *at; at++) {
        if (!wanted(*at, given) || !first_of_group(all, at)) continue;
        if (any) HBS_TRY(cli_print(error, "\n"));
        any = true;
        HBS_TRY(print_group(at, error));
    }
    if (wants_recipes(given)) HBS_TRY(print_recipes(recipes, error));
done:
    return status;
}

static hbs_status run_list(cli_run *run, const void *target, hbs_error *error) {
    (void)run;
    const options *given = target;
    hbs_plugins *plugins = NULL;
    hbs_recipes recipes = {0};
    hbs_status status = cli_plugins_open(&given->plugins, &run->listener, &plugins, error);
    if (status == HBS_OK) status = hbs_recipes_builtin(&recipes, error);
    const hbs_generator *const *const all = status == HBS_OK ? hbs_plugins_generators(plugins) : NULL;
    if (status == HBS_OK) status = given->json ? print_json(all, &recipes, given, error) : print_text(all, &recipes, given, error);
    hbs_recipes_free(&recipes);
    hbs_plugins_close(plugins);
    return status;
}

static const cli_option table[] = {
    {"problem", "P", "only generators of this problem: sat or cqc", CLI_CHOICE, offsetof(options, problem), 0, 0, "sat|cqc"},
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
    CLI_PLUGIN_OPTIONS(options),
};

const cli_verb gen_list = {
    .name = "list",
    .arguments = "",
    .summary = "which generators and recipes there are",
    .about = "Lists the generators by problem and group, each with who knows its labels: an exact solver, or the construction itself. Then the recipes: published "
             "datasets that `gen make` makes by name.",
    .example = "  gen list --problem sat",
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_list,
};
