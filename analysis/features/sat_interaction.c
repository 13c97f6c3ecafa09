/* Features of how variables meet in clauses and how clauses clash. In the variable interaction graph two variables are neighbours when some clause
 * holds both: the degree of v is found by walking over the clauses of v and stamping what is met, sum |c|^2 steps. Two clauses resolve when they
 * clash in exactly one place: found by walking, for each literal of a clause, over the earlier clauses with its negation, sum p_v q_v steps.
 * Both are linear in L for clauses of bounded length and bounded occurrences; a formula that would take more than 100 L steps gets no
 * value, so that the cost stays linear for every input.
 *
 * Repeated literals count as they stand: meetings and clashes are pairs of literal occurrences. */
#include "analysis/features/sat_profile.h"

#include <string.h>

#define STEPS_PER_LITERAL 100

/* 2v for v, 2v + 1 for its negation, without a branch. */
static size_t code_of(int32_t literal) {
    const uint32_t negative = literal < 0;
    return 2 * (size_t)hbs_sat_variable(literal) + negative;
}

/* Room for the clauses of each literal code x, from clause_of[first[x]] on; end[x] is where the next goes. A variable's two codes are neighbours. */
static void make_room(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    uint32_t *const first = profile->first, *const end = profile->end, sum = 0;
    for (uint32_t v = 1; v <= cnf->variables; v++) {
        first[2 * (size_t)v] = end[2 * (size_t)v] = sum;
        sum += profile->positive[v];
        first[2 * (size_t)v + 1] = end[2 * (size_t)v + 1] = sum;
        sum += profile->negative[v];
    }
}

/* Visits the clauses listed under the code; returns by how much the number of those visited exactly once for this clause grows. A mark is `once`
 * after the first visit, once + 1 later; all is arithmetic because whether a visit is the first is a coin toss to a branch predictor. */
static int32_t clash(const hbs_sat_profile *profile, size_t code, uint32_t once) {
    uint32_t *const met = profile->met;
    const uint32_t *const end = profile->clause_of + profile->end[code];
    int32_t growth = 0;
    for (const uint32_t *clause = profile->clause_of + profile->first[code]; clause < end; clause++) {
        const uint32_t before = met[*clause], fresh = before < once;
        growth += (int32_t)fresh - (before == once);
        met[*clause] = once + 1 - fresh;
    }
    return growth;
}

/* Lists the clauses of every literal. Before a clause is listed, the earlier ones that it clashes with are just those listed under the negations of
 * its literals. */
static void list_clauses(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    int64_t single = 0;
    profile->resolvable_known = profile->clashes <= (double)STEPS_PER_LITERAL * (double)profile->literals;
    if (cnf->clauses) memset(profile->met, 0, cnf->clauses * sizeof *profile->met);
    for (size_t c = 0; c < cnf->clauses; c++) {
        for (size_t i = cnf->start[c]; profile->resolvable_known && i < cnf->start[c + 1]; i++)
            single += clash(profile, code_of(-cnf->literal[i]), 2 * (uint32_t)c + 1);
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) profile->clause_of[profile->end[code_of(cnf->literal[i])]++] = (uint32_t)c;
    }
    profile->resolvable = (uint64_t)single;
}

/* Counts the neighbours of v; *again grows by those met more than once. A stamp is 2v after the first meeting, 2v + 1 later. */
static uint32_t degree(hbs_sat_profile *profile, const hbs_cnf *cnf, uint32_t v, uint64_t *again) {
    uint32_t *const stamp = profile->stamp, once = 2 * v, neighbours = 0, repeated = 0;
    const uint32_t *const end = profile->clause_of + profile->end[2 * (size_t)v + 1];
    stamp[v] = once + 1;
    for (const uint32_t *clause = profile->clause_of + profile->first[2 * (size_t)v]; clause < end; clause++) {
        const size_t c = *clause;
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
            uint32_t *const met = stamp + hbs_sat_variable(cnf->literal[i]);
            const uint32_t fresh = *met < once;
            neighbours += fresh;
            repeated += *met == once;
            *met = once + 1 - fresh;
        }
    }
    *again += repeated;
    return neighbours;
}

static void collect_degrees(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    profile->neighbours = profile->neighbours_again = 0;
    hbs_moments_start(&profile->degree, 0);
    hbs_moments_repeat(&profile->degree, 0, profile->left_out);
    profile->degree_known = profile->length.squares <= (hbs_wide)STEPS_PER_LITERAL * (hbs_wide)profile->literals;
    if (!profile->degree_known) return;
    memset(profile->stamp, 0, ((size_t)cnf->variables + 1) * sizeof *profile->stamp);
    for (uint32_t v = 1; v <= cnf->variables; v++) {
        const uint32_t neighbours = degree(profile, cnf, v, &profile->neighbours_again);
        hbs_moments_add(&profile->degree, neighbours);
        profile->neighbours += neighbours;
    }
}

void hbs_sat_collect_interaction(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    make_room(profile, cnf);
    list_clauses(profile, cnf);
    collect_degrees(profile, cnf);
}

static double resolvable_share(const hbs_sat_profile *sat) {
    const double clauses = (double)sat->clauses;
    return sat->resolvable_known && sat->clauses > 1 ? (double)sat->resolvable / (clauses * (clauses - 1) / 2) : NAN;
}

#define INTERACTION_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, HBS_UNDERSTANDING_RANDOM_SAT, false, false, true, expression)

INTERACTION_FEATURE(mean_degree, "mean number of distinct other variables met in clauses as given; not defined for n = 0 or sum |c|^2 > 100 L",
                    sat->degree_known ? hbs_moments_mean(&sat->degree, 1) : NAN);
INTERACTION_FEATURE(sd_degree, "population standard deviation of the number of distinct other variables met; not defined for n = 0 or sum |c|^2 > "
                               "100 L",
                    sat->degree_known ? hbs_moments_sd(&sat->degree, 1) : NAN);
INTERACTION_FEATURE(max_degree, "largest number of distinct other variables that one variable meets; not defined for n = 0 or sum |c|^2 > 100 L",
                    sat->degree_known ? hbs_moments_greatest(&sat->degree, 1) : NAN);
INTERACTION_FEATURE(repeated_neighbour_share,
                    "share of pairs of variables that meet in some clause which meet again in another, 0..1; not defined without such a pair or for "
                    "sum |c|^2 > 100 L",
                    sat->degree_known ? hbs_sat_share(sat->neighbours_again, sat->neighbours) : NAN);
HBS_SAT_FEATURE(resolvable_share,
                "share of pairs of clauses that clash on exactly one variable, 0..1; not defined for m < 2 or sum p_v q_v > 100 L",
                "Franco, Van Gelder, A perspective on certain polynomial-time solvable classes of satisfiability, 2003", false, false, true,
                resolvable_share(sat));
