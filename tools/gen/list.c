/* gen list: which generators there are. */
#include <string.h>

#include "core/instance.h"
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

static hbs_status print_json(const hbs_generator *const *all, const options *given, hbs_error *error) {
    json_t *list = json_array();
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
            return status;
        }
    }
    return cli_json_print(json_pack("{s:o}", "generators", list), error);
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

/* A group a paragraph: name, who knows the labels, what it is. */
static hbs_status print_text(const hbs_generator *const *all, const options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool any = false;
    for (const hbs_generator *const *at = all; *at; at++) {
        if (!wanted(*at, given) || !first_of_group(all, at)) continue;
        if (any) HBS_TRY(cli_print(error, "\n"));
        any = true;
        HBS_TRY(print_group(at, error));
    }
done:
    return status;
}

static hbs_status run_list(cli_run *run, const void *target, hbs_error *error) {
    (void)run;
    const options *given = target;
    hbs_plugins *plugins = NULL;
    hbs_status status = cli_plugins_open(&given->plugins, &plugins, error);
    if (status == HBS_OK) status = given->json ? print_json(hbs_plugins_generators(plugins), given, error) : print_text(hbs_plugins_generators(plugins), given, error);
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
    .summary = "which generators there are",
    .about = "Lists the generators by problem and group, each with who knows its labels: an exact solver, or the construction itself.",
    .example = "  gen list --problem sat",
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_list,
};
