/* A pair in another language, against the same pair in Datalog. */
#ifndef HBS_TESTS_DATASETS_SAME_PAIR_H
#define HBS_TESTS_DATASETS_SAME_PAIR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/pair_text.h"
#include "tests/unit/test.h"

#define UNUSED __attribute__((unused))

typedef struct told {
    unsigned warnings;
    char last[1024];
} told;

static UNUSED void hear(void *context, const char *message)
{
    told *t = context;
    t->warnings++;
    snprintf(t->last, sizeof t->last, "%s", message);
}

/* The first pair of the text, encoded. */
static UNUSED hbs_status read_pair(hbs_language language, const char *text, told *t, hbs_bytes *bytes, hbs_error *error)
{
    const hbs_listener listener = {.context = t, .warn = hear};
    hbs_query_pair pair = {0};
    hbs_pair_text pairs;
    bool found = false;
    hbs_pair_text_open(&pairs, language, text, strlen(text), "f", HBS_VARIABLES_UPPER, &listener);
    hbs_status status = hbs_pair_text_next(&pairs, &pair, &found, error);
    hbs_bytes_clear(bytes);
    if (status == HBS_OK) status = hbs_query_pair_encode(&pair, bytes, error);
    hbs_pair_text_close(&pairs);
    hbs_query_pair_free(&pair);
    return status;
}

static UNUSED void same_pair(hbs_language language, const char *text, const char *datalog, unsigned warnings)
{
    hbs_error error = {0};
    told t = {0}, other = {0};
    hbs_bytes one = {0}, two = {0};
    const hbs_status status = read_pair(language, text, &t, &one, &error);
    if (status != HBS_OK) fprintf(stderr, "\n    %s\n    %s\n", text, error.message);
    CU_ASSERT_EQUAL(status, HBS_OK);
    CHECK_OK(read_pair(HBS_DATALOG, datalog, &other, &two, &error));
    const bool same = one.size == two.size && !memcmp(one.data, two.data, one.size);
    if (!same) fprintf(stderr, "\n    not the same:\n    %s\n    %s\n", text, datalog);
    CU_ASSERT(same);
    const bool widths = strstr(t.last, "the answers of q1") != NULL;   /* told in either language */
    CU_ASSERT_EQUAL(widths, strstr(other.last, "the answers of q1") != NULL);
    CU_ASSERT_EQUAL(t.warnings, warnings + widths);
    hbs_bytes_free(&one);
    hbs_bytes_free(&two);
}

static UNUSED void refused(hbs_language language, const char *text, const char *says)
{
    hbs_error error = {0};
    told t = {0};
    hbs_bytes bytes = {0};
    CU_ASSERT_EQUAL(read_pair(language, text, &t, &bytes, &error), HBS_ERROR_INPUT);
    if (!strstr(error.message, says)) fprintf(stderr, "\n    %s\n    %s\n", text, error.message);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, says));
    hbs_bytes_free(&bytes);
}

#endif
