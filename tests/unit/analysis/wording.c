/* Zero has no sign in a sentence; every other number keeps its own, and so does what is no number. */
#include "analysis/wording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static void zero_has_no_sign(void) {
    static const char *const cases[][2] = {
        {"+0.000 [-0.019, +0.019]", "0.000 [-0.019, +0.019]"},
        {"[+0.000, +0.000]", "[0.000, 0.000]"},
        {"difference -0 % [-0, +1.48], N = 8", "difference 0 % [0, +1.48], N = 8"},
        {"(-0.00).", "(0.00)."},
        {"+0.001, +10.0, -0.5, +0e+00", "+0.001, +10.0, -0.5, +0e+00"},
        {"a-0.0 x +0y split-0 1e-0 +", "a-0.0 x +0y split-0 1e-0 +"},
        {"n=+0 + 0", "n=+0 + 0"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[80];
        snprintf(text, sizeof text, "%s", cases[i][0]);
        hbs_drop_signs_of_zero(text);
        CU_ASSERT_STRING_EQUAL(text, cases[i][1]);
    }
}

static void labels_that_there_are_none_of_are_left_out(void) {
    char text[120];
    hbs_label_counts((const uint64_t[]){20, 40}, 2, HBS_SAT, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "40 satisfiable, 20 unsatisfiable and 2 of unknown label");
    hbs_label_counts((const uint64_t[]){20, 0}, 0, HBS_SAT, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "all unsatisfiable");
    hbs_label_counts((const uint64_t[]){0, 0}, 0, HBS_SAT, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "none");
    hbs_left_out(1, "instance", text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, " 1 instance without a counterpart is left out.");
    hbs_left_out(0, "instance", text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "");
}

static void numbers_have_no_exponent(void) {
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0, "0"}, {12, "12"}, {2.0951, "2.095"}, {1119.4, "1119"}, {21594.3, "21594"}, {1e14, "100000000000000"}, {.00012345, "0.0001234"}, {-1234.5, "-1234"}, {2.5e17, "2.5e+17"}, {INFINITY, "inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        hbs_plain_number(cases[i].x, text, sizeof text);
        CU_ASSERT_STRING_EQUAL(text, cases[i].text);
    }
}

static void large_numbers_are_powers_of_two(void) {
    char text[32];
    hbs_large_number(1048576, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "2^20.0");
    hbs_large_number(-.125, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "-0.125");
}

/* One reason, and the true one. */
static void strangers_have_their_own_reasons(void) {
    static char plugin[] = "{\"plugins\": {\"sat/mine\": \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}}", none[] = "{}";
    const hbs_dataset dataset[] = {{.spec = "import: a/ b/", .options = none},
                                   {.spec = "reference of d", .options = none, .reference_of = "d"},
                                   {.spec = "sat/mine n=3", .options = plugin},
                                   {.spec = "sat/mine n=3 + sat/uniform n=3 m=4", .options = plugin},
                                   {.spec = "sat/mine n=3", .options = none}};
    static const char *const says[] = {"were imported", "the reference of another", "a plugin made these", "a plugin made some of these", "not known here: a plugin's, or another version's"};
    for (size_t i = 0; i < 5; i++) {
        CU_ASSERT_PTR_NOT_NULL(strstr(hbs_unknown_law(&dataset[i]), says[i]));
        CU_ASSERT_EQUAL(hbs_is_imported(&dataset[i]), i == 0);
    }
}

const hbs_test hbs_tests[] = {
    {"large numbers are powers of two", large_numbers_are_powers_of_two},
    {"strangers have their own reasons", strangers_have_their_own_reasons},
    {"numbers have no exponent", numbers_have_no_exponent},
    {"zero has no sign", zero_has_no_sign},
    {"labels that there are none of are left out", labels_that_there_are_none_of_are_left_out},
    {NULL, NULL},
};
