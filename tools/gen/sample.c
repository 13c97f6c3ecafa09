/* gen sample: instances of a generator as text, without labels and without a catalog. The same generator, parameters, seed and number give
 * the instance that `gen make` stores. */
#include <inttypes.h>
#include <string.h>

#include "datasets/formats/datalog.h"
#include "datasets/formats/dimacs.h"
#include "datasets/recipes/recipe.h"
#include "generators/registry.h"
#include "generators/renaming/renumber.h"
#include "generators/unit.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/seed.h"
#include "tools/gen/verbs.h"

typedef struct options {
    uint64_t count, seed;
    bool keep_order;
    cli_plugins plugins;
} options;

typedef struct sampler {
    hbs_plugins *plugins;
    const hbs_generator *generator;
    hbs_settings settings;
    hbs_bytes spec, text;
    hbs_drawing drawing;
    uint64_t seed, printed;
    bool keep_order;
} sampler;

static void sampler_free(sampler *work) {
    hbs_settings_free(&work->settings);
    hbs_bytes_free(&work->spec);
    hbs_bytes_free(&work->text);
    hbs_drawing_free(&work->drawing);
    hbs_plugins_close(work->plugins);
}

static hbs_status sampler_start(sampler *work, const cli_run *run, const cli_plugins *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(cli_plugins_open(given, &run->listener, &work->plugins, error));
    HBS_TRY(hbs_recipes_hint(run->argument[0], hbs_generator_find_among(hbs_plugins_generators(work->plugins), run->argument[0], &work->generator, error), error));
    HBS_TRY(hbs_settings_defaults(&work->settings, work->generator, error));
    for (size_t i = 1; i < run->arguments; i++) {
        if (!strcmp(run->argument[i], "+") || !strncmp(run->argument[i], "label=", 6) || !strncmp(run->argument[i], "redraw=", 7) ||
            !strncmp(run->argument[i], "share=", 6))
            HBS_FAIL(error, HBS_ERROR_USAGE, "'%s': one generator is sampled here, and no label is known; mix generators and choose labels with `gen make`", run->argument[i]);
        HBS_TRY(hbs_settings_assign(&work->settings, work->generator, run->argument[i], error));
    }
    HBS_TRY(hbs_settings_complete(&work->settings, work->generator, error));
    HBS_TRY(hbs_settings_print(&work->settings, work->generator, &work->spec, error));
done:
    return status;
}

/* Each instance under a comment that says how to draw it again. */
static hbs_status print_instance(sampler *work, hbs_drawn *drawn, uint64_t unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = drawn->instance.problem == HBS_SAT;
    hbs_bytes_clear(&work->text);
    HBS_TRY(hbs_bytes_print(&work->text, error, "%s %s seed=%" PRIu64 " unit=%" PRIu64 " instance=%" PRIu64 "\n", sat ? "c" : "%",
                            (const char *)work->spec.data, work->seed, unit, work->printed));
    if (sat) HBS_TRY(hbs_dimacs_write(&drawn->instance.cnf, &work->text, error));
    else HBS_TRY(hbs_datalog_write(&drawn->instance.pair, false, &work->text, error));
    HBS_TRY(cli_write(work->text.data, work->text.size, error));
    work->printed++;
done:
    return status;
}

/* As `gen make` does; alike for twins. */
static hbs_status shuffle(const sampler *work, hbs_drawn *drawn, uint64_t unit, hbs_error *error) {
    hbs_rng order;
    hbs_rng_seed(&order, work->seed, unit, HBS_LANE_ORDER);
    const hbs_status status = hbs_instance_shuffle(&drawn->instance, &order, error);
    return status == HBS_OK && drawn->instance.problem == HBS_CQC ? hbs_drawn_renumber(drawn, error) : status;
}

static hbs_status sample_unit(sampler *work, uint64_t unit, uint64_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_values values;
    hbs_drawing_seed(&work->drawing, work->seed, unit);
    hbs_values_draw(&values, &work->settings, work->generator, &work->drawing.rng);
    HBS_TRY(hbs_draw(&work->drawing, work->generator, &values, unit, error));
    for (size_t i = 0; i < work->drawing.count && work->printed < count; i++) {
        if (!work->keep_order) HBS_TRY(shuffle(work, &work->drawing.drawn[i], unit, error));
        HBS_TRY(print_instance(work, &work->drawing.drawn[i], unit, error));
    }
done:
    return status;
}

static hbs_status run_sample(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    sampler work = {.seed = given->seed, .keep_order = given->keep_order};
    HBS_TRY(sampler_start(&work, run, &given->plugins, error));
    work.drawing.stop = run->listener.stop;
    work.drawing.stop_context = run->listener.context;
    if (!cli_given(&run->parsed, "seed")) HBS_TRY(cli_draw_seed(&work.seed, error));
    for (uint64_t unit = 0; work.printed < given->count; unit++) {
        if (cli_interrupted()) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted after %" PRIu64 " instances", work.printed);
        HBS_TRY(sample_unit(&work, unit, given->count, error));
        hbs_report_progress(&run->listener, "sample", work.printed, given->count, "instances");
    }
    HBS_TRY(cli_flush(error));
    if (!cli_given(&run->parsed, "seed")) cli_say(&run->terminal, "seed %" PRIu64, work.seed);
done:
    sampler_free(&work);
    return status;
}

static const options defaults = {.count = 1};

static const cli_option table[] = {
    {"count", "N", "how many instances (default 1)", CLI_NUMBER, offsetof(options, count), 1, UINT64_MAX, NULL},
    {"seed", "S", "64-bit seed; without one it is drawn and printed", CLI_NUMBER, offsetof(options, seed), 0, UINT64_MAX, NULL},
    {"keep-order", NULL, "leave clauses, literals and atoms in the order in which the generator made them", CLI_FLAG, offsetof(options, keep_order),
     0, 0, NULL},
    CLI_PLUGIN_OPTIONS(options),
};

const cli_verb gen_sample = {
    .name = "sample",
    .arguments = "GENERATOR [p=v ...]",
    .summary = "instances of a generator as text, without a catalog",
    .about = "Prints instances as DIMACS or Datalog, each under a comment that says how to draw it again. Several DIMACS formulas in one stream are "
             "for reading and for `gen label -`, not for a solver; `gen make` and `gen export` write one file each.\n",
    .example = "  gen sample sat/uniform n=20 m=85 k=3 --seed 1\n  gen sample sat/sr n=10 --count 4 --seed 1 | gen label -",
    .arguments_low = 1,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_sample,
};
