/* The registries tell it: a new decider or feature is in the help as soon as it is in its registry. */
#include "tools/analyze/naming.h"

#include "analysis/deciders/decider.h"
#include "analysis/features/feature.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"

static const hbs_problem problems[] = {HBS_SAT, HBS_CQC};

hbs_status naming_deciders(hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        HBS_TRY(cli_print(error, "\nDeciders of %s, cheap first; each is always right or silent:\n", hbs_problem_name(problems[i])));
        for (const hbs_decider *const *at = hbs_deciders(problems[i]); *at; at++) HBS_TRY(cli_term((*at)->name, (*at)->summary, 20, error));
    }
done:
    return status;
}

hbs_status naming_features(hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        HBS_TRY(cli_print(error, "\nFeatures of %s:\n", hbs_problem_name(problems[i])));
        for (const hbs_feature *const *at = hbs_features(problems[i]); *at; at++) HBS_TRY(cli_term((*at)->name, (*at)->meaning, 6, error));
    }
done:
    return status;
}

hbs_status naming_where(hbs_error *error) { return cli_print(error, "\n`analyze features --help` says what each feature is.\n"); }
