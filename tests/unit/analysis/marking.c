/* One rule for marks: the interval, and the exact test or enough units. */
#include "analysis/marking.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static const hbs_estimate above = {.3, .1, .5, .95, 29, "m"}, around = {.1, -.1, .3, .95, 500, "m"};

static void the_interval_and_the_test_must_agree(void) {
    CU_ASSERT_EQUAL(hbs_mark(&above, 0, .05), HBS_FINDING_BIAS);
    CU_ASSERT_EQUAL(hbs_mark(&above, 0, .051), HBS_FINDING_NONE);
    CU_ASSERT_EQUAL(hbs_mark(&around, 0, .001), HBS_FINDING_NONE);
    CU_ASSERT_EQUAL(hbs_mark(&above, .6, .01), HBS_FINDING_BIAS);
}

static void without_a_test_units_must_be_enough(void) {
    hbs_estimate enough = above;
    CU_ASSERT_EQUAL(hbs_mark(&above, 0, NAN), HBS_FINDING_NONE);
    enough.n = HBS_UNITS_ENOUGH;
    CU_ASSERT_EQUAL(hbs_mark(&enough, 0, NAN), HBS_FINDING_BIAS);
    const hbs_estimate undefined = hbs_not_defined();
    CU_ASSERT_EQUAL(hbs_mark(&undefined, 0, .01), HBS_FINDING_NOT_APPLICABLE);
}

static void what_withholds_a_mark_is_said(void) {
    char note[80];
    hbs_mark_note(&above, 0, NAN, note, sizeof note);
    CU_ASSERT_PTR_NOT_NULL(strstr(note, "too few"));
    hbs_mark_note(&above, 0, .0625, note, sizeof note);
    CU_ASSERT(strstr(note, "p = 0.0625") != NULL && strstr(note, "too large") != NULL);
    hbs_mark_note(&above, 0, .01, note, sizeof note);
    CU_ASSERT(strstr(note, "p = 0.01") != NULL && strstr(note, "too large") == NULL);
    hbs_mark_note(&above, 0, 1e-9, note, sizeof note);
    CU_ASSERT_PTR_NOT_NULL(strstr(note, "p < 0.0001"));
    hbs_mark_note(&around, 0, NAN, note, sizeof note);
    CU_ASSERT_STRING_EQUAL(note, "");
}

static void some_are_marked_above_alone(void) {
    const hbs_estimate below = {.2, .1, .3, .95, 500, "m"};
    CU_ASSERT_EQUAL(hbs_mark(&below, .5, NAN), HBS_FINDING_BIAS);
    CU_ASSERT_EQUAL(hbs_mark_above(&below, .5, NAN), HBS_FINDING_NONE);
    CU_ASSERT_EQUAL(hbs_mark_above(&below, 0, NAN), HBS_FINDING_BIAS);
    CU_ASSERT_EQUAL(hbs_mark_above(&below, 0, .06), HBS_FINDING_NONE);
}

const hbs_test hbs_tests[] = {
    {"the interval and the test must agree", the_interval_and_the_test_must_agree},
    {"without a test units must be enough", without_a_test_units_must_be_enough},
    {"some are marked above alone", some_are_marked_above_alone},
    {"what withholds a mark is said", what_withholds_a_mark_is_said},
    {NULL, NULL},
};
