/* The reference of a dataset: for every instance one uniform instance of the same signature (generators/spaces/signature.h) and label, drawn without the
 * generator under test, stored as a dataset "NAME@uniform" of its own, made once and reused. Uniform over sets of distinct clauses, or over sequences
 * of clauses where the spec says distinct=no or some formula repeats a clause (matching_plan.h); for CQC over pairs of queries, bodies as sets. */
#ifndef HBS_ANALYSIS_REFERENCE_REFERENCE_H
#define HBS_ANALYSIS_REFERENCE_REFERENCE_H

#include "analysis/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds, finishes or makes it; with options->reference another dataset is found instead. HBS_ERROR_USAGE: the dataset is not complete, or the catalog
 * is open for reading and there is none. HBS_ERROR_EXISTS: the name belongs to a dataset that is no reference of this one. HBS_ERROR_BUSY: another process
 * is making it just now (what that one completes meanwhile is taken). HBS_ERROR_INTERRUPTED keeps what is done. Instances of unknown label get none; instances whose label was not
 * drawn within the tries are recorded as infeasible in the reference and named in a finding by the measures that use it. Unit numbers are those of
 * the dataset: twins' references stay together. */
hbs_status hbs_reference(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_dataset *out, hbs_error *error);
/* The same for measures that can say something without it: when there is none to be had (the catalog is open for reading only, the dataset is not
 * complete, the name is taken), *available is false and `why` (room bytes) says what to do. *matched: its instances stand for those of the dataset with the same idx, in
 * size and label. */
hbs_status hbs_reference_if_any(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_dataset *out,
                                bool *available, bool *matched, char *why, size_t room, hbs_error *error);
/* Says so in each of the findings from number `from` on that were taken from a reference which is not matched. */
hbs_status hbs_reference_caveat(hbs_findings *findings, size_t from, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error);
/* Made for this very dataset, by this very rule, and within the budget that is asked for, if one is? */
bool hbs_reference_fits(const hbs_dataset *reference, const hbs_dataset *dataset, const hbs_measure_options *options);
/* The seed of everything that is drawn for this dataset's sake: made of its digest and `seed`, so that no dataset meets its own draws again. */
uint64_t hbs_reference_seed(const hbs_dataset *dataset, uint64_t seed);
/* What kept most of the instances of this label from having a counterpart; "" when nothing is recorded. */
hbs_status hbs_reference_reason(hbs_catalog *catalog, const hbs_dataset *reference, int label, char *out, size_t room, hbs_error *error);
/* Are (some of) its formulas sequences of clauses, rather than sets? False for what is no reference made here. */
bool hbs_reference_uses_sequences(const hbs_dataset *reference);

#ifdef __cplusplus
}
#endif
#endif
