#include "tests/unit/sat_solver.h"
#include "tests/unit/test.h"

static void small(void) { hbs_test_solver_small("picosat", 20000); }
static void larger(void) { hbs_test_solver_larger("picosat", "cdcl"); }
static void mutated(void) { hbs_test_solver_mutated("picosat", 1000); }
static void deterministic(void) { hbs_test_solver_deterministic("picosat"); }
static void budget(void) { hbs_test_solver_budget("picosat"); }
static void huge_header(void) { hbs_test_solver_huge_header("picosat"); }

const hbs_test hbs_tests[] = {
    {"labels and certificates of small formulas against brute force", small},
    {"labels and certificates of larger formulas against the other solver", larger},
    {"damaged certificates are refused or prove the label still", mutated},
    {"same formula, same verdict, effort and bytes", deterministic},
    {"budgets", budget},
    {"a header that promises 2^29 - 1 variables", huge_header},
    {NULL, NULL},
};
