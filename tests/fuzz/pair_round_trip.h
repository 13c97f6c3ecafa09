/* A pair of queries: bytes -> pair -> bytes is the identity, and so is text -> pair -> text -> pair up to bytes. */
#ifndef HBS_TESTS_FUZZ_PAIR_ROUND_TRIP_H
#define HBS_TESTS_FUZZ_PAIR_ROUND_TRIP_H

#include <string.h>

#include "datasets/formats/datalog.h"
#include "tests/fuzz/fuzz.h"

static void require_text(const hbs_query_pair *pair, bool plain, hbs_variables convention, const hbs_bytes *bytes)
{
    hbs_error error;
    hbs_bytes text = {0}, again = {0};
    hbs_query_pair read = {0};
    size_t at = 0;
    bool found = false;
    REQUIRE(hbs_datalog_write(pair, plain, &text, &error) == HBS_OK);
    REQUIRE(hbs_datalog_read(&read, &found, (const char *)text.data, text.size, &at, "written", convention, NULL, &error) == HBS_OK && found);
    REQUIRE(hbs_query_pair_encode(&read, &again, &error) == HBS_OK);
    REQUIRE(again.size == bytes->size && memcmp(again.data, bytes->data, again.size) == 0);
    REQUIRE(hbs_datalog_read(&read, &found, (const char *)text.data, text.size, &at, "written", convention, NULL, &error) == HBS_OK && !found);
    hbs_query_pair_free(&read);
    hbs_bytes_free(&again);
    hbs_bytes_free(&text);
}

static void require_bytes(const hbs_query_pair *pair, const hbs_bytes *bytes)
{
    hbs_error error;
    hbs_bytes again = {0};
    hbs_query_pair read = {0};
    uint8_t one[HBS_HASH_SIZE], two[HBS_HASH_SIZE];
    REQUIRE(hbs_query_pair_decode(&read, bytes->data, bytes->size, &error) == HBS_OK);
    REQUIRE(hbs_query_pair_encode(&read, &again, &error) == HBS_OK);
    REQUIRE(again.size == bytes->size && memcmp(again.data, bytes->data, again.size) == 0);
    REQUIRE(hbs_query_pair_content_hash(pair, one, &error) == HBS_OK && hbs_query_pair_content_hash(&read, two, &error) == HBS_OK);
    REQUIRE(memcmp(one, two, sizeof one) == 0);
    hbs_query_pair_free(&read);
    hbs_bytes_free(&again);
}

/* For a pair whose variables are numbered by first occurrence. */
static void require_round_trips(const hbs_query_pair *pair)
{
    hbs_error error;
    hbs_bytes bytes = {0};
    REQUIRE(hbs_query_pair_encode(pair, &bytes, &error) == HBS_OK);
    require_bytes(pair, &bytes);
    require_text(pair, false, HBS_VARIABLES_UPPER, &bytes);
    require_text(pair, true, HBS_VARIABLES_ANY, &bytes);
    hbs_bytes_free(&bytes);
}

#endif
