/* Reading pairs of a language: it moves on or ends; what is read makes all round trips; what is refused has a place and leaves the place where it was. */
#ifndef HBS_TESTS_FUZZ_LANGUAGE_H
#define HBS_TESTS_FUZZ_LANGUAGE_H

#include "datasets/formats/pair_text.h"
#include "tests/fuzz/pair_round_trip.h"

/* The numbers of variables are those of a payload only once it was one. */
static void require_pair(const hbs_query_pair *pair)
{
    hbs_error error;
    hbs_bytes bytes = {0};
    hbs_query_pair stored = {0};
    REQUIRE(hbs_query_pair_encode(pair, &bytes, &error) == HBS_OK);
    REQUIRE(hbs_query_pair_decode(&stored, bytes.data, bytes.size, &error) == HBS_OK);
    require_round_trips(&stored);
    require_text(pair, false, HBS_VARIABLES_UPPER, &bytes);
    hbs_query_pair_free(&stored);
    hbs_bytes_free(&bytes);
}

static void require_language(hbs_language language, const char *text, size_t size)
{
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    hbs_pair_text pairs;
    hbs_pair_text_open(&pairs, language, text, size, "text", HBS_VARIABLES_UPPER, NULL);
    for (bool found = true; found;) {
        const size_t before = pairs.at;
        const hbs_status status = hbs_pair_text_next(&pairs, &pair, &found, &error);
        REQUIRE(status == HBS_OK || status == HBS_ERROR_INPUT);
        if (status != HBS_OK) {
            REQUIRE(strncmp(error.message, "text:", 5) == 0 && !strchr(error.message, '\n'));
            break;
        }
        REQUIRE(found ? pairs.at > before : pairs.at == size);
        if (found) require_pair(&pair);
    }
    hbs_pair_text_close(&pairs);
    hbs_query_pair_free(&pair);
}

#endif
