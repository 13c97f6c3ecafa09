/* Order features: what the order of clauses and literals, as stored, gives away. A generator that emits its special clause last, writes
 * its planted core first, or sorts one class only, leaks the label to any model that reads in order, and to none that does not.
 * In any order they also see what the formula is like (the first literals, which polarity prevails), so what they tell is held against the same formula in another order. The pair sampler SR ends each twin with the clause that made the formula unsatisfiable, its first
 * literal flipped in the satisfiable twin: hence the features of the last clause. */
#include "analysis/features/sat_profile.h"

#include <string.h>

#define END_CLAUSES 8

static void collect_neighbours(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    uint32_t before = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const clause = hbs_cnf_clause(cnf, c);
        const size_t length = hbs_cnf_length(cnf, c);
        if (!length) continue;
        const uint32_t first = hbs_sat_variable(clause[0]);
        profile->nonempty++;
        profile->first_positive += clause[0] > 0;
        profile->clause_neighbours += before != 0;
        profile->clause_descents += before > first;
        before = first;
        profile->literal_neighbours += length - 1;
        for (size_t i = 1; i < length; i++) profile->literal_descents += hbs_sat_variable(clause[i - 1]) > hbs_sat_variable(clause[i]);
    }
}

static void collect_last(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    const int32_t *const clause = hbs_cnf_clause(cnf, cnf->clauses - 1);
    profile->last_length = hbs_cnf_length(cnf, cnf->clauses - 1);
    for (size_t i = 0; i < profile->last_length; i++) profile->last_agreeing += hbs_sat_agrees(profile, clause[i]);
    profile->last_first_agrees = profile->last_length && hbs_sat_agrees(profile, clause[0]);
}

/* Distinct variables of the clauses from..to-1. */
static uint64_t distinct(hbs_sat_profile *profile, const hbs_cnf *cnf, size_t from, size_t to, uint32_t tag) {
    uint64_t found = 0;
    for (size_t i = cnf->start[from]; i < cnf->start[to]; i++) {
        uint32_t *const stamp = profile->stamp + hbs_sat_variable(cnf->literal[i]);
        found += *stamp != tag;
        *stamp = tag;
    }
    return found;
}

static void collect_ends(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    const size_t m = cnf->clauses, ends = m < END_CLAUSES ? m : END_CLAUSES;
    memset(profile->stamp, 0, ((size_t)cnf->variables + 1) * sizeof *profile->stamp);
    profile->head_literals = cnf->start[ends];
    profile->head_distinct = distinct(profile, cnf, 0, ends, 1);
    profile->tail_literals = cnf->start[m] - cnf->start[m - ends];
    profile->tail_distinct = distinct(profile, cnf, m - ends, m, 2);
}

void hbs_sat_collect_order(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    profile->nonempty = profile->first_positive = 0;
    profile->clause_neighbours = profile->clause_descents = profile->literal_neighbours = profile->literal_descents = 0;
    profile->last_length = profile->last_agreeing = 0;
    profile->last_first_agrees = false;
    profile->head_literals = profile->head_distinct = profile->tail_literals = profile->tail_distinct = 0;
    if (!cnf->clauses) return;
    collect_neighbours(profile, cnf);
    collect_last(profile, cnf);
    collect_ends(profile, cnf);
}

#define ORDER_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, "hardbias", false, true, false, expression)

ORDER_FEATURE(first_literal_positive_share,
              "share of non-empty clauses, in stored order, whose first literal is positive, 0..1; not defined without one",
              hbs_sat_share(sat->first_positive, sat->nonempty));
ORDER_FEATURE(literal_descent_share, "share of neighbouring literals of a clause, in stored order, whose variable number falls, 0..1; not defined "
                                     "without neighbours",
              hbs_sat_share(sat->literal_descents, sat->literal_neighbours));
ORDER_FEATURE(clause_descent_share, "share of neighbouring non-empty clauses, in stored order, whose first variable's number falls, 0..1; not "
                                    "defined without neighbours",
              hbs_sat_share(sat->clause_descents, sat->clause_neighbours));
ORDER_FEATURE(last_clause_length, "length of the last stored clause; not defined for m = 0", sat->clauses ? (double)sat->last_length : NAN);
ORDER_FEATURE(last_first_literal_agrees, "1 when the first literal of the last stored clause agrees with its variable's majority polarity (positive "
                                         "iff p_v >= q_v), else 0; not defined when that clause is empty or missing",
              sat->last_length ? (double)sat->last_first_agrees : NAN);
ORDER_FEATURE(last_clause_agreeing_share, "share of the last stored clause's literals that agree with their variable's majority polarity, 0..1; "
              "not defined when that clause is empty or missing", hbs_sat_share(sat->last_agreeing, sat->last_length));
ORDER_FEATURE(head_reuse, "1 - distinct variables / literals, over the first 8 stored clauses, 0..1; high where a planted core stands first; not "
                          "defined without literals",
              1 - hbs_sat_share(sat->head_distinct, sat->head_literals));
ORDER_FEATURE(tail_reuse, "1 - distinct variables / literals, over the last 8 stored clauses, 0..1; high where a planted core stands last; not "
                          "defined without literals",
              1 - hbs_sat_share(sat->tail_distinct, sat->tail_literals));
