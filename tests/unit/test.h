/* A unit test file mirrors one module: tests/unit/<room>/<module>.c. It defines hbs_tests; tests/unit/main.c runs them through CUnit. */
#ifndef HBS_TESTS_TEST_H
#define HBS_TESTS_TEST_H

#include <CUnit/CUnit.h>

typedef struct hbs_test {
    const char *name;
    void (*run)(void);
} hbs_test;
extern const hbs_test hbs_tests[];   /* ends with {NULL, NULL} */

/* Path of a file under tests/data, valid until the next call from the same thread. */
const char *hbs_test_data(const char *name);

/* A call that must succeed; prints the error's message otherwise. Needs a local hbs_error `error`. */
#define CHECK_OK(call)                                                                                        \
    do {                                                                                                      \
        const hbs_status check_status_ = (call);                                                              \
        if (check_status_ != HBS_OK) fprintf(stderr, "\n    %s:%d: %s\n", __FILE__, __LINE__, error.message); \
        CU_ASSERT_EQUAL_FATAL(check_status_, HBS_OK);                                                         \
    } while (0)

#endif
