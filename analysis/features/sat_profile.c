/* The SAT profile: reserves the scratch, then lets each family of features take its counts. Separate passes over the clauses cost
 * little (a formula of ordinary size stays in the first-level cache) and keep each family in one file. */
#include "analysis/features/sat_profile.h"

#include <stdlib.h>

#define SAT_PROFILE_LIMIT (UINT64_C(1) << 31)

hbs_status hbs_sat_profile_new(hbs_sat_profile **out, hbs_error *error) { return hbs_allocate(out, 1, sizeof **out, error); }

void hbs_sat_profile_free(hbs_sat_profile *profile) {
    if (!profile) return;
    hbs_compact_free(&profile->compact);
    free(profile->positive);
    free(profile->negative);
    free(profile->stamp);
    free(profile->first);
    free(profile->end);
    free(profile->clause_of);
    free(profile->set_clause);
    free(profile->set_size);
    free(profile->set_count);
    free(profile->met);
    free(profile);
}

static hbs_status reserve(hbs_sat_profile *profile, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t entries = (size_t)cnf->variables + 2, unit = sizeof(uint32_t);
    size_t slots = 8;
    while (slots < 2 * cnf->clauses) slots *= 2;
    HBS_TRY(hbs_grow(&profile->positive, &profile->positive_capacity, entries, unit, error));
    HBS_TRY(hbs_grow(&profile->negative, &profile->negative_capacity, entries, unit, error));
    HBS_TRY(hbs_grow(&profile->stamp, &profile->stamp_capacity, entries, unit, error));
    HBS_TRY(hbs_grow(&profile->first, &profile->first_capacity, 2 * entries, unit, error));
    HBS_TRY(hbs_grow(&profile->end, &profile->end_capacity, 2 * entries, unit, error));
    HBS_TRY(hbs_grow(&profile->clause_of, &profile->clause_of_capacity, hbs_cnf_literals(cnf) + 1, unit, error));
    HBS_TRY(hbs_grow(&profile->set_clause, &profile->set_clause_capacity, slots, unit, error));
    HBS_TRY(hbs_grow(&profile->set_size, &profile->set_size_capacity, slots, unit, error));
    HBS_TRY(hbs_grow(&profile->set_count, &profile->set_count_capacity, slots, unit, error));
    HBS_TRY(hbs_grow(&profile->met, &profile->met_capacity, cnf->clauses + 1, unit, error));
    profile->set_slots = slots;
done:
    return status;
}

hbs_status hbs_sat_profile_fill(hbs_sat_profile *profile, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_cnf *compact;
    if (cnf->clauses >= SAT_PROFILE_LIMIT || hbs_cnf_literals(cnf) >= SAT_PROFILE_LIMIT)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "features of a formula with %zu clauses and %zu literals: at most 2^31 of each", cnf->clauses,
                 hbs_cnf_literals(cnf));
    HBS_TRY(hbs_compact_formula(&profile->compact, cnf, &compact, error));
    HBS_TRY(reserve(profile, compact, error));
    profile->variables = cnf->variables;
    profile->left_out = cnf->variables - compact->variables;
    hbs_sat_collect_lengths(profile, compact);
    hbs_sat_collect_occurrences(profile, compact);
    hbs_sat_collect_polarity(profile, compact);
    hbs_sat_collect_variable_sets(profile, compact);
    hbs_sat_collect_interaction(profile, compact);
    hbs_sat_collect_order(profile, compact);
done:
    return status;
}
