/* analyze redundancy: the measure of that name, or the copies that it counts, one by one. */
#include "analysis/redundancy/copy_pairs.h"
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/output.h"

static hbs_status find_pairs(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_copy_pairs *out, hbs_error *error) {
    if (!other->name) return hbs_copy_pairs_find(out, catalog, dataset, options, error);
    if (other->id == dataset->id) return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is one dataset: --list takes one, or two that differ", dataset->name);
    if (other->problem != dataset->problem)
        return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is about %s and '%s' about %s: they have nothing in common", dataset->name, hbs_problem_name(dataset->problem), other->name,
                         hbs_problem_name(other->problem));
    return hbs_copy_pairs_find_in(out, catalog, dataset, other, options, error);
}

/* `second` NULL: within one dataset. */
static hbs_status list_of(hbs_catalog *catalog, const char *first, const char *second, const hbs_measure_options *options, bool json, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0}, other = {0};
    hbs_copy_pairs pairs = {0};
    HBS_TRY(hbs_measured_dataset(catalog, first, &dataset, error));
    if (second) HBS_TRY(hbs_measured_dataset(catalog, second, &other, error));
    HBS_TRY(find_pairs(catalog, &dataset, &other, options, &pairs, error));
    const hbs_dataset *const of = second ? &other : &dataset;
    HBS_TRY(json ? hbs_copy_pairs_json(&pairs, &dataset, of, out, error) : hbs_copy_pairs_text(&pairs, &dataset, of, out, error));
done:
    hbs_copy_pairs_free(&pairs);
    hbs_dataset_free(&dataset);
    hbs_dataset_free(&other);
    return status;
}

static hbs_status run_redundancy(cli_run *run, const void *target, hbs_error *error) {
    const measuring_options *given = target;
    const hbs_measure_options options = measuring_read(run, given);
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_bytes out = {0};
    uint64_t faults = 0;
    if (!given->list) return measuring_run(run, target, error);
    if (run->arguments > 3) HBS_FAIL(error, HBS_ERROR_USAGE, "--list takes one dataset, or two: copies of instances of the second in the first");
    HBS_TRY(measuring_open(run, given, &catalog, error));
    HBS_TRY(measuring_check_names(given, catalog, run->argument + 1, run->arguments - 1, error));
    HBS_TRY(measuring_hold_anew(run, given, catalog, run->argument + 1, run->arguments - 1, &faults, error));
    HBS_TRY(list_of(catalog, run->argument[1], run->arguments > 2 ? run->argument[2] : NULL, &options, given->json, &out, error));
    HBS_TRY(cli_write(out.data, out.size, error));
    HBS_TRY(measuring_faults(run, faults, error));
done:
    hbs_bytes_free(&out);
    hbs_catalog_close(catalog);
    return status;
}

static const cli_option table[] = {
    MEASURING_COMMON(0),
    {"list", NULL, "the copies themselves, a line each, in place of their counts: idx, label, split and file name of both, how they are the same, the share in common", CLI_FLAG,
     offsetof(measuring_options, list), 0, 0, NULL},
};

const cli_verb analyze_redundancy = {
    .name = "redundancy",
    .arguments = "CATALOG DATASET...",
    .summary = "equal, isomorphic and nearly equal instances, within and across splits",
    .about = "Counts instances that occur more than once, as they stand or up to renaming, within splits and across them, and those that have most of their clauses or atoms in common with one "
             "of another split: what a model may have seen in training. Estimates how many seeds stand behind the dataset. With --list the copies are named: each instance that repeats one before it beside the "
             "first that it repeats, each that has a relative (a changed copy of the same instance, as augmentation records them) in another split beside the first there, and each near copy beside the instance of another split that it "
             "has most in common with. With --list and two datasets: each instance of the first beside its copy, relative, or near copy, in the second.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1 \\\n    --split train=.8,test=.2\n  analyze redundancy data.db train\n  analyze redundancy data.db train --list\n"
               "  gen make data.db other sat/sr n=10..20 --count 100 --seed 2\n  analyze redundancy data.db other train --list",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = run_redundancy,
};
