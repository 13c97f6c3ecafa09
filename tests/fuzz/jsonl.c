/* Lines of JSON: what is read is an instance that its payload gives back; what is refused has a line; reading moves on or ends. */
#include <string.h>

#include "datasets/formats/jsonl.h"
#include "tests/fuzz/fuzz.h"

static void require_payload(const hbs_instance *instance)
{
    hbs_error error;
    hbs_bytes one = {0}, two = {0};
    hbs_instance again = {0};
    REQUIRE(hbs_instance_encode(instance, &one, &error) == HBS_OK);
    REQUIRE(hbs_instance_decode(&again, instance->problem, one.data, one.size, &error) == HBS_OK);
    REQUIRE(hbs_instance_encode(&again, &two, &error) == HBS_OK);
    REQUIRE(one.size == two.size && memcmp(one.data, two.data, one.size) == 0);
    hbs_instance_free(&again);
    hbs_bytes_free(&one);
    hbs_bytes_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hbs_error error = {0};
    hbs_instance instance = {0};
    hbs_told told = {0};
    size_t at = 0, line = 0;
    for (bool found = size <= 1 << 14; found;) {
        const size_t before = at;
        const hbs_status status = hbs_jsonl_next(&instance, &told, &found, (const char *)data, size, &at, &line, "text", &error);
        REQUIRE(status == HBS_OK || status == HBS_ERROR_INPUT);
        if (status != HBS_OK) {
            REQUIRE(strncmp(error.message, "text:", 5) == 0 && !strchr(error.message, '\n'));
            break;
        }
        REQUIRE(found ? at > before : at == size);
        if (found) require_payload(&instance);
    }
    hbs_told_free(&told);
    hbs_instance_free(&instance);
    return 0;
}
