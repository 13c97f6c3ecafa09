/* Instances that two datasets share: is what is tested on disjoint from what was trained on? */
#ifndef HBS_ANALYSIS_OVERLAP_H
#define HBS_ANALYSIS_OVERLAP_H

#include "analysis/finding.h"

/* Appends a finding about `dataset` (measure "overlap", quantity "shared_with_dataset", subject "other=NAME"): the share of its instances that are
 * equal, as sets of clauses or atoms with names as they stand, to one of `other`. Of another problem: nothing is appended. O(N log N), 32 bytes an
 * instance of both. */
hbs_status hbs_overlap(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, hbs_findings *out, hbs_error *error);

#endif
