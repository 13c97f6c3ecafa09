/* Clauses of all lengths: each of the 3^n - 1 non-empty sets of literals over distinct variables is equally likely, so a variable stands in two clauses of three and
 * lengths are near 2n/3. A clause is a number with n ternary digits (absent, positive, negative). Up to 40 variables it is one choice, and distinct clauses are
 * distinct numbers; beyond, it is a choice for every 40 digits, and what comes out empty or a second time (less often than once in 3^40 a pair) is drawn again. */
#include <stdlib.h>

#include "generators/distinct.h"
#include "generators/sat/clause_set.h"
#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/unit.h"

enum { N, M, DISTINCT };

#define VARIABLES_MAX 10000
#define DIGITS_MAX 40u   /* 3^40 < 2^64 */

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, NULL, "clauses; half of the formulas are satisfiable near 0.69 n (3/2)^n"},
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses"},
};

typedef struct room {
    hbs_distinct distinct;
    hbs_clause_set set;
    int32_t literal[VARIABLES_MAX];
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_distinct_free(&own->distinct);
    hbs_clause_set_free(&own->set);
    free(own);
}

static uint64_t power_of_3(uint32_t digits) {
    uint64_t power = 1;
    while (digits-- > 0) power *= 3;
    return power;
}

static int check(hbs_unit *unit) {
    const int64_t n = hbs_unit_integer(unit, N), m = hbs_unit_integer(unit, M);
    if (hbs_unit_flag(unit, DISTINCT) && n <= DIGITS_MAX && (uint64_t)m >= power_of_3((uint32_t)n))
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct clauses over %lld variables: there are only 3^n - 1 = %llu; ask for fewer, or allow repeats",
                                   (long long)m, (long long)n, (unsigned long long)power_of_3((uint32_t)n) - 1);
    return (int)hbs_check_size(unit, 2.0 / 3 * (double)n * (double)m);
}

/* The literals of `number` over variables first+1 .. first+digits, behind those that are there. */
static size_t read_digits(uint64_t number, uint32_t first, uint32_t digits, int32_t *literal, size_t length) {
    for (uint32_t v = first + 1; v <= first + digits; v++, number /= 3)
        if (number % 3) literal[length++] = number % 3 == 2 ? -(int32_t)v : (int32_t)v;
    return length;
}

/* Up to 40 variables: a number of 1 .. 3^n - 1. */
static size_t draw_numbered(room *own, uint32_t n, bool distinct, hbs_rng *rng) {
    const uint64_t number = distinct ? hbs_distinct_next(&own->distinct, rng) : hbs_rng_below(rng, power_of_3(n) - 1);
    return read_digits(number + 1, 0, n, own->literal, 0);
}

static size_t draw_long(room *own, uint32_t n, hbs_rng *rng) {
    size_t length = 0;
    for (uint32_t at = 0; at < n; at += DIGITS_MAX) {
        const uint32_t digits = n - at < DIGITS_MAX ? n - at : DIGITS_MAX;
        length = read_digits(hbs_rng_below(rng, power_of_3(digits)), at, digits, own->literal, length);
    }
    return length;
}

/* One clause onto the formula. */
static hbs_status draw_clause(room *own, hbs_cnf *cnf, bool distinct, hbs_rng *rng, hbs_error *error) {
    const uint32_t n = cnf->variables;
    if (n <= DIGITS_MAX) return hbs_cnf_add(cnf, own->literal, draw_numbered(own, n, distinct, rng), error);
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    for (;;) {
        const size_t length = draw_long(own, n, rng);
        if (length) {
            const hbs_status status = hbs_cnf_add(cnf, own->literal, length, error);
            if (status != HBS_OK || !distinct || hbs_clause_set_enter(&own->set, cnf, cnf->clauses - 1)) return status;
            cnf->clauses--;
        }
        if (!hbs_rng_reject(rng, mark)) return hbs_raise(error, HBS_ERROR_BUDGET, "no new clause found in %llu tries", (unsigned long long)rng->retries);
    }
}

/* For whoever looks at nothing but the lengths: each clause's, among what is left of all. */
static hbs_status draw_lengths(hbs_cnf *cnf, size_t m, bool distinct, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t n = cnf->variables;
    int32_t literal[DIGITS_MAX];
    uint64_t left[DIGITS_MAX + 1] = {0}, all = power_of_3(n) - 1;
    for (uint32_t k = 1; k <= n; k++) {
        literal[k - 1] = (int32_t)k;
        left[k] = hbs_clause_count(n, k);
    }
    for (size_t i = 0; i < m; i++) {
        uint64_t rest = all;
        uint32_t k = 1;
        while (k < n && !hbs_rng_bernoulli(rng, left[k], rest)) rest -= left[k++];
        HBS_TRY(hbs_cnf_add(cnf, literal, k, error));
        left[k] -= distinct;
        all -= distinct;
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    const size_t m = (size_t)hbs_unit_integer(unit, M);
    const bool distinct = hbs_unit_flag(unit, DISTINCT);
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    if (distinct && n <= DIGITS_MAX) HBS_TRY(hbs_distinct_start_set(&own->distinct, &drawing->rng, power_of_3(n) - 1, m, drawing->error));
    if (distinct && n > DIGITS_MAX) HBS_TRY(hbs_clause_set_start(&own->set, m, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    if (drawing->rng.indifferent & HBS_RNG_ALL_BUT_SIZES && n <= DIGITS_MAX) {
        HBS_TRY(draw_lengths(cnf, m, distinct, &drawing->rng, drawing->error));
        goto done;
    }
    for (size_t i = 0; i < m; i++) HBS_TRY(draw_clause(own, cnf, distinct, &drawing->rng, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_any = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/any",
    .summary = "uniform random CNF over clauses of all lengths",
    .distribution = "distinct=yes: a uniform set of m of the 3^n - 1 non-empty clauses over distinct variables, in uniform order; distinct=no: m independent uniform such "
            "clauses. Literals by variable",
    .uniform_over = "distinct=yes: sets of m distinct non-empty, non-tautological clauses over n named variables (and the orders of each); distinct=no: sequences of such "
            "clauses",
    .rejects = "no, but for clauses that repeat or are empty beyond 40 variables: less than once in 3^40 a pair of clauses",
    .cost = "O(m n)",
    .source = "Franco and Paull, Probabilistic analysis of the Davis Putnam procedure, Discrete Applied Mathematics 1983, review the model",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=3..5 m=10",
    .density = HBS_DENSITY_UNIFORM,
};
