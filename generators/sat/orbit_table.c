/* Classes by size. A set of clauses is a word of N bits; every element of B_n lists the sets that it fixes, the unions of its cycles of clauses, in the order of a
 * Gray code, and counts one for each. What a set has been counted is the order h of its stabilizer; its class has 2^n n! / h members, so a member counts
 * for h / (2^n n!) of a class. By Burnside the elements list 2^n n! times the number of classes in all. */
#include <stdlib.h>

#include "generators/sat/signed_group.h"
#include "generators/spaces/small_space.h"

typedef struct listing {
    uint32_t n, clauses;
    uint32_t code[HBS_ORBIT_CLAUSES_MAX], index[HBS_SIGNED_CODES], falsified[HBS_ORBIT_CLAUSES_MAX];
    uint16_t *stabilizer;     /* by set */
} listing;

void hbs_orbit_table_free(hbs_orbit_table *table) {
    free(table->classes);
    *table = (hbs_orbit_table){0};
}

static hbs_status list_clauses(listing *own, uint32_t n, uint32_t length, hbs_error *error) {
    own->n = n;
    for (uint32_t code = 0; code < hbs_clause_codes(n); code++) {
        const uint32_t here = hbs_clause_code_length(code);
        if (length == HBS_ANY_LENGTH ? here == 0 : here != length) continue;
        if (own->clauses == HBS_ORBIT_CLAUSES_MAX)
            return hbs_raise(error, HBS_ERROR_USAGE, "more than 2^%u sets of clauses cannot all be visited, so there are no sizes of classes", HBS_ORBIT_CLAUSES_MAX);
        own->index[code] = own->clauses;
        own->code[own->clauses] = code;
        own->falsified[own->clauses++] = hbs_clause_code_falsified(n, code);
    }
    return HBS_OK;
}

static void count_fixed(listing *own, const hbs_signed_permutation *g) {
    uint32_t cycle[HBS_ORBIT_CLAUSES_MAX], cycles = 0, seen = 0, set = 0;
    for (uint32_t c = 0; c < own->clauses; c++) {
        if (seen >> c & 1) continue;
        const uint32_t before = seen;
        for (uint32_t d = c; !(seen >> d & 1); d = own->index[hbs_signed_clause(g, own->code[d])]) seen |= 1u << d;
        cycle[cycles++] = seen ^ before;
    }
    own->stabilizer[0]++;
    for (uint32_t i = 1; i < 1u << cycles; i++) own->stabilizer[set ^= cycle[__builtin_ctz(i)]]++;
}

/* members[(m, label), size of the class] for all sets, with the union of what is falsified built up depth first. */
static void count_members(const listing *own, hbs_orbit_table *out, uint32_t from, uint32_t set, uint32_t falsified) {
    const uint32_t all = own->n == 5 ? UINT32_MAX : (1u << (1u << own->n)) - 1, m = (uint32_t)__builtin_popcount(set);
    out->classes[(m * 2 + (falsified != all)) * (out->order + 1) + out->order / own->stabilizer[set]]++;
    for (uint32_t c = from; c < own->clauses; c++) count_members(own, out, c + 1, set | 1u << c, falsified | own->falsified[c]);
}

hbs_status hbs_orbit_table_make(hbs_orbit_table *out, uint32_t n, uint32_t length, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    listing own = {0};
    hbs_orbit_table made = {0};
    if (n > HBS_SMALL_VARIABLES_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "classes are listed up to %u variables", HBS_SMALL_VARIABLES_MAX);
    HBS_TRY(list_clauses(&own, n, length, error));
    made.clauses = own.clauses;
    made.order = hbs_signed_order(n);
    HBS_TRY(hbs_allocate(&own.stabilizer, (size_t)1 << own.clauses, sizeof *own.stabilizer, error));
    HBS_TRY(hbs_allocate(&made.classes, 2 * ((size_t)own.clauses + 1) * ((size_t)made.order + 1), sizeof *made.classes, error));
    for (uint32_t i = 0; i < made.order; i++) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while classes were listed");
        const hbs_signed_permutation g = hbs_signed_element(n, i);
        count_fixed(&own, &g);
        hbs_report_progress(listener, "classes", i, made.order, "symmetries");
    }
    count_members(&own, &made, 0, 0, 0);
    for (size_t i = 0; i < 2 * ((size_t)own.clauses + 1); i++)
        for (uint32_t size = 1; size <= made.order; size++) made.classes[i * (made.order + 1) + size] /= size;
    hbs_orbit_table_free(out);
    *out = made;
    made = (hbs_orbit_table){0};
done:
    hbs_orbit_table_free(&made);
    free(own.stabilizer);
    return status;
}
