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
/* Rows of a verb's table of options, for measuring_options at this offset of its struct: about the reference, and those that all have. */
#define MEASURING_REFERENCE(at) \
    {"reference", "REF", "uniform (default: one uniform instance of the same sizes and label for each, made when missing), or the name of a dataset", CLI_TEXT, \
     (at) + offsetof(measuring_options, reference), 0, 0, NULL}, \
    {"unmatched-reference", NULL, "take a reference of other sizes or labels; what is compared with it measures the law of sizes too, and says so", CLI_FLAG, \
     (at) + offsetof(measuring_options, unmatched_reference), 0, 0, NULL}, \
    {"reference-tries", "N", "draws for one instance of the reference (default 10000)", CLI_NUMBER, (at) + offsetof(measuring_options, reference_tries), 1, UINT32_MAX, NULL}, \
    {"reference-steps", "N", "steps of the solver, and literals drawn, for one instance of the reference (default 20000000)", CLI_NUMBER, \
     (at) + offsetof(measuring_options, reference_steps), 1000, INT64_MAX, NULL}
#define MEASURING_COMMON(at) \
    {"as", "WHAT", "what formulas are: sets of clauses, or sequences (default: as the generator draws them; imports: sequences when a clause repeats)", CLI_CHOICE, \
     (at) + offsetof(measuring_options, as), 0, 0, "sets|sequences"}, \
    {"anew", NULL, "believe nothing stored: features are computed and a stored reference is drawn again; what differs is named, made anew (with --read-only nothing is measured), and makes the exit " \
                   "status 1. gen verify checks labels and digests", CLI_FLAG, (at) + offsetof(measuring_options, anew), 0, 0, NULL}, \
    {"read-only", NULL, "leave the catalog as it is: no reference is made, nothing is stored", CLI_FLAG, (at) + offsetof(measuring_options, read_only), 0, 0, NULL}, \
    {"seed", "S", "of the reference, halves, permutations and resampled trainings (default 1)", CLI_NUMBER, (at) + offsetof(measuring_options, seed), 0, UINT64_MAX, NULL}, \
    {"level", "P", "of the intervals, .5 to .9999 (default .95)", CLI_REAL, (at) + offsetof(measuring_options, level), 5000, 9999, NULL}, \
    {"threads", "T", "worker threads (default: the processors there are)", CLI_NUMBER, (at) + offsetof(measuring_options, threads), 1, 1024, NULL}, \
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, (at) + offsetof(measuring_options, json), 0, 0, NULL}

hbs_measure_options measuring_read(const cli_run *run, const measuring_options *given);
/* For writing, or for reading only where that is asked for or the file lets nobody write: then nothing is made or stored, which is said. */
hbs_status measuring_open(const cli_run *run, const measuring_options *given, hbs_catalog **out, hbs_error *error);
/* Datasets of these names are there, complete, and of formulas where --as says what these are: asked before any work is done. */
hbs_status measuring_check_names(const measuring_options *given, hbs_catalog *catalog, const char *const *names, size_t count, hbs_error *error);
/* --anew: what is stored of these datasets, and of their references, beside the instances is held against what is computed again (analysis/anew.h). Faults are told on stderr;
 * *faults is how many there are. HBS_ERROR_FAULT when the catalog is open for reading only and there is one: nothing is to be measured from it. Names may repeat. */
hbs_status measuring_hold_anew(cli_run *run, const measuring_options *given, hbs_catalog *catalog, const char *const *names, size_t count, uint64_t *faults, hbs_error *error);
/* After the result was printed: HBS_ERROR_FAULT if there were any. */
hbs_status measuring_faults(const cli_run *run, uint64_t faults, hbs_error *error);
/* Runs the measure that is called as the verb over CATALOG DATASET.., stores the findings and prints them. */
hbs_status measuring_run(cli_run *run, const void *options, hbs_error *error);

#endif
