/* Bytes that decode are the bytes that the pair encodes to: there is one spelling. */
#include "tests/fuzz/pair_round_trip.h"

static bool is_safe(const hbs_query_pair *pair)
{
    return hbs_query_check_safe(&pair->q1, NULL) == HBS_OK && hbs_query_check_safe(&pair->q2, NULL) == HBS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    hbs_bytes bytes = {0}, text = {0};
    const hbs_status status = hbs_query_pair_decode(&pair, data, size, &error);
    REQUIRE(status == HBS_OK || status == HBS_ERROR_INPUT);
    if (status == HBS_OK) {
        REQUIRE(hbs_query_pair_encode(&pair, &bytes, &error) == HBS_OK);
        REQUIRE(bytes.size == size && memcmp(bytes.data, data, size) == 0);
        const hbs_status written = hbs_datalog_write(&pair, false, &text, &error);
        REQUIRE(written == HBS_OK || written == HBS_ERROR_INPUT);
        REQUIRE(written != HBS_OK || is_safe(&pair));
        if (written == HBS_OK) require_round_trips(&pair);
    }
    hbs_bytes_free(&bytes);
    hbs_bytes_free(&text);
    hbs_query_pair_free(&pair);
    return 0;
}
