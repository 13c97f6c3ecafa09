#include "datasets/disagreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/formats/dimacs.h"
#include "tests/unit/test.h"

static void fill(hbs_instance *instance)
{
    hbs_error error;
    const int32_t clause[] = {1, -2};
    instance->problem = HBS_SAT;
    hbs_cnf_clear(&instance->cnf, 2);
    CHECK_OK(hbs_cnf_add(&instance->cnf, clause, 2, &error));
}

static void saved(void)
{
    hbs_error error;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_cnf read = {0};
    char folder[] = "/tmp/hardbias-XXXXXX", old[4096], text[256] = "";
    fill(&instance);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(old, sizeof old));
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
    hbs_raise(&error, HBS_ERROR_FAULT, "a says yes, b says no");
    CU_ASSERT_EQUAL(hbs_disagreement_save(&instance, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(strncmp(error.message, "a says yes, b says no; the instance is saved in disagreement-", 61), 0);
    char *const name = strstr(error.message, "disagreement-");
    CU_ASSERT_PTR_NOT_NULL_FATAL(name);
    *strchr(name, ':') = 0;
    FILE *const file = fopen(name, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    CHECK_OK(hbs_dimacs_read(&read, text, length, name, true, NULL, &error));
    CU_ASSERT(read.variables == 2 && read.clauses == 1 && read.literal[1] == -2);
    CU_ASSERT_EQUAL(remove(name), 0);
    CU_ASSERT_EQUAL(chdir(old), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
    hbs_cnf_free(&read);
    hbs_instance_free(&instance);
}

/* In a folder that is gone. */
static void not_saved(void)
{
    hbs_error error;
    hbs_instance instance = {.problem = HBS_SAT};
    char folder[] = "/tmp/hardbias-XXXXXX", old[4096];
    fill(&instance);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(old, sizeof old));
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
    CU_ASSERT_EQUAL_FATAL(rmdir(folder), 0);
    hbs_raise(&error, HBS_ERROR_FAULT, "a says yes, b says no");
    CU_ASSERT_EQUAL(hbs_disagreement_save(&instance, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "a says yes, b says no; the instance could not be saved"));
    CU_ASSERT_EQUAL(chdir(old), 0);
    hbs_instance_free(&instance);
}

const hbs_test hbs_tests[] = {
    {"saved, and named in the message", saved},
    {"what could not be saved is said", not_saved},
    {NULL, NULL},
};
