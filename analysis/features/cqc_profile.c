/* Runs the parts; each is beside the features that read it. */
#include "analysis/features/cqc_profile.h"

#include <stdlib.h>

hbs_status hbs_cqc_profile_new(hbs_cqc_profile **out, hbs_error *error) { return hbs_allocate(out, 1, sizeof **out, error); }

void hbs_cqc_profile_free(hbs_cqc_profile *profile) {
    if (!profile) return;
    hbs_cqc_edges_free(&profile->ahead);
    hbs_cqc_edges_free(&profile->behind);
    free(profile->reach);
    free(profile->in);
    free(profile->out);
    free(profile->count[0]);
    free(profile->count[1]);
    free(profile->part);
    free(profile);
}

hbs_status hbs_cqc_profile_fill(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_cqc_collect_sizes(profile, pair, error));
    HBS_TRY(hbs_cqc_collect_digraphs(profile, pair, error));
    HBS_TRY(hbs_cqc_collect_positions(profile, pair, error));
    HBS_TRY(hbs_cqc_collect_neighbours(profile, pair, error));
    HBS_TRY(hbs_cqc_collect_candidates(profile, pair, error));
    HBS_TRY(hbs_cqc_collect_shape(profile, pair, error));
    hbs_cqc_collect_order(profile, pair);
done:
    return status;
}
