/* An open-addressed table of clauses under a hash that does not see the order of literals (the sum of the mixed literals), at most half full. What is equal in
 * hash is compared literal by literal. */
#include "generators/sat/clause_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define SLOTS_LEAST 16u

void hbs_clause_set_free(hbs_clause_set *set) {
    free(set->slot);
    free(set->hash);
    *set = (hbs_clause_set){0};
}

hbs_status hbs_clause_set_start(hbs_clause_set *set, size_t clauses, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t slots = SLOTS_LEAST;
    if (clauses > SIZE_MAX / 64) HBS_FAIL(error, HBS_ERROR_MEMORY, "a table of %zu clauses: more than memory holds", clauses);
    while (slots < 2 * clauses) slots *= 2;
    HBS_TRY(hbs_grow(&set->slot, &set->slot_capacity, slots, sizeof *set->slot, error));
    HBS_TRY(hbs_grow(&set->hash, &set->hash_capacity, slots, sizeof *set->hash, error));
    memset(set->slot, 0, slots * sizeof *set->slot);
    set->mask = slots - 1;
done:
    return status;
}

/* The finalizer of splitmix64. */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t hash_of(const int32_t *literal, size_t length) {
    uint64_t sum = length;
    for (size_t i = 0; i < length; i++) sum += mix(hbs_literal_code(literal[i]) + UINT64_C(0x9E3779B97F4A7C15));
    return mix(sum);
}

static bool equal(const hbs_cnf *cnf, size_t a, size_t b) {
    const size_t length = hbs_cnf_length(cnf, a);
    if (hbs_cnf_length(cnf, b) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (!hbs_clause_has(hbs_cnf_clause(cnf, b), length, hbs_cnf_clause(cnf, a)[i])) return false;
    return true;
}

bool hbs_clause_set_enter(hbs_clause_set *set, const hbs_cnf *cnf, size_t c) {
    const uint64_t hash = hash_of(hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c));
    size_t at = (size_t)hash & set->mask;
    for (; set->slot[at]; at = (at + 1) & set->mask)
        if (set->hash[at] == hash && equal(cnf, set->slot[at] - 1, c)) return false;
    set->slot[at] = c + 1;
    set->hash[at] = hash;
    return true;
}

hbs_status hbs_clause_set_merge(hbs_clause_set *set, hbs_cnf *cnf, hbs_error *error) {
    const hbs_status status = hbs_clause_set_start(set, cnf->clauses, error);
    if (status != HBS_OK) return status;
    size_t kept = 0, at = 0;
    const size_t clauses = cnf->clauses;
    for (size_t c = 0, start = 0; c < clauses; c++) {
        const size_t end = cnf->start[c + 1], length = end - start;
        memmove(cnf->literal + at, cnf->literal + start, length * sizeof *cnf->literal);
        start = end;
        cnf->start[kept + 1] = at + length;
        if (!hbs_clause_set_enter(set, cnf, kept)) continue;
        kept++;
        at += length;
    }
    cnf->clauses = kept;
    return HBS_OK;
}
