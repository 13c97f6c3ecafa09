/* Scale-free k-SAT: variable i is chosen with probability proportional to i^(-beta), so occurrences have a power-law tail with exponent 1 + 1/beta, as in many
 * industrial formulas. The weights are integers, i^(-beta) in units of 2^-42, cut (core/fixed_point.h), so that a choice by weight is exact and equal on every
 * machine. The variables of a clause are drawn one after the other without those it has; that is what redrawing repeated ones gives, without redrawing. */
#include <stdlib.h>

#include "core/fixed_point.h"
#include "generators/sat/clause_set.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, BETA, DISTINCT };

#define LENGTH_MAX 100
#define VARIABLES_MAX 1000000
#define WEIGHT_PLACES 42

__extension__ typedef __int128 wide;

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals of every clause, at most n"},
    HBS_CLAUSES_TABLE("3"),
    {"beta", HBS_RATIONAL, 0, 1, "0.75", "variable i has weight i^(-beta); 0: sat/uniform"},
    {"distinct", HBS_FLAG, 0, 1, "no", "yes: a clause that repeats is drawn again; no: independent clauses"},
};

typedef struct room {
    hbs_clause_set set;
    uint64_t *sum;            /* sum[v]: weights of variables 1..v */
    size_t sum_capacity;
    uint32_t n;               /* for which the sums stand */
    int64_t p, q;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_clause_set_free(&own->set);
    free(own->sum);
    free(own);
}

static int check(hbs_unit *unit) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K);
    int64_t m;
    if (hbs_read_clauses(unit, M, RATIO, n, &m) != HBS_OK || hbs_check_clauses(unit, n, k, m) != HBS_OK) return (int)hbs_unit_drawing(unit)->status;
    /* Only small spaces can run out of clauses, and there C(n,k) is small. */
    wide sets = 1;
    for (int64_t i = 1; i <= k && sets <= m; i++) sets = sets * 2 * (n - k + i) / i;
    if (hbs_unit_flag(unit, DISTINCT) && sets < m)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct clauses of length %lld over %lld variables: there are fewer; ask for fewer, or allow repeats",
                                   (long long)m, (long long)k, (long long)n);
    return HBS_OK;
}

/* i^(-p/q) in units of 2^-42, 2^22 of them at least. */
static uint64_t weight_of(uint64_t i, int64_t p, int64_t q) {
    const int64_t down = (int64_t)((wide)hbs_log2(i) * p / q), one = INT64_C(1) << HBS_LOG2_PLACES;
    const int64_t whole = (down + one - 1) / one;   /* 2^-down = 2^(whole - down) / 2^whole */
    return hbs_exp2((uint64_t)(whole * one - down) & (uint64_t)(one - 1)) >> (62 - WEIGHT_PLACES) >> whole;
}

static hbs_status set_weights(room *own, uint32_t n, int64_t p, int64_t q, hbs_error *error) {
    if (own->n == n && own->p == p && own->q == q) return HBS_OK;
    const hbs_status status = hbs_grow(&own->sum, &own->sum_capacity, (size_t)n + 1, sizeof *own->sum, error);
    if (status != HBS_OK) return status;
    own->sum[0] = 0;
    for (uint32_t v = 1; v <= n; v++) own->sum[v] = own->sum[v - 1] + weight_of(v, p, q);
    own->n = n;
    own->p = p;
    own->q = q;
    return HBS_OK;
}

/* The variable whose weight holds `number`. */
static uint32_t variable_at(const room *own, uint64_t number) {
    uint32_t low = 0, high = own->n;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (own->sum[middle] <= number) low = middle;
        else high = middle;
    }
    return high;
}

/* One more variable by weight, none of taken[0..count-1] (ascending), which then has it. */
static uint32_t take(const room *own, uint32_t *taken, uint32_t count, hbs_rng *rng) {
    uint64_t total = own->sum[own->n];
    for (uint32_t i = 0; i < count; i++) total -= own->sum[taken[i]] - own->sum[taken[i] - 1];
    uint64_t number = hbs_rng_below(rng, total);
    uint32_t i = 0;
    for (; i < count && number >= own->sum[taken[i] - 1]; i++) number += own->sum[taken[i]] - own->sum[taken[i] - 1];
    const uint32_t v = variable_at(own, number);
    for (uint32_t j = count; j > i; j--) taken[j] = taken[j - 1];
    taken[i] = v;
    return v;
}

static hbs_status draw_clause(const room *own, uint32_t k, hbs_rng *rng, hbs_cnf *cnf, hbs_error *error) {
    uint32_t taken[LENGTH_MAX];
    int32_t literal[LENGTH_MAX];
    for (uint32_t i = 0; i < k; i++) {
        const int32_t v = (int32_t)take(own, taken, i, rng);
        literal[i] = hbs_rng_below(rng, 2) ? -v : v;
    }
    return hbs_cnf_add(cnf, literal, k, error);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    const bool distinct = hbs_unit_flag(unit, DISTINCT);
    int64_t m = 0, p, q;
    hbs_unit_rational(unit, BETA, &p, &q);
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    HBS_TRY(set_weights(own, n, p, q, drawing->error));
    if (distinct) HBS_TRY(hbs_clause_set_start(&own->set, (size_t)m, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    while (cnf->clauses < (size_t)m) {
        const hbs_rng_mark mark = hbs_rng_take_mark(&drawing->rng);
        HBS_TRY(draw_clause(own, k, &drawing->rng, cnf, drawing->error));
        if (!distinct || hbs_clause_set_enter(&own->set, cnf, cnf->clauses - 1)) continue;
        cnf->clauses--;
        if (!hbs_rng_reject(&drawing->rng, mark))
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "no new clause found in %llu tries: ask for fewer clauses, or allow repeats", (unsigned long long)drawing->rng.retries);
    }
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_scale_free = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/scale_free",
    .summary = "scale-free k-SAT: variable i in proportion to i^(-beta)",
    .distribution = "m independent clauses; the k variables of a clause one after the other, variable i with probability proportional to i^(-beta) (cut to multiples of 2^-42) "
            "among those not yet in the clause, fair signs. Occurrences have a tail with exponent 1 + 1/beta. distinct=yes: a clause that is there already is drawn again",
    .uniform_over = "not uniform: because variables of small number come more often",
    .rejects = "distinct=yes: clauses that repeat",
    .cost = "O(n) when n or beta change, O(m k (k + log n))",
    .source = "Ansotegui, Bonet and Levy, Towards industrial-like random SAT instances, IJCAI 2009",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "structured",
    .example = "n=4..8",
};
