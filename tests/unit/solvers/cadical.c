#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/sat_solver.h"
#include "tests/unit/test.h"

/* Whether this build has it. Where it has not, its name must say how to get it. */
static bool there(void)
{
    hbs_error error = {0};
    const hbs_solver *solver;
    if (hbs_solver_find("cadical", HBS_SAT, &solver, &error) == HBS_OK) return true;
    CU_ASSERT_EQUAL(error.code, HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "libcadical-dev"));
    return false;
}

static void small(void) { if (there()) hbs_test_solver_small("cadical", 20000); }
static void larger(void) { if (there()) hbs_test_solver_larger("cadical", "cdcl"); }
static void mutated(void) { if (there()) hbs_test_solver_mutated("cadical", 1000); }
static void deterministic(void) { if (there()) hbs_test_solver_deterministic("cadical"); }
static void huge_header(void) { if (there()) hbs_test_solver_huge_header("cadical"); }

static void budget(void)
{
    hbs_error error;
    hbs_labeller labeller;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    hbs_rng rng;
    if (!there()) return;
    hbs_rng_seed(&rng, 5, 0, HBS_LANE_INSTANCE);
    CHECK_OK(hbs_labeller_open(&labeller, "cadical", HBS_SAT, 0, true, &error));
    for (unsigned i = 0; i < 10; i++) {
        hbs_brute_sat_uniform(&instance.cnf, &rng, 120, 560, 3);   /* without a model, as a rule */
        labeller.budget = 0;
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        const uint64_t effort = verdict.effort;
        const int label = verdict.label;
        CU_ASSERT(label != HBS_LABEL_UNKNOWN && effort > 50);
        labeller.budget = effort + 1;
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        CU_ASSERT(verdict.label == label && verdict.effort == effort);
        labeller.budget = UINT64_MAX;
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        CU_ASSERT(verdict.label == label && verdict.effort == effort);
        labeller.budget = 10;
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        CU_ASSERT_EQUAL(verdict.label, HBS_LABEL_UNKNOWN);
        CU_ASSERT(verdict.effort >= 10 && verdict.effort <= 15);   /* a conflict learns a clause, now and then a unit more */
        CU_ASSERT_EQUAL(verdict.certificate.kind, HBS_CERTIFICATE_NONE);
    }
    hbs_labeller_close(&labeller);
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
}

const hbs_test hbs_tests[] = {
    HBS_SOLVER_TESTS,
    {NULL, NULL},
};
