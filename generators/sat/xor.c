/* Parities: linear equations over the two-element field, each written as the 2^(k-1) clauses that forbid its wrong assignments. Gaussian elimination decides the
 * equations while they are drawn, so both labels are known by construction in polynomial time although resolution needs exponential size for the no among them; a
 * yes comes with the solution found. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators/distinct.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, PLANTED };

#define LENGTH_MAX 16
#define VARIABLES_MAX 10000

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "variables of every equation, at most n"},
    {"m", HBS_INTEGER, 0, 1000000, "0", "equations, 2^(k-1) clauses each; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000, "0.918", "equations a variable, when m is 0; .918 is where half are satisfiable for k = 3 and large n"},
    {"planted", HBS_FLAG, 0, 1, "no", "yes: right sides follow a hidden assignment, all are satisfiable; no: fair right sides"},
};

/* Rows are bit vectors over variables 0..n-1 with the right side at n. */
typedef struct room {
    hbs_subsets subsets;
    hbs_distinct distinct;
    uint64_t *row;            /* row[v * words]: reduced equation with leading variable v */
    uint64_t *next;
    uint8_t *leads;           /* row v is there */
    uint8_t *value;           /* [1..n]: hidden assignment, then the solution */
    size_t row_capacity, next_capacity, leads_capacity, value_capacity, words;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_subsets_free(&own->subsets);
    hbs_distinct_free(&own->distinct);
    free(own->row);
    free(own->next);
    free(own->leads);
    free(own->value);
    free(own);
}

static hbs_status room_of(hbs_drawing *drawing, uint32_t n, uint32_t k) {
    hbs_status status = HBS_OK;
    hbs_error *const error = drawing->error;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    own->words = n / 64 + 1;
    HBS_TRY(hbs_subsets_set(&own->subsets, n, k, error));
    HBS_TRY(hbs_grow(&own->row, &own->row_capacity, n * own->words, sizeof *own->row, error));
    HBS_TRY(hbs_grow(&own->next, &own->next_capacity, own->words, sizeof *own->next, error));
    HBS_TRY(hbs_grow(&own->leads, &own->leads_capacity, n, 1, error));
    HBS_TRY(hbs_grow(&own->value, &own->value_capacity, (size_t)n + 1, 1, error));
    memset(own->leads, 0, n);
done:
    return status;
}

static int check(hbs_unit *unit) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K);
    int64_t m = 0;
    if (hbs_read_clauses(unit, M, RATIO, n, &m) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    if (k > n) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "no equation of %lld variables out of %lld: lower k", (long long)k, (long long)n);
    if (hbs_check_size(unit, ldexp((double)m * (double)k, (int)k - 1)) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    const uint64_t sets = hbs_binomial((uint64_t)n, (uint64_t)k), all = hbs_unit_flag(unit, PLANTED) ? sets : 2 * sets;
    if (sets > UINT64_MAX / 4) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "C(n,k) is 2^62 or more equations: lower n or k");
    if ((uint64_t)m > all)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct equations of %lld out of %lld variables: there are only %llu", (long long)m, (long long)k, (long long)n,
                                   (unsigned long long)all);
    return HBS_OK;
}

/* The clauses that forbid assignments with the wrong sum: an odd number of negations at an odd place for sum 1, and so on; an assignment is falsified by the clause that
 * negates its ones. */
static hbs_status add_clauses(const uint32_t *variable, uint32_t k, bool side, hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    int32_t literal[LENGTH_MAX];
    for (uint32_t ones = 0; ones < UINT32_C(1) << k; ones++) {
        if ((__builtin_popcount(ones) & 1) == side) continue;
        for (uint32_t i = 0; i < k; i++) literal[i] = (ones >> i & 1) ? -(int32_t)variable[i] : (int32_t)variable[i];
        HBS_TRY(hbs_cnf_add(cnf, literal, k, error));
    }
done:
    return status;
}

static bool bit(const uint64_t *row, uint32_t at) { return row[at / 64] >> (at % 64) & 1; }

/* Reduces the equation by those before it; false when 0 = 1 is left. */
static bool eliminate(room *own, uint32_t n, const uint32_t *variable, uint32_t k, bool side) {
    memset(own->next, 0, own->words * sizeof *own->next);
    for (uint32_t i = 0; i < k; i++) own->next[(variable[i] - 1) / 64] |= UINT64_C(1) << ((variable[i] - 1) % 64);
    if (side) own->next[n / 64] |= UINT64_C(1) << (n % 64);
    for (uint32_t v = 0; v < n; v++) {
        if (!bit(own->next, v)) continue;
        uint64_t *const row = own->row + v * own->words;
        if (!own->leads[v]) {
            memcpy(row, own->next, own->words * sizeof *row);
            own->leads[v] = 1;
            return true;
        }
        for (size_t w = v / 64; w < own->words; w++) own->next[w] ^= row[w];
    }
    return !bit(own->next, n);
}

/* From the last variable to the first; free ones are 0. */
static void solve(room *own, uint32_t n) {
    for (uint32_t v = n; v-- > 0;) {
        bool value = false;
        if (own->leads[v]) {
            const uint64_t *const row = own->row + v * own->words;
            value = bit(row, n);
            for (uint32_t u = v + 1; u < n; u++) value ^= bit(row, u) && own->value[u + 1];
        }
        own->value[v + 1] = value;
    }
}

static bool side_of(const room *own, const uint32_t *variable, uint32_t k) {
    bool side = false;
    for (uint32_t i = 0; i < k; i++) side ^= own->value[variable[i]] != 0;
    return side;
}

static hbs_status draw_equations(hbs_unit *unit, room *own, size_t m, bool *consistent) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    const bool planted = hbs_unit_flag(unit, PLANTED);
    uint32_t variable[LENGTH_MAX];
    if (planted)
        for (uint32_t v = 1; v <= n; v++) own->value[v] = (uint8_t)hbs_rng_below(&drawing->rng, 2);
    HBS_TRY(hbs_distinct_start_set(&own->distinct, &drawing->rng, planted ? own->subsets.count : 2 * own->subsets.count, m, drawing->error));
    for (size_t i = 0; i < m; i++) {
        const uint64_t number = hbs_distinct_next(&own->distinct, &drawing->rng);
        hbs_subset_of(&own->subsets, planted ? number : number / 2, variable);
        const bool side = planted ? side_of(own, variable, k) : number & 1;
        HBS_TRY(add_clauses(variable, k, side, &hbs_unit_current(unit)->instance.cnf, drawing->error));
        *consistent = *consistent && eliminate(own, n, variable, k, side);
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    int64_t m = 0;
    bool consistent = true;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(room_of(drawing, n, hbs_unit_number(unit, K)));
    room *const own = drawing->scratch;
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    HBS_TRY(draw_equations(unit, own, (size_t)m, &consistent));
    hbs_drawn *const drawn = hbs_unit_current(unit);
    drawn->claim = consistent ? HBS_LABEL_YES : HBS_LABEL_NO;
    if (!consistent) goto done;
    solve(own, n);
    HBS_TRY(hbs_certificate_of_model(own->value, n, &drawn->certificate, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_xor = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/xor",
    .summary = "random k-XOR: parities of k variables, as clauses; both labels by Gaussian elimination",
    .distribution = "a uniform set of m distinct equations x_1 + .. + x_k = b (mod 2) over k distinct variables, in uniform order, each as its 2^(k-1) clauses; planted=yes: "
            "a uniform assignment first, then a uniform set of m k-sets of variables with the right sides that it gives",
    .uniform_over = "planted=no: sets of m distinct parities on k of n variables (and the orders of each), not clause sets: because the clauses of an equation come together; planted=yes: not uniform: because equations come by their number of solutions",
    .rejects = "no",
    .cost = "O(m 2^k k + m n^2 / 64)",
    .source = "Dubois and Mandler, The 3-XORSAT threshold, FOCS 2002; Lauria, Elffers, Nordstrom and Vinyals, CNFgen, SAT 2017",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=4..8",
};
