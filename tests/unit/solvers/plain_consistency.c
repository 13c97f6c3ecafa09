/* The checker's arc consistency against its definition, and what the checker of trees builds on: marks, fixing, sizes. */
#include "solvers/checking/plain_consistency.h"

#include <stdio.h>

#include "core/rng.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/naive_consistency.h"
#include "tests/unit/test.h"

#define DEEPEST 6u

static bool agrees(const hbs_naive_walk *w, const hbs_naive *naive) {
    for (uint32_t v = 0; v < w->pair.q2.variables; v++) {
        if (!hbs_plain_in_body(w->tested, v)) continue;
        size_t left = 0, next = 0;
        for (size_t t = 0; t < naive->terms; t++) {
            if (t >= next) next = hbs_plain_next(w->tested, v, t);
            if ((t == next) != hbs_naive_may(naive, v, t)) return false;
            left += t == next;
        }
        if (left != hbs_plain_size(w->tested, v) || hbs_plain_next(w->tested, v, naive->terms) != SIZE_MAX) return false;
    }
    return true;
}

static bool choose(hbs_naive_walk *w, uint32_t *variable, size_t *term) {
    *variable = (uint32_t)hbs_rng_below(&w->rng, w->pair.q2.variables);
    if (!hbs_plain_in_body(w->tested, *variable)) return false;
    *term = hbs_plain_next(w->tested, *variable, hbs_rng_below(&w->rng, w->pair.q1.variables + w->pair.constants.count));
    if (*term == SIZE_MAX) *term = hbs_plain_next(w->tested, *variable, 0);
    return true;
}

static void go_down(hbs_naive_walk *w, const hbs_naive *above, unsigned depth) {
    hbs_error error = {0};
    w->wrong += !agrees(w, above);
    for (unsigned child = 0; child < 2 && depth < DEEPEST && w->pair.q2.variables; child++) {
        uint32_t variable;
        size_t term;
        if (!choose(w, &variable, &term)) continue;
        hbs_naive below = hbs_naive_copy(above);
        const size_t mark = hbs_plain_mark(w->tested);
        bool wiped;
        CHECK_OK(hbs_plain_fix(w->tested, variable, term, &wiped, &error));
        hbs_naive_fix(&below, variable, term);
        w->wrong += hbs_naive_settle(&below) == wiped;
        w->fixed++;
        if (!wiped) go_down(w, &below, depth + 1);
        hbs_plain_take_back(w->tested, mark);
        w->wrong += hbs_plain_mark(w->tested) != mark || !agrees(w, above);
        hbs_naive_free(&below);
    }
}

static void check_pair(hbs_naive_walk *w) {
    hbs_error error = {0};
    hbs_naive naive;
    bool wiped;
    const bool expected = hbs_naive_start(&naive, &w->pair) && hbs_naive_settle(&naive);
    hbs_plain *plain = NULL;
    CHECK_OK(hbs_plain_new(&plain, &w->pair, &wiped, &error));
    w->tested = plain;
    w->wrong += wiped == expected;
    w->wiped += wiped;
    for (uint32_t v = 0; v < w->pair.q2.variables; v++) w->wrong += hbs_plain_in_body(w->tested, v) != hbs_naive_in_body(&w->pair, v);
    if (!wiped && expected) go_down(w, &naive, 0);
    hbs_plain_free(plain);
    hbs_naive_free(&naive);
}

static void check_pairs(hbs_status (*draw)(hbs_rng *, hbs_query_pair *, hbs_error *), unsigned pairs, uint64_t seed) {
    hbs_naive_walk w = {.tested = NULL};
    hbs_naive_check_pairs(&w, check_pair, draw, pairs, seed);
}

static void small_pairs(void) { check_pairs(hbs_random_pair, 4000, 41); }

static void wide_pairs(void) { check_pairs(hbs_random_wide_pair, 250, 42); }

static void digraphs(void) { check_pairs(hbs_naive_digraphs, 500, 43); }

/* More terms than a tuple warrants bit rows and lists for: then every atom is walked. */
static hbs_status draw_sparse(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t relation;
    hbs_query_pair_clear(pair);
    HBS_TRY(hbs_symbol_intern(&pair->relations, "e", 1, 2, &relation, error));
    HBS_TRY(hbs_symbol_intern(&pair->relations, "t", 1, 3, &relation, error));
    pair->q1.variables = 6000;
    pair->q2.variables = 5;
    for (unsigned a = 0; a < 40; a++) {
        hbs_term argument[3];
        for (unsigned p = 0; p < 3; p++) argument[p] = (hbs_term)hbs_rng_below(rng, 9) * 650;
        HBS_TRY(hbs_query_atom(&pair->q1, pair, a % 2, argument, NULL, error));
        for (unsigned p = 0; p < 3; p++) argument[p] = (hbs_term)hbs_rng_below(rng, 5);
        if (a < 4) HBS_TRY(hbs_query_atom(&pair->q2, pair, a % 2, argument, NULL, error));
    }
done:
    return status;
}

static void sparse_pairs(void) { check_pairs(draw_sparse, 60, 44); }

const hbs_test hbs_tests[] = {
    {"small pairs", small_pairs},
    {"wide pairs", wide_pairs},
    {"digraphs", digraphs},
    {"sparse pairs", sparse_pairs},
    {NULL, NULL},
};
