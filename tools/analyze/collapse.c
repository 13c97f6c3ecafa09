/* analyze collapse: the measure of that name. */
#include "tools/analyze/measuring.h"
#include "tools/analyze/naming.h"
#include "tools/analyze/verbs.h"

static const cli_option table[] = {MEASURING_REFERENCE(0), MEASURING_COMMON(0)};

const cli_verb analyze_collapse = {
    .name = "collapse",
    .arguments = "CATALOG DATASET...",
    .summary = "how much more of a dataset easy deciders settle than of its reference",
    .about =
        "Runs sound polynomial-time deciders on the dataset and on its uniform reference, and compares the shares that they settle, per label.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze collapse data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = measuring_run,
    .names = naming_deciders,
};
