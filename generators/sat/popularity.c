/* Popularity-similarity: variables and clauses lie in the hyperbolic plane and a clause takes variables near to it. Small radii are popular, near angles similar.
 *
 * The published program computes distances and powers in floating point; here all that decides is in integers, so that a seed gives the same formula on every machine:
 * angles are points of a circle of 2^32, radii odd multiples of 2^-33, and log2 of a distance is a sum of products of fixed-point logarithms
 * (core/fixed_point.h). Weights 2^(-log2(d)/T) are doubles made from integers, and only added, multiplied and divided, which IEEE 754 fixes.
 *
 * Where the program proposes uniform pairs and accepts each in proportion to its weight until it has enough, each pair that comes is one of the remaining in
 * proportion to weight: that is drawn here directly, from sums in a binary indexed tree (Fenwick, 1994), without proposals that fail. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixed_point.h"
#include "generators/sat/clause_set.h"
#include "generators/sat/connected.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/unit.h"

enum { N, K, RIGID, M, RATIO, BETA, BETA_CLAUSE, T, CONNECTED, MERGE };

#define VARIABLES_MAX 100000
#define PAIRS_MAX (INT64_C(1) << 26)
#define LENGTH_MAX 1000
#define DISTANCE_PLACES (HBS_LOG2_PLACES - 1)   /* the sum of three logarithms needs a bit more before the point */
#define TEMPERATURES_LEAST 10   /* 1/T at most: weights then stay within doubles */

__extension__ typedef __int128 wide;

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables; n m is at most 2^26"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "mean number of literals of a clause, at most n"},
    {"rigid", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals that every clause gets first, at most k; the other (k - rigid) m go where they are nearest in the whole formula"},
    {"m", HBS_INTEGER, 0, PAIRS_MAX, "0", "clauses; 0: floor(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4", "clauses a variable, when m is 0"},
    {"beta", HBS_RATIONAL, 0, 1, "1", "popularity of variables: 0 all alike, 1 the most uneven"},
    {"beta_clause", HBS_RATIONAL, 0, 1, "1", "popularity of clauses"},
    {"t", HBS_RATIONAL, 0, 1000000, "0", "temperature: 0 the nearest variables, else pairs at distance d have weight d^(-1/t); 0 or at least 0.1"},
    {"connected", HBS_FLAG, 0, 1, "no", "yes: drawn again until the variable incidence graph on all n variables is connected"},
    {"merge", HBS_FLAG, 0, 1, "no", "yes: clauses that repeat are dropped, so that fewer than m may remain"},
};

/* A variable or a clause. */
typedef struct node {
    uint32_t angle, radius;   /* radius (2 radius + 1) / 2^33 */
    int64_t pull;             /* beta log2 of the radius */
} node;

typedef struct ranked {
    int64_t distance;
    uint64_t pair;
} ranked;

typedef struct room {
    hbs_clause_set set;
    hbs_connected connected;
    node *variable, *clause;
    ranked *rank;             /* of variables by radius, of clauses by radius, of pairs by distance */
    int64_t *away;            /* distances of pairs */
    double *weight;           /* of pairs */
    uint64_t *tree;           /* 1 .. count: sums of integer weights */
    uint64_t *mass;           /* integer weights */
    uint64_t *edge;           /* pairs chosen, c * n + v */
    uint8_t *chosen;          /* by pair */
    size_t variable_capacity, clause_capacity, rank_capacity, away_capacity, weight_capacity, tree_capacity, mass_capacity, edge_capacity, chosen_capacity;
    size_t edges;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_clause_set_free(&own->set);
    hbs_connected_free(&own->connected);
    free(own->variable);
    free(own->clause);
    free(own->rank);
    free(own->away);
    free(own->weight);
    free(own->tree);
    free(own->mass);
    free(own->edge);
    free(own->chosen);
    free(own);
}

/* What a unit's formula is made from. */
typedef struct model {
    uint32_t n, m, k, rigid;
    int64_t t[2];             /* temperature; t[0] 0: none */
} model;

static hbs_status read_clauses(hbs_unit *unit, int64_t *m) {
    const int64_t n = hbs_unit_integer(unit, N);
    if (hbs_read_clauses_cut(unit, M, RATIO, n, m) != HBS_OK) return hbs_unit_drawing(unit)->status;
    if (*m * n > PAIRS_MAX)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld clauses and %lld variables are more than 2^26 pairs: the weight of each is stored; lower n or m", (long long)*m,
                              (long long)n);
    return HBS_OK;
}

static int check(hbs_unit *unit) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K), rigid = hbs_unit_integer(unit, RIGID);
    int64_t m, p, q;
    hbs_unit_rational(unit, T, &p, &q);
    if (k > n) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "clauses of mean length %lld over %lld variables: lower k or raise n", (long long)k, (long long)n);
    if (rigid > k) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "rigid=%lld is more than the mean length k=%lld: lower rigid", (long long)rigid, (long long)k);
    if (p && (wide)p * TEMPERATURES_LEAST < q) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "t must be 0 or at least 1/%d", TEMPERATURES_LEAST);
    hbs_status status = read_clauses(unit, &m);
    if (status == HBS_OK && hbs_unit_flag(unit, CONNECTED)) status = hbs_check_connected(unit, n, m, k);
    return (int)(status == HBS_OK ? hbs_check_size(unit, (double)m * (double)k) : status);
}

static hbs_status room_of(hbs_drawing *drawing, const model *of) {
    hbs_status status = HBS_OK;
    hbs_error *const error = drawing->error;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    const size_t pairs = (size_t)of->n * of->m, nodes = of->n > of->m ? of->n : of->m;
    const size_t at_once = of->k > of->rigid && pairs > nodes ? pairs : nodes;   /* the flexible part looks at all pairs at once */
    HBS_TRY(hbs_grow(&own->variable, &own->variable_capacity, of->n, sizeof *own->variable, error));
    HBS_TRY(hbs_grow(&own->clause, &own->clause_capacity, of->m, sizeof *own->clause, error));
    HBS_TRY(hbs_grow(&own->edge, &own->edge_capacity, (size_t)of->k * of->m, sizeof *own->edge, error));
    HBS_TRY(hbs_grow(&own->chosen, &own->chosen_capacity, pairs + 1, 1, error));
    HBS_TRY(hbs_grow(&own->away, &own->away_capacity, pairs, sizeof *own->away, error));
    HBS_TRY(hbs_grow(&own->rank, &own->rank_capacity, of->t[0] ? nodes : at_once, sizeof *own->rank, error));
    if (of->t[0] == 0) goto done;
    HBS_TRY(hbs_grow(&own->weight, &own->weight_capacity, at_once, sizeof *own->weight, error));
    HBS_TRY(hbs_grow(&own->mass, &own->mass_capacity, at_once, sizeof *own->mass, error));
    HBS_TRY(hbs_grow(&own->tree, &own->tree_capacity, at_once + 1, sizeof *own->tree, error));
done:
    return status;
}

/* ---- places ---- */

static void place(node *nodes, uint32_t count, int64_t p, int64_t q, hbs_rng *rng) {
    for (uint32_t i = 0; i < count; i++) {
        nodes[i].angle = (uint32_t)hbs_rng_below(rng, UINT64_C(1) << 32);
        nodes[i].radius = (uint32_t)hbs_rng_below(rng, UINT64_C(1) << 32);
        const int64_t log = hbs_log2(2 * (uint64_t)nodes[i].radius + 1) - (INT64_C(33) << HBS_LOG2_PLACES);
        nodes[i].pull = (int64_t)((wide)log * p / q);
    }
}

/* log2 of the distance up to a constant, at DISTANCE_PLACES; equal angles count as half a step apart. */
static int64_t distance(const node *variable, const node *clause) {
    const uint32_t ahead = variable->angle - clause->angle, apart = ahead <= UINT32_MAX / 2 ? ahead : UINT32_MAX - ahead + 1;   /* modulo 2^32 */
    const uint64_t halves = apart ? 2 * (uint64_t)apart : 1;
    return variable->pull / 2 + clause->pull / 2 + hbs_log2(halves) / 2;
}

static int by_distance(const void *a, const void *b) {
    const ranked *const x = a, *const y = b;
    if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

/* ---- which pairs ---- */

static void choose(room *own, uint64_t pair) {
    own->chosen[pair] = 1;
    own->edge[own->edges++] = pair;
}

/* The `wanted` nearest free pairs of first .. first + count - 1; ties by number. */
static void choose_nearest(room *own, uint64_t first, uint64_t count, uint64_t wanted) {
    size_t free_pairs = 0;
    for (uint64_t pair = first; pair < first + count; pair++)
        if (!own->chosen[pair]) own->rank[free_pairs++] = (ranked){own->away[pair], pair};
    qsort(own->rank, free_pairs, sizeof *own->rank, by_distance);
    for (uint64_t i = 0; i < wanted; i++) choose(own, own->rank[i].pair);
}

/* 2^(-down / 2^DISTANCE_PLACES), down < 2^10 whole. */
static double power_of_minus(wide down) {
    const wide one = (wide)1 << DISTANCE_PLACES, whole = (down + one - 1) / one, fraction = whole * one - down;
    return ldexp((double)hbs_exp2((uint64_t)fraction << (HBS_LOG2_PLACES - DISTANCE_PLACES)), -62 - (int)whole);
}

/* Weights of the free pairs, the nearest 1, those taken 0; returns their sum. */
static double weigh_pairs(room *own, const model *of, uint64_t first, uint64_t count) {
    int64_t nearest = INT64_MAX;
    for (uint64_t i = 0; i < count; i++)
        if (!own->chosen[first + i] && own->away[first + i] < nearest) nearest = own->away[first + i];
    double sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        own->weight[i] = own->chosen[first + i] ? 0 : power_of_minus(((wide)own->away[first + i] - nearest) * of->t[1] / of->t[0]);
        sum += own->weight[i];
    }
    return sum;
}

/* Takes what its weight entitles to at once, until nothing is; lowers *wanted and returns the sum of the weights that remain. */
static double take_certain(room *own, uint64_t first, uint64_t count, double sum, uint64_t *wanted) {
    for (uint64_t before = *wanted + 1; *wanted < before;) {
        const double all = sum;
        before = *wanted;
        sum = 0;
        for (uint64_t i = 0; i < count && *wanted; i++) {
            if (own->chosen[first + i]) continue;
            if (own->weight[i] * (double)before / all >= 1) {
                choose(own, first + i);
                (*wanted)--;
            } else {
                sum += own->weight[i];
            }
        }
    }
    return sum;
}

static void add_to_tree(uint64_t *tree, uint64_t count, uint64_t at, uint64_t value) {
    for (; at <= count; at += at & (0 - at)) tree[at] += value;   /* modulo 2^64, so that a weight is taken off by adding its negative */
}

/* The weights in units of their sum / 2^61, and their tree; returns the total. */
static uint64_t build_tree(room *own, uint64_t first, uint64_t count, double sum) {
    uint64_t total = 0;
    memset(own->tree, 0, (count + 1) * sizeof *own->tree);
    for (uint64_t i = 0; i < count; i++) {
        own->mass[i] = own->chosen[first + i] ? 0 : (uint64_t)(own->weight[i] / sum * 0x1p61);
        total += own->mass[i];
        own->tree[i + 1] += own->mass[i];
        const uint64_t parent = i + 1 + ((i + 1) & (0 - (i + 1)));
        if (parent <= count) own->tree[parent] += own->tree[i + 1];
    }
    return total;
}

/* The index whose mass holds `number` < total. */
static uint64_t find_in_tree(const uint64_t *tree, uint64_t count, uint64_t number) {
    uint64_t at = 0, step = 1;
    while (2 * step <= count) step *= 2;
    for (; step; step /= 2)
        if (at + step <= count && tree[at + step] <= number) {
            at += step;
            number -= tree[at];
        }
    return at;
}

/* One after the other in proportion to weight. What weighs less than 2^-61 of the sum does not come; false when nothing else is left. */
static bool choose_by_weight(room *own, const model *of, hbs_rng *rng, uint64_t first, uint64_t count, uint64_t wanted) {
    const double sum = take_certain(own, first, count, weigh_pairs(own, of, first, count), &wanted);
    if (!wanted) return true;
    uint64_t total = build_tree(own, first, count, sum);
    for (; wanted; wanted--) {
        if (!total) return false;
        const uint64_t i = find_in_tree(own->tree, count, hbs_rng_below(rng, total));
        choose(own, first + i);
        total -= own->mass[i];
        add_to_tree(own->tree, count, i + 1, 0 - own->mass[i]);
    }
    return true;
}

static hbs_status choose_pairs(hbs_unit *unit, room *own, const model *of) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint64_t flexible = (uint64_t)(of->k - of->rigid) * of->m, pairs = (uint64_t)of->n * of->m;
    bool good = true;
    own->edges = 0;
    memset(own->chosen, 0, pairs);
    for (uint64_t pair = 0; pair < pairs; pair++) own->away[pair] = distance(&own->variable[pair % of->n], &own->clause[pair / of->n]);
    for (uint32_t c = 0; c < of->m && good; c++) {
        if (of->t[0]) good = choose_by_weight(own, of, &drawing->rng, (uint64_t)c * of->n, of->n, of->rigid);
        else choose_nearest(own, (uint64_t)c * of->n, of->n, of->rigid);
    }
    if (flexible && good) {
        if (of->t[0]) good = choose_by_weight(own, of, &drawing->rng, 0, pairs, flexible);
        else choose_nearest(own, 0, pairs, flexible);
    }
    return good ? HBS_OK : hbs_raise(drawing->error, HBS_ERROR_BUDGET, "the weights left are too small to draw by: raise t, or lower k");
}

/* ---- the formula ---- */

/* The nodes into own->rank, by radius. */
static void rank_nodes(room *own, const node *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) own->rank[i] = (ranked){nodes[i].radius, i};
    qsort(own->rank, count, sizeof *own->rank, by_distance);
}

/* Clauses in order of radius, their literals in the order in which they were chosen; variables are numbered by radius too, as in the published program. */
static hbs_status write_formula(room *own, const model *of, hbs_rng *rng, hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *number = NULL;
    size_t *start = NULL;
    int32_t *literal = NULL;
    HBS_TRY(hbs_allocate(&number, of->n, sizeof *number, error));
    HBS_TRY(hbs_allocate(&start, (size_t)of->m + 2, sizeof *start, error));
    HBS_TRY(hbs_allocate(&literal, own->edges, sizeof *literal, error));
    rank_nodes(own, own->variable, of->n);
    for (uint32_t i = 0; i < of->n; i++) number[own->rank[i].pair] = i + 1;
    for (size_t e = 0; e < own->edges; e++) start[own->edge[e] / of->n + 2]++;
    for (size_t c = 2; c < (size_t)of->m + 2; c++) start[c] += start[c - 1];
    for (size_t e = 0; e < own->edges; e++) literal[start[own->edge[e] / of->n + 1]++] = (int32_t)number[own->edge[e] % of->n];
    hbs_cnf_clear(cnf, of->n);
    rank_nodes(own, own->clause, of->m);
    for (uint32_t i = 0; i < of->m; i++) {
        const size_t c = own->rank[i].pair;
        for (size_t j = start[c]; j < start[c + 1]; j++)
            if (hbs_rng_below(rng, 2)) literal[j] = -literal[j];
        HBS_TRY(hbs_cnf_add(cnf, literal + start[c], start[c + 1] - start[c], error));
    }
done:
    free(number);
    free(start);
    free(literal);
    return status;
}

static hbs_status draw_formula(hbs_unit *unit, room *own, const model *of, hbs_cnf *cnf) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    int64_t p, q;
    hbs_unit_rational(unit, BETA, &p, &q);
    place(own->variable, of->n, p, q, &drawing->rng);
    hbs_unit_rational(unit, BETA_CLAUSE, &p, &q);
    place(own->clause, of->m, p, q, &drawing->rng);
    HBS_TRY(choose_pairs(unit, own, of));
    HBS_TRY(write_formula(own, of, &drawing->rng, cnf, drawing->error));
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    int64_t m = 0;
    HBS_TRY(read_clauses(unit, &m));
    model of = {.n = hbs_unit_number(unit, N), .m = (uint32_t)m, .k = hbs_unit_number(unit, K), .rigid = hbs_unit_number(unit, RIGID)};
    hbs_unit_rational(unit, T, &of.t[0], &of.t[1]);
    HBS_TRY(room_of(drawing, &of));
    room *const own = drawing->scratch;
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, of.n));
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    for (bool good = false; !good;) {
        HBS_TRY(draw_formula(unit, own, &of, cnf));
        good = !hbs_unit_integer(unit, CONNECTED);
        if (!good) HBS_TRY(hbs_connected_test(&own->connected, cnf, &good, drawing->error));
        if (!good && !hbs_unit_retry(unit)) return (int)drawing->status;
    }
    if (hbs_unit_flag(unit, MERGE)) HBS_TRY(hbs_clause_set_merge(&own->set, cnf, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_popularity = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/popularity",
    .summary = "popularity-similarity: clauses take variables that are near to them in the hyperbolic plane",
    .distribution = "every variable and clause has a uniform angle and a radius r uniform on (0,1); d = r_v^beta r_c^beta_clause |angle between|. Each clause gets `rigid` variables, "
            "then (k - rigid) m free pairs of the whole formula are added: the nearest (t=0), or by weight w = d^(-1/t): pairs with w * (number wanted) >= (sum of w) at once, "
            "repeatedly, the rest one after the other in proportion to w. Fair signs; variables and clauses numbered by rising radius. k=4..5 n=10..40 ratio=6..8 beta=0..1 "
            "t=.75..1.5 connected=yes merge=yes redraw=all, balanced, is the PS of G4SATBench (easy)",
    .uniform_over = "not uniform: because near variables are preferred",
    .rejects = "connected=yes: each attempt that is not connected; none in 2000 draws of the published easy row",
    .cost = "O(n m) an attempt, O(n m log(n m)) with t=0 and k > rigid",
    .source = "Giraldez-Cru and Levy, Locality in random SAT instances, IJCAI 2017, and its program; Li, Guo and Si, G4SATBench, TMLR 2024",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "structured",
    .example = "n=5..8",
};
