/* analyze redundancy: the measure of that name. */
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"

const cli_verb analyze_redundancy = {
    .name = "redundancy",
    .arguments = "CATALOG DATASET...",
    .summary = "equal, isomorphic and nearly equal instances, within and across splits",
    .about = "Counts instances that occur more than once, as they stand or up to renaming, within splits and across them, and those that have most of their clauses or atoms in common with one "
             "of another split: what a model may have seen in training. Estimates how many seeds stand behind the dataset.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze redundancy data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = measuring_table + MEASURING_OF_REFERENCE,
    .options = MEASURING_UNREFERENCED,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = measuring_run,
};
