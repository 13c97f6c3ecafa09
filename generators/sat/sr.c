/* SR(n): pairs of formulas, one unsatisfiable, one satisfiable, that differ in one literal. Clauses are drawn until the formula turns
 * unsatisfiable; the satisfiable twin has the first literal of the last clause negated. (Every model of the clauses before falsifies the whole
 * last clause, so it satisfies the negated literal.)
 *
 * Only the answers yes or no of the solver touch the formula, and every exact solver gives the same: the choices are those of the law. The solver
 * is asked after each clause but searches only when its last model falsifies the new one. Literals keep the order of drawing; the first literal of
 * the last clause is the one that differs, and clause and literal order therefore carry the label unless somebody shuffles them.
 *
 * G4SATBench draws again until the variable incidence graph is connected and drops repeated clauses; others negate a random literal of the last clause. The last
 * clause is never a repeat: a model of the clauses before satisfies those. Negated it may be one, and then stays, as in the published script. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators/sat/clause_set.h"
#include "generators/sat/connected.h"
#include "generators/sat/subsets.h"
#include "generators/unit.h"
#include "solvers/cdcl/cdcl.h"

enum { N, K, P_K_2, P_GEO, FLIP, CONNECTED, MERGE };

#define VARIABLES_MAX 10000
#define CLAUSES_MAX (UINT64_C(1) << 26)   /* lengths near n would need about 2^n clauses */
#define ONE_WORD (UINT64_C(1) << 32)      /* a choice among at most so many takes one word of the stream */

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, "40", "variables"},
    {"k", HBS_INTEGER, 0, VARIABLES_MAX, "0", "literals of every clause, at most n; 0: random lengths 1 + Bernoulli(1 - p_k_2) + Geometric(p_geo)"},
    {"p_k_2", HBS_RATIONAL, 0, 1, "0.3", "probability that a random length has no extra literal"},
    {"p_geo", HBS_RATIONAL, 0, 1, "0.4", "parameter of the geometric part of a random length, above 0"},
    {"flip", HBS_TEXT, 0, 0, "first", "which literal of the last clause the satisfiable twin has negated: first, as in NeuroSAT, or any, uniformly"},
    {"connected", HBS_FLAG, 0, 1, "no", "yes: drawn again until the variable incidence graph on all n variables is connected, as in G4SATBench"},
    {"merge", HBS_FLAG, 0, 1, "no", "yes: of the unsatisfiable twin, clauses that repeat are dropped, as in G4SATBench; the satisfiable one is that with a literal negated, which may repeat an earlier clause"},
};

typedef struct room {
    hbs_cdcl *cdcl;
    hbs_clause_set set;
    hbs_connected connected;
    uint32_t variable[VARIABLES_MAX];   /* 0, 1, .. but while a clause is drawn */
    uint32_t swapped[VARIABLES_MAX];
    int32_t clause[VARIABLES_MAX];
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_cdcl_free(own->cdcl);
    hbs_clause_set_free(&own->set);
    hbs_connected_free(&own->connected);
    free(own);
}

static hbs_status room_of(hbs_drawing *drawing) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    if (own->cdcl) goto done;
    for (uint32_t v = 0; v < VARIABLES_MAX; v++) own->variable[v] = v;
    HBS_TRY(hbs_cdcl_new(&own->cdcl, drawing->error));
done:
    return status;
}

/* The law of a clause, read from the parameters once a unit. */
typedef struct clause_law {
    uint32_t n, k;
    uint64_t p_k_2[2], p_geo[2];
} clause_law;

static clause_law law_of(const hbs_unit *unit) {
    int64_t p, q, r, s;
    hbs_unit_rational(unit, P_K_2, &p, &q);
    hbs_unit_rational(unit, P_GEO, &r, &s);
    return (clause_law){.n = hbs_unit_number(unit, N),
                 .k = hbs_unit_number(unit, K),
                 .p_k_2 = {(uint64_t)p, (uint64_t)q},
                 .p_geo = {(uint64_t)r, (uint64_t)s}};
}

/* Clauses until no assignment is expected to satisfy all, which is somewhat more than are drawn: n ln 2 / E[2^-length]. */
static double expected_clauses(const clause_law *law) {
    const double n = law->n, p_2 = (double)law->p_k_2[0] / (double)law->p_k_2[1], p = (double)law->p_geo[0] / (double)law->p_geo[1];
    const double longest = ldexp(1, law->n < 1000 ? -(int)law->n : -1000), random = (1 + p_2) / 8 * 2 * p / (1 + p);
    return 0.6931 * n / (law->k ? ldexp(1, law->k < 1000 ? -(int)law->k : -1000) : random > longest ? random : longest);
}

static int check(hbs_unit *unit) {
    const clause_law law = law_of(unit);
    if (law.k > law.n) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "k=%u literals cannot be over n=%u distinct variables: lower k", law.k, law.n);
    if (law.p_geo[0] == 0) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "p_geo must be above 0: lengths would have no end");
    const char *const flip = hbs_unit_text(unit, FLIP);
    if (strcmp(flip, "first") && strcmp(flip, "any")) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "flip=%s: it must be first or any", flip);
    if (expected_clauses(&law) > 2.0 * CLAUSES_MAX)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "clauses this long are satisfiable until there are about %.3g of them, and at most %llu are drawn: lower k or raise p_geo", expected_clauses(&law),
                                   (unsigned long long)CLAUSES_MAX);
    return HBS_OK;
}

/* min(n, 1 + Bernoulli(1 - p_k_2) + Geometric(p_geo)); what lies beyond n is not drawn. */
static uint32_t draw_length(const clause_law *law, hbs_rng *rng) {
    if (law->k) return law->k;
    uint32_t length = 2 + !hbs_rng_bernoulli(rng, law->p_k_2[0], law->p_k_2[1]);
    while (length < law->n && !hbs_rng_bernoulli(rng, law->p_geo[0], law->p_geo[1])) length++;
    return length < law->n ? length : law->n;
}

/* A uniform ordered tuple of `length` literals on distinct variables: literal i is one of the 2 (n - i) on variables not yet in the clause. As
 * many of these choices are drawn as one number as fit one word. The variables are a Fisher-Yates shuffle from the front, undone afterwards. */
static void draw_literals(uint32_t n, uint32_t length, room *own, hbs_rng *rng) {
    uint32_t *const variable = own->variable;
    for (uint32_t i = 0, end = 0; i < length;) {
        uint64_t bound = 1;
        while (end < length && bound * 2 * (n - end) <= ONE_WORD) bound *= 2 * (uint64_t)(n - end++);
        uint32_t number = (uint32_t)hbs_rng_below(rng, bound);
        for (; i < end; i++) {
            const uint32_t radix = 2 * (n - i), digit = number % radix, at = i + digit / 2;
            const int32_t negative = -(int32_t)(digit & 1), v = (int32_t)variable[at] + 1;
            number /= radix;
            own->clause[i] = (v ^ negative) - negative;
            own->swapped[i] = at;
            variable[at] = variable[i];
            variable[i] = (uint32_t)v - 1;
        }
    }
    for (uint32_t i = length; i-- > 0;) {
        const uint32_t at = own->swapped[i], v = variable[i];
        variable[i] = variable[at];
        variable[at] = v;
    }
}

/* The same clause where nobody looks at the order of its literals. */
static void draw_literal_set(uint32_t n, uint32_t length, room *own, hbs_rng *rng) {
    hbs_subset_draw(rng, n, length, own->swapped);
    for (uint32_t i = 0; i < length; i++) {
        const int32_t v = (int32_t)own->swapped[i] + 1;
        own->clause[i] = hbs_rng_below(rng, 2) ? -v : v;
    }
}

static uint32_t draw_clause(const clause_law *law, room *own, hbs_rng *rng) {
    const uint32_t length = draw_length(law, rng);
    if (rng->indifferent & HBS_RNG_LITERAL_ORDER) draw_literal_set(law->n, length, own, rng);
    else draw_literals(law->n, length, own, rng);
    return length;
}

/* Clauses until there is no model: the unsatisfiable member. *before gets the solver's work up to the last model. */
static hbs_status draw_unsatisfiable(hbs_unit *unit, room *own, uint64_t *before) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const clause_law law = law_of(unit);
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    hbs_cnf_clear(cnf, law.n);
    HBS_TRY(hbs_cdcl_reset(own->cdcl, law.n, true, drawing->error));
    for (int label = HBS_LABEL_YES; label == HBS_LABEL_YES;) {
        if (cnf->clauses == CLAUSES_MAX)
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "still satisfiable after %zu clauses: these lengths are too long for n=%u, give shorter ones",
                    cnf->clauses, law.n);
        const uint32_t length = draw_clause(&law, own, &drawing->rng);
        HBS_TRY(hbs_cnf_add(cnf, own->clause, length, drawing->error));
        *before = hbs_cdcl_propagations(own->cdcl);
        HBS_TRY(hbs_cdcl_add(own->cdcl, own->clause, length, drawing->error));
        HBS_TRY(hbs_cdcl_solve(own->cdcl, 0, &label, drawing->error));
    }
done:
    return status;
}

static void decided(hbs_drawn *drawn, int label, uint64_t effort) {
    drawn->claim = label;
    drawn->solver = "cdcl_incremental";   /* one search that goes on from clause to clause: its steps are not those of one solve */
    drawn->effort = effort;
}

/* The unsatisfiable member as the parameters want it. */
static hbs_status draw_accepted(hbs_unit *unit, room *own, uint64_t *before) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    for (bool good = false; !good;) {
        HBS_TRY(draw_unsatisfiable(unit, own, before));
        good = !hbs_unit_integer(unit, CONNECTED);
        if (!good) HBS_TRY(hbs_connected_test(&own->connected, cnf, &good, drawing->error));
        if (!good && !hbs_unit_retry(unit)) return drawing->status;
    }
    if (hbs_unit_flag(unit, MERGE)) HBS_TRY(hbs_clause_set_merge(&own->set, cnf, drawing->error));
done:
    return status;
}

/* Where the literal stands that the satisfiable twin has negated. A clause that was drawn as a set has no first literal: then it is a uniform one of its set. */
static size_t flipped_literal(hbs_unit *unit, const hbs_cnf *cnf) {
    const size_t last = cnf->clauses - 1;
    hbs_rng *const rng = &hbs_unit_drawing(unit)->rng;
    const bool any = !strcmp(hbs_unit_text(unit, FLIP), "any") || rng->indifferent & HBS_RNG_LITERAL_ORDER;
    return cnf->start[last] + (any ? (size_t)hbs_rng_below(rng, hbs_cnf_length(cnf, last)) : 0);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    uint64_t before = 0;
    HBS_TRY(room_of(drawing));
    room *const own = drawing->scratch;
    hbs_cdcl_stop_when(own->cdcl, drawing->rng.stop, drawing->rng.stop_context);
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    HBS_TRY(draw_accepted(unit, own, &before));
    hbs_drawn *const no = hbs_unit_current(unit);
    decided(no, HBS_LABEL_NO, hbs_cdcl_propagations(own->cdcl));
    HBS_TRY(hbs_cdcl_refutation(own->cdcl, &no->certificate, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    hbs_drawn *const yes = hbs_unit_current(unit);
    HBS_TRY(hbs_cnf_copy(&yes->instance.cnf, &no->instance.cnf, drawing->error));
    int32_t *const flipped = &yes->instance.cnf.literal[flipped_literal(unit, &yes->instance.cnf)];
    *flipped = -*flipped;
    decided(yes, HBS_LABEL_YES, before);
    HBS_TRY(hbs_certificate_of_model(hbs_cdcl_model(own->cdcl), n, &yes->certificate, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_sr = {
    HBS_BUILT_IN_TWINS(SAT, parameters),
    .name = "sat/sr",
    .summary = "NeuroSAT's SR(n): twins, first unsatisfiable, then satisfiable, that differ in one literal",
    .distribution = "clauses one by one until the formula is unsatisfiable; a clause has min(n, 1 + Bernoulli(1 - p_k_2) + Geometric(p_geo)) "
            "distinct variables (or k), uniform without "
                    "replacement, each negated with probability 1/2. First member: all clauses. Second member: the same with the first literal of "
                            "the last clause negated (flip=any: a uniform one). n=10..40 is SR(U(10,40)) of NeuroSAT, n=10..40 connected=yes merge=yes redraw=all that of G4SATBench",
    .uniform_over = "not uniform: because the number of clauses is where satisfiability ends, and the last clause is special",
    .rejects = "no, but with connected=yes each pair that is not connected; ends with probability 1, after about 5.4 to 6 clauses a variable for the default lengths, and gives up after 2^26 clauses",
    .cost = "O(literals) for the draws, and one incremental exact search: exponential in n at worst",
    .source = "Selsam, Lamm, Bunz, Liang, de Moura and Dill, Learning a SAT solver from single-bit supervision, ICLR 2019",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=3..8",
};
