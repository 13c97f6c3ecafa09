/* The network's domains against arc consistency from its definition: at the root, down a random path of assignments, and on the way back up. */
#include "solvers/containment/arc_consistency.h"

#include <stdio.h>

#include "core/rng.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/naive_consistency.h"
#include "tests/unit/test.h"

#define DEEPEST 6u

static size_t term_of(const hbs_query_pair *pair, const hbs_network *n, uint32_t value) {
    const hbs_term term = n->term[value];
    return hbs_is_constant(term) ? pair->q1.variables + hbs_constant_index(term) : term;
}

static bool is_left(const hbs_network *n, uint32_t variable, uint32_t value) { return hbs_network_domain(n, variable)[value / 64] >> (value % 64) & 1; }

/* Same values, and nothing beyond them. */
static bool agrees(const hbs_naive_walk *w, const hbs_naive *naive) {
    const hbs_network *const n = w->tested;
    for (uint32_t i = 0; i < n->free_variables; i++) {
        const uint32_t v = n->free_variable[i];
        uint32_t left = 0, expected = 0;
        for (uint32_t value = 0; value < n->values; value++) {
            if (is_left(n, v, value) != hbs_naive_may(naive, v, term_of(&w->pair, n, value))) return false;
            left += is_left(n, v, value);
        }
        for (size_t t = 0; t < naive->terms; t++) expected += hbs_naive_may(naive, v, t);
        if (left != expected || left != hbs_network_domain_size(n, v)) return false;
    }
    return true;
}

static void go_down(hbs_naive_walk *w, const hbs_naive *above, unsigned depth) {
    hbs_error error = {0};
    hbs_network *const n = w->tested;
    w->wrong += !agrees(w, above);
    for (unsigned child = 0; child < 2 && depth < DEEPEST && n->free_variables; child++) {
        const uint32_t v = n->free_variable[hbs_rng_below(&w->rng, n->free_variables)];
        uint32_t value = hbs_network_next_value(n, v, (uint32_t)hbs_rng_below(&w->rng, n->values));
        if (value == HBS_NO_VALUE) value = hbs_network_next_value(n, v, 0);
        hbs_naive below = hbs_naive_copy(above);
        const hbs_network_mark mark = hbs_network_take_mark(n);
        bool consistent;
        CHECK_OK(hbs_network_assign(n, v, value, &consistent, &error));
        hbs_naive_fix(&below, v, term_of(&w->pair, n, value));
        w->wrong += hbs_naive_settle(&below) != consistent;
        w->fixed++;
        if (consistent) go_down(w, &below, depth + 1);
        hbs_network_undo(n, mark);
        w->wrong += !agrees(w, above);
        hbs_naive_free(&below);
    }
}

static void check_pair(hbs_naive_walk *w) {
    hbs_error error = {0};
    hbs_naive naive;
    bool possible;
    const bool expected = hbs_naive_start(&naive, &w->pair) && hbs_naive_settle(&naive);
    CHECK_OK(hbs_network_build(w->tested, &w->pair, &possible, &error));
    if (possible) possible = hbs_network_propagate(w->tested);
    w->wrong += possible != expected;
    w->wiped += !possible;
    if (possible && expected) go_down(w, &naive, 0);
    hbs_naive_free(&naive);
}

static void check_pairs(hbs_status (*draw)(hbs_rng *, hbs_query_pair *, hbs_error *), unsigned pairs, uint64_t seed) {
    hbs_network network = {0};
    hbs_naive_walk w = {.tested = &network};
    hbs_naive_check_pairs(&w, check_pair, draw, pairs, seed);
    hbs_network_free(&network);
}

static void small_pairs(void) { check_pairs(hbs_random_pair, 4000, 31); }

static void wide_pairs(void) { check_pairs(hbs_random_wide_pair, 250, 32); }

static void digraphs(void) { check_pairs(hbs_naive_digraphs, 500, 33); }

const hbs_test hbs_tests[] = {
    {"small pairs", small_pairs},
    {"wide pairs", wide_pairs},
    {"digraphs", digraphs},
    {NULL, NULL},
};
