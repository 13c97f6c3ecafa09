/* Instances that two datasets share, and those that descend from the same ones: is what is tested on disjoint from what was trained on? */
#ifndef HBS_ANALYSIS_REDUNDANCY_OVERLAP_H
#define HBS_ANALYSIS_REDUNDANCY_OVERLAP_H

#include "analysis/features/feature_table.h"
#include "analysis/finding.h"

/* Rows of a dataset; want NULL: all. */
typedef struct hbs_some_rows {
    const hbs_dataset *dataset;
    hbs_want_row want;
    const void *context;
} hbs_some_rows;

typedef struct hbs_shared {
    uint64_t instances, copies; /* copies: equal, as sets of clauses or atoms with names as they stand, to one of the others */
    uint64_t isomorphic;        /* equal, or equal up to names, by canonical forms that the catalog holds (analyze redundancy and reports fill them in) */
    uint64_t unknown;           /* instances, of both, without such a form */
    uint64_t kin;               /* of one family with one of the others: the same root (hbs_lineage), as augmentation records it */
    uint64_t relatives;         /* those of them that are no copies */
    uint64_t related;           /* isomorphic or kin */
    bool known;                 /* some canonical form on either side is */
    bool descended;             /* some instance on either side has a parent */
} hbs_shared;

/* What `rows` share with `others`. O(N log N), 72 bytes an instance of both. */
hbs_status hbs_shared_count(hbs_shared *out, hbs_catalog *catalog, const hbs_some_rows *rows, const hbs_some_rows *others, hbs_error *error);

/* Appends findings about `dataset` (measure "overlap", subject "other=NAME"): "shared_with_dataset", the share of copies of instances of `other`;
 * "isomorphic_to_dataset", where some canonical forms of both are known; and, where one of the two has instances with parents, "related_to_dataset", the
 * share of copies, isomorphic ones and relatives; and the near copies (near_copies.h), which are looked for in the instances themselves. Of another problem: nothing is appended. */
hbs_status hbs_overlap(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);

#endif
