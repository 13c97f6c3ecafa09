#include "solvers/cdcl/cdcl.h"

#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/sat_solver.h"
#include "tests/unit/test.h"

static void small(void) { hbs_test_solver_small("cdcl", 20000); }
static void larger(void) { hbs_test_solver_larger("cdcl", "picosat"); }
static void mutated(void) { hbs_test_solver_mutated("cdcl", 1000); }
static void deterministic(void) { hbs_test_solver_deterministic("cdcl"); }
static void budget(void) { hbs_test_solver_budget("cdcl"); }
static void huge_header(void) { hbs_test_solver_huge_header("cdcl"); }

/* Adds the clauses of `all` one by one, solving after each `stride` of them, and holds every answer against brute force on the prefix. */
static unsigned grow(hbs_cdcl *cdcl, const hbs_cnf *all, size_t stride, hbs_checker *checker)
{
    hbs_error error;
    hbs_instance prefix = {.problem = HBS_SAT};
    hbs_certificate certificate = {0};
    unsigned wrong = 0;
    int label = HBS_LABEL_YES;
    hbs_cnf_clear(&prefix.cnf, all->variables);
    CHECK_OK(hbs_cdcl_reset(cdcl, all->variables, true, &error));
    for (size_t c = 0; c < all->clauses; c++) {
        CHECK_OK(hbs_cdcl_add(cdcl, hbs_cnf_clause(all, c), hbs_cnf_length(all, c), &error));
        CHECK_OK(hbs_cnf_add(&prefix.cnf, hbs_cnf_clause(all, c), hbs_cnf_length(all, c), &error));
        if ((c + 1) % stride) continue;
        CHECK_OK(hbs_cdcl_solve(cdcl, 0, &label, &error));
        wrong += label != hbs_brute_sat_label(&prefix.cnf);
        if (label == HBS_LABEL_YES) wrong += !hbs_cnf_satisfied(&prefix.cnf, hbs_cdcl_model(cdcl));
        else CHECK_OK(hbs_cdcl_refutation(cdcl, &certificate, &error));
        if (label == HBS_LABEL_NO) wrong += hbs_certificate_check(checker, &prefix, label, &certificate, &error) != HBS_OK;
    }
    hbs_instance_free(&prefix);
    hbs_certificate_free(&certificate);
    return wrong;
}

static void prefixes(void)
{
    hbs_error error;
    hbs_cdcl *cdcl;
    hbs_checker *checker;
    hbs_rng rng;
    hbs_cnf cnf = {0};
    unsigned wrong = 0;
    CHECK_OK(hbs_cdcl_new(&cdcl, &error));
    CHECK_OK(hbs_checker_new(&checker, &error));
    hbs_rng_seed(&rng, 11, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 3000; i++) {
        const uint32_t n = 1 + (uint32_t)hbs_rng_below(&rng, 11);
        if (i % 2) hbs_brute_sat_mixed(&cnf, &rng, n, 6 * n + 4, 2 + i % 3);
        else hbs_brute_sat_uniform(&cnf, &rng, n, 6 * n + 4, 2 + i % 3);
        wrong += grow(cdcl, &cnf, 1 + i % 5, checker);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    hbs_cnf_free(&cnf);
    hbs_checker_free(checker);
    hbs_cdcl_free(cdcl);
}

/* Larger formulas drawn clause by clause, stopped at the first no as sat/sr does; the last model satisfies all clauses but the last. */
static void pairs(void)
{
    hbs_error error;
    hbs_cdcl *cdcl;
    hbs_checker *checker;
    hbs_rng rng;
    hbs_cnf all = {0};
    hbs_instance made = {.problem = HBS_SAT};
    hbs_certificate certificate = {0};
    CHECK_OK(hbs_cdcl_new(&cdcl, &error));
    CHECK_OK(hbs_checker_new(&checker, &error));
    hbs_rng_seed(&rng, 12, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 200; i++) {
        const uint32_t n = 20 + (uint32_t)hbs_rng_below(&rng, 60);
        int label = HBS_LABEL_YES;
        hbs_brute_sat_uniform(&all, &rng, n, 10 * n, 3);
        hbs_cnf_clear(&made.cnf, n);
        CHECK_OK(hbs_cdcl_reset(cdcl, n, true, &error));
        for (size_t c = 0; label == HBS_LABEL_YES && c < all.clauses; c++) {
            CU_ASSERT(hbs_cnf_satisfied(&made.cnf, hbs_cdcl_model(cdcl)));
            CHECK_OK(hbs_cdcl_add(cdcl, hbs_cnf_clause(&all, c), 3, &error));
            CHECK_OK(hbs_cnf_add(&made.cnf, hbs_cnf_clause(&all, c), 3, &error));
            CHECK_OK(hbs_cdcl_solve(cdcl, 0, &label, &error));
        }
        CU_ASSERT_EQUAL_FATAL(label, HBS_LABEL_NO);
        CU_ASSERT(!hbs_cnf_satisfied(&made.cnf, hbs_cdcl_model(cdcl)));
        made.cnf.clauses--;
        CU_ASSERT(hbs_cnf_satisfied(&made.cnf, hbs_cdcl_model(cdcl)));
        made.cnf.clauses++;
        CHECK_OK(hbs_cdcl_refutation(cdcl, &certificate, &error));
        CHECK_OK(hbs_certificate_check(checker, &made, HBS_LABEL_NO, &certificate, &error));
        CU_ASSERT(hbs_cdcl_searches(cdcl) < made.cnf.clauses / 3);
    }
    hbs_cnf_free(&all);
    hbs_instance_free(&made);
    hbs_certificate_free(&certificate);
    hbs_checker_free(checker);
    hbs_cdcl_free(cdcl);
}

/* Interrupted by a budget again and again, with clauses added in between, the answer and the proof are right still. */
static void resumed(void)
{
    hbs_error error;
    hbs_cdcl *cdcl;
    hbs_checker *checker;
    hbs_rng rng;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_certificate certificate = {0};
    unsigned unknown = 0, no = 0;
    CHECK_OK(hbs_cdcl_new(&cdcl, &error));
    CHECK_OK(hbs_checker_new(&checker, &error));
    hbs_rng_seed(&rng, 13, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 60; i++) {
        int label = HBS_LABEL_UNKNOWN;
        hbs_brute_sat_uniform(&instance.cnf, &rng, 90, 430, 3);
        CHECK_OK(hbs_cdcl_reset(cdcl, 90, true, &error));
        for (size_t c = 0; c < instance.cnf.clauses; c++) {
            CHECK_OK(hbs_cdcl_add(cdcl, hbs_cnf_clause(&instance.cnf, c), 3, &error));
            CHECK_OK(hbs_cdcl_solve(cdcl, 40, &label, &error));
            unknown += label == HBS_LABEL_UNKNOWN;
        }
        while (label == HBS_LABEL_UNKNOWN) CHECK_OK(hbs_cdcl_solve(cdcl, 300, &label, &error));
        no += label == HBS_LABEL_NO;
        if (label == HBS_LABEL_YES) CU_ASSERT(hbs_cnf_satisfied(&instance.cnf, hbs_cdcl_model(cdcl)));
        if (label == HBS_LABEL_YES) continue;
        CHECK_OK(hbs_cdcl_refutation(cdcl, &certificate, &error));
        CHECK_OK(hbs_certificate_check(checker, &instance, HBS_LABEL_NO, &certificate, &error));
    }
    CU_ASSERT(unknown > 100 && no > 10);
    hbs_instance_free(&instance);
    hbs_certificate_free(&certificate);
    hbs_checker_free(checker);
    hbs_cdcl_free(cdcl);
}

/* Long enough for many reductions of what was learnt. */
static void forgetting(void)
{
    hbs_error error;
    hbs_labeller labeller;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    hbs_rng rng;
    CHECK_OK(hbs_labeller_open(&labeller, "cdcl", HBS_SAT, 0, true, &error));
    hbs_rng_seed(&rng, 14, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 2; i++) {
        hbs_brute_sat_uniform(&instance.cnf, &rng, 180, 785, 3);
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        CU_ASSERT_EQUAL(verdict.label, HBS_LABEL_NO);
        CU_ASSERT(verdict.certificate.size > 2500);
    }
    hbs_labeller_close(&labeller);
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
}

static void misuse(void)
{
    hbs_error error;
    hbs_cdcl *cdcl;
    hbs_certificate certificate = {0};
    int label;
    CHECK_OK(hbs_cdcl_new(&cdcl, &error));
    CU_ASSERT_EQUAL(hbs_cdcl_reset(cdcl, HBS_CNF_VARIABLES_MAX + 1, true, &error), HBS_ERROR_INPUT);
    CHECK_OK(hbs_cdcl_reset(cdcl, 3, true, &error));
    CHECK_OK(hbs_cdcl_solve(cdcl, 0, &label, &error));
    CU_ASSERT_EQUAL(label, HBS_LABEL_YES);
    const int32_t bad[][3] = {{1, 2, 4}, {1, 0, 2}, {1, -4, 2}, {1, INT32_MIN, 2}};
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(hbs_cdcl_add(cdcl, bad[i], 3, &error), HBS_ERROR_INPUT);
        CU_ASSERT(strstr(error.message, "literal") != NULL);
    }
    CU_ASSERT_EQUAL(hbs_cdcl_refutation(cdcl, &certificate, &error), HBS_ERROR_USAGE);
    const int32_t unit[] = {-1};
    CHECK_OK(hbs_cdcl_add(cdcl, bad[0], 2, &error));
    CHECK_OK(hbs_cdcl_add(cdcl, unit, 1, &error));
    CHECK_OK(hbs_cdcl_solve(cdcl, 0, &label, &error));
    CU_ASSERT_EQUAL(label, HBS_LABEL_YES);
    CU_ASSERT(!hbs_cdcl_model(cdcl)[1] && hbs_cdcl_model(cdcl)[2] && !hbs_cdcl_model(cdcl)[3]);
    CHECK_OK(hbs_cdcl_add(cdcl, NULL, 0, &error));
    CHECK_OK(hbs_cdcl_solve(cdcl, 0, &label, &error));
    CU_ASSERT_EQUAL(label, HBS_LABEL_NO);
    CHECK_OK(hbs_cdcl_refutation(cdcl, &certificate, &error));
    CU_ASSERT(certificate.kind == HBS_CERTIFICATE_REFUTATION && certificate.bytes.size == 0);
    hbs_certificate_free(&certificate);
    hbs_cdcl_free(cdcl);
    hbs_cdcl_free(NULL);
}

const hbs_test hbs_tests[] = {
    HBS_SOLVER_TESTS,
    {"every prefix of a growing formula against brute force", prefixes},
    {"formulas grown until they are unsatisfiable", pairs},
    {"solving in small budgets while clauses arrive", resumed},
    {"forgetting what was learnt", forgetting},
    {"misuse, unit and empty clauses", misuse},
    {NULL, NULL},
};
