/* Classes by size. A set of clauses is a word of N bits; every element of B_n lists the sets that it fixes, the unions of its cycles of clauses, depth first, and
 * counts one for each. What a set has been counted is the order h of its stabilizer; its class has 2^n n! / h members, so a member counts
 * for h / (2^n n!) of a class. By Burnside the elements list 2^n n! times the number of classes in all. */
#include <stdlib.h>

#include "generators/sat/signed_group.h"
#include "generators/spaces/small_space.h"

#define UNASKED 65536u   /* sets between questions whether to stop */

typedef struct listing {
    uint32_t n, clauses, most;
    uint32_t code[HBS_ORBIT_CLAUSES_MAX], index[HBS_SIGNED_CODES], falsified[HBS_ORBIT_CLAUSES_MAX];
    uint16_t *stabilizer;     /* by set */
    const hbs_listener *listener;
    uint32_t visited;         /* modulo 2^32 */
    bool stopped;
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

static bool may_visit(listing *own) {
    if (++own->visited % UNASKED == 0 && hbs_should_stop(own->listener)) own->stopped = true;
    return !own->stopped;
}

static void count_unions(listing *own, const uint32_t *cycle, uint32_t cycles, uint32_t set) {
    if (!may_visit(own)) return;
    own->stabilizer[set]++;
    for (uint32_t i = 0; i < cycles; i++)
        if ((uint32_t)__builtin_popcount(set | cycle[i]) <= own->most) count_unions(own, cycle + i + 1, cycles - i - 1, set | cycle[i]);
}

static void count_fixed(listing *own, const hbs_signed_permutation *g) {
    uint32_t cycle[HBS_ORBIT_CLAUSES_MAX], cycles = 0, seen = 0;
    for (uint32_t c = 0; c < own->clauses; c++) {
        if (seen >> c & 1) continue;
        const uint32_t before = seen;
        for (uint32_t d = c; !(seen >> d & 1); d = own->index[hbs_signed_clause(g, own->code[d])]) seen |= 1u << d;
        cycle[cycles++] = seen ^ before;
    }
    count_unions(own, cycle, cycles, 0);
}

/* members[(m, label), size of the class] for all sets of up to `most` clauses, with the union of what is falsified built up depth first. */
static void count_members(listing *own, hbs_orbit_table *out, uint32_t from, uint32_t set, uint32_t falsified) {
    const uint32_t all = own->n == 5 ? UINT32_MAX : (1u << (1u << own->n)) - 1, m = (uint32_t)__builtin_popcount(set);
    if (!may_visit(own)) return;
    out->classes[(m * 2 + (falsified != all)) * (out->order + 1) + out->order / own->stabilizer[set]]++;
    for (uint32_t c = from; c < own->clauses && m < own->most; c++) count_members(own, out, c + 1, set | 1u << c, falsified | own->falsified[c]);
}

hbs_status hbs_orbit_table_make(hbs_orbit_table *out, uint32_t n, uint32_t length, size_t most, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    listing own = {.most = most < HBS_ORBIT_CLAUSES_MAX ? (uint32_t)most : HBS_ORBIT_CLAUSES_MAX, .listener = listener};
    hbs_orbit_table made = {0};
    if (n > HBS_SMALL_VARIABLES_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "classes are listed up to %u variables", HBS_SMALL_VARIABLES_MAX);
    HBS_TRY(list_clauses(&own, n, length, error));
    made.clauses = own.clauses;
    made.order = hbs_signed_order(n);
    HBS_TRY(hbs_allocate(&own.stabilizer, (size_t)1 << own.clauses, sizeof *own.stabilizer, error));
    HBS_TRY(hbs_allocate(&made.classes, 2 * ((size_t)own.clauses + 1) * ((size_t)made.order + 1), sizeof *made.classes, error));
    for (uint32_t i = 0; i < made.order && !own.stopped; i++) {
        const hbs_signed_permutation g = hbs_signed_element(n, i);
        count_fixed(&own, &g);
        hbs_report_progress(listener, "classes", i, made.order, "symmetries");
    }
    count_members(&own, &made, 0, 0, 0);
    if (own.stopped) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while classes were listed");
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
