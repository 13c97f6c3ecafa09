/* Instances that have most of their clauses, or atoms, in common with one of another split, or of another dataset, and are not isomorphic to it. */
#ifndef HBS_ANALYSIS_REDUNDANCY_NEAR_COPIES_H
#define HBS_ANALYSIS_REDUNDANCY_NEAR_COPIES_H

#include "analysis/redundancy/copies.h"
#include "analysis/redundancy/copy_pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Findings `near_copies_across_splits` and `renamed_near_copies_across_splits` for each split; none for datasets of less than two. Sorts `copies` by idx. Memory: near_search.h. */
hbs_status hbs_say_near_copies(hbs_findings *out, const hbs_finding *head, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset,
                               const hbs_measure_options *options, hbs_error *error);
/* The same pairs one by one, of both kinds; where a sample was taken those alone whose shares were counted. */
hbs_status hbs_near_copies_find(hbs_copy_pairs *out, hbs_copies *copies, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options,
                                hbs_error *error);

/* Between two datasets of one problem. Reads the copies of `dataset`, then those of `other`, into `copies` ({0}), all in order of idx; their splits are 0 and 1 by side, their families the same for relatives on both. *first: how many are
 * the former's. */
hbs_status hbs_copies_read_both(hbs_copies *copies, size_t *first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_error *error);
/* Findings `near_copies_of_dataset` and `renamed_near_copies_of_dataset`, subject "other=NAME": the share of instances of `dataset` with a near copy in `other`. */
hbs_status hbs_say_near_copies_of(hbs_findings *out, const hbs_finding *head, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options,
                                  hbs_error *error);
/* The same pairs one by one; `copies` and `first` from hbs_copies_read_both. */
hbs_status hbs_near_copies_find_in(hbs_copy_pairs *out, hbs_copies *copies, size_t first, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other,
                                   const hbs_measure_options *options, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
