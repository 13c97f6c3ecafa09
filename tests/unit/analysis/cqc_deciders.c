/* CQC deciders: never wrong on whole small spaces and on random pairs against all maps; complete on the class each is for, against the class's
 * plain definition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/deciders/cqc_join_tree.h"
#include "analysis/deciders/decider.h"
#include "core/rng.h"
#include "solvers/checking/search_tree.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

#define DECIDERS_MOST 32

typedef struct tally {
    uint64_t pairs, settled[DECIDERS_MOST][2];
} tally;

static int decide(const char *name, const hbs_instance *instance) {
    hbs_error error = {0};
    const hbs_decider *const *all = hbs_deciders(HBS_CQC);
    while (*all && strcmp((*all)->name, name) != 0) all++;
    CU_ASSERT_PTR_NOT_NULL_FATAL(*all);
    int label = 99;
    CHECK_OK((*all)->decide(instance, &label, &error));
    return label;
}

/* --- the classes, by definition --- */

static bool matches(const hbs_query_pair *pair, size_t from, size_t to) {
    if (pair->q2.relation[from] != pair->q1.relation[to]) return false;
    hbs_term image[16];
    for (size_t v = 0; v < 16; v++) image[v] = UINT32_MAX;
    for (size_t i = 0; i < pair->q2.head_arity; i++)
        if (!hbs_is_constant(pair->q2.head[i])) image[pair->q2.head[i]] = pair->q1.head[i];
    for (size_t p = 0; p < hbs_atom_arity(&pair->q2, from); p++) {
        const hbs_term term = hbs_atom(&pair->q2, from)[p], there = hbs_atom(&pair->q1, to)[p];
        if (hbs_is_constant(term) ? term != there : image[term] != UINT32_MAX && image[term] != there) return false;
        if (!hbs_is_constant(term)) image[term] = there;
    }
    return true;
}

static size_t most_candidates(const hbs_query_pair *pair) {
    size_t most = 0;
    for (size_t a = 0; a < pair->q2.atoms; a++) {
        size_t count = 0;
        for (size_t b = 0; b < pair->q1.atoms; b++) count += matches(pair, a, b);
        if (!count) return 0;
        if (count > most) most = count;
    }
    return most;
}

/* Graham's reduction on sets of variables as masks, one step at a time. */
static bool is_acyclic(const hbs_query_pair *pair) {
    uint32_t edge[64], frozen = 0;
    size_t edges = pair->q2.atoms;
    for (size_t i = 0; i < pair->q2.head_arity; i++)
        if (!hbs_is_constant(pair->q2.head[i])) frozen |= UINT32_C(1) << pair->q2.head[i];
    for (size_t a = 0; a < edges; a++) {
        edge[a] = 0;
        for (size_t p = 0; p < hbs_atom_arity(&pair->q2, a); p++)
            if (!hbs_is_constant(hbs_atom(&pair->q2, a)[p])) edge[a] |= UINT32_C(1) << hbs_atom(&pair->q2, a)[p];
        edge[a] &= ~frozen;
    }
    for (bool changed = true; changed;) {
        changed = false;
        uint32_t once = 0, twice = 0;
        for (size_t a = 0; a < edges; a++) twice |= once & edge[a], once |= edge[a];
        for (size_t a = 0; a < edges; a++) {
            changed |= (edge[a] & ~twice) != 0;
            edge[a] &= twice;
        }
        for (size_t a = 0; a < edges && !changed; a++)
            for (size_t b = 0; b < edges && !changed; b++)
                if (a != b && !(edge[a] & ~edge[b])) edge[a] = edge[--edges], changed = true;
    }
    return edges == 0 || (edges == 1 && !edge[0]);
}

/* --- soundness --- */

/* What the decider of this name said. */
static int answer_of(const int *label, const char *name) {
    const hbs_decider *const *all = hbs_deciders(HBS_CQC);
    size_t d = 0;
    while (all[d] && strcmp(all[d]->name, name) != 0) d++;
    CU_ASSERT_PTR_NOT_NULL_FATAL(all[d]);
    return label[d];
}

static void check(const hbs_instance *instance, tally *t) {
    hbs_error error = {0};
    const int truth = hbs_brute_homomorphisms(&instance->pair) > 0;
    const hbs_decider *const *all = hbs_deciders(HBS_CQC);
    int label[DECIDERS_MOST];
    for (size_t d = 0; all[d]; d++) {
        CU_ASSERT_FATAL(d < DECIDERS_MOST);
        label[d] = 99;
        CHECK_OK(all[d]->decide(instance, &label[d], &error));
        const bool known = label[d] == HBS_LABEL_YES || label[d] == HBS_LABEL_NO;
        if ((known && label[d] != truth) || (!known && label[d] != HBS_LABEL_UNKNOWN)) {
            fprintf(stderr, "\n    %s says %d, truth %d\n", all[d]->name, label[d], truth);
            CU_FAIL_FATAL("a decider is wrong");
        }
        if (known) t->settled[d][truth]++;
    }
    const bool clash = answer_of(label, "mismatch") == HBS_LABEL_NO;
    if (!clash) CU_ASSERT_EQUAL(answer_of(label, "two_candidates") != HBS_LABEL_UNKNOWN, most_candidates(&instance->pair) <= 2);
    if (!clash) CU_ASSERT_EQUAL(answer_of(label, "acyclic") != HBS_LABEL_UNKNOWN, is_acyclic(&instance->pair));
    CU_ASSERT_EQUAL(answer_of(label, "arc_consistency") == HBS_LABEL_NO, hbs_search_tree_check(&instance->pair, NULL, 0, &error) == HBS_OK);
    t->pairs++;
}

static void space(uint32_t v, uint32_t atoms1, uint32_t atoms2, bool loops, uint64_t wanted) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    tally t = {0};
    uint32_t loop = 0;
    for (uint32_t i = 0; i < v && !loops; i++) loop |= UINT32_C(1) << (v * i + i);
    for (uint32_t left = 0; left < UINT32_C(1) << (v * v); left++)
        for (uint32_t right = 0; right < UINT32_C(1) << (v * v); right++) {
            if ((left | right) & loop || (uint32_t)__builtin_popcount(left) > atoms1 || (uint32_t)__builtin_popcount(right) > atoms2) continue;
            CHECK_OK(hbs_digraph_pair(&instance.pair, v, left, right, &error));
            check(&instance, &t);
        }
    CU_ASSERT_EQUAL(t.pairs, wanted);
    hbs_instance_free(&instance);
}

static void never_wrong_on_whole_spaces(void) {
    space(1, 1, 1, true, 4);
    space(2, 4, 4, true, 256);
    space(3, 6, 6, false, 4096);
    space(3, 3, 3, true, 130 * 130);
}

static void never_wrong_on_random_pairs(void) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    tally t = {0};
    for (uint64_t i = 0; i < 24000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 31, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &instance.pair, &error));
        check(&instance, &t);
    }
    for (uint64_t i = 0; i < 4000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 32, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_digraph_pair(&rng, &instance.pair, 5, 8, 5, 3 + (uint32_t)hbs_rng_below(&rng, 5), &error));
        check(&instance, &t);
    }
    const hbs_decider *const *all = hbs_deciders(HBS_CQC);
    for (size_t d = 0; all[d]; d++) CU_ASSERT((!all[d]->no || t.settled[d][0] > 1000) && (!all[d]->yes || t.settled[d][1] > 300));
    hbs_instance_free(&instance);
}

/* --- named cases --- */

static void edges(hbs_query_pair *pair, hbs_query *query, uint32_t variables, size_t count, const uint32_t (*edge)[2]) {
    hbs_error error = {0};
    query->variables = variables;
    for (size_t i = 0; i < count; i++) CHECK_OK(hbs_query_atom(query, pair, 0, edge[i], NULL, &error));
}

static void triangle_survives_arc_consistency(void) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    CHECK_OK(hbs_digraph_pair(&instance.pair, 1, 0, 0, &error));
    edges(&instance.pair, &instance.pair.q1, 4, 6, (const uint32_t[][2]){{0, 1}, {1, 0}, {2, 3}, {3, 2}, {0, 3}, {3, 0}});
    edges(&instance.pair, &instance.pair.q2, 3, 3, (const uint32_t[][2]){{0, 1}, {1, 2}, {2, 0}});
    CU_ASSERT_EQUAL(decide("arc_consistency", &instance), HBS_LABEL_UNKNOWN);
    CU_ASSERT_EQUAL(decide("acyclic", &instance), HBS_LABEL_UNKNOWN);
    CU_ASSERT_EQUAL(decide("two_candidates", &instance), HBS_LABEL_UNKNOWN);
    CU_ASSERT_EQUAL(decide("mismatch", &instance), HBS_LABEL_UNKNOWN);
    hbs_instance_free(&instance);
}

/* A cycle becomes a path when one of its variables is in the head. */
static void head_opens_a_cycle(void) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    CHECK_OK(hbs_digraph_pair(&instance.pair, 1, 0, 0, &error));
    edges(&instance.pair, &instance.pair.q1, 4, 6, (const uint32_t[][2]){{0, 1}, {1, 0}, {2, 3}, {3, 2}, {0, 3}, {3, 0}});
    edges(&instance.pair, &instance.pair.q2, 3, 3, (const uint32_t[][2]){{0, 1}, {1, 2}, {2, 0}});
    CHECK_OK(hbs_query_head(&instance.pair.q1, 0, &error));
    CHECK_OK(hbs_query_head(&instance.pair.q2, 0, &error));
    CU_ASSERT_EQUAL(decide("acyclic", &instance), HBS_LABEL_NO);
    hbs_instance_free(&instance);
}

/* A long path of q2 into a long cycle and a long path of q1, atoms in random order. */
static void long_paths(void) {
    hbs_error error = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    for (uint64_t i = 0; i < 6; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 33, i, HBS_LANE_ORDER);
        const uint32_t length = 150, steps = i % 2 ? 149 : 151;
        CHECK_OK(hbs_digraph_pair(&instance.pair, 1, 0, 0, &error));
        for (uint32_t k = 0; k < length - 1; k++) edges(&instance.pair, &instance.pair.q1, length, 1, (const uint32_t[][2]){{k, k + 1}});
        for (uint32_t k = 0; k < steps; k++) edges(&instance.pair, &instance.pair.q2, steps + 1, 1, (const uint32_t[][2]){{k, k + 1}});
        CHECK_OK(hbs_query_pair_shuffle(&instance.pair, &rng, &error));
        CU_ASSERT_EQUAL(decide("acyclic", &instance), (int)(i % 2));
        CU_ASSERT_EQUAL(decide("arc_consistency", &instance), (int)(i % 2));
        edges(&instance.pair, &instance.pair.q1, length, 1, (const uint32_t[][2]){{length - 1, 0}});
        CU_ASSERT_EQUAL(decide("acyclic", &instance), HBS_LABEL_YES);
        CU_ASSERT_EQUAL(decide("arc_consistency", &instance), HBS_LABEL_YES);
    }
    hbs_instance_free(&instance);
}

static void descriptors_are_complete(void) {
    for (const hbs_decider *const *d = hbs_deciders(HBS_CQC); *d; d++) {
        CU_ASSERT((*d)->problem == HBS_CQC && (*d)->decide && ((*d)->yes || (*d)->no));
        CU_ASSERT((*d)->name[0] && (*d)->summary[0] && (*d)->cost[0] && (*d)->source[0]);
    }
}

const hbs_test hbs_tests[] = {
    {"never wrong on whole spaces", never_wrong_on_whole_spaces},
    {"never wrong on random pairs", never_wrong_on_random_pairs},
    {"a triangle survives arc consistency", triangle_survives_arc_consistency},
    {"the head opens a cycle", head_opens_a_cycle},
    {"long paths", long_paths},
    {"descriptors are complete", descriptors_are_complete},
    {NULL, NULL},
};
