/* gen calibrate: the value of a parameter at which a share of the labels is 1, found on solved samples. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "datasets/make/calibrate.h"
#include "datasets/recipes/recipe.h"
#include "generators/numbers.h"
#include "generators/registry.h"
#include "solvers/solver.h"
#include "tools/cli/columns.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/seed.h"
#include "tools/gen/verbs.h"

#define STEPS 100               /* a rational parameter is looked for in hundredths at least */
#define DENOMINATOR_MAX 1000000000

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
    int64_t low, low_denominator, high, high_denominator; /* of --over */
    int64_t denominator;                                  /* of the values found */
    const char *step;                                     /* of the solver's effort */
} calibration_work;

static void work_free(calibration_work *work) {
    hbs_settings_free(&work->settings);
    hbs_calibration_free(&work->found);
    hbs_bytes_free(&work->spec);
    hbs_plugins_close(work->plugins);
}

/* "m2=5..40", "ratio=3..6" */
static hbs_status read_over(const char *text, calibration_work *work, hbs_calibrate_options *out, hbs_error *error) {
    const char *const equals = text ? strchr(text, '=') : NULL, *const dots = equals ? strstr(equals, "..") : NULL;
    if (!text) return hbs_raise(error, HBS_ERROR_USAGE, "over which parameter? give --over NAME=LO..HI, such as --over m2=5..40");
    if (!dots || equals == text || (size_t)(equals - text) >= sizeof work->parameter ||
        !hbs_read_rational(equals + 1, (size_t)(dots - equals - 1), &work->low, &work->low_denominator) ||
        !hbs_read_rational(dots + 2, strlen(dots + 2), &work->high, &work->high_denominator) ||
        (double)work->low / (double)work->low_denominator >= (double)work->high / (double)work->high_denominator)
        return hbs_raise(error, HBS_ERROR_USAGE, "--over: '%s' is not NAME=LO..HI with LO < HI; give one such as m2=5..40", text);
    memcpy(work->parameter, text, (size_t)(equals - text));
    out->parameter = work->parameter;
    return HBS_OK;
}

static bool is_rational(const calibration_work *work) {
    for (uint32_t i = 0; i < work->generator->parameter_count; i++)
        if (!strcmp(work->generator->parameters[i].name, work->parameter)) return work->generator->parameters[i].type == HBS_RATIONAL;
    return false;
}

/* Both ends over one denominator: 1 for integers, and for a rational parameter a multiple of STEPS. */
static hbs_status set_range(const calibration_work *work, hbs_calibrate_options *out, hbs_error *error) {
    int64_t common = is_rational(work) ? STEPS : 1;
    const int64_t below[] = {work->low_denominator, work->high_denominator};
    bool fits = true;
    for (int i = 0; i < 2; i++) fits = fits && !__builtin_mul_overflow(common / (int64_t)hbs_gcd((uint64_t)common, (uint64_t)below[i]), below[i], &common);
    fits = fits && !__builtin_mul_overflow(work->low, common / below[0], &out->low) && !__builtin_mul_overflow(work->high, common / below[1], &out->high);
    if (!fits || common > DENOMINATOR_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "--over: the ends of %s have no common denominator up to %d; give simpler ones", work->parameter, DENOMINATOR_MAX);
    out->denominator = common;
    return HBS_OK;
}

/* GENERATOR [p=v ..] without the parameter that is looked for. */
static hbs_status read_spec(const cli_run *run, const cli_plugins *given, calibration_work *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t length = strlen(work->parameter);
    HBS_TRY(cli_plugins_open(given, &run->listener, &work->plugins, error));
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

/* "4.26" */
static hbs_status add_value(const calibration_work *work, hbs_bytes *out, int64_t value, hbs_error *error) {
    const int64_t common = (int64_t)hbs_gcd((uint64_t)(value < 0 ? -value : value), (uint64_t)work->denominator);
    return hbs_print_rational(out, value / common, work->denominator / common, error);
}

static double mean_effort(const hbs_calibration_point *p) { return (double)p->effort / (double)(p->label[0] + p->label[1] + p->unknown); }

static hbs_status add_row(const calibration_work *work, const hbs_calibration_point *p, cli_columns *columns, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes value = {0};
    HBS_TRY(add_value(work, &value, p->value, error));
    HBS_TRY(cli_cell(columns, error, "%s", (const char *)value.data));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, p->label[1]));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, p->label[0]));
    HBS_TRY(cli_cell(columns, error, "%" PRIu64, p->unknown));
    HBS_TRY(cli_cell(columns, error, "%.3f", p->share.estimate));
    HBS_TRY(cli_cell(columns, error, "[%.3f, %.3f]", p->share.ci_low, p->share.ci_high));
    HBS_TRY(cli_cell(columns, error, "%.1f", mean_effort(p)));
done:
    hbs_bytes_free(&value);
    return status;
}

static hbs_status print_found(const calibration_work *work, const options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    HBS_TRY(hbs_bytes_print(&text, error, "The share crosses %g at %s=", given->target, work->parameter));
    HBS_TRY(add_value(work, &text, work->found.value, error));
    if (work->found.low < work->found.high) {
        HBS_TRY(hbs_bytes_print(&text, error, ".\n%s=", work->parameter));
        HBS_TRY(add_value(work, &text, work->found.low, error));
        HBS_TRY(hbs_bytes_print(&text, error, ".."));
        HBS_TRY(add_value(work, &text, work->found.high, error));
        HBS_TRY(hbs_bytes_print(&text, error, " cannot be told from it by %" PRIu64 " instances", given->count));
    }
    HBS_TRY(cli_print(error, "%s.\nEffort: mean %s an instance.\n", (const char *)text.data, work->step));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status print_table(const calibration_work *work, const options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 7, .align = "rrrrrrr"};
    const char *const head[] = {work->parameter, hbs_label_name(problem_of(work), 1), hbs_label_name(problem_of(work), 0), "unknown", "share", "interval", "effort"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) HBS_TRY(cli_cell(&columns, error, "%s", head[i]));
    for (size_t i = 0; i < work->found.points; i++) HBS_TRY(add_row(work, &work->found.point[i], &columns, error));
    HBS_TRY(cli_columns_print(&columns, "  ", error));
    HBS_TRY(print_found(work, given, error));
    HBS_TRY(cli_print_line(error, "%s", (const char *)work->spec.data));
done:
    cli_columns_free(&columns);
    return status;
}

/* An integer as one, a rational as its nearest double. */
static json_t *value_json(const calibration_work *work, int64_t value) {
    return is_rational(work) ? cli_json_number((double)value / (double)work->denominator) : json_integer((json_int_t)value);
}

static json_t *point_json(const calibration_work *work, const hbs_calibration_point *p) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o, s:o, s:o, s:o, s:s}}", "value", value_json(work, p->value), "label_1", cli_json_unsigned(p->label[1]), "label_0",
                     cli_json_unsigned(p->label[0]), "unknown", cli_json_unsigned(p->unknown), "mean_effort", cli_json_number(mean_effort(p)), "share", "estimate",
                     cli_json_number(p->share.estimate), "ci_low", cli_json_number(p->share.ci_low), "ci_high", cli_json_number(p->share.ci_high), "level",
                     cli_json_number(p->share.level), "n", cli_json_unsigned(p->share.n), "method", p->share.method);
}

static hbs_status print_json(const calibration_work *work, const options *given, uint64_t seed, hbs_error *error) {
    json_t *list = json_array();
    for (size_t i = 0; i < work->found.points; i++) {
        const hbs_status status = cli_json_append(list, point_json(work, &work->found.point[i]), error);
        if (status == HBS_OK) continue;
        json_decref(list);
        return status;
    }
    return cli_json_print(json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "spec", cli_json_text((const char *)work->spec.data), "parameter", work->parameter, "value",
                                    value_json(work, work->found.value), "value_low", value_json(work, work->found.low), "value_high", value_json(work, work->found.high), "target",
                                    cli_json_number(given->target), "count", cli_json_unsigned(given->count), "seed", cli_json_seed(seed), "effort_unit", work->step, "tried", list),
                          error);
}

static hbs_status run_calibrate(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    const hbs_solver *solver;
    calibration_work work = {0};
    hbs_calibrate_options asked = {.target = given->target, .count = given->count, .seed = given->seed, .level = given->level, .solver = given->solver, .budget = given->budget,
                                   .listener = &run->listener};
    HBS_TRY(read_over(given->over, &work, &asked, error));
    HBS_TRY(read_spec(run, &given->plugins, &work, error));
    HBS_TRY(set_range(&work, &asked, error));
    work.denominator = asked.denominator;
    HBS_TRY(hbs_solver_find(given->solver ? given->solver : "auto", problem_of(&work), &solver, error));
    work.step = solver->step;
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
    {"over", "NAME=LO..HI", "the parameter to look for, and between which values: integers, or rationals in hundredths (finer when LO or HI are)", CLI_TEXT, offsetof(options, over), 0, 0, NULL},
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
    .about = "Bisects a parameter on samples that are drawn and solved, until two neighbouring values stand on both sides of the target, and prints every value tried, the "
             "nearer neighbour, the values that the samples leave open (their interval holds the target), the solver's effort, and the spec to use. The share of label 1 is taken to rise or to "
             "fall all along. All values are tried on the same units: the same seed gives the same answer.\n",
    .example = "  gen calibrate cqc/uniform v1=12 m1=30 v2=12 head=1 \\\n    --over m2=5..40 --seed 1\n  gen calibrate sat/uniform n=20 --over m=60..120 \\\n    --count 300 --seed 1\n  gen calibrate sat/uniform n=30 --over ratio=3..6 --seed 1",
    .arguments_low = 1,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_calibrate,
};
