/* What the verbs of `analyze` that measure have in common: options, and one measure of the registry run over datasets. */
#ifndef HBS_TOOLS_ANALYZE_MEASURING_H
#define HBS_TOOLS_ANALYZE_MEASURING_H

#include "analysis/measure.h"
#include "tools/cli/verb.h"

typedef struct measuring_options {
    const char *reference;
    uint64_t seed, threads;
    double level;
    bool json;
    const char *as;
    uint64_t reference_tries, reference_steps;
    bool unmatched_reference, read_only, anew;
    bool list; /* of redundancy alone */
} measuring_options;

extern const measuring_options measuring_defaults;
extern const cli_option measuring_table[]; /* the first rows are about the reference */
#define MEASURING_OPTIONS 11u
#define MEASURING_OF_REFERENCE 4u
#define MEASURING_LIST 1u /* one row more, the last, for redundancy */
#define MEASURING_UNREFERENCED (MEASURING_OPTIONS - MEASURING_OF_REFERENCE) /* with measuring_table + MEASURING_OF_REFERENCE */

hbs_measure_options measuring_read(const cli_run *run, const measuring_options *given);
/* For writing, or for reading only where that is asked for or the file lets nobody write: then nothing is made or stored, which is said. HBS_ERROR_USAGE: --as is none of
 * its words. */
hbs_status measuring_open(const cli_run *run, const measuring_options *given, hbs_catalog **out, hbs_error *error);
/* Datasets of these names are there: asked before any work is done. */
hbs_status measuring_check_names(hbs_catalog *catalog, const char *const *names, size_t count, hbs_error *error);
/* --anew: what is stored of these datasets, and of their references, beside the instances is held against what is computed again (analysis/anew.h). Faults are told on stderr;
 * *faults is how many there are. HBS_ERROR_FAULT when the catalog is open for reading only and there is one: nothing is to be measured from it. Names may repeat. */
hbs_status measuring_hold_anew(cli_run *run, const measuring_options *given, hbs_catalog *catalog, const char *const *names, size_t count, uint64_t *faults, hbs_error *error);
/* After the result was printed: HBS_ERROR_FAULT if there were any. */
hbs_status measuring_faults(const cli_run *run, uint64_t faults, hbs_error *error);
/* Runs the measure that is called as the verb over CATALOG DATASET.., stores the findings and prints them. */
hbs_status measuring_run(cli_run *run, const void *options, hbs_error *error);

#endif
