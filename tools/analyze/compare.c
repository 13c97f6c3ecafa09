/* analyze compare: two datasets, or a dataset and a recipe. */
#include <stdio.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/report/report.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/naming.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/output.h"

typedef struct options {
    measuring_options measuring;
    uint64_t draw;
} options;

/* A sample of the recipe, kept in the catalog under a name that says what it is, so that it is drawn once. */
static hbs_status draw_sample(hbs_catalog *catalog, const hbs_recipe *recipe, uint64_t count, uint64_t seed, unsigned threads, const cli_run *run, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_spec spec = {0};
    char name[129];
    hbs_make_options make = {.count = count, .seed = seed, .threads = threads, .balance = recipe->balance, .certify = HBS_CERTIFY_CHECK, .split = recipe->split,
                             .keep_order = recipe->keep_order, .resume = true};
    snprintf(make.recipe, sizeof make.recipe, "%s", recipe->name);
    snprintf(name, sizeof name, "%.90s@%llu-%llu", recipe->name, (unsigned long long)count, (unsigned long long)seed);
    HBS_TRY(hbs_spec_parse_text(&spec, recipe->spec, error));
    HBS_TRY(hbs_make(catalog, name, &spec, &make, &run->listener, out, error));
done:
    hbs_spec_free(&spec);
    return status;
}

/* One that has nothing to do with the dataset, as far as can be seen. Its seed is another one where the dataset says that it was made with this one; a folder that was
 * imported does not say, but what it shares with the sample does, unless another seed shares as much: then the space is small. */
static hbs_status draw_fresh(hbs_catalog *catalog, const hbs_dataset *a, const hbs_recipe *recipe, const options *given, const cli_run *run, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options measuring = measuring_read(run, &given->measuring);
    const uint64_t seed = measuring.seed + (measuring.seed == a->seed);
    hbs_dataset again = {0};
    double share, other;
    HBS_TRY(draw_sample(catalog, recipe, given->draw, seed, measuring.threads, run, out, error));
    HBS_TRY(hbs_compare_share(catalog, a, out, &share, error));
    if (share <= 0) goto done;
    HBS_TRY(draw_sample(catalog, recipe, given->draw, seed + 1 + (seed + 1 == a->seed), measuring.threads, run, &again, error));
    HBS_TRY(hbs_compare_share(catalog, a, &again, &other, error));
    if (other >= share / 2) goto done;
    hbs_warn(&run->listener, "what seed %llu gives of recipe:%s stands in %s (%.3g of it): compared with a draw of seed %llu in its place", (unsigned long long)seed, recipe->name, a->name, share,
             (unsigned long long)again.seed);
    const hbs_dataset first = *out;
    *out = again;
    again = first;
done:
    hbs_dataset_free(&again);
    return status;
}

static hbs_status with_recipe(hbs_catalog *catalog, const hbs_dataset *a, const options *given, const cli_run *run, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options measuring = measuring_read(run, &given->measuring);
    hbs_recipes recipes = {0};
    const hbs_recipe *recipe;
    hbs_dataset drawn = {0};
    HBS_TRY(hbs_recipes_builtin(&recipes, error));
    HBS_TRY(hbs_recipes_find(&recipes, run->argument[2], &recipe, error));
    HBS_TRY(hbs_compare_recipe(catalog, a, recipe, &measuring, out, error));
    if (!given->draw) goto done;
    HBS_TRY(draw_fresh(catalog, a, recipe, given, run, &drawn, error));
    HBS_TRY(hbs_compare_fresh(catalog, a, &drawn, &measuring, out, error));
done:
    hbs_dataset_free(&drawn);
    hbs_recipes_free(&recipes);
    return status;
}

static hbs_status with_dataset(hbs_catalog *catalog, const hbs_dataset *a, const options *given, const cli_run *run, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options measuring = measuring_read(run, &given->measuring);
    hbs_dataset b = {0};
    HBS_TRY(hbs_measured_dataset(catalog, run->argument[2], &b, error));
    HBS_TRY(hbs_compare(catalog, a, &b, &measuring, out, error));
done:
    hbs_dataset_free(&b);
    return status;
}

static hbs_status run_compare(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_dataset a = {0};
    hbs_findings findings = {0};
    hbs_bytes text = {0};
    uint64_t faults = 0;
    const size_t datasets = hbs_names_recipe(run->argument[2]) ? 1 : 2;
    if (given->draw && datasets == 2) HBS_FAIL(error, HBS_ERROR_USAGE, "--draw samples a recipe: give recipe:NAME in place of %s, or leave it out", run->argument[2]);
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_WRITE, &run->listener, error));
    HBS_TRY(measuring_check_names(&measuring_defaults, catalog, run->argument + 1, datasets, error));
    HBS_TRY(measuring_hold_anew(run, &given->measuring, catalog, run->argument + 1, datasets, &faults, error));
    HBS_TRY(hbs_measured_dataset(catalog, run->argument[1], &a, error));
    HBS_TRY(datasets == 1 ? with_recipe(catalog, &a, given, run, &findings, error) : with_dataset(catalog, &a, given, run, &findings, error));
    HBS_TRY(hbs_findings_store(&findings, catalog, error));
    HBS_TRY(given->measuring.json ? hbs_findings_json(&findings, &text, error) : hbs_findings_text(&findings, &text, error));
    HBS_TRY(cli_write(text.data, text.size, error));
    HBS_TRY(measuring_faults(run, faults, error));
done:
    hbs_bytes_free(&text);
    hbs_findings_free(&findings);
    hbs_dataset_free(&a);
    hbs_catalog_close(catalog);
    return status;
}

static const options defaults = {.measuring = {.seed = 1, .level = .95}};

#define MEASURING(member) offsetof(options, measuring) + offsetof(measuring_options, member)

static const cli_option table[] = {
    {"draw", "N", "draw N instances of the recipe and compare with those too; they stay in the catalog as NAME@N-SEED", CLI_NUMBER, offsetof(options, draw), 1, 1000000000, NULL},
    {"anew", NULL, "believe nothing stored: features are computed again; what differs is named, made anew, and makes the exit status 1", CLI_FLAG, MEASURING(anew), 0, 0, NULL},
    {"seed", "S", "of halves, permutations and --draw (default 1)", CLI_NUMBER, MEASURING(seed), 0, UINT64_MAX, NULL},
    {"level", "P", "of the intervals, and 1 less the chance to call one law two, .5 to .9999 (default .95)", CLI_REAL, MEASURING(level), 5000, 9999, NULL},
    {"threads", "T", "worker threads (default: the processors there are)", CLI_NUMBER, MEASURING(threads), 1, 1024, NULL},
    {"json", NULL, "one JSON document instead of text; its first finding is the verdict", CLI_FLAG, MEASURING(json), 0, 0, NULL},
};

const cli_verb analyze_compare = {
    .name = "compare",
    .arguments = "CATALOG DATASET DATASET|recipe:NAME",
    .summary = "the same dataset, the same law, or another? And which is harder?",
    .about = "Says whether two datasets are the same, two draws of one law, or draws of two laws: by digests and shared instances; by tests of label shares, of the mean and spread of "
             "every feature within a label, and of a probe that is trained to tell them apart, adjusted so that two draws of one law are called two laws in at most 5 % of all cases; "
             "and how they differ in effort, and in what easy deciders settle. Against a recipe: its digests and published figures, and with --draw a fresh sample. A folder of files "
             "is compared after `gen import`.\n",
    .example = "  gen make data.db a sat/sr n=10..20 --count 400 --seed 1\n  gen make data.db b sat/sr n=10..20 --count 400 --seed 2\n  analyze compare data.db a b\n"
               "  gen make data.db ca recipe:g4satbench/easy/ca --count 400 --seed 3\n  analyze compare data.db ca recipe:g4satbench/easy/ca --draw 400",
    .arguments_low = 3,
    .arguments_high = 3,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_compare,
    .names = naming_where,
};
