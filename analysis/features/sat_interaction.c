/* Features of the variable interaction graph: two variables are neighbours when some clause holds both. The degree of v is found by
 * walking over the clauses of v and stamping what is met: sum |c|^2 steps, linear in L for clauses of bounded length. Formulas whose
 * clauses are too long for that (sum |c|^2 > 100 L) get no value, so that the cost stays linear for every input. */
#include "analysis/features/sat_profile.h"

#include <string.h>

#define PAIRS_PER_LITERAL 100

static bool few_pairs(const hbs_sat_profile *profile) {
    return profile->length.squares <= (hbs_wide)PAIRS_PER_LITERAL * (hbs_wide)profile->literals;
}

/* clause_of[first[v-1] .. first[v]-1] become the clauses of v: a counting sort by variable. */
static void list_clauses(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    uint32_t sum = 0;
    profile->first[0] = 0;
    for (uint32_t v = 1; v <= cnf->variables; v++) {
        profile->first[v] = sum;
        sum += profile->positive[v] + profile->negative[v];
    }
    for (size_t c = 0; c < cnf->clauses; c++)
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++)
            profile->clause_of[profile->first[hbs_sat_variable(cnf->literal[i])]++] = (uint32_t)c;
}

static uint32_t degree(hbs_sat_profile *profile, const hbs_cnf *cnf, uint32_t v) {
    uint32_t *const stamp = profile->stamp, neighbours = 0;
    stamp[v] = v;
    for (uint32_t k = profile->first[v - 1]; k < profile->first[v]; k++) {
        const size_t c = profile->clause_of[k];
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
            const uint32_t u = hbs_sat_variable(cnf->literal[i]);
            neighbours += stamp[u] != v;
            stamp[u] = v;
        }
    }
    return neighbours;
}

void hbs_sat_collect_interaction(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    hbs_moments_start(&profile->degree, 0);
    profile->degree_known = few_pairs(profile);
    if (!profile->degree_known) return;
    list_clauses(profile, cnf);
    memset(profile->stamp, 0, ((size_t)cnf->variables + 1) * sizeof *profile->stamp);
    for (uint32_t v = 1; v <= cnf->variables; v++) hbs_moments_add(&profile->degree, degree(profile, cnf, v));
}

#define GRAPH_FEATURE(id, text, function) \
    HBS_SAT_FEATURE(id, text, HBS_UNDERSTANDING_RANDOM_SAT, false, false, true, sat->degree_known ? function(&sat->degree, 1) : NAN)

GRAPH_FEATURE(mean_degree, "mean number of distinct other variables met in clauses as given; not defined for n = 0 or sum |c|^2 > 100 L", hbs_moments_mean);
GRAPH_FEATURE(sd_degree, "population standard deviation of the number of distinct other variables met; not defined for n = 0 or sum |c|^2 > 100 L", hbs_moments_sd);
GRAPH_FEATURE(max_degree, "largest number of distinct other variables that one variable meets; not defined for n = 0 or sum |c|^2 > 100 L", hbs_moments_greatest);
