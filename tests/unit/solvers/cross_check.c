#include "solvers/cross_check.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static void agreement(void)
{
    hbs_error error;
    hbs_cross_check check = {0};
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    static const char *const first[] = {"cdcl", "picosat", "bit_tree", "cadical", "construction"};
    for (unsigned i = 0; i < 500; i++) {
        const char *second = NULL, *const name = first[i % 5];
        hbs_brute_sat_mixed(&instance.cnf, &rng, 10, 40, 3);
        CHECK_OK(hbs_cross_check_label(&check, &instance, name, hbs_brute_sat_label(&instance.cnf), &second, &error));
        CU_ASSERT_PTR_NOT_NULL_FATAL(second);
        CU_ASSERT(strcmp(second, name) != 0 && strcmp(second, "bit_tree") != 0);
        CHECK_OK(hbs_cross_check_label(&check, &instance, name, HBS_LABEL_UNKNOWN, &second, &error));
        CU_ASSERT_PTR_NULL(second);
    }
    hbs_cross_check_close(&check);
    hbs_instance_free(&instance);
}

static void disagreement(void)
{
    hbs_error error;
    hbs_cross_check check = {0};
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_rng rng;
    hbs_rng_seed(&rng, 2, 0, HBS_LANE_INSTANCE);
    for (unsigned i = 0; i < 200; i++) {
        hbs_brute_sat_mixed(&instance.cnf, &rng, 10, 40, 3);
        const int wrong = !hbs_brute_sat_label(&instance.cnf);
        CU_ASSERT_EQUAL(hbs_cross_check_label(&check, &instance, "liar", wrong, NULL, &error), HBS_ERROR_FAULT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, wrong ? "liar says satisfiable" : "liar says unsatisfiable"));
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, wrong ? " says unsatisfiable" : " says satisfiable"));
    }
    hbs_cross_check_close(&check);
    hbs_instance_free(&instance);
}

/* A problem is cross-checked when it has two solvers, and refused by name when it has one. */
static void queries(void)
{
    hbs_error error = {0};
    hbs_cross_check check = {0};
    hbs_instance instance = {.problem = HBS_CQC};
    unsigned solvers = 0;
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++) solvers += (*s)->problem == HBS_CQC;
    const hbs_status status = hbs_cross_check_label(&check, &instance, "homomorphism", HBS_LABEL_UNKNOWN, NULL, &error);
    CU_ASSERT_EQUAL(status, solvers > 1 ? HBS_OK : HBS_ERROR_USAGE);
    if (solvers == 1) CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "cqc"));
    hbs_cross_check_close(&check);
    hbs_instance_free(&instance);
}

const hbs_test hbs_tests[] = {
    {"agreement, with another solver than the first", agreement},
    {"a wrong label is refuted, with both verdicts", disagreement},
    {"problems with one solver", queries},
    {NULL, NULL},
};
