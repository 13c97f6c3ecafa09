/* Models as text: forms that solvers print, what is refused, and the clause that is named, against evaluation. */
#include "solvers/checking/model_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static hbs_status check(const hbs_cnf *cnf, const char *text, hbs_model_counts *counts, hbs_error *error)
{
    return hbs_model_text_check(cnf, text, strlen(text), "m", counts, error);
}

static void small_formula(hbs_cnf *cnf)
{
    hbs_error error;
    hbs_cnf_clear(cnf, 4);
    CHECK_OK(hbs_cnf_add(cnf, (const int32_t[]){1, -2}, 2, &error));
    CHECK_OK(hbs_cnf_add(cnf, (const int32_t[]){2, 3, 3}, 3, &error));
    CHECK_OK(hbs_cnf_add(cnf, (const int32_t[]){-1, 1}, 2, &error));
}

static void forms(void)
{
    static const char *const right[] = {"s SATISFIABLE\nv 1 -2 3 4 0\n", "c x\r\ns SATISFIABLE\r\nv 1 -2\r\nv 3\r\nv -4 0\r\n", "SAT\n1 2 3 4 0\n", "1 3", "v 1\nv 3\n", "3\n1\n0", "1 1 3 3 0\n", "v 1 3 0\nc done\n",
                                       "  v 1 3 0  \n\n"};
    hbs_error error;
    hbs_cnf cnf = {0};
    small_formula(&cnf);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        hbs_model_counts counts = {0};
        CHECK_OK(check(&cnf, right[i], &counts, &error));
        CU_ASSERT(counts.given >= 2 && counts.given <= 4 && counts.clause == 0);
    }
    hbs_cnf_clear(&cnf, 0);
    CHECK_OK(check(&cnf, "", &(hbs_model_counts){0}, &error));
    CHECK_OK(hbs_cnf_add(&cnf, NULL, 0, &error));
    CU_ASSERT_EQUAL(check(&cnf, "s SATISFIABLE\nv 0\n", &(hbs_model_counts){0}, &error), HBS_ERROR_FAULT);
    hbs_cnf_free(&cnf);
}

static void refused(void)
{
    static const struct {
        const char *text;
        hbs_status status;
        uint64_t clause;
        const char *word;
    } cases[] = {
        {"v -1 2 3 4 0\n", HBS_ERROR_FAULT, 1, "m: clause 1 (1 -2) is not satisfied: all its literals"},
        {"v 1 -2 -3 4 0\n", HBS_ERROR_FAULT, 2, "clause 2 (2 3 3)"},
        {"v -2 3 0\n", HBS_ERROR_FAULT, 3, "of its 2 literals 0 are given as false and 2 are not given"},   /* a tautology is satisfied by a value alone */
        {"v 1 -2 0\n", HBS_ERROR_FAULT, 2, "of its 3 literals 1 are given as false and 2 are not given"},
        {"v 1 2\nv 3 -1 0\n", HBS_ERROR_INPUT, 9, "variable 1 is given true in line 1 and false in line 2"},
        {"v 1 3 0\nv 2 0\n", HBS_ERROR_INPUT, 9, "m:2: text after the 0"},
        {"v 1 3 5 0\n", HBS_ERROR_INPUT, 9, "m:1: variable 5 is none of the formula, which has 4"},
        {"1\n-99999999999999999999999 0\n", HBS_ERROR_INPUT, 9, "m:2: variable 99999999999999"},
        {"s UNSATISFIABLE\n", HBS_ERROR_INPUT, 9, "m:1: `s UNSATISFIABLE`"},
        {"UNSAT\n", HBS_ERROR_INPUT, 9, "m:1: `UNSAT`"},
        {"v 1 x3 0\n", HBS_ERROR_INPUT, 9, "`x3`"},
        {"v 1 3- 0\n", HBS_ERROR_INPUT, 9, "`3-`"},
        {"p cnf 1 1\n1 0\n", HBS_ERROR_INPUT, 9, "m:1: `p`"},
        {"", HBS_ERROR_INPUT, 9, "no literal"},
        {"s SATISFIABLE\n", HBS_ERROR_INPUT, 9, "no literal"},
    };
    hbs_error error;
    hbs_cnf cnf = {0};
    small_formula(&cnf);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_model_counts counts = {.clause = 9};
        CU_ASSERT_EQUAL(check(&cnf, cases[i].text, &counts, &error), cases[i].status);
        CU_ASSERT_EQUAL(counts.clause, cases[i].clause);
        if (!strstr(error.message, cases[i].word)) fprintf(stderr, "\n    %zu: %s\n", i, error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, cases[i].word));
    }
    hbs_cnf_free(&cnf);
}

/* Random partial assignments: right exactly when every clause has a literal that is given. What is written is read back as the same model. */
static void against_evaluation(void)
{
    hbs_error error;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    hbs_bytes text = {0};
    unsigned wrong = 0, right = 0;
    hbs_rng_seed(&rng, 41, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 5000; i++) {
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 60);
        uint8_t model[64] = {0};
        uint64_t first = 0;
        hbs_model_counts counts = {0};
        hbs_brute_sat_mixed(&cnf, &rng, n, (uint32_t)hbs_rng_below(&rng, 8) + 1, 3);
        hbs_bytes_clear(&text);
        const bool whole = i % 2;
        for (uint32_t v = 1; v <= n; v++) model[v] = (uint8_t)hbs_rng_below(&rng, whole ? 2 : 3);   /* 2: not given */
        if (whole) CHECK_OK(hbs_model_text_write(model, n, &text, &error));
        for (uint32_t v = n; !whole && v; v--)
            if (model[v] < 2) CHECK_OK(hbs_bytes_print(&text, &error, "%s%u%s", model[v] ? "" : "-", v, hbs_rng_below(&rng, 3) ? " " : "\n"));
        if (!whole) CHECK_OK(hbs_bytes_print(&text, &error, "0\n"));
        for (size_t c = 0; c < cnf.clauses && !first; c++) {
            bool satisfied = false;
            for (size_t k = 0; k < hbs_cnf_length(&cnf, c); k++) {
                const int32_t literal = hbs_cnf_clause(&cnf, c)[k];
                satisfied |= model[abs(literal)] == (literal > 0);
            }
            if (!satisfied) first = c + 1;
        }
        const hbs_status status = hbs_model_text_check(&cnf, (const char *)text.data, text.size, "m", &counts, &error);
        right += status == HBS_OK;
        wrong += status != (first ? HBS_ERROR_FAULT : HBS_OK) || counts.clause != first;
        if (whole) wrong += counts.given != n || (status == HBS_OK) != hbs_cnf_satisfied(&cnf, model);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(right > 500 && right < 4500);
    hbs_cnf_free(&cnf);
    hbs_bytes_free(&text);
}

static void hostile(void)
{
    static const char letters[] = "0123 -v\ncs SATU";
    hbs_error error;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    unsigned strange = 0;
    hbs_rng_seed(&rng, 42, 0, HBS_LANE_INSTANCE);
    small_formula(&cnf);
    for (unsigned i = 0; i < 30000; i++) {
        char bytes[40];
        hbs_model_counts counts;
        const size_t size = hbs_rng_below(&rng, sizeof bytes + 1);
        for (size_t b = 0; b < size; b++) bytes[b] = i % 2 ? (char)hbs_rng_below(&rng, 256) : letters[hbs_rng_below(&rng, sizeof letters - 1)];
        const hbs_status status = hbs_model_text_check(&cnf, bytes, size, "m", &counts, &error);
        strange += status != HBS_OK && status != HBS_ERROR_FAULT && status != HBS_ERROR_INPUT;
    }
    CU_ASSERT_EQUAL(strange, 0);
    hbs_cnf_free(&cnf);
}

const hbs_test hbs_tests[] = {
    {"forms that solvers print", forms}, {"what is refused or wrong", refused}, {"random assignments against evaluation", against_evaluation}, {"hostile bytes", hostile}, {NULL, NULL},
};
