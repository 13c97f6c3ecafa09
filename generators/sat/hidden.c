/* A planted assignment hidden by weights: a random k-clause with i of its literals true under the assignment is kept with probability p_i, p_0 = 0. With p_i = q^i
 * and the right q the literals that the assignment makes true occur as often as the false ones, and counting polarities says nothing about it; below that q they
 * mislead. A clause is one choice: among C(n,k) subsets, and among the 2^k - 1 sign patterns by weight, which is an integer here: q = a/b gives a^i b^(k-i). So
 * nothing is rejected but repeats, and the sum of all weights, (a+b)^k - b^k, must fit 62 bits.
 *
 * The unbiased q solves (1+q)^(k-1) (1-q) = 1: the sum over i >= 1 of C(k,i) q^i (2i - k), true less false literals, is k ((1+q)^(k-1) (q-1) + 1). It is
 * irrational; the root is rounded to a multiple of 2^-floor(62/k - 1), found by integers alone: 2^-19 for k = 3, and coarser where it is nearer to 1. */
#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/sat/clause_set.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, Q, WEIGHTS, DISTINCT };

#define LENGTH_MAX 30
#define TOTAL_MAX (UINT64_C(1) << 62)

__extension__ typedef unsigned __int128 wide;

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals of every clause, at most n"},
    HBS_CLAUSES_TABLE("4.26"),
    {"q", HBS_RATIONAL, 0, 1000, "0", "a clause with i > 0 true literals has weight q^i; 1 is sat/planted, below the unbiased q local search is misled; 0: the unbiased q, .618 for k = 3"},
    {"weights", HBS_TEXT, 0, 0, "", "weights of clauses with 1,2,..,k true literals, such as 1,0,1/2, in place of q"},
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: a clause that repeats is drawn again; no: independent clauses"},
};

/* Weights as integers: pattern[i] of each pattern with i true literals, below[i] of all with fewer. */
typedef struct clause_weights {
    uint32_t k;
    uint64_t pattern[LENGTH_MAX + 1], below[LENGTH_MAX + 2];
} clause_weights;

typedef struct room {
    hbs_subsets subsets;
    hbs_clause_set set;
    uint8_t *hidden;          /* [1..n] */
    size_t hidden_capacity;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_subsets_free(&own->subsets);
    hbs_clause_set_free(&own->set);
    free(own->hidden);
    free(own);
}

/* base^exponent while it stays below 2^63, else 0. */
static uint64_t power(uint64_t base, uint32_t exponent) {
    wide value = 1;
    while (exponent-- > 0) {
        value *= base;
        if (value >> 63) return 0;
    }
    return (uint64_t)value;
}

static wide wide_power(wide base, uint32_t exponent) {
    wide value = 1;
    while (exponent-- > 0) value *= base;
    return value;
}

/* Is the root at least part/one? One is below 2^(62/k), so the products stay below 2^92. */
static bool root_reaches(uint32_t k, uint64_t part, uint64_t one) { return wide_power(one + part, k - 1) * (one - part) >= wide_power(one, k); }

/* The multiple a/b of 2^-floor(62/k - 1) nearest to the root, k >= 3. */
static void unbiased(uint32_t k, int64_t *a, int64_t *b) {
    const uint64_t one = UINT64_C(1) << (62 / k - 1);
    uint64_t low = 0, high = one;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (root_reaches(k, middle, one)) low = middle;
        else high = middle;
    }
    *a = (int64_t)(root_reaches(k, 2 * low + 1, 2 * one) ? high : low);
    *b = (int64_t)one;
}

static hbs_status weights_of_q(hbs_unit *unit, clause_weights *weights) {
    int64_t a, b;
    hbs_unit_rational(unit, Q, &a, &b);
    if (a == 0 && weights->k < 3)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "k=%u has no unbiased q: give q above 0, or weights", weights->k);
    if (a == 0) unbiased(weights->k, &a, &b);
    weights->pattern[0] = 0;
    for (uint32_t i = 1; i <= weights->k; i++) {
        const wide weight = (wide)power((uint64_t)a, i) * power((uint64_t)b, weights->k - i);
        if (weight == 0 || weight > TOTAL_MAX)
            return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q = %lld/%lld has too many digits for k=%u: use fewer, or give weights", (long long)a, (long long)b, weights->k);
        weights->pattern[i] = (uint64_t)weight;
    }
    return HBS_OK;
}

/* The list as fractions, then over their common denominator. */
static hbs_status weights_of_text(hbs_unit *unit, const char *text, clause_weights *weights) {
    int64_t p[LENGTH_MAX + 1], q[LENGTH_MAX + 1];
    uint64_t common = 1;
    const char *at = text;
    weights->pattern[0] = 0;
    for (uint32_t i = 1; i <= weights->k; i++) {
        const size_t size = strcspn(at, ",");
        if (!hbs_read_rational(at, size, &p[i], &q[i]) || p[i] < 0 || (at[size] == ',') != (i < weights->k))
            return hbs_unit_raise(unit, HBS_ERROR_USAGE, "weights=%s: it must be k=%u numbers of 0 or more, such as 1,1/2,1/4 for k=3", text, weights->k);
        at += size + (at[size] == ',');
        if (__builtin_mul_overflow(common, (uint64_t)q[i] / hbs_gcd(common, (uint64_t)q[i]), &common) || common > TOTAL_MAX)
            return hbs_unit_raise(unit, HBS_ERROR_USAGE, "weights=%s: too many digits, use fewer", text);
    }
    for (uint32_t i = 1; i <= weights->k; i++)
        if (__builtin_mul_overflow(common / (uint64_t)q[i], (uint64_t)p[i], &weights->pattern[i]) || weights->pattern[i] > TOTAL_MAX)
            return hbs_unit_raise(unit, HBS_ERROR_USAGE, "weights=%s: too many digits, use fewer", text);
    return HBS_OK;
}

static hbs_status read_weights(hbs_unit *unit, clause_weights *weights) {
    const char *const text = hbs_unit_text(unit, WEIGHTS);
    int64_t a, b;
    hbs_unit_rational(unit, Q, &a, &b);
    weights->k = hbs_unit_number(unit, K);
    if (*text && a) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "weights stands in place of q: leave one out");
    const hbs_status status = *text ? weights_of_text(unit, text, weights) : weights_of_q(unit, weights);
    if (status != HBS_OK) return status;
    wide sum = 0;
    for (uint32_t i = 0; i <= weights->k; i++) {
        weights->below[i] = (uint64_t)sum;
        sum += (wide)weights->pattern[i] * hbs_binomial(weights->k, i);
        if (sum > TOTAL_MAX) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "the weights have too many digits for k=%u: use fewer", weights->k);
    }
    weights->below[weights->k + 1] = (uint64_t)sum;
    return sum ? HBS_OK : hbs_unit_raise(unit, HBS_ERROR_USAGE, "all weights are 0: no clause could be kept");
}

/* Sign patterns with a weight, on all subsets. */
static int check(hbs_unit *unit) {
    clause_weights weights = {0};
    int64_t m = 0;
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    if (hbs_read_clauses(unit, M, RATIO, n, &m) != HBS_OK || read_weights(unit, &weights) != HBS_OK || hbs_check_clauses(unit, n, k, m) != HBS_OK)
        return (int)hbs_unit_drawing(unit)->status;
    const uint64_t subsets = hbs_binomial(n, k);
    if (subsets == UINT64_MAX) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "C(n,k) is 2^63 or more: lower n or k");
    wide there = 0;
    for (uint32_t i = 1; i <= k; i++)
        if (weights.pattern[i]) there += (wide)hbs_binomial(k, i) * subsets;
    if (hbs_unit_flag(unit, DISTINCT) && (wide)m > there)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct clauses: only %llu have a weight above 0; ask for fewer, or allow repeats", (long long)m,
                                   (unsigned long long)there);
    return HBS_OK;
}

/* The pattern of true literals number `rank` among those with i of k, colexicographically. */
static uint64_t pattern_of(uint32_t k, uint32_t i, uint64_t rank) {
    uint64_t pattern = 0;
    for (uint32_t v = k; i > 0; i--) {
        do v--;
        while (hbs_binomial(v, i) > rank);
        rank -= hbs_binomial(v, i);
        pattern |= UINT64_C(1) << v;
    }
    return pattern;
}

/* The same law in few choices, for whoever enumerates them: how many literals are true, then which. */
static uint64_t draw_pattern_in_steps(const clause_weights *weights, hbs_rng *rng) {
    uint32_t i = 1;
    while (i < weights->k && !hbs_rng_bernoulli(rng, weights->below[i + 1] - weights->below[i], weights->below[weights->k + 1] - weights->below[i])) i++;
    return pattern_of(weights->k, i, hbs_rng_below(rng, hbs_binomial(weights->k, i)));
}

/* Which literals are true: one choice by weight. */
static uint64_t draw_pattern(const clause_weights *weights, hbs_rng *rng) {
    if (rng->draw) return draw_pattern_in_steps(weights, rng);
    const uint64_t number = hbs_rng_below(rng, weights->below[weights->k + 1]);
    uint32_t i = 1;
    while (number >= weights->below[i + 1]) i++;
    return pattern_of(weights->k, i, (number - weights->below[i]) / weights->pattern[i]);
}

static hbs_status draw_clause(room *own, const clause_weights *weights, hbs_rng *rng, hbs_cnf *cnf, hbs_error *error) {
    uint32_t variable[LENGTH_MAX];
    int32_t literal[LENGTH_MAX];
    hbs_subset_of(&own->subsets, hbs_rng_below(rng, own->subsets.count), variable);
    const uint64_t pattern = draw_pattern(weights, rng);
    for (uint32_t i = 0; i < weights->k; i++) {
        const bool positive = (own->hidden[variable[i]] != 0) == (pattern >> i & 1);
        literal[i] = positive ? (int32_t)variable[i] : -(int32_t)variable[i];
    }
    return hbs_cnf_add(cnf, literal, weights->k, error);
}

static hbs_status draw_clauses(hbs_unit *unit, room *own, const clause_weights *weights, size_t m) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    const bool distinct = hbs_unit_flag(unit, DISTINCT);
    if (distinct) HBS_TRY(hbs_clause_set_start(&own->set, m, drawing->error));
    while (cnf->clauses < m) {
        const hbs_rng_mark mark = hbs_rng_take_mark(&drawing->rng);
        HBS_TRY(draw_clause(own, weights, &drawing->rng, cnf, drawing->error));
        if (!distinct || hbs_clause_set_enter(&own->set, cnf, cnf->clauses - 1)) continue;
        cnf->clauses--;
        if (!hbs_rng_reject(&drawing->rng, mark))
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "no new clause found in %llu tries: ask for fewer clauses, or allow repeats", (unsigned long long)drawing->rng.retries);
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    clause_weights weights = {0};
    int64_t m = 0;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(read_weights(unit, &weights));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    HBS_TRY(hbs_grow(&own->hidden, &own->hidden_capacity, (size_t)n + 1, 1, drawing->error));
    HBS_TRY(hbs_subsets_set(&own->subsets, n, weights.k, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    for (uint32_t v = 1; v <= n; v++) own->hidden[v] = (uint8_t)hbs_rng_below(&drawing->rng, 2);
    HBS_TRY(draw_clauses(unit, own, &weights, (size_t)m));
    hbs_unit_current(unit)->claim = HBS_LABEL_YES;
    HBS_TRY(hbs_certificate_of_model(own->hidden, n, &hbs_unit_current(unit)->certificate, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_hidden = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/hidden",
    .summary = "q-hidden k-SAT: a planted assignment that polarities do not show",
    .distribution = "an assignment A uniform on {0,1}^n; m clauses, each drawn independently with probability proportional to p_i, i the number of its literals that A makes "
            "true: p_0 = 0 and p_i = q^i, or the given weights. distinct=yes: a clause that is there already is drawn again. q=0: the root of (1+q)^(k-1) (1-q) = 1, "
            "where true and false literals are equally frequent, rounded to a multiple of 2^-floor(62/k - 1)",
    .uniform_over = "not uniform: because only satisfiable formulas come, weighted by their models and by how many literals those make true",
    .rejects = "distinct=yes: clauses that repeat, each with probability at most (clauses so far) * (largest weight) / (sum of weights)",
    .cost = "O(n k + m k)",
    .source = "Jia, Moore and Strain, Generating hard satisfiable formulas by hiding solutions deceptively, AAAI 2005; Barthel et al., Hiding solutions in random "
              "satisfiability problems, PRL 2002",
    .labels = HBS_LABELS_ALL_YES,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8 ratio=2",
};
