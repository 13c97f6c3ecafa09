/* Unsatisfiable by construction: all 2^k sign patterns on k variables, hidden among random clauses. The block alone is a refutation that any
 * decider looking for it finds in linear time, so that this family is the known extreme of a decided dataset. The clauses beside the block are a
 * uniform set of distinct clauses outside it. */
#include <stdlib.h>

#include "generators/distinct.h"
#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"
#include "generators/sat/subsets.h"

enum { N, K, M, RATIO };

#define LENGTH_MAX 20   /* a block of a million clauses */

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals of every clause, at most n"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses, at least 2^k; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.26", "clauses a variable, when m is 0"},
};

typedef struct room {
    hbs_subsets subsets;
    hbs_distinct distinct;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_subsets_free(&own->subsets);
    hbs_distinct_free(&own->distinct);
    free(own);
}

static hbs_status room_of(hbs_drawing *drawing) {
    if (drawing->scratch) return HBS_OK;
    room *own = NULL;
    const hbs_status status = hbs_allocate(&own, 1, sizeof *own, drawing->error);
    if (status != HBS_OK) return status;
    drawing->scratch = own;
    drawing->scratch_free = release;
    return HBS_OK;
}

static hbs_status read_clauses(hbs_unit *unit, int64_t *m) {
    int64_t p, q;
    *m = hbs_unit_integer(unit, M);
    hbs_unit_rational(unit, RATIO, &p, &q);
    if (*m == 0 && !hbs_clauses_at_ratio(p, q, hbs_unit_integer(unit, N), m))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "ratio * n is more than %lld clauses", (long long)HBS_CLAUSES_MAX);
    return HBS_OK;
}

static int check(hbs_unit *unit) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K);
    int64_t m = 0;
    if (read_clauses(unit, &m) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    if (k > n) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE,
            "no clause of length %lld over %lld variables: give a shorter length or more variables", (long long)k, (long long)n);
    const uint64_t all = hbs_clause_count((uint32_t)n, (uint32_t)k);
    if (m < INT64_C(1) << k)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld clauses do not hold the block of 2^%lld = %lld: raise m or lower k", (long long)m,
                (long long)k, 1LL << k);
    if ((uint64_t)m > all)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct clauses of length %lld over %lld variables: there are only %llu",
                (long long)m, (long long)k, (long long)n, (unsigned long long)all);
    if (all == UINT64_MAX) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "2^k C(n,k) is 2^63 or more clauses: lower n or k");
    return HBS_OK;
}

static hbs_status add(hbs_unit *unit, const uint32_t *variable, uint32_t k, uint64_t signs) {
    int32_t literal[LENGTH_MAX];
    for (uint32_t i = 0; i < k; i++) literal[i] = (signs >> i & 1) ? -(int32_t)variable[i] : (int32_t)variable[i];
    return hbs_cnf_add(&hbs_unit_current(unit)->instance.cnf, literal, k, hbs_unit_drawing(unit)->error);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = (uint32_t)hbs_unit_integer(unit, N), k = (uint32_t)hbs_unit_integer(unit, K);
    const uint64_t patterns = UINT64_C(1) << k;
    uint32_t variable[LENGTH_MAX];
    int64_t m = 0;
    HBS_TRY(read_clauses(unit, &m));
    HBS_TRY(room_of(drawing));
    room *const own = drawing->scratch;
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    HBS_TRY(hbs_subsets_set(&own->subsets, n, k, drawing->error));
    const uint64_t block = hbs_rng_below(&drawing->rng, own->subsets.count);
    hbs_subset_of(&own->subsets, block, variable);
    for (uint64_t signs = 0; signs < patterns; signs++) HBS_TRY(add(unit, variable, k, signs));
    HBS_TRY(hbs_distinct_start(&own->distinct, (own->subsets.count - 1) << k, (size_t)m - (size_t)patterns, drawing->error));
    for (uint64_t left = (uint64_t)m - patterns; left > 0; left--) {
        const uint64_t number = hbs_distinct_next(&own->distinct, &drawing->rng), subset = number >> k;
        hbs_subset_of(&own->subsets, subset + (subset >= block), variable);
        HBS_TRY(add(unit, variable, k, number & (patterns - 1)));
    }
    hbs_unit_current(unit)->claim = HBS_LABEL_NO;
done:
    return (int)hbs_unit_keep(unit, status);
}

extern const hbs_generator hbs_sat_core;
const hbs_generator hbs_sat_core = {
    .abi = HBS_PLUGIN_ABI,
    .struct_size = sizeof(hbs_generator),
    .name = "sat/core",
    .summary = "k-SAT with a planted unsatisfiable core: all 2^k clauses on k variables",
    .distribution = "a uniform k-subset of the variables with all 2^k sign patterns on it (these clauses first), then a uniform set of m - 2^k "
            "distinct clauses on other k-subsets, in uniform order",
    .uniform_over = "not uniform: because only formulas with a full block come, each with probability proportional to its number of blocks as far "
            "as they could be the planted one",
    .rejects = "no",
    .cost = "O(m k), and O(n k) once when n or k change",
    .source = "full-block construction: the 2^k clauses on k variables have no model",
    .problem = HBS_GENERATES_SAT,
    .labels = HBS_LABELS_ALL_NO,
    .instances_per_unit = 1,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .parameters = parameters,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8",
};
