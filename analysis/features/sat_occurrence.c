/* Occurrence and imbalance features: how often variables occur, and how unevenly in their two polarities. Planting an assignment tilts
 * exactly these: the clauses that it would falsify are missing, so each variable leans towards its planted value. They do not
 * change when variables are renamed or flipped. */
#include "analysis/features/sat_profile.h"

#include <string.h>

static void count(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    const size_t bytes = ((size_t)cnf->variables + 1) * sizeof(uint32_t), literals = hbs_cnf_literals(cnf);
    memset(profile->positive, 0, bytes);
    memset(profile->negative, 0, bytes);
    for (size_t i = 0; i < literals; i++) {
        const int32_t literal = cnf->literal[i];
        (literal > 0 ? profile->positive : profile->negative)[hbs_sat_variable(literal)]++;
    }
}

void hbs_sat_collect_occurrences(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    hbs_wide squares = 0, clashes = 0;
    count(profile, cnf);
    hbs_moments_start(&profile->occurrence, profile->variables ? (int64_t)(profile->literals / profile->variables) : 0);
    hbs_moments_start(&profile->imbalance, 0);
    hbs_moments_repeat(&profile->occurrence, 0, profile->left_out);
    hbs_moments_repeat(&profile->imbalance, 0, profile->left_out);
    profile->pure_variables = 0;
    for (uint32_t v = 1; v <= cnf->variables; v++) {
        const uint64_t p = profile->positive[v], q = profile->negative[v], o = p + q, tilt = p > q ? p - q : q - p;
        hbs_moments_add(&profile->occurrence, (int64_t)o);
        hbs_moments_add(&profile->imbalance, o ? (int64_t)((tilt << 32) / o) : 0);
        squares += (hbs_wide)tilt * tilt;
        clashes += (hbs_wide)p * q;
        profile->pure_variables += (p == 0) != (q == 0);
    }
    profile->squared_imbalance = (double)squares;
    profile->clashes = (double)clashes;
}

#define OCCURRENCE_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, HBS_UNDERSTANDING_RANDOM_SAT, false, false, true, expression)

OCCURRENCE_FEATURE(sd_occurrences, "population standard deviation of o_v over all variables; o_v: occurrences of v in the clauses as given; not "
                                   "defined for n = 0",
                   hbs_moments_sd(&sat->occurrence, 1));
OCCURRENCE_FEATURE(min_occurrences, "smallest o_v over all variables; not defined for n = 0", hbs_moments_least(&sat->occurrence, 1));
OCCURRENCE_FEATURE(max_occurrences, "largest o_v over all variables; not defined for n = 0", hbs_moments_greatest(&sat->occurrence, 1));
OCCURRENCE_FEATURE(skewness_occurrences, "skewness of o_v over all variables: mean cubed deviation over the cubed standard deviation; not defined "
                                         "when all are equal",
                   hbs_moments_skewness(&sat->occurrence));
OCCURRENCE_FEATURE(mean_imbalance, "mean over all variables of b_v = |p_v - q_v| / o_v in steps of 2^-32, 0 where o_v = 0; p_v, q_v: positive and negative "
                                   "occurrences; 0..1; not defined for n = 0",
                   hbs_moments_mean(&sat->imbalance, HBS_IMBALANCE_ONE));
OCCURRENCE_FEATURE(sd_imbalance, "population standard deviation of b_v = |p_v - q_v| / o_v in steps of 2^-32 over all variables; not defined for n = 0",
                   hbs_moments_sd(&sat->imbalance, HBS_IMBALANCE_ONE));
OCCURRENCE_FEATURE(max_imbalance, "largest b_v = |p_v - q_v| / o_v in steps of 2^-32; 0..1; not defined for n = 0",
                   hbs_moments_greatest(&sat->imbalance, HBS_IMBALANCE_ONE));
OCCURRENCE_FEATURE(squared_imbalance, "sum over variables of (p_v - q_v)^2, over L; about 1 when polarities are fair coins; not defined for L = 0",
                   sat->literals ? sat->squared_imbalance / (double)sat->literals : NAN);
OCCURRENCE_FEATURE(pure_variables, "number of variables that occur in exactly one polarity", (double)sat->pure_variables);
OCCURRENCE_FEATURE(pure_variable_share, "pure_variables / n, 0..1; not defined for n = 0", hbs_sat_share(sat->pure_variables, sat->variables));
OCCURRENCE_FEATURE(conflict_density, "2 sum p_v q_v / m^2: clashing pairs of literal occurrences by pairs of clauses; not defined for m = 0",
                   sat->clauses ? 2 * sat->clashes / ((double)sat->clauses * (double)sat->clauses) : NAN);
