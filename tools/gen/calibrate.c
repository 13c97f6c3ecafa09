/* gen calibrate: the value of a parameter at which a share of the labels is 1, found on solved samples. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "datasets/calibrate.h"
#include "datasets/recipe.h"
#include "generators/numbers.h"
#include "generators/registry.h"
#include "tools/cli/columns.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/seed.h"
#include "tools/gen/verbs.h"

typedef struct options {
    const char *over, *solver;
    double target, level;
    uint64_t count, seed, budget;
    bool json;
    cli_plugins plugins;
} options;

typedef struct calibration_work {
    hbs_plugins *plugins;
    const hbs_generator *generator;
    hbs_settings settings;
    hbs_calibration found;
    hbs_bytes spec;
    char parameter[64];
} calibration_work;

static void work_free(calibration_work *work) {
    hbs_settings_free(&work->settings);
    hbs_calibration_free(&work->found);
    hbs_bytes_free(&work->spec);
    hbs_plugins_close(work->plugins);
}

/* "m2=5..40" */
static hbs_status read_over(const char *text, calibration_work *work, hbs_calibrate_options *out, hbs_error *error) {
    const char *const equals = text ? strchr(text, '=') : NULL, *const dots = equals ? strstr(equals, "..") : NULL;
    if (!text) return hbs_raise(error, HBS_ERROR_USAGE, "over which parameter? give --over NAME=LO..HI, such as --over m2=5..40");
    if (!dots || equals == text || (size_t)(equals - text) >= sizeof work->parameter || !hbs_read_integer(equals + 1, (size_t)(dots - equals - 1), &out->low) ||
        !hbs_read_integer(dots + 2, strlen(dots + 2), &out->high) || out->low >= out->high)
        return hbs_raise(error, HBS_ERROR_USAGE, "--over: '%s' is not NAME=LO..HI with integers LO < HI; give one such as m2=5..40", text);
    memcpy(work->parameter, text, (size_t)(equals - text));
    out->parameter = work->parameter;
    return HBS_OK;
}

/* GENERATOR [p=v ..] without the parameter that is looked for. */
static hbs_status read_spec(const cli_run *run, const cli_plugins *given, calibration_work *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t length = strlen(work->parameter);
    HBS_TRY(cli_plugins_open(given, &work->plugins, error));
    HBS_TRY(hbs_recipes_hint(run->argument[0], hbs_generator_find_among(hbs_plugins_generators(work->plugins), run->argument[0], &work->generator, error), error));
    HBS_TRY(hbs_settings_defaults(&work->settings, work->generator, error));
    for (size_t i = 1; i < run->arguments; i++) {
        const char *const word = run->argument[i];
        if (!strcmp(word, "+") || !strncmp(word, "label=", 6) || !strncmp(word, "share=", 6))
            HBS_FAIL(error, HBS_ERROR_USAGE, "'%s': one generator is calibrated, by the labels that it gives; leave that out", word);
        if (!strncmp(word, work->parameter, length) && word[length] == '=') HBS_FAIL(error, HBS_ERROR_USAGE, "'%s': --over looks for %s; leave it out", word, work->parameter);
        HBS_TRY(hbs_settings_assign(&work->settings, work->generator, word, error));
    }
done:
    return status;
}

static hbs_problem problem_of(const calibration_work *work) { return work->generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT; }

static hbs_status print_table(const calibration_work *work, const options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 6, .align = "rrrrrr"};
    const char *const head[] = {work->parameter, hbs_label_name(problem_of(work), 1), hbs_label_name(problem_of(work), 0), "unknown", "share", "interval"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) HBS_TRY(cli_cell(&columns, error, "%s", head[i]));
    for (size_t i = 0; i < work->found.points; i++) {
        const hbs_calibration_point *const p = &work->found.point[i];
        HBS_TRY(cli_cell(&columns, error, "%" PRId64, p->value));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, p->label[1]));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, p->label[0]));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, p->unknown));
        HBS_TRY(cli_cell(&columns, error, "%.3f", p->share.estimate));
        HBS_TRY(cli_cell(&columns, error, "[%.3f, %.3f]", p->share.ci_low, p->share.ci_high));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
    HBS_TRY(cli_print(error, "The share crosses %g at %s=%" PRId64, given->target, work->parameter, work->found.value));
    if (work->found.low < work->found.high)
        HBS_TRY(cli_print(error, "; %s=%" PRId64 "..%" PRId64 " cannot be told from it by %" PRIu64 " instances", work->parameter, work->found.low, work->found.high, given->count));
    HBS_TRY(cli_print(error, ".\n"));
    HBS_TRY(cli_print_line(error, "%s", (const char *)work->spec.data));
done:
    cli_columns_free(&columns);
    return status;
}

static json_t *point_json(const hbs_calibration_point *p) {
    return json_pack("{s:I, s:o, s:o, s:o, s:{s:o, s:o, s:o, s:o, s:o, s:s}}", "value", (json_int_t)p->value, "label_1", cli_json_unsigned(p->label[1]), "label_0", cli_json_unsigned(p->label[0]),
                     "unknown", cli_json_unsigned(p->unknown), "share", "estimate", cli_json_number(p->share.estimate), "ci_low", cli_json_number(p->share.ci_low), "ci_high",
                     cli_json_number(p->share.ci_high), "level", cli_json_number(p->share.level), "n", cli_json_unsigned(p->share.n), "method", p->share.method);
}

static hbs_status print_json(const calibration_work *work, const options *given, uint64_t seed, hbs_error *error) {
    json_t *list = json_array();
    for (size_t i = 0; i < work->found.points; i++) {
        const hbs_status status = cli_json_append(list, point_json(&work->found.point[i]), error);
        if (status == HBS_OK) continue;
        json_decref(list);
        return status;
    }
    return cli_json_print(json_pack("{s:o, s:s, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "spec", cli_json_text((const char *)work->spec.data), "parameter", work->parameter, "value",
                                    (json_int_t)work->found.value, "value_low", (json_int_t)work->found.low, "value_high", (json_int_t)work->found.high, "target", cli_json_number(given->target),
                                    "count", cli_json_unsigned(given->count), "seed", cli_json_seed(seed), "tried", list),
                          error);
}

static hbs_status run_calibrate(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    calibration_work work = {0};
    hbs_calibrate_options asked = {.target = given->target, .count = given->count, .seed = given->seed, .level = given->level, .solver = given->solver, .budget = given->budget,
                                   .listener = &run->listener};
    HBS_TRY(read_over(given->over, &work, &asked, error));
    HBS_TRY(read_spec(run, &given->plugins, &work, error));
    if (!cli_given(&run->parsed, "seed")) HBS_TRY(cli_draw_seed(&asked.seed, error));
    HBS_TRY(hbs_calibrate(work.generator, &work.settings, &asked, &work.found, error));
    HBS_TRY(hbs_settings_print(&work.settings, work.generator, &work.spec, error));
    HBS_TRY(given->json ? print_json(&work, given, asked.seed, error) : print_table(&work, given, error));
    if (!cli_given(&run->parsed, "seed")) cli_say(&run->terminal, "seed %" PRIu64, asked.seed);
done:
    work_free(&work);
    return status;
}

static const options defaults = {.target = .5, .level = .95, .count = 200};

static const cli_option table[] = {
    {"over", "NAME=LO..HI", "the integer parameter to look for, and between which values", CLI_TEXT, offsetof(options, over), 0, 0, NULL},
    {"target", "SHARE", "wanted share of label 1 (default .5)", CLI_REAL, offsetof(options, target), 1, 9999, NULL},
    {"count", "N", "instances drawn and solved at each value that is tried (default 200)", CLI_NUMBER, offsetof(options, count), 1, INT64_MAX, NULL},
    {"seed", "S", "64-bit seed; without one it is drawn and printed", CLI_NUMBER, offsetof(options, seed), 0, UINT64_MAX, NULL},
    {"level", "L", "of the intervals (default .95)", CLI_REAL, offsetof(options, level), 5000, 9999, NULL},
    {"solver", "NAME", "which solver; auto: the problem's own", CLI_TEXT, offsetof(options, solver), 0, 0, NULL},
    {"budget", "STEPS", "solver steps an instance; labels beyond it are unknown and left out of the share (default: no limit)", CLI_NUMBER, offsetof(options, budget), 1, INT64_MAX, NULL},
    CLI_PLUGIN_OPTIONS(options),
    {"json", NULL, "one JSON document on standard output", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb gen_calibrate = {
    .name = "calibrate",
    .arguments = "GENERATOR [p=v ...] --over NAME=LO..HI",
    .summary = "finds the value of a parameter at which a share of labels is 1",
    .about = "Bisects an integer parameter on samples that are drawn and solved, until two neighbouring values stand on both sides of the target, and prints every value tried, the "
             "nearer neighbour, the values that the samples leave open (their interval holds the target), and the spec to use. The share of label 1 is taken to rise or to "
             "fall all along. All values are tried on the same units: the same seed gives the same answer.\n",
    .example = "  gen calibrate cqc/uniform v1=12 m1=30 v2=12 head=1 \\\n    --over m2=5..40 --seed 1\n  gen calibrate sat/uniform n=20 --over m=60..120 \\\n    --count 300 --seed 1",
    .arguments_low = 1,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_calibrate,
};
