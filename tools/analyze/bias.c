/* analyze bias: the measure of that name. */
#include "tools/analyze/measuring.h"
#include "tools/analyze/verbs.h"

static const cli_option table[] = {MEASURING_COMMON(0)};

const cli_verb analyze_bias = {
    .name = "bias",
    .arguments = "CATALOG DATASET...",
    .summary = "what a generator reaches, how far its law is tilted, collisions, balance and sizes",
    .about = "Bias without a model and without a reference: the choices of the generator against the size of its space, total variation, KL and chi^2 to uniform "
             "by exact model counts where the generator states its density, chi^2 from collisions, and the balance and the sizes by label. What does not "
             "apply says why.\n",
    .example = "  gen make data.db train sat/planted n=20 m=85 --count 400 --seed 1\n  analyze bias data.db train",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &measuring_defaults,
    .size = sizeof(measuring_options),
    .run = measuring_run,
};
