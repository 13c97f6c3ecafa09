/* Features of clauses that share a variable set. A full block, all 2^k sign patterns on k variables, is the smallest planted
 * contradiction; uniform clauses hardly ever meet on the same set. The sets are found by an open-addressing table on a sum of mixed variable
 * numbers, which needs no sorting within clauses; equal sums are compared variable by variable, so the counts are exact. O(L) expected. */
#include "analysis/features/sat_profile.h"

#include <string.h>

/* The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Stamps the variables of clause c with `tag`; returns their number and the hash of their set. */
static uint32_t stamp_clause(uint32_t *stamp, const hbs_cnf *cnf, size_t c, uint32_t tag, uint64_t *hash) {
    uint32_t distinct = 0;
    *hash = 0;
    for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
        const uint32_t v = hbs_sat_variable(cnf->literal[i]);
        if (stamp[v] == tag) continue;
        stamp[v] = tag;
        distinct++;
        *hash += mix(v);
    }
    return distinct;
}

static bool all_stamped(const uint32_t *stamp, const hbs_cnf *cnf, size_t c, uint32_t tag) {
    for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++)
        if (stamp[hbs_sat_variable(cnf->literal[i])] != tag) return false;
    return true;
}

/* The slot of clause c's variable set, taken if the set is new. */
static size_t slot_of(hbs_sat_profile *profile, const hbs_cnf *cnf, size_t c) {
    const uint32_t tag = (uint32_t)c + 1;
    const size_t mask = profile->set_slots - 1;
    uint64_t hash;
    const uint32_t size = stamp_clause(profile->stamp, cnf, c, tag, &hash);
    size_t slot = (size_t)mix(hash) & mask;
    while (profile->set_count[slot]) {
        if (profile->set_size[slot] == size && all_stamped(profile->stamp, cnf, profile->set_clause[slot], tag)) return slot;
        slot = (slot + 1) & mask;
    }
    profile->set_clause[slot] = (uint32_t)c;
    profile->set_size[slot] = size;
    return slot;
}

void hbs_sat_collect_variable_sets(hbs_sat_profile *profile, const hbs_cnf *cnf) {
    memset(profile->stamp, 0, ((size_t)cnf->variables + 1) * sizeof *profile->stamp);
    memset(profile->set_count, 0, profile->set_slots * sizeof *profile->set_count);
    profile->largest_block = profile->repeated_sets = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const uint64_t clauses = ++profile->set_count[slot_of(profile, cnf, c)];
        if (clauses > profile->largest_block) profile->largest_block = clauses;
        if (clauses == 2) profile->repeated_sets++;
    }
}

#define SET_FEATURE(id, text, expression) HBS_SAT_FEATURE(id, text, "hardbias", false, false, true, expression)

SET_FEATURE(largest_block, "largest number of clauses (as given, repeated ones included) over one set of variables", (double)sat->largest_block);
SET_FEATURE(repeated_set_share, "number of variable sets with more than one clause, over m; 0..1/2; not defined for m = 0",
            hbs_sat_share(sat->repeated_sets, sat->clauses));
