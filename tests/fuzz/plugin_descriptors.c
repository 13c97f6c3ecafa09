/* What the process of a plugin says of its generators is an error, or descriptors that list, describe and parse as others do. */
#include <string.h>

#include "generators/plugins/descriptor.h"
#include "generators/registry.h"
#include "generators/spec.h"
#include "tests/fuzz/fuzz.h"

static void use(const hbs_generator *generator) {
    hbs_settings settings = {0};
    hbs_bytes text = {0};
    REQUIRE(generator->instances_per_unit >= 1 && generator->instances_per_unit <= HBS_UNIT_INSTANCES_MAX && generator->generate);
    REQUIRE(hbs_is_line(generator->summary) && hbs_is_line(generator->distribution) && hbs_is_line(generator->source) && *hbs_generator_group(generator));
    REQUIRE(hbs_settings_defaults(&settings, generator, NULL) == HBS_OK);
    REQUIRE(hbs_settings_print(&settings, generator, &text, NULL) == HBS_OK);
    for (uint32_t i = 0; i < generator->parameter_count; i++) REQUIRE(generator->parameters[i].low <= generator->parameters[i].high && strlen(generator->parameters[i].name) <= 64);
    hbs_settings_free(&settings);
    hbs_bytes_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hbs_frame_reader reader;
    hbs_bytes frame = {0};
    REQUIRE(hbs_bytes_append(&frame, "\0\0\0\0\5", 5, NULL) == HBS_OK && hbs_bytes_append(&frame, data, size, NULL) == HBS_OK);
    hbs_frame_open(&reader, &frame);
    for (size_t number = 1; number < 9; number++) {
        hbs_error error = {0};
        hbs_generator generator;
        hbs_parameter *parameters = NULL;
        const hbs_status status = hbs_descriptor_read(&reader, "fuzz.so", number, &generator, &parameters, &error);
        REQUIRE(status == HBS_OK || (status == HBS_ERROR_INPUT && strstr(error.message, "fuzz.so")));
        if (status != HBS_OK) break;
        use(&generator);
        free(parameters);
    }
    hbs_bytes_free(&frame);
    return 0;
}
