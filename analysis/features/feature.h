/* Features as descriptors. One file a family in this folder; the registry lists the descriptors; the catalog has a real column for each. */
#ifndef HBS_ANALYSIS_FEATURES_FEATURE_H
#define HBS_ANALYSIS_FEATURES_FEATURE_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What several features share, computed once an instance; opaque here, defined in sat_profile.h / cqc_profile.h. */
typedef struct hbs_profile hbs_profile;
hbs_status hbs_profile_new(hbs_profile **out, hbs_problem problem, hbs_error *error);
void hbs_profile_free(hbs_profile *profile);
hbs_status hbs_profile_fill(hbs_profile *profile, const hbs_instance *instance, hbs_error *error);

typedef struct hbs_feature {
    const char *name;           /* column name, snake_case: "mean_clause_length" */
    const char *meaning;        /* definition, unit, range */
    const char *source;
    hbs_problem problem;
    bool size;                  /* a function of the size signature alone */
    bool order;                 /* depends on clause or literal order (order-only probes) */
    bool invariant;             /* under renaming of variables, polarity flips (SAT), reordering */
    double (*value)(const hbs_profile *profile);   /* NAN: not defined for this instance, stored as NULL */
} hbs_feature;

/* NULL-terminated; fixed order. */
const hbs_feature *const *hbs_features(hbs_problem problem);
size_t hbs_feature_count(hbs_problem problem);

#ifdef __cplusplus
}
#endif
#endif
