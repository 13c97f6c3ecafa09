/* What the tests of features share: all values of an instance, one of them by name. */
#ifndef HBS_TESTS_ANALYSIS_FEATURE_VALUES_H
#define HBS_TESTS_ANALYSIS_FEATURE_VALUES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/features/feature.h"
#include "tests/unit/test.h"

static inline void values(hbs_profile *profile, const hbs_instance *instance, double *out) {
    hbs_error error = {0};
    const hbs_feature *const *features = hbs_features(instance->problem);
    CHECK_OK(hbs_profile_fill(profile, instance, &error));
    for (size_t f = 0; features[f]; f++) out[f] = features[f]->value(profile);
}

static inline size_t find(hbs_problem problem, const char *name) {
    const hbs_feature *const *features = hbs_features(problem);
    for (size_t f = 0; features[f]; f++)
        if (!strcmp(features[f]->name, name)) return f;
    fprintf(stderr, "no feature %s\n", name);
    CU_FAIL_FATAL("feature");
    return 0;
}

static inline bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* `wanted` within 1e-9, or not defined where it is not. */
static inline void expect(hbs_problem problem, const double *value, const char *name, double wanted) {
    const double got = value[find(problem, name)];
    const bool good = fabs(got - wanted) < 1e-9 || same(got, wanted);
    if (!good) fprintf(stderr, "\n    %s: %.12g, expected %.12g\n", name, got, wanted);
    CU_ASSERT(good);
}

#endif
