/* Runs the tests of one module. With names as arguments, only those. */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

const char *hbs_test_data(const char *name) {
    static _Thread_local char path[4096];
    snprintf(path, sizeof path, "%s/%s", HBS_TEST_DATA, name);
    return path;
}

static int wanted(const char *name, int count, char **names) {
    if (count < 2) return 1;
    for (int i = 1; i < count; i++)
        if (!strcmp(name, names[i])) return 1;
    return 0;
}

int main(int count, char **names) {
    if (CU_initialize_registry() != CUE_SUCCESS) return 3;
    CU_pSuite suite = CU_add_suite(HBS_TEST_SUITE, NULL, NULL);
    if (!suite) return 3;
    for (const hbs_test *test = hbs_tests; test->name; test++)
        if (wanted(test->name, count, names) && !CU_add_test(suite, test->name, test->run)) return 3;
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    const int bad = CU_get_number_of_failures() > 0 || CU_get_number_of_tests_run() == 0;
    CU_cleanup_registry();
    return bad;
}
