/* A worker: one plugin, loaded, and one question after the other about it. Everything here happens in the plugin's own process, where anything may break: whoever asked hears
 * nothing more then, and that is an answer too. A plugin draws through the same host functions as a built-in generator, so its mistakes are told in the same words.
 * A stream with hooks (somebody walks all its choices) asks for each choice and waits for it. */
#include <string.h>

#include "core/printable.h"
#include "generators/plugins/descriptor.h"
#include "generators/plugins/process.h"
#include "generators/plugins/unit.h"

typedef struct worker {
    int socket;
    void *handle;
    const hbs_generator *const *generators;
    size_t count;
    hbs_status loaded;
    hbs_error error;             /* of loading */
    hbs_drawing drawing;
    hbs_values values;
    hbs_bytes in, out, payload, choice;
    bool gone;                   /* nobody asks any more */
} worker;

static void load(worker *self, const char *file, const char *digest) {
    char found[HBS_DIGEST_SIZE];
    self->loaded = hbs_plugin_file_digest(file, found, &self->error);
    if (self->loaded == HBS_OK && strcmp(found, digest) != 0) self->loaded = hbs_raise(&self->error, HBS_ERROR_FAULT, "the file has changed since it was loaded; start again");
    if (self->loaded == HBS_OK) self->loaded = hbs_plugin_file_open(file, &self->handle, &self->generators, &self->error);
    if (self->loaded != HBS_OK) return;
    self->count = hbs_descriptors_count(self->generators);
}

/* ---- choices by the one who asked ---- */

/* Sends the frame in `choice` and waits for the number that answers it; 0 when nobody is there. */
static uint64_t ask(worker *self, hbs_status made) {
    hbs_frame_reader reader;
    if (self->gone || made != HBS_OK || hbs_frame_send(self->socket, &self->choice, NULL) != HBS_FRAME_DONE ||
        hbs_frame_receive(self->socket, &self->choice, NULL) != HBS_FRAME_DONE || hbs_frame_open(&reader, &self->choice) != HBS_FRAME_CHOICE) {
        self->gone = true;
        return 0;
    }
    return hbs_frame_read(&reader);
}

static uint64_t draw_by_asking(hbs_rng *rng, uint64_t bound) {
    worker *const self = rng->enumerator;
    hbs_status status = hbs_frame_start(&self->choice, HBS_FRAME_CHOOSE, NULL);
    if (status == HBS_OK) status = hbs_bytes_varint(&self->choice, bound, NULL);
    const uint64_t value = ask(self, status);
    return value < bound ? value : 0;
}

static bool weigh_by_asking(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    worker *const self = rng->enumerator;
    hbs_status status = hbs_frame_start(&self->choice, HBS_FRAME_WEIGH, NULL);
    if (status == HBS_OK) status = hbs_bytes_varint(&self->choice, numerator, NULL);
    if (status == HBS_OK) status = hbs_bytes_varint(&self->choice, denominator, NULL);
    return ask(self, status) == 1;
}

/* ---- questions ---- */

static hbs_status describe(worker *self, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_frame_start(&self->out, HBS_FRAME_RESULT, error));
    HBS_TRY(hbs_bytes_varint(&self->out, HBS_OK, error));
    HBS_TRY(hbs_descriptors_write(self->generators, &self->out, error));
done:
    return status;
}

/* Draws, or checks the values alone, and writes the answer. */
static hbs_status draw(worker *self, hbs_frame_reader *reader, bool check_alone, hbs_error *error) {
    hbs_error said = {0};
    uint32_t which;
    bool hooked;
    hbs_rng *const rng = &self->drawing.rng;
    if (!hbs_question_read(reader, self->count, &which, &self->values, &self->drawing, &hooked)) return hbs_raise(error, HBS_ERROR_FAULT, "a question that cannot be read");
    const hbs_generator *const generator = self->generators[which];
    if (hooked) {
        rng->draw = draw_by_asking;
        rng->weigh = weigh_by_asking;
        rng->enumerator = self;
    }
    const hbs_status result = check_alone ? hbs_values_check_unnamed(&self->values, generator, &said) : hbs_draw_unnamed(&self->drawing, generator, &self->values, &said);
    hbs_make_printable(said.message);
    return hbs_answer_write(&self->drawing, result, said.message, !check_alone, &self->payload, &self->out, error);
}

static hbs_status answer(worker *self, hbs_error *error) {
    hbs_frame_reader reader;
    const unsigned kind = hbs_frame_open(&reader, &self->in);
    if (self->loaded != HBS_OK) {
        *error = self->error;
        return self->loaded;
    }
    switch (kind) {
    case HBS_FRAME_DESCRIBE: return describe(self, error);
    case HBS_FRAME_CHECK: return draw(self, &reader, true, error);
    case HBS_FRAME_DRAW: return draw(self, &reader, false, error);
    default: return hbs_raise(error, HBS_ERROR_FAULT, "a question of unknown kind");
    }
}

bool hbs_worker_live(int socket, const char *file, const char *digest) {
    worker self = {.socket = socket};
    load(&self, file, digest);
    while (hbs_frame_receive(socket, &self.in, NULL) == HBS_FRAME_DONE) {
        hbs_error error = {0};
        const hbs_status status = answer(&self, &error);
        if (status != HBS_OK && hbs_answer_write(&self.drawing, status, error.message, false, &self.payload, &self.out, NULL) != HBS_OK) return false;
        if (self.gone || hbs_frame_send(socket, &self.out, NULL) != HBS_FRAME_DONE) return false;
    }
    return true;
}
