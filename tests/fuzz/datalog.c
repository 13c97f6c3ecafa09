/* Every pair that can be read, under either convention, makes all round trips; reading always moves on or ends. */
#include "tests/fuzz/pair_round_trip.h"

static void read_all(const char *text, size_t size, hbs_variables convention)
{
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    size_t at = 0;
    for (bool found = true; found;) {
        const size_t before = at;
        const hbs_status status = hbs_datalog_read(&pair, &found, text, size, &at, "text", convention, NULL, &error);
        REQUIRE(status == HBS_OK || status == HBS_ERROR_INPUT);
        if (status != HBS_OK) {
            REQUIRE(at == before && strncmp(error.message, "text:", 5) == 0 && !strchr(error.message, '\n'));
            break;
        }
        REQUIRE(found ? at > before : at == size);
        if (found) require_round_trips(&pair);
    }
    hbs_query_pair_free(&pair);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 14) return 0;
    read_all((const char *)data, size, HBS_VARIABLES_UPPER);
    read_all((const char *)data, size, HBS_VARIABLES_ANY);
    return 0;
}
