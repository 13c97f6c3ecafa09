/* The datasets of a study: their tables, which rows each repeat trains on and which it tests, and their references. */
#ifndef HBS_ANALYSIS_GAP_MEMBERS_H
#define HBS_ANALYSIS_GAP_MEMBERS_H

#include "analysis/gap/held_out.h"
#include "analysis/gap/study.h"

/* A dataset that takes part. */
typedef struct hbs_member {
    const char *name;
    bool trains, tests;
    hbs_dataset dataset, reference_dataset;
    hbs_dataset_counts reference_counts;
    hbs_feature_table table, reference;
    bool matched;
    hbs_study_part part;
    size_t group;          /* divided together: the same for members whose halves depend on one another */
    bool *held_out, *ever; /* held_out[repeat * rows + row]; ever: in some repeat */
    uint32_t *times;       /* times[repeat * rows + row]: trained on */
    hbs_trial trial;
} hbs_member;

/* The first four are the caller's to set. */
typedef struct hbs_members {
    hbs_catalog *catalog;
    const hbs_study_options *options;
    hbs_measure_options measure; /* complete */
    unsigned repeats;            /* 1 or more */
    hbs_member *member;
    size_t count;
} hbs_members;

/* What was loaded before a failure is the caller's to free too. */
hbs_status hbs_members_load(hbs_members *members, hbs_error *error);
void hbs_members_free(hbs_members *members);
/* The one of that name, which takes part. */
hbs_member *hbs_member_of(hbs_members *members, const char *name);

#endif
