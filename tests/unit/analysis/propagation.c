/* The propagation engine: after any sequence of assumptions and undos its counters are those of its trail, and it finds what a plain rescan finds. */
#include "analysis/deciders/propagation.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/deciders/implications.h"
#include "core/instance.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static int held(const int8_t *value, int32_t literal) { return literal > 0 ? value[literal] : -value[-literal]; }

/* All propagations by rescanning; false on a conflict. */
static bool rescan(const hbs_cnf *cnf, int8_t *value) {
    for (bool again = true; again;) {
        again = false;
        for (size_t c = 0; c < cnf->clauses; c++) {
            size_t left = 0, satisfied = 0;
            int32_t last = 0;
            for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
                satisfied += held(value, cnf->literal[i]) > 0;
                if (held(value, cnf->literal[i])) continue;
                left++;
                last = cnf->literal[i];
            }
            if (satisfied || left > 1) continue;
            if (!left) return false;
            value[abs(last)] = last > 0 ? 1 : -1;
            again = true;
        }
    }
    return true;
}

static void check_counters(const hbs_propagation *p, const hbs_cnf *cnf) {
    size_t open = 0, wrong = 0, assigned = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        size_t satisfied = 0, falsified = 0;
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
            satisfied += held(p->value, cnf->literal[i]) > 0;
            falsified += held(p->value, cnf->literal[i]) < 0;
        }
        open += !satisfied;
        wrong += p->satisfied[c] != satisfied || p->falsified[c] != falsified;
    }
    for (uint32_t v = 1; v <= cnf->variables; v++) assigned += p->value[v] != 0;
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(p->open, open);
    CU_ASSERT_EQUAL(p->assigned, assigned);
    CU_ASSERT_EQUAL(p->counted, assigned);
}

static void assumptions_and_undos(void) {
    hbs_error error;
    uint64_t conflicts = 0, propagated = 0;
    for (uint64_t i = 0; i < 400; i++) {
        hbs_rng rng;
        hbs_cnf drawn = {0}, cnf = {0};
        hbs_propagation *p = NULL;
        int8_t value[64];
        hbs_rng_seed(&rng, 31, i, HBS_LANE_INSTANCE);
        hbs_brute_sat_mixed(&drawn, &rng, 5 + (uint32_t)hbs_rng_below(&rng, 30), 60, 3);
        CHECK_OK(hbs_cnf_clean(&cnf, &drawn, &error));
        CHECK_OK(hbs_propagation_new(&p, &cnf, &error));
        const bool consistent = hbs_propagation_units(p);
        for (uint32_t v = 0; v <= cnf.variables; v++) value[v] = 0;
        CU_ASSERT_EQUAL(consistent, rescan(&cnf, value));
        for (int step = 0; consistent && step < 40; step++) {
            const int32_t variable = 1 + (int32_t)hbs_rng_below(&rng, cnf.variables), literal = hbs_rng_below(&rng, 2) ? variable : -variable;
            const size_t before = p->assigned;
            if (p->value[variable]) {
                hbs_propagation_undo(p, (size_t)hbs_rng_below(&rng, before + 1));
                check_counters(p, &cnf);
                continue;
            }
            /* An undo may have cut a propagation short: what a rescan adds to the trail as it stands is wanted then. */
            for (uint32_t v = 1; v <= cnf.variables; v++) value[v] = p->value[v];
            const bool closed = rescan(&cnf, value);
            size_t known = 0;
            for (uint32_t v = 1; v <= cnf.variables; v++) known += value[v] != 0;
            if (!closed || known != before) continue;
            value[variable] = literal > 0 ? 1 : -1;
            const bool expected = rescan(&cnf, value), found = hbs_propagation_assume(p, literal);
            CU_ASSERT_EQUAL(found, expected);
            conflicts += !found;
            if (found) {
                size_t wrong = 0;
                for (uint32_t v = 1; v <= cnf.variables; v++) wrong += value[v] != p->value[v];
                CU_ASSERT_EQUAL(wrong, 0);
                propagated += p->assigned - before - 1;
            } else
                hbs_propagation_undo(p, before);
            check_counters(p, &cnf);
        }
        hbs_propagation_free(p);
        hbs_cnf_free(&cnf);
        hbs_cnf_free(&drawn);
    }
    CU_ASSERT_TRUE(conflicts > 50);
    CU_ASSERT_TRUE(propagated > 1000);
}

/* 2-SAT by strong components: label as by brute force, and every yes with a model that satisfies. */
static void implications(void) {
    hbs_error error;
    uint64_t count[2] = {0};
    for (uint64_t i = 0; i < 3000; i++) {
        hbs_rng rng;
        hbs_cnf cnf = {0};
        uint8_t model[32];
        bool satisfiable = false;
        hbs_rng_seed(&rng, 32, i, HBS_LANE_INSTANCE);
        const uint32_t n = 2 + (uint32_t)hbs_rng_below(&rng, 12);
        hbs_brute_sat_uniform(&cnf, &rng, n, (uint32_t)hbs_rng_below(&rng, 2 * n), 2);
        if (i % 2) CHECK_OK(hbs_cnf_add(&cnf, (int32_t[]){-1}, 1, &error));
        CHECK_OK(hbs_implications_solve(&cnf, &satisfiable, model, &error));
        CU_ASSERT_EQUAL(satisfiable, hbs_brute_sat_label(&cnf) == HBS_LABEL_YES);
        if (satisfiable) CU_ASSERT_TRUE(hbs_cnf_satisfied(&cnf, model));
        count[satisfiable]++;
        hbs_cnf_free(&cnf);
    }
    CU_ASSERT_TRUE(count[0] > 300 && count[1] > 300);
}

const hbs_test hbs_tests[] = {{"assumptions_and_undos", assumptions_and_undos}, {"implications", implications}, {NULL, NULL}};
