/* What an hbs_profile is made of: one concrete profile, by problem. Features read profile->sat or profile->cqc.
 *
 * sat_profile.h and cqc_profile.h each offer
 *     hbs_status hbs_X_profile_new(hbs_X_profile **out, hbs_error *error);
 *     void hbs_X_profile_free(hbs_X_profile *profile);                       NULL is legal
 *     hbs_status hbs_X_profile_fill(hbs_X_profile *profile, const <hbs_cnf | hbs_query_pair> *instance, hbs_error *error); */
#ifndef HBS_ANALYSIS_FEATURES_PROFILE_H
#define HBS_ANALYSIS_FEATURES_PROFILE_H

#include "analysis/features/feature.h"

struct hbs_sat_profile;
struct hbs_cqc_profile;

struct hbs_profile {
    hbs_problem problem;
    struct hbs_sat_profile *sat;   /* not NULL iff problem is HBS_SAT */
    struct hbs_cqc_profile *cqc;   /* not NULL iff problem is HBS_CQC */
};

#endif
