/* What the process of a plugin says of a unit is an error, or a drawing that the rest of the library may use. The first byte is the problem, the rest a frame behind its length. */
#include <math.h>
#include <string.h>

#include "generators/plugins/unit.h"
#include "generators/renaming/renumber.h"
#include "tests/fuzz/fuzz.h"

static int generate(hbs_unit *unit) {
    (void)unit;
    return 0;
}

static void require_sound(const hbs_drawing *drawing, const hbs_rng *before) {
    hbs_bytes bytes = {0};
    REQUIRE(drawing->count <= HBS_UNIT_INSTANCES_MAX);
    REQUIRE(drawing->rng.used <= 4 && isfinite(hbs_rng_choice_bits(&drawing->rng)));
    REQUIRE(!memcmp(drawing->rng.key, before->key, sizeof before->key) && drawing->rng.counter[2] == before->counter[2] && drawing->rng.counter[3] == before->counter[3]);
    for (size_t i = 0; i < drawing->count; i++) {
        const hbs_drawn *const drawn = &drawing->drawn[i];
        REQUIRE(drawn->claim >= HBS_LABEL_UNKNOWN && drawn->claim <= HBS_LABEL_YES);
        REQUIRE(hbs_instance_encode(&drawn->instance, &bytes, NULL) == HBS_OK);
        if (drawn->certificate.kind != HBS_CERTIFICATE_NONE) hbs_certificate_check(NULL, &drawn->instance, drawn->claim, &drawn->certificate, NULL);
    }
    hbs_bytes_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hbs_frame_reader reader;
    hbs_error error = {0};
    hbs_bytes frame = {0};
    if (!size) return 0;
    const hbs_generator generator = {.name = "sat/fuzz", .problem = data[0] & 1 ? HBS_GENERATES_CQC : HBS_GENERATES_SAT, .instances_per_unit = HBS_UNIT_INSTANCES_MAX, .generate = generate};
    hbs_drawing drawing = {.generator = &generator, .error = &error};
    hbs_drawing_seed(&drawing, 7, 11);
    const hbs_rng before = drawing.rng;
    REQUIRE(hbs_bytes_append(&frame, "\0\0\0", 4, NULL) == HBS_OK && hbs_bytes_append(&frame, data + 1, size - 1, NULL) == HBS_OK);
    if (hbs_frame_open(&reader, &frame) == HBS_FRAME_RESULT) {
        const hbs_status status = hbs_answer_read(&reader, &drawing, true, "a plugin");
        REQUIRE(status == drawing.status && (status == HBS_OK || (error.message[0] && !strchr(error.message, '\n'))));
        if (status == HBS_OK) {
            require_sound(&drawing, &before);
            for (size_t i = 0; generator.problem == HBS_GENERATES_CQC && i < drawing.count; i++) hbs_drawn_renumber(&drawing.drawn[i], &error);
        }
    }
    hbs_bytes_free(&frame);
    hbs_drawing_free(&drawing);
    return 0;
}
