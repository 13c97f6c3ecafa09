/* The checker of proofs that others made, against its definition written out plainly, against our own solvers' refutations, and on texts that are no proofs. */
#include "solvers/checking/drat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/checking/drat_steps.h"
#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

#define VARIABLES 7u

static hbs_status check(const hbs_cnf *cnf, const char *text, hbs_drat_counts *counts, hbs_error *error)
{
    return hbs_drat_check(cnf, text, strlen(text), "p", counts, error);
}

static void formula(hbs_cnf *cnf, uint32_t variables, const int32_t *literal)
{
    hbs_error error;
    hbs_cnf_clear(cnf, variables);
    for (; *literal; literal++) {
        size_t count = 0;
        while (literal[count]) count++;
        CHECK_OK(hbs_cnf_add(cnf, literal, count, &error));
        literal += count;
    }
}

/* --- The oracle: a list of clauses as masks of literals, propagation by looking at all of them until nothing changes. --- */

typedef struct naive {
    uint32_t clause[400], root;   /* masks of literals (2v + sign); those true at the root */
    size_t count;
} naive;

static uint32_t negation(uint32_t mask) { return (mask & 0x55555555u) << 1 | (mask & 0xaaaaaaaau) >> 1; }

/* What follows from the literals in `taken`; false on a contradiction. */
static bool naive_propagate(const naive *n, uint32_t *taken)
{
    if (*taken & negation(*taken)) return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t c = 0; c < n->count; c++) {
            const uint32_t open = n->clause[c] & ~negation(*taken);
            if (n->clause[c] & *taken) continue;
            if (!open) return false;
            if (open & (open - 1)) continue;
            *taken |= open;
            changed = true;
        }
    }
    return true;
}

static bool naive_rup(const naive *n, uint32_t clause)
{
    uint32_t taken = negation(clause);
    return !naive_propagate(n, &taken);
}

static bool is_tautology(uint32_t clause) { return (clause & negation(clause)) != 0; }

static bool naive_follows(const naive *n, uint32_t clause, uint32_t pivot)
{
    if (is_tautology(clause) || naive_rup(n, clause)) return true;
    if (!clause) return false;
    for (size_t c = 0; c < n->count; c++)
        if ((n->clause[c] & negation(pivot)) && !naive_rup(n, clause | (n->clause[c] & ~negation(pivot)))) return false;
    return true;
}

static void naive_add(naive *n, uint32_t clause)
{
    if (!is_tautology(clause)) n->clause[n->count++] = clause;
}

/* A clause that makes a unit at the root stays; as which one of several does is a matter of order, deletions are only drawn among clauses with two open literals. */
static bool naive_may_delete(const naive *n, uint32_t clause)
{
    uint32_t taken = 0;
    if (!naive_propagate(n, &taken)) return false;
    const uint32_t open = clause & ~taken & ~negation(taken);
    return !(clause & taken) && (open & (open - 1));
}

static void naive_delete(naive *n, uint32_t clause)
{
    for (size_t c = 0; c < n->count; c++)
        if (n->clause[c] == clause) {
            n->clause[c] = n->clause[--n->count];
            return;
        }
}

static uint32_t mask_of(const int32_t *literal, size_t count)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < count; i++) mask |= 1u << hbs_literal_code(literal[i]);
    return mask;
}

static void print_step(hbs_bytes *text, bool deletion, const int32_t *literal, size_t count)
{
    hbs_error error;
    if (deletion) CHECK_OK(hbs_bytes_print(text, &error, "d "));
    for (size_t i = 0; i < count; i++) CHECK_OK(hbs_bytes_print(text, &error, "%d ", literal[i]));
    CHECK_OK(hbs_bytes_print(text, &error, "0\n"));
}

static size_t draw_clause(hbs_rng *rng, uint32_t variables, int32_t literal[4])
{
    const size_t count = hbs_rng_below(rng, 12) ? 1 + hbs_rng_below(rng, 4) : 0;
    for (size_t i = 0; i < count; i++) literal[i] = ((int32_t)hbs_rng_below(rng, variables) + 1) * (hbs_rng_below(rng, 2) ? 1 : -1);
    return count;
}

/* Random steps, over two more variables than the formula has; what the oracle says of them. *bad: the first line that does not hold, or 0. */
static bool draw_proof(naive *n, hbs_rng *rng, uint32_t variables, hbs_bytes *text, uint64_t *bad)
{
    hbs_bytes_clear(text);
    *bad = 0;
    bool refuted = naive_rup(n, 0), sound = true;
    const uint64_t steps = 1 + hbs_rng_below(rng, 12);
    for (uint64_t line = 1; line <= steps; line++) {
        int32_t literal[4];
        size_t count = draw_clause(rng, variables + 2, literal);
        if (n->count && !refuted && hbs_rng_below(rng, 4) == 0) {   /* delete one that is there */
            const uint32_t clause = n->clause[hbs_rng_below(rng, n->count)];
            int32_t there[32];
            count = 0;
            for (uint32_t code = 0; code < 32; code++)
                if (clause >> code & 1) there[count++] = (int32_t)(code / 2 + 1) * (code & 1 ? -1 : 1);
            if (!naive_may_delete(n, clause)) count = 0;
            if (count) print_step(text, true, there, count);
            if (count) naive_delete(n, clause);
            else print_step(text, true, literal, 0);
            continue;
        }
        for (unsigned tries = 0; tries < 20 && sound && !refuted && !naive_follows(n, mask_of(literal, count), count ? 1u << hbs_literal_code(literal[0]) : 0); tries++)
            count = draw_clause(rng, variables + 2, literal);
        print_step(text, false, literal, count);
        if (refuted || !sound) continue;
        sound = naive_follows(n, mask_of(literal, count), count ? 1u << hbs_literal_code(literal[0]) : 0);
        if (!sound) *bad = line;
        naive_add(n, mask_of(literal, count));
        refuted = sound && naive_rup(n, 0);
    }
    return refuted;
}

static void against_the_definition(void)
{
    hbs_error error;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    hbs_bytes text = {0};
    uint64_t accepted = 0, refused = 0, rat = 0, deletions = 0, wrong = 0, elsewhere = 0, unsound = 0;
    hbs_rng_seed(&rng, 31, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t n = 2 + (uint32_t)hbs_rng_below(&rng, VARIABLES - 1);
        naive oracle = {.count = 0};
        uint64_t bad;
        hbs_drat_counts counts = {0};
        hbs_brute_sat_mixed(&cnf, &rng, n, (uint32_t)hbs_rng_below(&rng, 5 * n) + 1, 2 + i % 2);
        for (size_t c = 0; c < cnf.clauses; c++) naive_add(&oracle, mask_of(hbs_cnf_clause(&cnf, c), hbs_cnf_length(&cnf, c)));
        const bool expected = draw_proof(&oracle, &rng, n, &text, &bad);
        const hbs_status status = hbs_drat_check(&cnf, (const char *)text.data, text.size, "p", &counts, &error);
        accepted += status == HBS_OK;
        refused += status == HBS_ERROR_FAULT;
        rat += counts.rat;
        deletions += counts.deletions;
        wrong += (status == HBS_OK) != expected;
        elsewhere += status == HBS_ERROR_FAULT && counts.place != bad;
        unsound += status == HBS_OK && hbs_brute_sat_count(&cnf, NULL) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(elsewhere, 0);
    CU_ASSERT_EQUAL(unsound, 0);
    CU_ASSERT_EQUAL(accepted + refused, 20000);
    CU_ASSERT(accepted > 1000 && refused > 1000 && rat > 1000 && deletions > 1000);
    hbs_cnf_free(&cnf);
    hbs_bytes_free(&text);
}

/* The same steps in binary. */
static void to_binary(const char *text, size_t length, hbs_bytes *out)
{
    hbs_error error;
    hbs_drat_steps steps = {0};
    hbs_bytes_clear(out);
    CHECK_OK(hbs_drat_steps_read(&steps, text, length, "p", &error));
    CU_ASSERT_FALSE(steps.binary);
    for (size_t s = 0; s < steps.steps; s++) {
        CHECK_OK(hbs_bytes_append(out, steps.step[s].deletion ? "d" : "a", 1, &error));
        for (uint32_t i = 0; i < steps.step[s].size; i++) {
            const int32_t literal = steps.literal[steps.step[s].start + i];
            CHECK_OK(hbs_bytes_varint(out, 2 * (uint64_t)abs(literal) + (literal < 0), &error));
        }
        CHECK_OK(hbs_bytes_append(out, "", 1, &error));
    }
    hbs_drat_steps_free(&steps);
}

/* What our solvers store, written as text and turned into binary, is accepted; without its lemmas it is not. */
static void refutations_of_our_own(void)
{
    hbs_error error;
    hbs_rng rng;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    hbs_labeller labeller = {0};
    hbs_bytes text = {0}, binary = {0};
    unsigned no = 0, needed = 0;
    CHECK_OK(hbs_labeller_open(&labeller, "auto", HBS_SAT, 0, true, &error));
    hbs_rng_seed(&rng, 32, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 60; i++) {
        hbs_drat_counts counts = {0}, again = {0};
        hbs_brute_sat_uniform(&instance.cnf, &rng, 40, 200, 3);
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        if (verdict.label != HBS_LABEL_NO) continue;
        no++;
        hbs_bytes_clear(&text);
        CHECK_OK(hbs_drat_write(verdict.certificate.bytes.data, verdict.certificate.bytes.size, 40, &text, &error));
        CHECK_OK(hbs_drat_check(&instance.cnf, (const char *)text.data, text.size, "p", &counts, &error));
        to_binary((const char *)text.data, text.size, &binary);
        CHECK_OK(hbs_drat_check(&instance.cnf, (const char *)binary.data, binary.size, "p", &again, &error));
        CU_ASSERT(again.binary && !counts.binary && again.lemmas == counts.lemmas && counts.rat == 0);
        needed += check(&instance.cnf, "0\n", &counts, &error) == HBS_ERROR_FAULT;
    }
    CU_ASSERT(no > 20 && needed > 20);
    hbs_labeller_close(&labeller);
    hbs_verdict_free(&verdict);
    hbs_instance_free(&instance);
    hbs_bytes_free(&text);
    hbs_bytes_free(&binary);
}

/* Extended resolution in little: a new variable is defined by three steps that only RAT allows. */
static void new_variables(void)
{
    static const char definition[] = "c x means 1 and 2\n500000000 -1 -2 0\n-500000000 1 0\n-500000000 2 0\nd 500000000 -2 -1 0\n";
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_drat_counts counts = {0};
    formula(&cnf, 2, (const int32_t[]){1, 2, 0, 0});
    CU_ASSERT_EQUAL(check(&cnf, definition, &counts, &error), HBS_ERROR_FAULT);   /* all holds, and refutes nothing */
    CU_ASSERT(counts.lemmas == 3 && counts.rat == 3 && counts.deletions == 1 && counts.ignored == 0 && counts.place == 0);
    CU_ASSERT_EQUAL(check(&cnf, "3 -1 0\n-3 1 0\n3 0\n", &counts, &error), HBS_ERROR_FAULT);
    CU_ASSERT(counts.lemmas == 2 && counts.place == 3);
    hbs_cnf_free(&cnf);
}

/* Cook's short refutation of the pigeonhole principle by extended resolution (1976): q(i,j) = p(i,j) or (p(i,k) and p(k+1,j)) turns k+1 pigeons in k holes into k in k-1. */
#define HOLES 7

static int32_t in_hole(int k, int pigeon, int hole)   /* of the stage with k holes; pigeons 0..k, holes 0..k-1 */
{
    int32_t before = 0;
    for (int stage = HOLES; stage > k; stage--) before += (stage + 1) * stage;
    return before + pigeon * k + hole + 1;
}

static void define_stage(hbs_bytes *text, int k)   /* the stage with k holes from the one with k + 1 */
{
    for (int i = 0; i <= k; i++)
        for (int j = 0; j < k; j++) {
            const int32_t q = in_hole(k, i, j), p = in_hole(k + 1, i, j), last = in_hole(k + 1, i, k), moved = in_hole(k + 1, k + 1, j);
            print_step(text, false, (const int32_t[]){q, -p}, 2);
            print_step(text, false, (const int32_t[]){q, -last, -moved}, 3);
            print_step(text, false, (const int32_t[]){-q, p, last}, 3);
            print_step(text, false, (const int32_t[]){-q, p, moved}, 3);
        }
}

static void conclude_stage(hbs_bytes *text, int k)
{
    for (int i = 0; i <= k; i++) {
        int32_t some[HOLES];
        for (int j = 0; j < k; j++) some[j] = in_hole(k, i, j);
        print_step(text, false, some, (size_t)k);
    }
    for (int j = 0; j < k; j++)
        for (int i = 0; i <= k; i++)
            for (int other = 0; other < i; other++) {
                const int32_t both[] = {-in_hole(k, i, j), -in_hole(k, other, j), -in_hole(k + 1, i, j)};
                print_step(text, false, both, 3);
                print_step(text, false, both, 2);
            }
}

static void pigeons(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_bytes text = {0};
    hbs_drat_counts counts = {0};
    uint64_t definitions = 0;
    hbs_cnf_clear(&cnf, (HOLES + 1) * HOLES);
    for (int i = 0; i <= HOLES; i++) {
        int32_t some[HOLES];
        for (int j = 0; j < HOLES; j++) some[j] = in_hole(HOLES, i, j);
        CHECK_OK(hbs_cnf_add(&cnf, some, HOLES, &error));
        for (int j = 0; j < HOLES; j++)
            for (int other = 0; other < i; other++) CHECK_OK(hbs_cnf_add(&cnf, (const int32_t[]){-in_hole(HOLES, i, j), -in_hole(HOLES, other, j)}, 2, &error));
    }
    for (int k = HOLES - 1; k > 0; k--) {
        definitions += 4 * (uint64_t)((k + 1) * k);
        define_stage(&text, k);
        conclude_stage(&text, k);
    }
    CHECK_OK(hbs_drat_check(&cnf, (const char *)text.data, text.size, "p", &counts, &error));
    CU_ASSERT(counts.rat <= definitions && counts.rat > definitions * 9 / 10);   /* with few holes propagation alone gives some */
    for (int kind = 0; kind < 2; kind++) {   /* its first definition spoilt: a wrong sign makes later lemmas fail */
        hbs_bytes_clear(&text);
        if (!kind) print_step(&text, false, (const int32_t[]){in_hole(HOLES - 1, 0, 0), in_hole(HOLES, 0, 0)}, 2);
        define_stage(&text, HOLES - 1);
        if (kind) print_step(&text, false, (const int32_t[]){in_hole(HOLES - 1, 0, 0)}, 1);
        CU_ASSERT_EQUAL(hbs_drat_check(&cnf, (const char *)text.data, text.size, "p", &counts, &error), HBS_ERROR_FAULT);
        CU_ASSERT_EQUAL(counts.place, kind ? 4 * HOLES * (HOLES - 1) + 1 : 4);
    }
    hbs_cnf_free(&cnf);
    hbs_bytes_free(&text);
}

/* Of a clause and its first literal: RAT on the first is sound, on another one it is not looked for. Unit deletions are passed over. */
static void particular_steps(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_drat_counts counts = {0};
    formula(&cnf, 3, (const int32_t[]){1, 2, 0, -2, 3, 0, 0});
    CU_ASSERT_EQUAL(check(&cnf, "-1 -3 0\n", &counts, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(counts.place, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "p:1: lemma 1"));
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "(1 2)"));
    CU_ASSERT_EQUAL(check(&cnf, "-3 -1 0\n", &counts, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "-2"));
    CU_ASSERT_EQUAL(check(&cnf, "c\n\n1 -3 0 2\n-3 0", &counts, &error), HBS_ERROR_FAULT);
    formula(&cnf, 2, (const int32_t[]){1, 0, -1, 2, 0, -1, -2, 0, 0});
    CHECK_OK(check(&cnf, "", &counts, &error));   /* propagation alone */
    formula(&cnf, 3, (const int32_t[]){1, 0, -1, 2, 3, 0, -2, 3, 0, -3, 2, 0, -2, -3, 0, 0});
    CHECK_OK(check(&cnf, "d 1 0\nd 7 8 0\n3 0\n", &counts, &error));
    CU_ASSERT_EQUAL(counts.ignored, 2);
    CU_ASSERT_EQUAL(check(&cnf, "d 3 2 -1 0\n3 0\n", &counts, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(counts.deletions, 1);
    CU_ASSERT_EQUAL(counts.place, 2);
    hbs_cnf_clear(&cnf, 0);
    CU_ASSERT_EQUAL(check(&cnf, "0\n", &counts, &error), HBS_ERROR_FAULT);
    CHECK_OK(hbs_cnf_add(&cnf, NULL, 0, &error));
    CHECK_OK(check(&cnf, "", &counts, &error));
    hbs_cnf_free(&cnf);
}

static void what_is_no_proof(void)
{
    static const struct {
        const char *text;
        size_t length;
        const char *word;
    } cases[] = {
        {"1 2", 3, "p:1: this step is not ended by 0"}, {"1 0\n2 x 0\n", 10, "p:2: `x`"},       {"d", 1, "p:1"},           {"e 1 0\n", 6, "p:1: `e`"},
        {"1 0\n\nc x\n-0\n", 12, "p:4: `-0`"},         {"1 -- 0\n", 7, "`--`"},                 {"1-2 0\n", 6, "`1-2`"},    {"999999999999999999999999 0\n", 27, "beyond"},
        {"600000000 0", 11, "beyond"},                {"s UNSATISFIABLE\n", 16, "`s`"},          {"a\2\0b\2\0", 6, "byte 4"}, {"a\2\0a\1\0", 6, "byte 5"},
        {"a\2\0a\2", 5, "byte 6"},                    {"a\200\0a\2\0", 6, "byte 2"},             {"d1 2 0\n", 7, "`d1`"},    {"\0", 1, "byte 1"},
    };
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_cnf_clear(&cnf, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_drat_counts counts = {.lemmas = 77};
        CU_ASSERT_EQUAL(hbs_drat_check(&cnf, cases[i].text, cases[i].length, "p", &counts, &error), HBS_ERROR_INPUT);
        CU_ASSERT_EQUAL(counts.lemmas, 77);
        if (!strstr(error.message, cases[i].word)) fprintf(stderr, "\n    %zu: %s\n", i, error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, cases[i].word));
    }
    hbs_bytes out = {0};
    CU_ASSERT_EQUAL(hbs_drat_write((const uint8_t *)"\2\0\1", 3, 1, &out, &error), HBS_OK);
    CU_ASSERT_STRING_EQUAL((const char *)out.data, "1 -1 0\n0\n");
    CU_ASSERT_EQUAL(hbs_drat_write((const uint8_t *)"\1\2", 2, 1, &out, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(hbs_drat_write((const uint8_t *)"\5\0", 2, 1, &out, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(out.size, 9);
    hbs_bytes_free(&out);
}

/* Bytes from nowhere never refute a satisfiable formula, and never crash. */
static void hostile(void)
{
    static const char letters[] = "0123 -d\nc 0 0 1";
    hbs_error error;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    unsigned unsound = 0, strange = 0, read = 0;
    hbs_rng_seed(&rng, 33, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 30000; i++) {
        char bytes[48];
        hbs_drat_counts counts;
        const size_t size = hbs_rng_below(&rng, sizeof bytes + 1);
        for (size_t b = 0; b < size; b++)
            bytes[b] = i % 3 == 0 ? (char)hbs_rng_below(&rng, 256) : i % 3 == 1 ? letters[hbs_rng_below(&rng, sizeof letters - 1)] : (char)(hbs_rng_below(&rng, 3) ? hbs_rng_below(&rng, 12) : 'a');
        hbs_brute_sat_mixed(&cnf, &rng, VARIABLES, 12 + i % 12, 3);
        const hbs_status status = hbs_drat_check(&cnf, bytes, size, "p", &counts, &error);
        read += status != HBS_ERROR_INPUT;
        strange += status != HBS_OK && status != HBS_ERROR_FAULT && status != HBS_ERROR_INPUT;
        unsound += status == HBS_OK && hbs_brute_sat_count(&cnf, NULL) != 0;
    }
    CU_ASSERT_EQUAL(unsound, 0);
    CU_ASSERT_EQUAL(strange, 0);
    CU_ASSERT(read > 500);
    hbs_cnf_free(&cnf);
}

const hbs_test hbs_tests[] = {
    {"random steps against the definition of DRAT", against_the_definition},
    {"refutations of our own, as text and binary", refutations_of_our_own},
    {"new variables by RAT", new_variables},
    {"pigeons by extended resolution", pigeons},
    {"particular steps", particular_steps},
    {"what is no proof", what_is_no_proof},
    {"hostile bytes", hostile},
    {NULL, NULL},
};
