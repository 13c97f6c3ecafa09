/* What the verbs of `analyze` that measure have in common: options, and one measure of the registry run over datasets. */
#ifndef HBS_TOOLS_ANALYZE_MEASURING_H
#define HBS_TOOLS_ANALYZE_MEASURING_H

#include "analysis/measure.h"
#include "tools/cli/verb.h"

typedef struct measuring_options {
    const char *reference;
    uint64_t seed, replicates, threads;
    double level;
    bool json;
} measuring_options;

extern const measuring_options measuring_defaults;
extern const cli_option measuring_table[]; /* the first row is --reference */
#define MEASURING_OPTIONS 6u
#define MEASURING_UNREFERENCED (MEASURING_OPTIONS - 1u) /* with measuring_table + 1 */

hbs_measure_options measuring_read(const cli_run *run, const measuring_options *given);
/* Datasets of these names are there: asked before any work is done. */
hbs_status measuring_check_names(hbs_catalog *catalog, const char *const *names, size_t count, hbs_error *error);
/* Runs the measure that is called as the verb over CATALOG DATASET.., stores the findings and prints them. */
hbs_status measuring_run(cli_run *run, const void *options, hbs_error *error);

#endif
