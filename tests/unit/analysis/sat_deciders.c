/* SAT deciders: never wrong on whole small spaces and on random formulas against brute force; complete on the class each is for, against
 * the class's plain definition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/decider.h"
#include "generators/spec.h"
#include "generators/unit.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static const hbs_decider *find(const char *name) {
    const hbs_decider *const *deciders = hbs_deciders(HBS_SAT);
    for (size_t d = 0; deciders[d]; d++)
        if (!strcmp(deciders[d]->name, name)) return deciders[d];
    CU_FAIL_FATAL("decider");
    return NULL;
}

static int decide(const char *name, const hbs_instance *cleaned) {
    hbs_error error;
    int label = 99;
    CHECK_OK(find(name)->decide(cleaned, &label, &error));
    return label;
}

/* All deciders against the truth; counts what each settles. */
static void check_all(const hbs_instance *cleaned, int truth, uint64_t *settled) {
    hbs_error error;
    const hbs_decider *const *deciders = hbs_deciders(HBS_SAT);
    for (size_t d = 0; deciders[d]; d++) {
        int label = 99;
        CHECK_OK(deciders[d]->decide(cleaned, &label, &error));
        const bool allowed = label == HBS_LABEL_UNKNOWN || (label == HBS_LABEL_YES && deciders[d]->yes) || (label == HBS_LABEL_NO && deciders[d]->no);
        if (!allowed || (label != HBS_LABEL_UNKNOWN && label != truth)) {
            fprintf(stderr, "\n    %s says %d, truth %d\n", deciders[d]->name, label, truth);
            CU_FAIL_FATAL("a decider is wrong");
        }
        settled[d] += label != HBS_LABEL_UNKNOWN;
    }
}

static void add(hbs_cnf *cnf, size_t count, const int32_t *literals) {
    hbs_error error;
    CHECK_OK(hbs_cnf_add(cnf, literals, count, &error));
}
#define ADD(cnf, ...) add((cnf), sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t), (int32_t[]){__VA_ARGS__})

static void clean(hbs_instance *cleaned, const hbs_cnf *from) {
    hbs_error error;
    cleaned->problem = HBS_SAT;
    CHECK_OK(hbs_cnf_clean(&cleaned->cnf, from, &error));
}

/* Clause number x: base 3, digit 0 absent, 1 positive, 2 negative; 0 is the empty clause. */
static size_t clause_number(uint32_t n, uint32_t x, int32_t *out) {
    size_t length = 0;
    for (uint32_t v = 1; v <= n; v++, x /= 3)
        if (x % 3) out[length++] = x % 3 == 1 ? (int32_t)v : -(int32_t)v;
    return length;
}

static uint32_t power(uint32_t base, uint32_t exponent) { return exponent ? base * power(base, exponent - 1) : 1; }

/* All sets of at most `most` clauses numbered from `next` on, added to `cnf`. */
static void walk(hbs_cnf *cnf, uint32_t next, uint32_t length, size_t most, uint64_t *sets, uint64_t *settled) {
    hbs_instance cleaned = {.problem = HBS_SAT};
    clean(&cleaned, cnf);
    check_all(&cleaned, hbs_brute_sat_label(&cleaned.cnf), settled);
    hbs_instance_free(&cleaned);
    ++*sets;
    if (cnf->clauses == most) return;
    for (uint32_t x = next; x < power(3, cnf->variables); x++) {
        int32_t clause[8];
        const size_t k = clause_number(cnf->variables, x, clause);
        if (length && k != length) continue;
        add(cnf, k, clause);
        walk(cnf, x + 1, length, most, sets, settled);
        cnf->clauses--;
    }
}

static void space(uint32_t n, uint32_t length, size_t most, uint64_t wanted) {
    hbs_cnf cnf = {0};
    uint64_t sets = 0, settled[16] = {0};
    hbs_cnf_clear(&cnf, n);
    walk(&cnf, 0, length, most, &sets, settled);
    CU_ASSERT_EQUAL(sets, wanted);
    hbs_cnf_free(&cnf);
}

static void test_whole_spaces(void) {
    space(0, 0, 9, 2);
    space(1, 0, 9, 8);
    space(2, 0, 9, 512);
    space(3, 2, 12, 4096);
    space(3, 3, 8, 256);
    space(3, 0, 4, 1 + 27 + 351 + 2925 + 17550);
}

/* A formula of m clauses with lengths 1..most over n variables, distinct variables in each; cleaned. */
static void draw(hbs_instance *cleaned, uint32_t n, size_t m, uint32_t least, uint32_t most, hbs_rng *rng) {
    hbs_cnf cnf = {0};
    uint32_t chosen[32];
    int32_t literals[32];
    hbs_cnf_clear(&cnf, n);
    for (size_t c = 0; c < m; c++) {
        uint32_t length = least + (uint32_t)hbs_rng_below(rng, most - least + 1);
        if (length > n) length = n;
        hbs_rng_sample(rng, n, length, chosen);
        for (uint32_t i = 0; i < length; i++) literals[i] = hbs_rng_below(rng, 2) ? (int32_t)chosen[i] + 1 : -(int32_t)chosen[i] - 1;
        add(&cnf, length, literals);
    }
    clean(cleaned, &cnf);
    hbs_cnf_free(&cnf);
}

static void test_random(void) {
    uint64_t settled[16] = {0};
    hbs_instance cleaned = {.problem = HBS_SAT};
    for (uint64_t i = 0; i < 6000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 11, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 10), least = 1 + (uint32_t)hbs_rng_below(&rng, 3),
            most = least + (uint32_t)hbs_rng_below(&rng, 3);
        const size_t m = (size_t)hbs_rng_below(&rng, 6 * n);
        draw(&cleaned, n, m, least, most, &rng);
        check_all(&cleaned, hbs_brute_sat_label(&cleaned.cnf), settled);
    }
    for (size_t d = 0; hbs_deciders(HBS_SAT)[d]; d++) CU_ASSERT_TRUE(settled[d] > 100);
    hbs_instance_free(&cleaned);
}

/* Formulas of at most two literals a clause are all decided by two_sat. */
static void test_two_sat(void) {
    hbs_instance cleaned = {.problem = HBS_SAT};
    for (uint64_t i = 0; i < 3000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 12, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 12);
        draw(&cleaned, n, (size_t)hbs_rng_below(&rng, 3 * n), 1, 2, &rng);
        CU_ASSERT_EQUAL(decide("two_sat", &cleaned), hbs_brute_sat_label(&cleaned.cnf));
        draw(&cleaned, 4 + n, 3, 3, 3, &rng);
        CU_ASSERT_EQUAL(decide("two_sat", &cleaned), HBS_LABEL_UNKNOWN);
    }
    hbs_instance_free(&cleaned);
}

/* Some set of flips leaves at most one positive literal in each clause. */
static bool renamable(const hbs_cnf *cnf) {
    for (uint32_t flips = 0; flips < UINT32_C(1) << cnf->variables; flips++) {
        bool horn = true;
        for (size_t c = 0; horn && c < cnf->clauses; c++) {
            size_t positive = 0;
            for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) positive += (cnf->literal[i] > 0) != (flips >> (abs(cnf->literal[i]) - 1) & 1);
            horn = positive <= 1;
        }
        if (horn) return true;
    }
    return false;
}

static void test_renamable_horn(void) {
    hbs_instance cleaned = {.problem = HBS_SAT};
    uint64_t count[3] = {0};
    for (uint64_t i = 0; i < 6000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 13, i, HBS_LANE_INSTANCE);
        const uint32_t n = 2 + (uint32_t)hbs_rng_below(&rng, 7), most = 2 + (uint32_t)hbs_rng_below(&rng, 5);
        draw(&cleaned, n, 1 + (size_t)hbs_rng_below(&rng, n + n / 2), 1, most, &rng);
        const int wanted = renamable(&cleaned.cnf) ? hbs_brute_sat_label(&cleaned.cnf) : HBS_LABEL_UNKNOWN;
        CU_ASSERT_EQUAL(decide("renamable_horn", &cleaned), wanted);
        count[wanted + 1]++;
    }
    for (size_t k = 0; k < 3; k++) CU_ASSERT_TRUE(count[k] > 300);
    hbs_instance_free(&cleaned);
}

/* The chain x1, x1 => x2, .. and its end denied: Horn, refuted. Long enough that recursion would not survive it. */
static void test_long_chain(void) {
    hbs_instance chain = {.problem = HBS_SAT};
    const int32_t n = 300000;
    hbs_cnf_clear(&chain.cnf, (uint32_t)n);
    ADD(&chain.cnf, 1);
    for (int32_t v = 1; v < n; v++) ADD(&chain.cnf, -v, v + 1);
    CU_ASSERT_EQUAL(decide("unit_propagation", &chain), HBS_LABEL_YES);
    CU_ASSERT_EQUAL(decide("two_sat", &chain), HBS_LABEL_YES);
    ADD(&chain.cnf, -n);
    CU_ASSERT_EQUAL(decide("unit_propagation", &chain), HBS_LABEL_NO);
    CU_ASSERT_EQUAL(decide("two_sat", &chain), HBS_LABEL_NO);
    CU_ASSERT_EQUAL(decide("renamable_horn", &chain), HBS_LABEL_NO);
    CU_ASSERT_EQUAL(decide("failed_literals", &chain), HBS_LABEL_NO);
    hbs_instance_free(&chain);
}

/* A count of variables in a header is not memory: the deciders see the variables that occur. */
static void test_huge_header(void) {
    hbs_error error;
    hbs_instance huge = {.problem = HBS_SAT};
    const hbs_decider *const *deciders = hbs_deciders(HBS_SAT);
    const int32_t n = (int32_t)HBS_CNF_VARIABLES_MAX;
    for (int turn = 0; turn < 2; turn++) {
        hbs_cnf_clear(&huge.cnf, (uint32_t)n);
        ADD(&huge.cnf, 7, n);
        ADD(&huge.cnf, 7, -n);
        ADD(&huge.cnf, -7, n);
        if (turn) ADD(&huge.cnf, -7, -n);
        const int truth = turn ? HBS_LABEL_NO : HBS_LABEL_YES;
        for (size_t d = 0; deciders[d]; d++) {
            int label = 99;
            CHECK_OK(deciders[d]->decide(&huge, &label, &error));
            CU_ASSERT_TRUE(label == truth || label == HBS_LABEL_UNKNOWN);
        }
        CU_ASSERT_EQUAL(decide("two_sat", &huge), truth);
        CU_ASSERT_EQUAL(decide("failed_literals", &huge), truth);
        CU_ASSERT_EQUAL(decide("full_block", &huge), turn ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN);
    }
    hbs_instance_free(&huge);
}

/* Some variable set of size k carries 2^k clauses. */
static bool has_block(const hbs_cnf *cnf) {
    for (uint32_t set = 0; set < UINT32_C(1) << cnf->variables; set++) {
        size_t found = 0, size = 0;
        for (uint32_t v = 0; v < cnf->variables; v++) size += set >> v & 1;
        for (size_t c = 0; c < cnf->clauses; c++) {
            uint32_t held = 0;
            for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) held |= UINT32_C(1) << (abs(cnf->literal[i]) - 1);
            found += held == set;
        }
        if (found == (size_t)1 << size) return true;
    }
    return false;
}

static void test_full_block(void) {
    hbs_instance cleaned = {.problem = HBS_SAT};
    uint64_t blocks = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 14, i, HBS_LANE_INSTANCE);
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 4);
        draw(&cleaned, n, 1 + (size_t)hbs_rng_below(&rng, 30), 1, 1 + (uint32_t)hbs_rng_below(&rng, n), &rng);
        const bool block = has_block(&cleaned.cnf);
        CU_ASSERT_EQUAL(decide("full_block", &cleaned), block ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN);
        blocks += block;
    }
    CU_ASSERT_TRUE(blocks > 300 && blocks < 2700);
    hbs_instance_free(&cleaned);
}

/* Uniform 3-CNF of n = 20, m = 85 with a planted block on a random triple: always found, and never without it. */
static void test_planted_core(void) {
    hbs_instance cleaned = {.problem = HBS_SAT}, planted = {.problem = HBS_SAT};
    for (uint64_t i = 0; i < 400; i++) {
        hbs_rng rng;
        hbs_cnf cnf = {0};
        hbs_error error;
        uint32_t triple[3];
        hbs_rng_seed(&rng, 15, i, HBS_LANE_INSTANCE);
        draw(&cleaned, 20, 77, 3, 3, &rng);
        CU_ASSERT_EQUAL(decide("full_block", &cleaned), HBS_LABEL_UNKNOWN);
        CHECK_OK(hbs_cnf_copy(&cnf, &cleaned.cnf, &error));
        hbs_rng_sample(&rng, 20, 3, triple);
        for (uint32_t signs = 0; signs < 8; signs++) {
            int32_t clause[3];
            for (uint32_t k = 0; k < 3; k++) clause[k] = signs >> k & 1 ? -(int32_t)triple[k] - 1 : (int32_t)triple[k] + 1;
            add(&cnf, 3, clause);
        }
        CHECK_OK(hbs_cnf_shuffle(&cnf, &rng, &error));
        clean(&planted, &cnf);
        CU_ASSERT_EQUAL(decide("full_block", &planted), HBS_LABEL_NO);
        hbs_cnf_free(&cnf);
    }
    hbs_instance_free(&cleaned);
    hbs_instance_free(&planted);
}

/* Unit propagation by rescanning all clauses: 0 conflict, 1 everything satisfied, -1 neither. */
static int plain_propagate(const hbs_cnf *cnf, int8_t *value) {
    for (bool again = true; again;) {
        bool open = false;
        again = false;
        for (size_t c = 0; c < cnf->clauses; c++) {
            size_t left = 0;
            bool satisfied = false;
            int32_t last = 0;
            for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
                const int32_t literal = cnf->literal[i], held = literal > 0 ? value[literal] : -value[-literal];
                satisfied = satisfied || held > 0;
                left += held == 0;
                if (held == 0) last = literal;
            }
            if (satisfied) continue;
            if (left == 0) return 0;
            open = true;
            if (left > 1) continue;
            value[abs(last)] = last > 0 ? 1 : -1;
            again = true;
        }
        if (!open) return 1;
    }
    return -1;
}

static int plain_failed_literals(const hbs_cnf *cnf) {
    int8_t value[32] = {0}, trial[32];
    int found = plain_propagate(cnf, value);
    for (bool again = true; again && found == -1;) {
        again = false;
        for (int32_t x = 2; found == -1 && x < 2 * (int32_t)cnf->variables + 2; x++) {
            const int32_t v = x / 2;
            if (value[v]) continue;
            memcpy(trial, value, sizeof trial);
            trial[v] = x % 2 ? 1 : -1;
            const int outcome = plain_propagate(cnf, trial);
            if (outcome == 1) return 1;
            if (outcome == -1) continue;
            value[v] = x % 2 ? -1 : 1;
            found = plain_propagate(cnf, value);
            again = true;
        }
    }
    return found;
}

/* The short cuts find what visiting every literal finds. */
static void test_failed_literals(void) {
    hbs_instance cleaned = {.problem = HBS_SAT};
    uint64_t count[3] = {0};
    for (uint64_t i = 0; i < 6000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 16, i, HBS_LANE_INSTANCE);
        const uint32_t n = 2 + (uint32_t)hbs_rng_below(&rng, 19);
        draw(&cleaned, n, (size_t)hbs_rng_below(&rng, 5 * n), 2, 2 + (uint32_t)hbs_rng_below(&rng, 3), &rng);
        const int wanted = plain_failed_literals(&cleaned.cnf);
        CU_ASSERT_EQUAL(decide("failed_literals", &cleaned), wanted);
        count[wanted + 1]++;
    }
    for (size_t k = 0; k < 3; k++) CU_ASSERT_TRUE(count[k] > 300);
    hbs_instance_free(&cleaned);
}

/* On uniform 3-CNF at the threshold none of these deciders settles anything: there is nothing short to propagate. */
static void test_uniform_is_not_decided(void) {
    hbs_error error;
    hbs_instance cleaned = {.problem = HBS_SAT};
    const hbs_decider *const *deciders = hbs_deciders(HBS_SAT);
    for (uint64_t i = 0; i < 300; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 17, i, HBS_LANE_INSTANCE);
        draw(&cleaned, 50, 213, 3, 3, &rng);
        for (size_t d = 0; deciders[d]; d++) {
            int label = 99;
            CHECK_OK(deciders[d]->decide(&cleaned, &label, &error));
            CU_ASSERT_EQUAL(label, HBS_LABEL_UNKNOWN);
        }
    }
    hbs_instance_free(&cleaned);
}

/* Published shares of SR(20) settled by failed literals: .96 of the unsatisfiable and .905 of the satisfiable twins. 300 pairs: +- 4 standard
 * deviations. */
static void test_pairs(void) {
    hbs_error error;
    hbs_spec spec = {0};
    hbs_drawing drawing = {0};
    hbs_values values;
    hbs_instance cleaned = {.problem = HBS_SAT};
    uint64_t settled[2] = {0};
    CHECK_OK(hbs_spec_parse_text(&spec, "sat/sr n=20", &error));
    for (uint64_t unit = 0; unit < 300; unit++) {
        hbs_drawing_seed(&drawing, 3, unit);
        hbs_values_draw(&values, &spec.part[0].settings, spec.part[0].generator, &drawing.rng);
        CHECK_OK(hbs_draw(&drawing, spec.part[0].generator, &values, unit, &error));
        CU_ASSERT_EQUAL_FATAL(drawing.count, 2);
        for (size_t i = 0; i < 2; i++) {
            const int truth = drawing.drawn[i].claim;
            clean(&cleaned, &drawing.drawn[i].instance.cnf);
            const int label = decide("failed_literals", &cleaned);
            CU_ASSERT_TRUE(label == HBS_LABEL_UNKNOWN || label == truth);
            settled[truth] += label == truth;
        }
    }
    CU_ASSERT_TRUE(settled[HBS_LABEL_NO] >= 274 && settled[HBS_LABEL_NO] < 300);
    CU_ASSERT_TRUE(settled[HBS_LABEL_YES] >= 251 && settled[HBS_LABEL_YES] <= 292);
    hbs_instance_free(&cleaned);
    hbs_drawing_free(&drawing);
    hbs_spec_free(&spec);
}

static void test_registry(void) {
    const hbs_decider *const *deciders = hbs_deciders(HBS_SAT);
    for (; *deciders; deciders++) {
        const hbs_decider *const decider = *deciders;
        CU_ASSERT_TRUE(strlen(decider->name) && strlen(decider->summary) && strlen(decider->cost) && strlen(decider->source));
        CU_ASSERT_EQUAL(decider->problem, HBS_SAT);
        CU_ASSERT_TRUE(decider->yes || decider->no);
        CU_ASSERT_PTR_EQUAL(find(decider->name), decider);
    }
}

const hbs_test hbs_tests[] = {{"registry", test_registry},
                              {"whole_spaces", test_whole_spaces},
                              {"random", test_random},
                              {"two_sat", test_two_sat},
                              {"renamable_horn", test_renamable_horn},
                              {"long_chain", test_long_chain},
                              {"huge_header", test_huge_header},
                              {"full_block", test_full_block},
                              {"planted_core", test_planted_core},
                              {"failed_literals", test_failed_literals},
                              {"pairs", test_pairs},
                              {"uniform_is_not_decided", test_uniform_is_not_decided},
                              {NULL, NULL}};
