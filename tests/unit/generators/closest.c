#include "generators/closest.h"

#include <string.h>

#include "tests/unit/test.h"

static unsigned distance(const char *a, const char *b) { return hbs_name_distance(a, strlen(a), b); }

static void distances(void) {
    CU_ASSERT_EQUAL(distance("", ""), 0);
    CU_ASSERT_EQUAL(distance("", "abc"), 3);
    CU_ASSERT_EQUAL(distance("ratio", "ratio"), 0);
    CU_ASSERT_EQUAL(distance("raito", "ratio"), 1);
    CU_ASSERT_EQUAL(distance("rato", "ratio"), 1);
    CU_ASSERT_EQUAL(distance("rattio", "ratio"), 1);
    CU_ASSERT_EQUAL(distance("ratia", "ratio"), 1);
    CU_ASSERT_EQUAL(distance("kitten", "sitting"), 3);
    CU_ASSERT_EQUAL(hbs_name_distance("ratio=4", 5, "ratio"), 0);
}

static void long_names_end(void) {
    char a[300], b[300];
    memset(a, 'a', sizeof a - 1);
    memset(b, 'b', sizeof b - 1);
    a[sizeof a - 1] = b[sizeof b - 1] = 0;
    CU_ASSERT_EQUAL(distance(a, b), 63);
}

static void far_names_are_no_guess(void) {
    CU_ASSERT_EQUAL(hbs_path_distance("ca", 2, "g4satbench/easy/ca"), 0);
    CU_ASSERT_EQUAL(hbs_path_distance("easy/ac", 7, "g4satbench/easy/ca"), 1);
    CU_ASSERT_EQUAL(hbs_path_distance("sr", 2, "sat/sr"), 0);
    CU_ASSERT_EQUAL(hbs_path_distance("", 0, "sat/sr"), 2);
    CU_ASSERT(hbs_is_close(1, 2) && hbs_is_close(1, 3) && hbs_is_close(2, 4) && hbs_is_close(4, 11));
    CU_ASSERT(!hbs_is_close(0, 0) && !hbs_is_close(1, 1) && !hbs_is_close(2, 3) && !hbs_is_close(3, 3) && !hbs_is_close(5, 11));
    CU_ASSERT(hbs_path_is_close("sat/unifrm", 10, "sat/uniform") && hbs_path_is_close("sat/rs", 6, "sat/sr") && hbs_path_is_close("unifrm", 6, "sat/uniform") && hbs_path_is_close("stat/sr", 7, "sat/sr"));
    CU_ASSERT(!hbs_path_is_close("sat/foo", 7, "sat/xor") && !hbs_path_is_close("sat/", 4, "sat/sr") && !hbs_path_is_close("foo", 3, "sat/xor"));
}

const hbs_test hbs_tests[] = {{"distances", distances}, {"long_names_end", long_names_end}, {"far_names_are_no_guess", far_names_are_no_guess}, {NULL, NULL}};
