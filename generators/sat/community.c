/* Community attachment: variables in c equal blocks; a clause stays within one block with probability Q + 1/c and else has its variables in k different blocks, so
 * that the variable incidence graph has modularity near Q. Repeated clauses can come, as in the original program; `merge` drops them, `connected` draws again until
 * all variables hang together, as G4SATBench does. */
#include <stdlib.h>

#include "generators/sat/clause_set.h"
#include "generators/sat/connected.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"
#include "generators/unit.h"

enum { K, N, N_MAX, C, M, RATIO, Q, CONNECTED, MERGE };

#define LENGTH_MAX 60
#define VARIABLES_MAX 10000000
#define BLOCKS_LEAST 3    /* of drawn numbers of blocks */
#define BLOCKS_MOST 10

static const hbs_parameter parameters[] = {
    {"k", HBS_INTEGER, 2, LENGTH_MAX, "3", "literals of every clause"},
    {"n", HBS_INTEGER, 1, VARIABLES_MAX, NULL, "variables, at least c k"},
    {"n_max", HBS_INTEGER, 0, VARIABLES_MAX, "0", "not 0: the number of variables is uniform among those of n..n_max that hold the blocks (n=10 n_max=40 k=4..5), whatever k is"},
    {"c", HBS_INTEGER, 0, VARIABLES_MAX, "0", "blocks, at least k; 0: uniform in max(3,k) .. min(10, floor(n/k))"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses; 0: floor(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.25", "clauses a variable, when m is 0"},
    {"q", HBS_RATIONAL, 0, 1, "0.8", "modularity wanted, above 0; a clause lies within one block with probability min(1, q + 1/c)"},
    {"connected", HBS_FLAG, 0, 1, "no", "yes: drawn again until the variable incidence graph on all n variables is connected"},
    {"merge", HBS_FLAG, 0, 1, "no", "yes: clauses that repeat are dropped, so that fewer than m may remain"},
};

typedef struct room {
    hbs_clause_set set;
    hbs_connected connected;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_clause_set_free(&own->set);
    hbs_connected_free(&own->connected);
    free(own);
}

/* Fewest blocks that can be asked for. */
static int64_t blocks_least(const hbs_unit *unit) {
    const int64_t c = hbs_unit_integer(unit, C), k = hbs_unit_integer(unit, K);
    return c ? c : k > BLOCKS_LEAST ? k : BLOCKS_LEAST;
}

/* The range that the number of variables is drawn from. */
static void read_variables(const hbs_unit *unit, int64_t *low, int64_t *high) {
    const int64_t n = hbs_unit_integer(unit, N), most = hbs_unit_integer(unit, N_MAX), needed = blocks_least(unit) * hbs_unit_integer(unit, K);
    *low = most && n < needed ? needed : n;
    *high = most ? most : n;
}

static int check(hbs_unit *unit) {
    const int64_t k = hbs_unit_integer(unit, K), c = hbs_unit_integer(unit, C), least = blocks_least(unit);
    int64_t low, high, m, p, q;
    read_variables(unit, &low, &high);
    hbs_unit_rational(unit, Q, &p, &q);
    if (c && c < k) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "c=%lld blocks cannot hold k=%lld variables in different ones: raise c or lower k", (long long)c, (long long)k);
    if (!c && k > BLOCKS_MOST) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "k=%lld needs more than the %d blocks that are drawn at most: give c", (long long)k, BLOCKS_MOST);
    if (low > high || high < least * k)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld variables do not hold %lld blocks of k=%lld variables: raise n, or lower k or c", (long long)high,
                                   (long long)least, (long long)k);
    if (p == 0) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "q must be above 0: at 0 communities mean nothing, take sat/uniform");
    if (q > INT64_MAX / VARIABLES_MAX / 2) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "q has too many digits: use fewer");
    hbs_status status = hbs_read_clauses_cut(unit, M, RATIO, high, &m);
    if (status == HBS_OK && hbs_unit_flag(unit, CONNECTED) && low == high) status = hbs_check_connected(unit, high, m, k);
    return (int)(status == HBS_OK ? hbs_check_size(unit, (double)m * (double)k) : status);
}

/* A uniform variable of block j of c over n: floor(j n / c) + 1 .. floor((j+1) n / c). */
static void block(int64_t n, int64_t c, int64_t j, int64_t *first, int64_t *size) {
    *first = j * n / c;
    *size = (j + 1) * n / c - *first;
}

/* The variables of a clause, from 1, into literal[0..k-1], positive. */
static void draw_variables(hbs_rng *rng, int64_t n, int64_t c, uint32_t k, bool within, int32_t *literal) {
    uint32_t chosen[LENGTH_MAX];
    int64_t first, size;
    if (within) {
        block(n, c, (int64_t)hbs_rng_below(rng, (uint64_t)c), &first, &size);
        hbs_subset_draw(rng, (uint32_t)size, k, chosen);
        for (uint32_t i = 0; i < k; i++) literal[i] = (int32_t)(first + chosen[i] + 1);
        return;
    }
    hbs_subset_draw(rng, (uint32_t)c, k, chosen);
    for (uint32_t i = 0; i < k; i++) {
        block(n, c, chosen[i], &first, &size);
        literal[i] = (int32_t)(first + (int64_t)hbs_rng_below(rng, (uint64_t)size) + 1);
    }
}

/* Probability inside/below that a clause lies within one block: min(1, q + 1/c). */
static void read_inside(const hbs_unit *unit, int64_t c, uint64_t *inside, uint64_t *below) {
    int64_t p, q;
    hbs_unit_rational(unit, Q, &p, &q);
    const uint64_t up = (uint64_t)p * (uint64_t)c + (uint64_t)q;
    *below = (uint64_t)q * (uint64_t)c;
    *inside = up < *below ? up : *below;
}

static hbs_status draw_formula(hbs_unit *unit, int64_t c, int64_t m, hbs_cnf *cnf) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_rng *const rng = &drawing->rng;
    const uint32_t k = hbs_unit_number(unit, K);
    int32_t literal[LENGTH_MAX];
    uint64_t inside, below;
    read_inside(unit, c, &inside, &below);
    hbs_cnf_clear(cnf, cnf->variables);
    for (int64_t i = 0; i < m; i++) {
        draw_variables(rng, cnf->variables, c, k, hbs_rng_bernoulli(rng, inside, below), literal);
        const uint64_t signs = hbs_rng_below(rng, UINT64_C(1) << k);
        for (uint32_t j = 0; j < k; j++) literal[j] = (signs >> j & 1) ? -literal[j] : literal[j];
        HBS_TRY(hbs_cnf_add(cnf, literal, k, drawing->error));
    }
done:
    return status;
}

static int64_t draw_blocks(hbs_unit *unit, int64_t n) {
    const int64_t c = hbs_unit_integer(unit, C), room_for = n / hbs_unit_integer(unit, K);
    return c ? c : hbs_rng_between(&hbs_unit_drawing(unit)->rng, blocks_least(unit), room_for < BLOCKS_MOST ? room_for : BLOCKS_MOST);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    int64_t low, high, m = 0;
    uint64_t inside, below;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    read_variables(unit, &low, &high);
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, (uint32_t)high));
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    for (bool good = false; !good;) {
        cnf->variables = (uint32_t)hbs_rng_between(&drawing->rng, low, high);
        const int64_t c = draw_blocks(unit, cnf->variables);
        HBS_TRY(hbs_read_clauses_cut(unit, M, RATIO, cnf->variables, &m));
        read_inside(unit, c, &inside, &below);
        const bool connected = hbs_unit_flag(unit, CONNECTED), hopeless = connected && inside == below && c > 1;   /* no clause between blocks */
        if (!hopeless) HBS_TRY(draw_formula(unit, c, m, cnf));
        good = !connected;
        if (connected && !hopeless) HBS_TRY(hbs_connected_test(&own->connected, cnf, &good, drawing->error));
        if (!good && !hbs_unit_retry(unit)) return (int)drawing->status;
    }
    if (hbs_unit_flag(unit, MERGE)) HBS_TRY(hbs_clause_set_merge(&own->set, cnf, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_community = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/community",
    .summary = "community attachment: k-SAT with a wanted modularity",
    .distribution = "variables in c blocks, block j from floor(j n / c) + 1 to floor((j+1) n / c); m independent clauses, each with probability min(1, q + 1/c) on k uniform distinct "
            "variables of one uniform block, else on one uniform variable of each of k uniform distinct blocks; fair signs. k=4..5 n=10 n_max=40 ratio=13..15 q=.7...9 connected=yes "
            "merge=yes redraw=all, balanced, is the CA of G4SATBench (easy)",
    .uniform_over = "not uniform: because clauses within one block are preferred",
    .rejects = "connected=yes: each attempt that is not connected, all where q + 1/c is 1 or more; about half of the published rows",
    .cost = "O(m k^2) an attempt",
    .source = "Giraldez-Cru and Levy, A modularity-based random SAT instances generator, IJCAI 2015; Li, Guo and Si, G4SATBench, TMLR 2024",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "structured",
    .example = "k=2 n=6..8",
};
