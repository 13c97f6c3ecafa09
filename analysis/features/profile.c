/* Sends each instance to the profile of its problem. */
#include "analysis/features/profile.h"

#include <stdlib.h>

#include "analysis/features/cqc_profile.h"
#include "analysis/features/sat_profile.h"

hbs_status hbs_profile_new(hbs_profile **out, hbs_problem problem, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_profile *profile = NULL;
    HBS_TRY(hbs_allocate(&profile, 1, sizeof *profile, error));
    profile->problem = problem;
    if (problem == HBS_SAT) HBS_TRY(hbs_sat_profile_new(&profile->sat, error));
    else HBS_TRY(hbs_cqc_profile_new(&profile->cqc, error));
    *out = profile;
    profile = NULL;
done:
    hbs_profile_free(profile);
    return status;
}

void hbs_profile_free(hbs_profile *profile) {
    if (!profile) return;
    hbs_sat_profile_free(profile->sat);
    hbs_cqc_profile_free(profile->cqc);
    free(profile);
}

hbs_status hbs_profile_fill(hbs_profile *profile, const hbs_instance *instance, hbs_error *error) {
    if (instance->problem != profile->problem)
        return hbs_raise(error, HBS_ERROR_USAGE, "a profile for %s was given an instance of %s", hbs_problem_name(profile->problem),
                         hbs_problem_name(instance->problem));
    if (profile->problem == HBS_SAT) return hbs_sat_profile_fill(profile->sat, &instance->cnf, error);
    return hbs_cqc_profile_fill(profile->cqc, &instance->pair, error);
}
