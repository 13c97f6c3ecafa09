/* Size features: functions of the size signature (n and the clause lengths) alone. A probe on these is the sizes-only probe; a label
 * that it predicts leaks through sizes, and a size-matched reference is blind to it by design. The mean clause length alone predicts
 * the label of one published community-attachment family almost perfectly. */
#include "analysis/features/sat_profile.h"

void hbs_sat_collect_lengths(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    profile->clauses = cnf->clauses;
    profile->literals = hbs_cnf_literals(cnf);
    for (size_t k = 0; k < 4; k++) profile->of_length[k] = 0;
    hbs_moments_start(&profile->length, 0);
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c);
        hbs_moments_add(&profile->length, (int64_t)length);
        if (length < 4) profile->of_length[length]++;
    }
}

#define SIZE_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, HBS_UNDERSTANDING_RANDOM_SAT, true, false, true, expression)

SIZE_FEATURE(variables, "number of variables n, those that occur in no clause included", (double)sat->variables);
SIZE_FEATURE(clauses, "number of clauses m, repeated ones included", (double)sat->clauses);
SIZE_FEATURE(literals, "number of literals L over all clauses, repeated ones included", (double)sat->literals);
SIZE_FEATURE(clause_variable_ratio, "m / n; not defined for n = 0", hbs_sat_share(sat->clauses, sat->variables));
SIZE_FEATURE(mean_clause_length, "mean length of the clauses as given; not defined for m = 0", hbs_moments_mean(&sat->length, 1));
SIZE_FEATURE(sd_clause_length, "population standard deviation of the lengths of the clauses as given; not defined for m = 0",
             hbs_moments_sd(&sat->length, 1));
SIZE_FEATURE(min_clause_length, "shortest length of a clause as given; not defined for m = 0", hbs_moments_least(&sat->length, 1));
SIZE_FEATURE(max_clause_length, "longest length of a clause as given; not defined for m = 0", hbs_moments_greatest(&sat->length, 1));
SIZE_FEATURE(unit_clause_share, "share of clauses of length 1 as given, 0..1; not defined for m = 0", hbs_sat_share(sat->of_length[1], sat->clauses));
SIZE_FEATURE(binary_clause_share, "share of clauses of length 2 as given, 0..1; not defined for m = 0",
             hbs_sat_share(sat->of_length[2], sat->clauses));
SIZE_FEATURE(ternary_clause_share, "share of clauses of length 3 as given, 0..1; not defined for m = 0",
             hbs_sat_share(sat->of_length[3], sat->clauses));
SIZE_FEATURE(mean_occurrences, "L / n: mean number of occurrences of a variable; not defined for n = 0",
             hbs_sat_share(sat->literals, sat->variables));
