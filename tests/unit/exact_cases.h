/* What the tests of exact numbers read from tests/data/exact. */
#ifndef HBS_TESTS_EXACT_CASES_H
#define HBS_TESTS_EXACT_CASES_H

#include <gmp.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rationals.h"
#include "generators/spaces/spaces.h"
#include "tests/unit/test.h"

static inline json_t *case_file(const char *name) {
    char path[128];
    json_error_t problem;
    snprintf(path, sizeof path, "exact/%s", name);
    json_t *const document = json_load_file(hbs_test_data(path), 0, &problem);
    if (!document) fprintf(stderr, "\n    %s: %s\n", name, problem.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(document);
    return document;
}

static inline const char *case_text(const json_t *row, const char *key) {
    const char *const text = json_string_value(json_object_get(row, key));
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

static inline size_t case_number(const json_t *row, const char *key) {
    CU_ASSERT_FATAL(json_is_integer(json_object_get(row, key)));
    return (size_t)json_integer_value(json_object_get(row, key));
}

/* "any" or a number. */
static inline uint32_t case_length(const json_t *row) {
    return json_is_string(json_object_get(row, "k")) ? HBS_ANY_LENGTH : (uint32_t)case_number(row, "k");
}

static inline bool same_number(const mpz_t found, const char *wanted) {
    mpz_t number;
    mpz_init_set_str(number, wanted, 10);
    const bool same = mpz_cmp(found, number) == 0;
    if (!same) fprintf(stderr, "\n    found about %.15g, not %s\n", mpz_get_d(found), wanted);
    mpz_clear(number);
    return same;
}

/* {num, den, dec} */
static inline bool same_ratio(const mpq_t found, const json_t *wanted) {
    return same_number(mpq_numref(found), case_text(wanted, "num")) && same_number(mpq_denref(found), case_text(wanted, "den"));
}

/* Twenty digits as published, but for zeros at the end. */
static inline bool same_digits(const mpq_t found, const char *wanted) {
    hbs_error error = {0};
    hbs_bytes text = {0};
    char trimmed[64];
    snprintf(trimmed, sizeof trimmed, "%s", wanted);
    size_t length = strlen(trimmed);
    while (strchr(trimmed, '.') && (trimmed[length - 1] == '0' || trimmed[length - 1] == '.')) {
        const bool point = trimmed[length - 1] == '.';
        trimmed[--length] = 0;
        if (point) break;
    }
    CHECK_OK(hbs_rational_decimal(&text, found, 20, &error));
    const bool same = !strcmp((const char *)text.data, trimmed);
    if (!same) fprintf(stderr, "\n    found %s, not %s\n", (const char *)text.data, trimmed);
    hbs_bytes_free(&text);
    return same;
}

/* One clause length. */
static inline hbs_signature signature_for(uint32_t n, uint32_t length, size_t m, hbs_length_count *room) {
    *room = (hbs_length_count){.length = length, .count = m};
    return (hbs_signature){.problem = HBS_SAT, .variables = n, .lengths = 1, .length = room};   /* not to be freed */
}

#endif
