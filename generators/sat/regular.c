/* Regular k-SAT: every literal occurs equally often. The multiset of occurrences is shuffled and cut into clauses; in clauses that got a variable twice the second
 * occurrence is exchanged with a random position of the formula where both then fit, clause by clause. What comes out is regular to the last literal but not uniform among the
 * regular formulas. With exact=yes the whole shuffle is drawn again instead: uniform, and soon hopeless, since an attempt is good with probability near
 * exp(-(k-1)(2s-1)/2), s the occurrences of a literal. Where k m is no multiple of 2n, some literals, chosen at random, occur once more than the others. */
#include <stdlib.h>

#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/unit.h"

enum { N, K, S, M, RATIO, EXACT };

#define LENGTH_MAX 1000
#define VARIABLES_MAX (INT64_C(1) << 24)
#define ROUNDS 100u   /* tries an occurrence before a shuffle is given up */
#define SHUFFLES 100u /* to be repaired before all is given up */

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals of every clause, at most n"},
    {"s", HBS_INTEGER, 0, 1000000, "0", "occurrences of every literal, 2 n s / k clauses; 0: as m says"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses, when s is 0; 0: round(ratio * n). Occurrences differ by at most 1"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "3.5", "clauses a variable, when s and m are 0"},
    {"exact", HBS_FLAG, 0, 1, "no", "yes: uniform by rejection, for small k and s; no: shuffled and repaired"},
};

typedef struct room {
    uint32_t *literal, *order;   /* occurrences as literal codes; all literals, shuffled */
    size_t literal_capacity, order_capacity;
    int32_t clause[LENGTH_MAX];
} room;

static void release(void *scratch) {
    room *const own = scratch;
    free(own->literal);
    free(own->order);
    free(own);
}

static hbs_status read_clauses(hbs_unit *unit, int64_t *m) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K), s = hbs_unit_integer(unit, S), occurrences = 2 * n * s;
    hbs_status status = HBS_OK;
    if (s && hbs_unit_integer(unit, M)) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "s stands in place of m: leave one out");
    if (occurrences % k)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "2 n s = %lld occurrences cannot be cut into clauses of k=%lld: choose a multiple, or give m", (long long)occurrences,
                              (long long)k);
    if (s) *m = occurrences / k;
    else HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, m));
    HBS_TRY(hbs_check_clauses(unit, n, k, *m));
done:
    return status;
}

static int check(hbs_unit *unit) {
    int64_t m;
    return (int)read_clauses(unit, &m);
}

/* Occurrences as even as they can be. */
static void fill(room *own, uint32_t n, size_t occurrences, hbs_rng *rng) {
    const size_t literals = 2 * (size_t)n, each = occurrences / literals, more = occurrences % literals;
    for (size_t i = 0; i < literals; i++) own->order[i] = (uint32_t)i;
    if (more) hbs_rng_shuffle(rng, own->order, literals);
    size_t at = 0;
    for (size_t i = 0; i < literals; i++)
        for (size_t j = 0; j < each + (i < more); j++) own->literal[at++] = own->order[i];
}

/* Does the variable at `place` stand at another of the places first .. end-1? */
static bool stands_in(const room *own, size_t place, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (i != place && own->literal[i] / 2 == own->literal[place] / 2) return true;
    return false;
}

/* In its clause, before it. */
static bool repeats(const room *own, size_t place, size_t k) { return stands_in(own, place, place - place % k, place); }

/* Exchanges the literals of two places unless that makes a variable stand twice in the clause of `other`, or leaves `place` a repeat. */
static void exchange(room *own, size_t place, size_t other, size_t k) {
    const uint32_t literal = own->literal[place], first = own->literal[other];
    own->literal[place] = first;
    own->literal[other] = literal;
    if (!repeats(own, place, k) && !stands_in(own, other, other - other % k, other - other % k + k)) return;
    own->literal[place] = literal;
    own->literal[other] = first;
}

/* False when a repeat remains: at once where nothing may be repaired, else after ROUNDS tries an occurrence. */
static bool repair(room *own, size_t occurrences, size_t k, bool exact, hbs_rng *rng) {
    uint64_t left = ROUNDS * (uint64_t)occurrences;
    for (size_t place = 0; place < occurrences; place++)
        while (repeats(own, place, k)) {
            if (exact || left-- == 0) return false;
            exchange(own, place, (size_t)hbs_rng_below(rng, occurrences), k);
        }
    return true;
}

static hbs_status write(room *own, size_t m, size_t k, hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t c = 0; c < m; c++) {
        for (size_t i = 0; i < k; i++) {
            const uint32_t code = own->literal[c * k + i];
            own->clause[i] = code & 1 ? -(int32_t)(code / 2 + 1) : (int32_t)(code / 2 + 1);
        }
        HBS_TRY(hbs_cnf_add(cnf, own->clause, k, error));
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    const size_t k = (size_t)hbs_unit_integer(unit, K);
    int64_t m = 0;
    HBS_TRY(read_clauses(unit, &m));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    const size_t occurrences = (size_t)m * k;
    HBS_TRY(hbs_grow(&own->literal, &own->literal_capacity, occurrences, sizeof *own->literal, drawing->error));
    HBS_TRY(hbs_grow(&own->order, &own->order_capacity, 2 * (size_t)n, sizeof *own->order, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    const bool exact = hbs_unit_flag(unit, EXACT);
    bool good = false;
    for (unsigned shuffles = 0; !good; shuffles++) {
        if (!exact && shuffles == SHUFFLES)
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "clauses of length %zu over %u variables could not be made regular: lower k", k, n);
        fill(own, n, occurrences, &drawing->rng);
        hbs_rng_shuffle(&drawing->rng, own->literal, occurrences);
        good = repair(own, occurrences, k, exact, &drawing->rng);
        if (!good && !hbs_unit_retry(unit)) return (int)drawing->status;
    }
    HBS_TRY(write(own, (size_t)m, k, &hbs_unit_current(unit)->instance.cnf, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_regular = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/regular",
    .summary = "regular random k-SAT: every literal occurs equally often",
    .distribution = "the k m occurrences, floor(k m / 2n) of every literal and one more of as many random literals as remain, in uniform order, cut into clauses of k. "
            "exact=yes: drawn again until no clause has a variable twice. exact=no: clause by clause, a second occurrence of a variable is exchanged with a uniform place among "
            "those of the formula where neither is then a second one. Clauses may repeat",
    .uniform_over = "exact=yes: sequences of m clauses of length k over distinct variables in which the literals occur as often as stated (each choice of the more frequent "
            "literals with its share); exact=no: not uniform: because repairs prefer some regular formulas",
    .rejects = "exact=yes: each attempt is good with probability near exp(-(k-1)(k m / n - 1)/2); exact=no: an attempt that 100 tries an occurrence do not repair, "
            "at most 100 times, which happens only where k is near n",
    .cost = "O(n + m k^2) an attempt",
    .source = "Boufkhad, Dubois, Interian and Selman, Regular random k-SAT: properties of balanced formulas, JAR 2005",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=5..8",
};
