/* Drawing the counterparts of a dataset's instances: for each the uniform instance of its signature and label that a seed gives, whether it is to be stored or compared. */
#ifndef HBS_ANALYSIS_REFERENCE_REFERENCE_DRAW_H
#define HBS_ANALYSIS_REFERENCE_REFERENCE_DRAW_H

#include "analysis/reference/matched_draw.h"
#include "analysis/reference/matching_plan.h"

/* One counterpart. Where match.found, `row` and what it points to are as a reference stores them, but for the split. */
typedef struct hbs_counterpart {
    hbs_match match;
    hbs_bytes payload;
    hbs_row row;
    char gbd_hash[33];
} hbs_counterpart;

typedef struct hbs_counterparts {
    const hbs_dataset *dataset;
    hbs_matching_plan plan; /* made for dataset and seed */
    uint64_t seed;
    void *context;
    /* In order of idx, for every instance of the dataset; of unknown label: nothing was drawn, match is {0}. The caller's thread. */
    hbs_status (*take)(void *context, const hbs_row *row, hbs_counterpart *drawn, hbs_error *error);
    hbs_matcher *matcher; /* one a worker; hbs_counterparts_draw's own */
} hbs_counterparts;

/* From the instance with number `from` on. HBS_ERROR_INTERRUPTED: what was taken stays taken. The bytes do not depend on threads or `from`. */
hbs_status hbs_counterparts_draw(hbs_counterparts *drawing, hbs_catalog *catalog, uint64_t from, const hbs_measure_options *options, hbs_error *error);

#endif
