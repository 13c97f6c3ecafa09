/* Cores against what defines them, found by trying all maps: equivalent to the query, no map into a proper part, the same size whatever the order of
 * atoms, and their own core. */
#include "solvers/containment/query_core.h"

#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

typedef struct fixture {
    hbs_query_pair drawn, test;   /* test borrows the symbols of drawn */
    hbs_query core, again;
    hbs_error error;
} fixture;

static void free_query(hbs_query *query)
{
    hbs_query_pair holder = {.q1 = *query};
    hbs_query_pair_free(&holder);
    *query = (hbs_query){0};
}

static void tear_down(fixture *f)
{
    f->test.relations = f->test.constants = (hbs_symbols){0};
    hbs_query_pair_free(&f->drawn);
    hbs_query_pair_free(&f->test);
    free_query(&f->core);
    free_query(&f->again);
}

/* Copies the query but for the atoms whose bits are set. */
static hbs_status copy_without(fixture *f, hbs_query *to, const hbs_query *from, uint64_t dropped)
{
    hbs_status status = HBS_OK;
    to->variables = from->variables;
    to->head_arity = to->atoms = 0;
    for (size_t i = 0; i < from->head_arity; i++) HBS_TRY(hbs_query_head(to, from->head[i], &f->error));
    for (size_t a = 0; a < from->atoms; a++)
        if (!(dropped >> a & 1)) HBS_TRY(hbs_query_append(to, &f->test, from->relation[a], hbs_atom(from, a), &f->error));
done:
    return status;
}

/* Is there a homomorphism from `from` to `to` without its dropped atoms? */
static bool maps(fixture *f, const hbs_query *from, const hbs_query *to, uint64_t dropped)
{
    f->test.relations = f->drawn.relations;
    f->test.constants = f->drawn.constants;
    CU_ASSERT_EQUAL_FATAL(copy_without(f, &f->test.q1, to, dropped), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(copy_without(f, &f->test.q2, from, 0), HBS_OK);
    return hbs_brute_homomorphisms(&f->test) > 0;
}

static bool is_core(fixture *f, const hbs_query *query)
{
    bool minimal = false;
    uint64_t steps;
    if (hbs_query_core(&f->core, query, &f->drawn, 0, &minimal, &steps, &f->error) != HBS_OK || !minimal) return false;
    if (!maps(f, query, &f->core, 0) || !maps(f, &f->core, query, 0)) return false;
    for (size_t a = 0; a < f->core.atoms; a++)
        if (maps(f, &f->core, &f->core, UINT64_C(1) << a)) return false;
    if (hbs_query_core(&f->again, &f->core, &f->drawn, 0, &minimal, &steps, &f->error) != HBS_OK || !minimal) return false;
    return f->again.atoms == f->core.atoms && f->again.variables == f->core.variables &&
           (!f->core.atoms || !memcmp(f->again.argument, f->core.argument, f->core.start[f->core.atoms] * sizeof *f->core.argument));
}

/* The fewest atoms that an equivalent part of the query has, over all its parts. */
static size_t smallest_part(fixture *f, const hbs_query *query)
{
    size_t least = query->atoms;
    for (uint64_t dropped = 0; dropped < UINT64_C(1) << query->atoms; dropped++) {
        const size_t left = query->atoms - (size_t)__builtin_popcountll(dropped);
        if (left < least && maps(f, query, query, dropped)) least = left;
    }
    return least;
}

static void on_random_queries(void)
{
    fixture f = {.drawn = {.q1 = {0}}};
    unsigned tried = 0, wrong = 0, shrunk = 0;
    for (unsigned i = 0; i < 4000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 41, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_pair(&rng, &f.drawn, &f.error), HBS_OK);
        const hbs_query *const query = i % 2 ? &f.drawn.q1 : &f.drawn.q2;
        if (hbs_query_check_safe(query, NULL) != HBS_OK) continue;
        tried++;
        const bool good = is_core(&f, query) && f.core.atoms == smallest_part(&f, query);
        shrunk += f.core.atoms < query->atoms;
        if (good) continue;
        wrong++;
        fprintf(stderr, "\n    query %u: %zu atoms of %zu: %s", i, f.core.atoms, query->atoms, f.error.message);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(tried > 2000 && shrunk > 500);
    tear_down(&f);
}

/* The order of atoms may choose another core, but an isomorphic one. */
static void order_does_not_matter(void)
{
    fixture f = {.drawn = {.q1 = {0}}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 200; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 42, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.drawn, 12, 16, 3, 3, &f.error), HBS_OK);
        bool minimal;
        CU_ASSERT_EQUAL_FATAL(hbs_query_core(&f.core, &f.drawn.q1, &f.drawn, 0, &minimal, NULL, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_query_pair_shuffle(&f.drawn, &rng, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_query_core(&f.again, &f.drawn.q1, &f.drawn, 0, &minimal, NULL, &f.error), HBS_OK);
        wrong += f.core.atoms != f.again.atoms || f.core.variables != f.again.variables;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&f);
}

/* Even cycles both ways fold to one edge both ways, odd ones stay. */
static void cycles(void)
{
    fixture f = {.drawn = {.q1 = {0}}};
    for (uint32_t length = 3; length <= 40; length++) {
        CU_ASSERT_EQUAL_FATAL(hbs_digraph_pair(&f.drawn, 1, 0, 0, &f.error), HBS_OK);
        f.drawn.q1.variables = length;
        for (uint32_t i = 0; i < 2 * length; i++) {
            const hbs_term ends[] = {i / 2, (i / 2 + 1) % length}, edge[] = {ends[i % 2], ends[1 - i % 2]};
            CU_ASSERT_EQUAL_FATAL(hbs_query_append(&f.drawn.q1, &f.drawn, 0, edge, &f.error), HBS_OK);
        }
        bool minimal = false;
        CU_ASSERT_EQUAL_FATAL(hbs_query_core(&f.core, &f.drawn.q1, &f.drawn, 0, &minimal, NULL, &f.error), HBS_OK);
        CU_ASSERT(minimal && f.core.atoms == (length % 2 ? 2 * length : 2) && f.core.variables == (length % 2 ? length : 2));
    }
    tear_down(&f);
}

static void within_a_budget(void)
{
    fixture f = {.drawn = {.q1 = {0}}};
    unsigned left_open = 0;
    for (unsigned i = 0; i < 100; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 43, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.drawn, 4, 6, 5, 7, &f.error), HBS_OK);
        bool minimal;
        uint64_t steps, used;
        CU_ASSERT_EQUAL_FATAL(hbs_query_core(&f.again, &f.drawn.q2, &f.drawn, 0, &minimal, &steps, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_query_core(&f.core, &f.drawn.q2, &f.drawn, 1 + steps / 2, &minimal, &used, &f.error), HBS_OK);
        CU_ASSERT(used <= 1 + steps / 2 && f.core.atoms >= f.again.atoms);
        CU_ASSERT(maps(&f, &f.drawn.q2, &f.core, 0) && maps(&f, &f.core, &f.drawn.q2, 0));
        CU_ASSERT(!minimal || f.core.atoms == f.again.atoms);
        left_open += !minimal;
    }
    CU_ASSERT(left_open > 20);
    tear_down(&f);
}

static void unsafe_queries_are_refused(void)
{
    fixture f = {.drawn = {.q1 = {0}}};
    bool minimal = true;
    f.drawn.q1.variables = 1;
    CU_ASSERT_EQUAL_FATAL(hbs_query_head(&f.drawn.q1, 0, &f.error), HBS_OK);
    f.core.variables = 77;
    CU_ASSERT_EQUAL(hbs_query_core(&f.core, &f.drawn.q1, &f.drawn, 0, &minimal, NULL, &f.error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(f.core.variables, 77);
    f.core.variables = 0;
    tear_down(&f);
}

const hbs_test hbs_tests[] = {
    {"cores of random queries are what brute force finds", on_random_queries},
    {"the order of atoms does not matter", order_does_not_matter},
    {"cycles", cycles},
    {"within a budget", within_a_budget},
    {"unsafe queries are refused", unsafe_queries_are_refused},
    {NULL, NULL},
};
