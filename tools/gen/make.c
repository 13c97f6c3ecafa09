/* gen make: from a spec to a labelled, certified, catalogued dataset. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/wording.h"
#include "datasets/make/make.h"
#include "datasets/recipes/recipe.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/seed.h"
#include "tools/gen/verbs.h"

typedef struct options {
    uint64_t count, seed, threads, budget, tries;
    const char *solver, *certify, *split, *shard;
    bool balance, no_balance, split_apart, distinct, resume, keep_order, shuffle, rename, trust_construction, cross_check, json;
    cli_plugins plugins;
} options;

/* "I/N" */
static hbs_status read_shard(const char *text, hbs_make_options *make, hbs_error *error) {
    char index[24] = "";
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof index)
        return hbs_raise(error, HBS_ERROR_USAGE, "--shard: '%s' is not I/N; give one such as 0/3", text);
    memcpy(index, text, (size_t)(slash - text));
    hbs_status status = cli_number(slash + 1, "--shard, the number of shards", 1, UINT32_MAX, &make->shards, error);
    if (status == HBS_OK) status = cli_number(index, "--shard, the shard", 0, make->shards - 1, &make->shard, error);
    return status;
}

/* What the command line says, or else the recipe, if there is one. */
static hbs_status take_recipe(const cli_run *run, const hbs_recipe *recipe, const options *given, hbs_make_options *make, hbs_error *error) {
    if (!cli_given(&run->parsed, "count")) make->count = recipe->count;
    if (!given->split) {
        make->split = recipe->split;
        make->split_apart = recipe->split != NULL;   /* what was published knows nothing of renaming */
    }
    make->balance = !given->no_balance && (given->balance || recipe->balance);
    make->keep_order = !given->shuffle && (given->keep_order || recipe->keep_order);
    hbs_bytes name = {0};
    hbs_status status = hbs_bytes_print(&name, error, "%s", recipe->name);
    for (size_t i = 3; i < run->arguments && status == HBS_OK; i++) status = hbs_bytes_print(&name, error, " %s", run->argument[i]);
    if (status == HBS_OK && name.size >= sizeof make->recipe) status = hbs_raise(error, HBS_ERROR_USAGE, "so many changes to a recipe are a spec of their own: write it out (gen describe shows it)");
    if (status == HBS_OK) snprintf(make->recipe, sizeof make->recipe, "%s", (const char *)name.data);
    hbs_bytes_free(&name);
    return status;
}

static hbs_status read_options(const cli_run *run, const options *given, const hbs_recipe *recipe, hbs_make_options *make, hbs_error *error) {
    if (given->balance && given->no_balance) return hbs_raise(error, HBS_ERROR_USAGE, "--balance and --no-balance exclude each other: give one");
    if (given->keep_order && given->shuffle) return hbs_raise(error, HBS_ERROR_USAGE, "--keep-order and --shuffle exclude each other: give one");
    if (!recipe && !cli_given(&run->parsed, "count")) return hbs_raise(error, HBS_ERROR_USAGE, "how many instances? give --count N");
    *make = (hbs_make_options){.count = given->count,
                               .seed = given->seed,
                               .threads = (unsigned)given->threads,
                               .balance = given->balance,
                               .solver = given->solver,
                               .certify = cli_certify(given->certify),
                               .budget = given->budget,
                               .tries = given->tries,
                               .split = given->split,
                               .split_apart = given->split_apart,
                               .distinct = given->distinct,
                               .keep_order = given->keep_order,
                               .rename = given->rename,
                               .trust_construction = given->trust_construction,
                               .cross_check = given->cross_check,
                               .resume = given->resume};
    if (!make->threads) make->threads = cli_processors();
    if (recipe) {
        const hbs_status status = take_recipe(run, recipe, given, make, error);
        if (status != HBS_OK) return status;
    }
    if (make->split && !strcmp(make->split, "none")) make->split = NULL;
    return given->shard ? read_shard(given->shard, make, error) : HBS_OK;
}

/* A given seed; that of the dataset to be resumed; or a fresh one, which the catalog holds from the first row on. */
static hbs_status choose_seed(const cli_run *run, hbs_catalog *catalog, hbs_make_options *make, hbs_error *error) {
    if (cli_given(&run->parsed, "seed")) return HBS_OK;
    if (make->shards) return hbs_raise(error, HBS_ERROR_USAGE, "--shard: shards of one dataset share their seed; give --seed S");
    hbs_dataset stored = {0};
    hbs_error missing = {0};
    const bool found = make->resume && hbs_dataset_find(catalog, run->argument[1], &stored, &missing) == HBS_OK;
    const hbs_status status = found ? HBS_OK : cli_draw_seed(&make->seed, error);
    if (found) make->seed = stored.seed;
    hbs_dataset_free(&stored);
    return status;
}

/* A word as a shell reads it. */
static hbs_status add_word(hbs_bytes *line, const char *word, hbs_error *error) {
    bool plain = *word != '\0';
    for (const char *at = word; *at; at++) plain = plain && (isalnum((unsigned char)*at) || strchr("_-+=:,./@%", *at));
    if (plain) return hbs_bytes_print(line, error, " %s", word);
    hbs_status status = hbs_bytes_print(line, error, " '");
    for (; *word && status == HBS_OK; word++) status = *word == '\'' ? hbs_bytes_print(line, error, "'\\''") : hbs_bytes_append(line, word, 1, error);
    return status == HBS_OK ? hbs_bytes_print(line, error, "'") : status;
}

/* Ctrl-C: the error ends with the command that goes on. */
static void say_how_to_resume(const cli_run *run, const hbs_make_options *make, hbs_error *error) {
    hbs_bytes line = {0};
    hbs_status status = HBS_OK;
    for (int i = 1; i < run->count && status == HBS_OK; i++) status = add_word(&line, run->word[i], NULL);
    if (status == HBS_OK && !cli_given(&run->parsed, "seed")) status = hbs_bytes_print(&line, NULL, " --seed %" PRIu64, make->seed);
    if (status == HBS_OK && !make->resume) status = hbs_bytes_print(&line, NULL, " --resume");
    const hbs_error reason = *error;
    if (status == HBS_OK) hbs_raise(error, reason.code, "%.400s: %s%s", reason.message, run->word[0], (const char *)line.data);
    hbs_bytes_free(&line);
}

/* What can be done about units that never came out: what a generator says of its own rejections, it says with what to do. */
static const char *advice_on(const char *reason) {
    if (strstr(reason, HBS_OUT_OF_BUDGET)) return "; tries ended at the budget: raise --budget";
    if (!strncmp(reason, "label ", strlen("label "))) return "; raise --tries, or choose sizes where both labels occur";
    return strstr(reason, "repeated an instance") ? "; raise --tries, or ask for fewer" : "";
}

static hbs_status say_infeasible(hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    uint64_t units;
    char reason[256];
    const hbs_status status = hbs_dataset_infeasible(catalog, dataset, &units, reason, error);
    if (status != HBS_OK || !units) return status;
    return hbs_raise(error, HBS_ERROR_FAULT, "%" PRIu64 " unit%s never came out%s: %s%s", units, hbs_s(units), units == 1 ? "" : ", the first because", reason, advice_on(reason));
}

static hbs_status print_result(cli_run *run, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_make_options *make, bool json,
                               hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_dataset_facts facts;
    HBS_TRY(cli_dataset_count(catalog, dataset, &facts, error));
    char more[240], believed[CLI_BELIEVED];
    cli_believed(facts.counts.believed, believed);
    snprintf(more, sizeof more, "%" PRIu64 " unit%s infeasible, %" PRIu64 " tries, %.1f s, seed %" PRIu64 "%s", facts.counts.infeasible, hbs_s(facts.counts.infeasible), facts.tries,
             cli_seconds(&run->terminal), make->seed, believed);
    cli_dataset_say(&run->terminal, dataset, &facts, more);
    if (json) HBS_TRY(cli_json_print(cli_dataset_json(dataset, &facts), error));
    HBS_TRY(say_infeasible(catalog, dataset->id, error));
done:
    return status;
}

/* SPEC as words, or a recipe's. */
static hbs_status read_spec(const cli_run *run, const hbs_recipe *recipe, const hbs_plugins *plugins, hbs_spec *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    for (size_t i = 3; !recipe && i < run->arguments; i++)
        if (hbs_names_recipe(run->argument[i]))
            return hbs_raise(error, HBS_ERROR_USAGE, "`%.80s` cannot be a part: a recipe is a whole spec; write its generator and parameters out (gen describe %.80s shows them)",
                             run->argument[i], run->argument[i]);
    if (!recipe)
        return hbs_recipes_hint(run->argument[2], hbs_spec_parse_among(out, hbs_plugins_generators(plugins), run->argument + 2, run->arguments - 2, error), error);
    HBS_TRY(hbs_recipe_spec(recipe, run->argument + 3, run->arguments - 3, &text, error));
    HBS_TRY(hbs_spec_parse_among(out, hbs_plugins_generators(plugins), &(const char *){(const char *)text.data}, 1, error));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status run_make(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    hbs_plugins *plugins = NULL;
    hbs_recipes recipes = {0};
    const hbs_recipe *recipe = NULL;
    hbs_spec spec = {0};
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {0};
    hbs_make_options make;
    if (hbs_names_recipe(run->argument[2])) {
        HBS_TRY(hbs_recipes_builtin(&recipes, error));
        HBS_TRY(hbs_recipes_find(&recipes, run->argument[2], &recipe, error));
    }
    HBS_TRY(read_options(run, given, recipe, &make, error));
    HBS_TRY(cli_plugins_open(&given->plugins, &run->listener, &plugins, error));
    HBS_TRY(read_spec(run, recipe, plugins, &spec, error));
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_CREATE, &run->listener, error));
    HBS_TRY(choose_seed(run, catalog, &make, error));
    status = hbs_make(catalog, run->argument[1], &spec, &make, &run->listener, &dataset, error);
    if (status == HBS_ERROR_INTERRUPTED) say_how_to_resume(run, &make, error);
    if (status == HBS_OK) status = print_result(run, catalog, &dataset, &make, given->json, error);
done:
    hbs_dataset_free(&dataset);
    if (status == HBS_OK) hbs_catalog_close(catalog);
    else hbs_catalog_abandon(catalog);
    hbs_spec_free(&spec);
    hbs_recipes_free(&recipes);
    hbs_plugins_close(plugins);
    return status;
}

static const options defaults = {.certify = "check"};

static const cli_option table[] = {
    {"count", "N", "how many instances (default: those of the recipe)", CLI_NUMBER, offsetof(options, count), 1, INT64_MAX, NULL},
    {"seed", "S", "64-bit seed; without one it is drawn and printed", CLI_NUMBER, offsetof(options, seed), 0, UINT64_MAX, NULL},
    {"threads", "T", "worker threads; changes no byte of the result (default: the processors there are)", CLI_NUMBER, offsetof(options, threads), 1,
     1024, NULL},
    {"balance", NULL, "labels alternate from unit to unit, by drawing again until the label comes", CLI_FLAG, offsetof(options, balance), 0, 0, NULL},
    {"no-balance", NULL, "labels come as they fall, whatever the recipe says", CLI_FLAG, offsetof(options, no_balance), 0, 0, NULL},
    {"tries", "N", "redraws of a unit for the label wanted, after which it is recorded as infeasible (default 10000)", CLI_NUMBER,
     offsetof(options, tries), 1, INT64_MAX, NULL},
    {"solver", "NAME", "which solver; auto: the problem's own", CLI_TEXT, offsetof(options, solver), 0, 0, NULL},
    {"budget", "STEPS", "solver steps an instance, after which its label is stored as unknown (default: no limit)", CLI_NUMBER,
     offsetof(options, budget), 1, INT64_MAX, NULL},
    {"certify", "HOW", "none, check (default: each certificate is checked, then dropped) or store", CLI_CHOICE, offsetof(options, certify), 0, 0,
     "none|check|store"},
    {"trust-construction", NULL, "believe labels known by construction instead of solving", CLI_FLAG, offsetof(options, trust_construction), 0, 0,
     NULL},
    {"cross-check", NULL, "a second, independent solver labels each instance too, without a budget; a disagreement stops and saves the instance", CLI_FLAG,
     offsetof(options, cross_check), 0, 0, NULL},
    {"split", "SHARES", "such as train=.8,valid=.1,test=.1; each unit is drawn into one of them at random, so the numbers come out near the shares, not at them; none: no split, whatever the recipe says", CLI_TEXT, offsetof(options, split), 0, 0, NULL},
    {"split-apart", NULL, "let isomorphic instances fall into different splits, as other programs do, and recipes with their own split; else they share the split of the first of them. Twins and copies of one family share one in either case", CLI_FLAG,
     offsetof(options, split_apart), 0, 0, NULL},
    {"distinct", NULL, "no two instances that are isomorphic: a unit that repeats one before it is drawn again, within its tries", CLI_FLAG, offsetof(options, distinct), 0, 0, NULL},
    {"shard", "I/N", "make only the I-th of N parts, I from 0; gen merge puts them together", CLI_TEXT, offsetof(options, shard), 0, 0, NULL},
    {"resume", NULL, "go on with a dataset that was interrupted", CLI_FLAG, offsetof(options, resume), 0, 0, NULL},
    {"rename", NULL, "rename variables and flip polarities, from the unit's own stream", CLI_FLAG, offsetof(options, rename), 0, 0, NULL},
    {"keep-order", NULL, "do not shuffle clauses, literals and atoms", CLI_FLAG, offsetof(options, keep_order), 0, 0, NULL},
    {"shuffle", NULL, "shuffle them, whatever the recipe says (without a recipe: as always)", CLI_FLAG, offsetof(options, shuffle), 0, 0, NULL},
    CLI_PLUGIN_OPTIONS(options),
    {"json", NULL, "one JSON document about the dataset on standard output", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb gen_make = {
    .name = "make",
    .arguments = "CATALOG DATASET SPEC [+ SPEC ...]|recipe:NAME --count N",
    .summary = "makes a labelled dataset in a catalog",
    .about = "Draws instances, labels each by an exact solver, checks the certificate and stores the rows. SPEC is a generator with its parameters, "
             "`p=v`, for numbers also `p=lo..hi`; "
             "`label=0` or `label=1` keeps one label only, `share=` weighs the parts. A unit keeps its parameters while it is drawn again for its label, so that sizes do not "
             "depend on labels; `redraw=all` draws them anew each time, as published pairs often do. In place of SPEC, `recipe:NAME` is a published dataset (gen list names them): "
             "its spec and options, each of which the command line can change. The catalog is made when missing. The same spec, seed and "
             "count give the same digest with any number "
             "of threads, shards or interruptions.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 100 \\\n    --seed 1 --threads 2 --split train=.8,test=.2\n"
               "  gen make data.db planted sat/planted n=20 m=85 k=3 \\\n    + sat/uniform n=20 m=85 k=3 label=0 --count 50 --seed 1\n"
               "  gen make data.db sr recipe:neurosat/sr10-40 --count 100 --seed 1",
    .arguments_low = 3,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_make,
};
