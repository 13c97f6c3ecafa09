/* analyze redundancy: the measure of that name. */
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"

const cli_verb analyze_redundancy = {
    .name = "redundancy",
    .arguments = "CATALOG DATASET...",
    .summary = "duplicates within and across splits",
    .about = "Counts instances that occur more than once, within splits and across them: what a model may have seen in training.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze redundancy data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = measuring_table + MEASURING_OF_REFERENCE,
    .options = MEASURING_UNREFERENCED,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = measuring_run,
};
