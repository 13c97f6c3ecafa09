/* Rounds over all atoms of q2 times all atoms of q1 until nothing changes. */
#include "tests/unit/naive_consistency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

static size_t term_number(const hbs_query_pair *pair, hbs_term term) { return hbs_is_constant(term) ? pair->q1.variables + hbs_constant_index(term) : term; }

static void make_room(hbs_naive *naive, const hbs_query_pair *pair) {
    naive->pair = pair;
    naive->terms = pair->q1.variables + pair->constants.count;
    naive->may = malloc(pair->q2.variables * naive->terms + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(naive->may);
}

bool hbs_naive_may(const hbs_naive *naive, uint32_t variable, size_t term) { return naive->may[variable * naive->terms + term] != 0; }

void hbs_naive_fix(const hbs_naive *naive, uint32_t variable, size_t term) {
    for (size_t t = 0; t < naive->terms; t++)
        if (t != term) naive->may[variable * naive->terms + t] = 0;
}

bool hbs_naive_start(hbs_naive *out, const hbs_query_pair *pair) {
    const hbs_query *const q1 = &pair->q1, *const q2 = &pair->q2;
    make_room(out, pair);
    memset(out->may, 1, q2->variables * out->terms);
    bool agree = q1->head_arity == q2->head_arity;
    for (size_t i = 0; i < q2->head_arity && agree; i++) {
        const size_t term = term_number(pair, q1->head[i]);
        agree = hbs_is_constant(q2->head[i]) ? q2->head[i] == q1->head[i] : hbs_naive_may(out, q2->head[i], term);
        if (!hbs_is_constant(q2->head[i])) hbs_naive_fix(out, q2->head[i], term);
    }
    return agree;
}

void hbs_naive_free(hbs_naive *naive) {
    free(naive->may);
    naive->may = NULL;
}

hbs_naive hbs_naive_copy(const hbs_naive *naive) {
    hbs_naive copy;
    make_room(&copy, naive->pair);
    memcpy(copy.may, naive->may, naive->pair->q2.variables * naive->terms);
    return copy;
}

static bool fits(const hbs_naive *naive, size_t a, size_t f) {
    const hbs_query *const q1 = &naive->pair->q1, *const q2 = &naive->pair->q2;
    if (q1->relation[f] != q2->relation[a]) return false;
    const hbs_term *const from = hbs_atom(q2, a), *const to = hbs_atom(q1, f);
    for (size_t p = 0; p < hbs_atom_arity(q2, a); p++) {
        if (hbs_is_constant(from[p]) ? from[p] != to[p] : !hbs_naive_may(naive, from[p], term_number(naive->pair, to[p]))) return false;
        for (size_t q = 0; q < p; q++)
            if (from[p] == from[q] && to[p] != to[q]) return false;
    }
    return true;
}

/* Leaves at the place what fitting atoms have there; *changed when that took something out. False: none fits. */
static bool revise(const hbs_naive *naive, size_t a, size_t place, bool *changed) {
    const hbs_query *const q1 = &naive->pair->q1;
    const hbs_term term = hbs_atom(&naive->pair->q2, a)[place];
    uint8_t *const has = calloc(naive->terms + 1, 1);
    bool any = false;
    CU_ASSERT_PTR_NOT_NULL_FATAL(has);
    for (size_t f = 0; f < q1->atoms; f++)
        if (fits(naive, a, f)) {
            has[term_number(naive->pair, hbs_atom(q1, f)[place])] = 1;
            any = true;
        }
    for (size_t t = 0; t < naive->terms && !hbs_is_constant(term); t++)
        if (hbs_naive_may(naive, term, t) && !has[t]) {
            naive->may[term * naive->terms + t] = 0;
            *changed = true;
        }
    free(has);
    return any;
}

static bool has_relation(const hbs_query *query, uint32_t relation) {
    for (size_t f = 0; f < query->atoms; f++)
        if (query->relation[f] == relation) return true;
    return false;
}

bool hbs_naive_settle(const hbs_naive *naive) {
    const hbs_query *const q2 = &naive->pair->q2;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < q2->atoms; a++) {
            if (!has_relation(&naive->pair->q1, q2->relation[a])) return false;
            for (size_t p = 0; p < hbs_atom_arity(q2, a); p++)
                if (!revise(naive, a, p, &changed)) return false;
        }
    }
    return true;
}

bool hbs_naive_in_body(const hbs_query_pair *pair, uint32_t variable) {
    for (size_t i = 0; i < hbs_query_arguments(&pair->q2); i++)
        if (pair->q2.argument[i] == variable) return true;
    return false;
}

void hbs_naive_check_pairs(hbs_naive_walk *w, void (*check_pair)(hbs_naive_walk *), hbs_status (*draw)(hbs_rng *, hbs_query_pair *, hbs_error *), unsigned pairs, uint64_t seed) {
    hbs_error error = {0};
    for (unsigned i = 0; i < pairs && !w->wrong; i++) {
        hbs_rng_seed(&w->rng, seed, i, HBS_LANE_INSTANCE);
        CHECK_OK(draw(&w->rng, &w->pair, &error));
        check_pair(w);
        if (w->wrong) fprintf(stderr, "\n    pair %u of seed %llu", i, (unsigned long long)seed);
    }
    CU_ASSERT_EQUAL(w->wrong, 0);
    CU_ASSERT(w->wiped > pairs / 8 && w->wiped < pairs - pairs / 8);
    CU_ASSERT(w->fixed > pairs);
    hbs_query_pair_free(&w->pair);
}

hbs_status hbs_naive_digraphs(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error) {
    const uint32_t n = hbs_rng_bernoulli(rng, 1, 8) ? 70 : 10;
    return hbs_random_digraph_pair(rng, pair, n, (uint32_t)hbs_rng_between(rng, n / 2, 3 * n / 2), 8, (uint32_t)hbs_rng_between(rng, 6, 16), error);
}
