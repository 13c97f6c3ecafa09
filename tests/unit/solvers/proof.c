#include "solvers/checking/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

#define VARIABLES 10u

/* The oracle: clauses as lists, propagation by looking at all of them until nothing changes. */
typedef struct naive {
    const hbs_cnf *cnf;
    hbs_cnf lemmas;
} naive;

static bool settle_clause(const int32_t *literal, size_t count, int8_t *value, bool *changed)
{
    int32_t open = 0;
    bool several = false;
    for (size_t i = 0; i < count; i++) {
        const int8_t here = literal[i] < 0 ? (int8_t)-value[-literal[i]] : value[literal[i]];
        if (here > 0) return true;
        if (here < 0 || literal[i] == open) continue;
        several |= open != 0;
        open = literal[i];
    }
    if (!open) return false;
    if (several) return true;
    value[abs(open)] = open < 0 ? -1 : 1;
    *changed = true;
    return true;
}

static bool propagates_to_conflict(const naive *n, int8_t *value)
{
    const hbs_cnf *const part[] = {n->cnf, &n->lemmas};
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t p = 0; p < 2; p++)
            for (size_t c = 0; c < part[p]->clauses; c++)
                if (!settle_clause(hbs_cnf_clause(part[p], c), hbs_cnf_length(part[p], c), value, &changed)) return true;
    }
    return false;
}

static bool naive_follows(const naive *n, const int32_t *literal, size_t count)
{
    int8_t value[VARIABLES + 1] = {0};
    for (size_t i = 0; i < count; i++) {
        const int8_t wanted = literal[i] < 0 ? 1 : -1;
        if (value[abs(literal[i])] == -wanted) return true;
        value[abs(literal[i])] = wanted;
    }
    return propagates_to_conflict(n, value);
}

/* Is the list of lemmas (the clauses of `lemmas`) a refutation? The formula may be refuted before they end. */
static bool naive_check(const hbs_cnf *cnf, const hbs_cnf *lemmas)
{
    hbs_error error;
    naive n = {.cnf = cnf};
    bool result = naive_follows(&n, NULL, 0), sound = true;
    hbs_cnf_clear(&n.lemmas, cnf->variables);
    for (size_t l = 0; !result && sound && l < lemmas->clauses; l++) {
        sound = naive_follows(&n, hbs_cnf_clause(lemmas, l), hbs_cnf_length(lemmas, l));
        CHECK_OK(hbs_cnf_add(&n.lemmas, hbs_cnf_clause(lemmas, l), hbs_cnf_length(lemmas, l), &error));
        result = sound && naive_follows(&n, NULL, 0);
    }
    hbs_cnf_free(&n.lemmas);
    return result;
}

static void write_lemmas(const hbs_cnf *lemmas, hbs_bytes *out)
{
    hbs_error error;
    hbs_bytes_clear(out);
    for (size_t l = 0; l < lemmas->clauses; l++) {
        CHECK_OK(hbs_bytes_varint(out, hbs_cnf_length(lemmas, l), &error));
        for (size_t i = 0; i < hbs_cnf_length(lemmas, l); i++) {
            const int32_t literal = hbs_cnf_clause(lemmas, l)[i];
            CHECK_OK(hbs_bytes_varint(out, 2 * (uint64_t)(abs(literal) - 1) + (literal < 0), &error));
        }
    }
}

/* Random lemmas, most of them short, so that true and false ones mix. */
static void draw_lemmas(hbs_cnf *lemmas, hbs_rng *rng, uint32_t variables)
{
    hbs_error error;
    hbs_cnf_clear(lemmas, variables);
    const uint64_t count = hbs_rng_below(rng, 5);
    for (uint64_t l = 0; l < count; l++) {
        int32_t literal[8];
        const size_t length = hbs_rng_below(rng, 8) ? 1 + hbs_rng_below(rng, 7) : 0;
        for (size_t i = 0; i < length; i++) literal[i] = (int32_t)hbs_rng_below(rng, variables) + 1;
        for (size_t i = 0; i < length; i++) literal[i] = hbs_rng_below(rng, 2) ? -literal[i] : literal[i];
        CHECK_OK(hbs_cnf_add(lemmas, literal, length, &error));
    }
}

static void against_naive(void)
{
    hbs_error error;
    hbs_rup *rup;
    hbs_rng rng;
    hbs_cnf cnf = {0}, lemmas = {0};
    hbs_bytes bytes = {0};
    unsigned accepted = 0, refused = 0, wrong = 0, unsound = 0;
    CHECK_OK(hbs_rup_new(&rup, &error));
    hbs_rng_seed(&rng, 21, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, VARIABLES);
        hbs_brute_sat_mixed(&cnf, &rng, n, (uint32_t)hbs_rng_below(&rng, 6 * n) + 2, 2 + i % 2);
        draw_lemmas(&lemmas, &rng, n);
        write_lemmas(&lemmas, &bytes);
        const hbs_status status = hbs_rup_check(rup, &cnf, bytes.data, bytes.size, &error);
        accepted += status == HBS_OK;
        refused += status == HBS_ERROR_FAULT;
        wrong += (status == HBS_OK) != naive_check(&cnf, &lemmas);
        unsound += status == HBS_OK && hbs_brute_sat_count(&cnf, NULL);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(unsound, 0);
    CU_ASSERT_EQUAL(accepted + refused, 20000);
    CU_ASSERT(accepted > 2000 && refused > 2000);
    hbs_rup_free(rup);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&lemmas);
    hbs_bytes_free(&bytes);
}

/* Bytes from nowhere never refute a satisfiable formula, and never crash. */
static void hostile(void)
{
    hbs_error error;
    hbs_rup *rup;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    unsigned unsound = 0, strange = 0;
    CHECK_OK(hbs_rup_new(&rup, &error));
    hbs_rng_seed(&rng, 22, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 20000; i++) {
        uint8_t bytes[64];
        const size_t size = hbs_rng_below(&rng, sizeof bytes + 1);
        const uint64_t spread = i % 2 ? 256 : 24;
        for (size_t b = 0; b < size; b++) bytes[b] = (uint8_t)hbs_rng_below(&rng, spread);
        hbs_brute_sat_mixed(&cnf, &rng, VARIABLES, 20 + i % 20, 3);
        const hbs_status status = hbs_rup_check(rup, &cnf, bytes, size, &error);
        strange += status != HBS_OK && status != HBS_ERROR_FAULT;
        unsound += status == HBS_OK && hbs_brute_sat_count(&cnf, NULL);
    }
    CU_ASSERT_EQUAL(unsound, 0);
    CU_ASSERT_EQUAL(strange, 0);
    hbs_rup_free(rup);
    hbs_cnf_free(&cnf);
}

static void add(hbs_cnf *cnf, int32_t a, int32_t b)
{
    hbs_error error;
    const int32_t clause[] = {a, b};
    CHECK_OK(hbs_cnf_add(cnf, clause, 2, &error));
}

static void messages(void)
{
    hbs_error error;
    hbs_rup *rup;
    hbs_cnf cnf = {0};
    const uint8_t good[] = {1, 0, 0}, late[] = {2, 0, 2, 0}, foreign[] = {1, 4}, cut[] = {3, 0}, endless[] = {0x80};
    CHECK_OK(hbs_rup_new(&rup, &error));
    hbs_cnf_clear(&cnf, 2);
    add(&cnf, 1, 2), add(&cnf, -1, 2), add(&cnf, 1, -2), add(&cnf, -1, -2);
    CHECK_OK(hbs_rup_check(rup, &cnf, good, sizeof good, &error));
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, NULL, 0, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "no contradiction after its 0 lemmas") != NULL);
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, late, sizeof late, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "lemma 2 does not follow") != NULL);
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, foreign, sizeof foreign, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "variable 3") != NULL);
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, cut, sizeof cut, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "more literals than there are bytes") != NULL);
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, endless, sizeof endless, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "byte 0") != NULL);
    hbs_rup_free(rup);
    hbs_cnf_free(&cnf);
    hbs_rup_free(NULL);
}

/* A header that promises all variables there can be: lemmas may use any of them, and nothing is allocated by variable. */
static void sparse(void)
{
    hbs_error error;
    hbs_rup *rup;
    hbs_cnf cnf = {0}, lemmas = {0};
    hbs_bytes bytes = {0};
    const int32_t top = (int32_t)HBS_CNF_VARIABLES_MAX, unused = 1000000;
    CHECK_OK(hbs_rup_new(&rup, &error));
    hbs_cnf_clear(&cnf, HBS_CNF_VARIABLES_MAX);
    add(&cnf, top, 7), add(&cnf, -top, 7), add(&cnf, top, -7), add(&cnf, -top, -7);
    hbs_cnf_clear(&lemmas, HBS_CNF_VARIABLES_MAX);
    add(&lemmas, 7, unused), add(&lemmas, 7, -unused), add(&lemmas, 7, 7);
    write_lemmas(&lemmas, &bytes);
    CHECK_OK(hbs_rup_check(rup, &cnf, bytes.data, bytes.size, &error));
    bytes.data[bytes.size - 1] ^= 1;   /* the last lemma is a tautology now */
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, bytes.data, bytes.size, &error), HBS_ERROR_FAULT);
    bytes.data[bytes.size - 1] ^= 1;
    cnf.clauses--;
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, bytes.data, bytes.size, &error), HBS_ERROR_FAULT);
    hbs_cnf_clear(&cnf, HBS_CNF_VARIABLES_MAX);
    CU_ASSERT_EQUAL(hbs_rup_check(rup, &cnf, bytes.data, bytes.size, &error), HBS_ERROR_FAULT);
    hbs_rup_free(rup);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&lemmas);
    hbs_bytes_free(&bytes);
}

const hbs_test hbs_tests[] = {
    {"random lemmas against naive propagation and brute force", against_naive},
    {"bytes from nowhere", hostile},
    {"what is wrong is said", messages},
    {"many variables promised, few used", sparse},
    {NULL, NULL},
};
