/* Two planted assignments that mirror each other: a clause is kept when a hidden assignment and its complement both satisfy it, so each variable's polarities
 * balance and neither assignment can be read off them. Of the 2^k sign patterns on k variables two are left out, all literals false and all true; clauses are drawn
 * by number among the rest, as in generators/sat/clauses.c. */
#include <stdlib.h>

#include "generators/distinct.h"
#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"

enum { N, K, M, RATIO, DISTINCT };

#define LENGTH_MAX 60

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 2, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 2, LENGTH_MAX, "3", "literals of every clause, at most n"},
    HBS_CLAUSES_TABLE("4.26"),
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses"},
};

typedef struct room {
    hbs_subsets subsets;
    hbs_distinct distinct;
    uint8_t *hidden;          /* [1..n] */
    size_t hidden_capacity;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_subsets_free(&own->subsets);
    hbs_distinct_free(&own->distinct);
    free(own->hidden);
    free(own);
}

static int check(hbs_unit *unit) {
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    int64_t m = 0;
    if (hbs_read_clauses(unit, M, RATIO, n, &m) != HBS_OK || hbs_check_clauses(unit, n, k, m) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    const uint64_t all = hbs_clause_count(n, k);
    if (all == UINT64_MAX) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "2^k C(n,k) is 2^63 or more clauses: lower n or k");
    const uint64_t kept = all - 2 * (all >> k);
    if (hbs_unit_flag(unit, DISTINCT) && (uint64_t)m > kept)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE,
                                   "%lld distinct clauses of length %u over %u variables that an assignment and its complement satisfy: there are only %llu; ask for "
                                   "fewer, or allow repeats",
                                   (long long)m, k, n, (unsigned long long)kept);
    return HBS_OK;
}

static hbs_status draw_clause(room *own, uint32_t k, bool distinct, hbs_rng *rng, hbs_cnf *cnf, hbs_error *error) {
    const uint64_t patterns = (UINT64_C(1) << k) - 2, all = own->subsets.count * patterns;
    const uint64_t number = distinct ? hbs_distinct_next(&own->distinct, rng) : hbs_rng_below(rng, all), pattern = number % patterns + 1;
    uint32_t variable[LENGTH_MAX];
    int32_t literal[LENGTH_MAX];
    hbs_subset_of(&own->subsets, number / patterns, variable);
    for (uint32_t i = 0; i < k; i++) {   /* bit i of the pattern: literal i is true, neither in all nor in none */
        const bool positive = (own->hidden[variable[i]] != 0) == (pattern >> i & 1);
        literal[i] = positive ? (int32_t)variable[i] : -(int32_t)variable[i];
    }
    return hbs_cnf_add(cnf, literal, k, error);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    const bool distinct = hbs_unit_flag(unit, DISTINCT);
    int64_t m = 0;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    HBS_TRY(hbs_grow(&own->hidden, &own->hidden_capacity, (size_t)n + 1, 1, drawing->error));
    HBS_TRY(hbs_subsets_set(&own->subsets, n, k, drawing->error));
    if (distinct) HBS_TRY(hbs_distinct_start_set(&own->distinct, &drawing->rng, own->subsets.count * ((UINT64_C(1) << k) - 2), (size_t)m, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    for (uint32_t v = 1; v <= n; v++) own->hidden[v] = (uint8_t)hbs_rng_below(&drawing->rng, 2);
    hbs_drawn *const drawn = hbs_unit_current(unit);
    for (int64_t i = 0; i < m; i++) HBS_TRY(draw_clause(own, k, distinct, &drawing->rng, &drawn->instance.cnf, drawing->error));
    drawn->claim = HBS_LABEL_YES;
    HBS_TRY(hbs_certificate_of_model(own->hidden, n, &drawn->certificate, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_nae = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/nae",
    .summary = "k-SAT with two hidden assignments, one the complement of the other",
    .distribution = "an assignment A uniform on {0,1}^n; then a uniform set of m distinct clauses of length k that A and its complement both satisfy, in uniform order "
            "(distinct=no: m independent such clauses). P(F) is proportional to the number of assignments that with their complement satisfy F",
    .uniform_over = "not uniform: because a formula comes with probability proportional to its number of not-all-equal models",
    .rejects = "no",
    .cost = "O(n + m k), and O(n k) once when n or k change",
    .source = "Achlioptas, Jia and Moore, Hiding satisfying assignments: two are better than one, JAIR 2005",
    .labels = HBS_LABELS_ALL_YES,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8",
};
