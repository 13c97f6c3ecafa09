#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solvers/solver.h"
#include "tests/unit/sat_solver.h"
#include "tests/unit/test.h"

static void small(void) { hbs_test_solver_small("picosat", 20000); }
static void larger(void) { hbs_test_solver_larger("picosat", "cdcl"); }
static void mutated(void) { hbs_test_solver_mutated("picosat", 1000); }
static void deterministic(void) { hbs_test_solver_deterministic("picosat"); }
static void budget(void) { hbs_test_solver_budget("picosat"); }
static void huge_header(void) { hbs_test_solver_huge_header("picosat"); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

#ifndef SANITIZED   /* whose shadow memory is not to be had under a limit */
#define MANY 1000000u
#define ROOM (48u << 20)   /* PicoSAT wants more than 100 MB for so many variables */

static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *const file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    const int read = fscanf(file, "%lu", &pages);
    fclose(file);
    return read == 1 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

/* The exit status of a process that solves with little memory left, then again with enough. */
static int solve_in_little_memory(hbs_labeller *labeller, const hbs_instance *instance, hbs_verdict *verdict)
{
    hbs_error error;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit)) return 10;
    const struct rlimit tight = {address_space() + ROOM, limit.rlim_max};
    if (setrlimit(RLIMIT_AS, &tight)) return 11;
    if (hbs_label(labeller, instance, verdict, &error) != HBS_ERROR_MEMORY) return 12;
    if (setrlimit(RLIMIT_AS, &limit)) return 13;
    if (hbs_label(labeller, instance, verdict, &error) != HBS_OK) return 14;
    return verdict->label == HBS_LABEL_YES ? 0 : 15;
}

/* PicoSAT would print and abort the process. */
static void out_of_memory(void)
{
    hbs_error error;
    hbs_labeller labeller;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    int result = -1;
    CHECK_OK(hbs_labeller_open(&labeller, "picosat", HBS_SAT, 0, true, &error));
    hbs_cnf_clear(&instance.cnf, MANY);
    for (int32_t v = 1; v < (int32_t)MANY; v += 7) {
        const int32_t clause[] = {v, -v - 1};
        CHECK_OK(hbs_cnf_add(&instance.cnf, clause, 2, &error));
    }
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) _exit(solve_in_little_memory(&labeller, &instance, &verdict));
    CU_ASSERT_EQUAL(waitpid(child, &result, 0), child);
    CU_ASSERT(WIFEXITED(result));
    CU_ASSERT_EQUAL(WEXITSTATUS(result), 0);
    hbs_labeller_close(&labeller);
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
}
#endif

const hbs_test hbs_tests[] = {
    HBS_SOLVER_TESTS,
#ifndef SANITIZED
    {"out of memory is a status", out_of_memory},
#endif
    {NULL, NULL},
};
