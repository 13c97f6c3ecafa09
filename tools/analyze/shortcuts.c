/* analyze shortcuts: the measure of that name. */
#include "tools/analyze/measuring.h"
#include "tools/analyze/naming.h"
#include "tools/analyze/verbs.h"

static const cli_option table[] = {MEASURING_REFERENCE(0), MEASURING_COMMON(0)};

const cli_verb analyze_shortcuts = {
    .name = "shortcuts",
    .arguments = "CATALOG DATASET...",
    .summary = "the one feature that tells the label best",
    .about = "Finds the best threshold on a single feature on half of the units and scores it on the other half: how well does a trivial rule "
             "predict the label?\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 400 --seed 1\n  analyze shortcuts data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = measuring_run,
    .names = naming_where,
};
