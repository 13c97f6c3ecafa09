/* Instances travel as payloads, whose decoder takes nothing on trust, and certificates as their bytes. What is checked here is the rest: that the stream which comes back is
 * the one that was sent, moved on; that relations have names that the text form can write; that a certificate is of the kind that proves the claim and reads as one, its
 * counted size included. The law of the counts and claims of a unit is checked afterwards by hbs_draw, which cannot tell this drawing from another. */
#include "generators/plugins/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "generators/plugins/descriptor.h"
#include "solvers/checking/search_tree.h"

/* ---- the question ---- */

static hbs_status write_values(const hbs_generator *generator, const hbs_values *values, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_varint(frame, generator->parameter_count, error));
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        HBS_TRY(hbs_frame_signed(frame, values->item[i].integer, error));
        HBS_TRY(hbs_frame_signed(frame, values->item[i].denominator, error));
        HBS_TRY(hbs_frame_text(frame, values->item[i].text, error));
    }
done:
    return status;
}

static hbs_status write_stream(const hbs_rng *rng, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint64_t number[] = {rng->key[0], rng->key[1], rng->counter[0], rng->counter[1], rng->counter[2], rng->counter[3], rng->used, rng->retries, rng->retry_limit,
                               rng->draw || rng->weigh};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) HBS_TRY(hbs_bytes_varint(frame, number[i], error));
    HBS_TRY(hbs_frame_real(frame, rng->bits, error));
    HBS_TRY(hbs_frame_real(frame, rng->product, error));
done:
    return status;
}

hbs_status hbs_question_write(hbs_frame_kind kind, uint32_t generator, const hbs_drawing *drawing, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_frame_start(frame, kind, error));
    HBS_TRY(hbs_bytes_varint(frame, generator, error));
    HBS_TRY(write_values(drawing->generator, drawing->values, frame, error));
    HBS_TRY(write_stream(&drawing->rng, frame, error));
    HBS_TRY(hbs_bytes_varint(frame, drawing->one_attempt, error));
done:
    return status;
}

/* The block that `used` words were taken of is the one before the counter. */
static void make_block(hbs_rng *rng) {
    uint32_t counter[4];
    if (rng->used >= 4) return;
    memcpy(counter, rng->counter, sizeof counter);
    if (!counter[0]--) counter[1]--;
    hbs_philox4x32(counter, rng->key, rng->block);
}

static void read_stream(hbs_frame_reader *reader, hbs_rng *rng, bool *hooked) {
    memset(rng, 0, sizeof *rng);
    for (unsigned i = 0; i < 2; i++) rng->key[i] = (uint32_t)hbs_frame_read(reader);
    for (unsigned i = 0; i < 4; i++) rng->counter[i] = (uint32_t)hbs_frame_read(reader);
    rng->used = (unsigned)hbs_frame_read(reader);
    rng->retries = hbs_frame_read(reader);
    rng->retry_limit = hbs_frame_read(reader);
    *hooked = hbs_frame_read(reader) != 0;
    rng->bits = hbs_frame_read_real(reader);
    rng->product = hbs_frame_read_real(reader);
    make_block(rng);
}

bool hbs_question_read(hbs_frame_reader *reader, size_t generator_count, uint32_t *generator, hbs_values *values, hbs_drawing *drawing, bool *hooked) {
    const uint64_t which = hbs_frame_read(reader), parameters = hbs_frame_read(reader);
    if (which >= generator_count || parameters > HBS_PARAMETERS_MAX) return false;
    *generator = (uint32_t)which;
    memset(values, 0, sizeof *values);
    for (uint64_t i = 0; i < parameters; i++) {
        values->item[i].integer = hbs_frame_read_signed(reader);
        values->item[i].denominator = hbs_frame_read_signed(reader);
        values->item[i].text = hbs_frame_read_text(reader);
    }
    read_stream(reader, &drawing->rng, hooked);
    drawing->one_attempt = hbs_frame_read(reader) != 0;
    return hbs_frame_finished(reader);
}

/* ---- the answer ---- */

static hbs_status write_drawn(const hbs_drawn *drawn, hbs_bytes *payload, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_varint(frame, (uint64_t)(drawn->claim + 1), error));
    HBS_TRY(hbs_bytes_varint(frame, (uint64_t)drawn->certificate.kind, error));
    HBS_TRY(hbs_bytes_varint(frame, drawn->certificate.size, error));
    HBS_TRY(hbs_frame_blob(frame, &drawn->certificate.bytes, error));
    HBS_TRY(hbs_instance_encode(&drawn->instance, payload, error));
    HBS_TRY(hbs_frame_blob(frame, payload, error));
done:
    return status;
}

static hbs_status write_moved(const hbs_rng *rng, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint64_t number[] = {rng->counter[0], rng->counter[1], rng->used, rng->retries};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) HBS_TRY(hbs_bytes_varint(frame, number[i], error));
    HBS_TRY(hbs_frame_real(frame, rng->bits, error));
    HBS_TRY(hbs_frame_real(frame, rng->product, error));
done:
    return status;
}

hbs_status hbs_answer_write(const hbs_drawing *drawing, hbs_status result, const char *message, bool drawn, hbs_bytes *payload, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_rng *const rng = &drawing->rng;
    HBS_TRY(hbs_frame_start(frame, HBS_FRAME_RESULT, error));
    HBS_TRY(hbs_bytes_varint(frame, (uint64_t)result, error));
    if (result != HBS_OK) HBS_TRY(hbs_frame_text(frame, message, error));
    if (drawn) HBS_TRY(write_moved(rng, frame, error));
    if (result != HBS_OK || !drawn) goto done;
    HBS_TRY(hbs_bytes_varint(frame, drawing->count, error));
    for (size_t i = 0; i < drawing->count; i++) HBS_TRY(write_drawn(&drawing->drawn[i], payload, frame, error));
done:
    return status;
}

/* What a plugin says of itself, as a status that units can have. */
static hbs_status status_of(uint64_t number) {
    return number == HBS_ERROR_USAGE || number == HBS_ERROR_BUDGET || number == HBS_ERROR_MEMORY ? (hbs_status)number : HBS_ERROR_FAULT;
}

/* The stream moved on: the same key, unit and lane, no fewer retries than before. After a unit that gave up too: whoever draws again goes on behind it, and who walks all
 * its choices sees which mark it went back to. */
static bool take_stream(hbs_frame_reader *reader, hbs_rng *rng) {
    hbs_rng moved = *rng;
    const uint64_t low = hbs_frame_read(reader), high = hbs_frame_read(reader), used = hbs_frame_read(reader);
    moved.retries = hbs_frame_read(reader);
    moved.bits = hbs_frame_read_real(reader);
    moved.product = hbs_frame_read_real(reader);
    moved.counter[0] = (uint32_t)low;
    moved.counter[1] = (uint32_t)high;
    moved.used = (unsigned)used;
    if (reader->bad || low > UINT32_MAX || high > UINT32_MAX || used > 4 || high >> 24 != rng->counter[1] >> 24) return false;
    const uint64_t before = (uint64_t)rng->counter[1] << 32 | rng->counter[0], after = high << 32 | low;
    if (after < before || (after == before && used < rng->used) || moved.retries < rng->retries || moved.retries > rng->retry_limit) return false;
    if (!isfinite(moved.bits) || moved.bits < 0 || !isfinite(moved.product) || moved.product < 1 || moved.product > 1e250) return false;
    make_block(&moved);
    *rng = moved;
    return true;
}

/* The kinds that the host's functions can make. */
static bool proves(hbs_certificate_kind kind, hbs_problem problem, int claim) {
    switch (kind) {
    case HBS_CERTIFICATE_NONE: return true;
    case HBS_CERTIFICATE_MODEL: return problem == HBS_SAT && claim == HBS_LABEL_YES;
    case HBS_CERTIFICATE_REFUTATION: return problem == HBS_SAT && claim == HBS_LABEL_NO;
    case HBS_CERTIFICATE_HOMOMORPHISM: return problem == HBS_CQC && claim == HBS_LABEL_YES;
    case HBS_CERTIFICATE_SEARCH_TREE: return problem == HBS_CQC && claim == HBS_LABEL_NO;
    case HBS_CERTIFICATE_ENCODING_REFUTATION: break;
    }
    return false;
}

static hbs_status check_model(const hbs_drawn *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t *model = NULL;
    HBS_TRY(hbs_allocate(&model, (size_t)drawn->instance.cnf.variables + 1, 1, error));
    HBS_TRY(hbs_certificate_read_model(&drawn->certificate, drawn->instance.cnf.variables, model, error));
done:
    free(model);
    return status;
}

static hbs_status check_homomorphism(const hbs_drawn *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query_pair *const pair = &drawn->instance.pair;
    const uint32_t count = pair->q2.variables;
    hbs_term *image = NULL;
    HBS_TRY(hbs_allocate(&image, count, sizeof *image, error));
    HBS_TRY(hbs_certificate_read_homomorphism(&drawn->certificate, count, image, error));
    for (uint32_t v = 0; v < count; v++)
        if (hbs_is_constant(image[v]) ? hbs_constant_index(image[v]) >= pair->constants.count : image[v] >= pair->q1.variables)
            HBS_FAIL(error, HBS_ERROR_FAULT, "a homomorphism that sends variable %u of q2 to a term that q1 has not", v);
done:
    free(image);
    return status;
}

static hbs_status check_certificate(const hbs_drawn *drawn, hbs_error *error) {
    uint64_t size;
    const hbs_certificate *const certificate = &drawn->certificate;
    if (!proves(certificate->kind, drawn->instance.problem, drawn->claim))
        return hbs_raise(error, HBS_ERROR_FAULT, "a certificate of a kind that cannot prove its claim");
    if (certificate->kind == HBS_CERTIFICATE_NONE) return HBS_OK;
    const hbs_status status = hbs_certificate_measure(certificate, &size, error);
    if (status != HBS_OK) return status;
    if (size != certificate->size) return hbs_raise(error, HBS_ERROR_FAULT, "a certificate that counts itself wrongly");
    if (certificate->kind == HBS_CERTIFICATE_MODEL) return check_model(drawn, error);
    if (certificate->kind == HBS_CERTIFICATE_SEARCH_TREE) return hbs_search_tree_check(&drawn->instance.pair, certificate->bytes.data, certificate->bytes.size, error);
    return certificate->kind == HBS_CERTIFICATE_HOMOMORPHISM ? check_homomorphism(drawn, error) : HBS_OK;
}

static hbs_status check_relations(const hbs_query_pair *pair, hbs_error *error) {
    for (uint32_t i = 0; i < pair->relations.count; i++)
        if (!hbs_is_relation_name(pair->relations.item[i].text)) return hbs_raise(error, HBS_ERROR_FAULT, "a relation whose name is not a lower-case word");
    return HBS_OK;
}

static hbs_status read_drawn(hbs_frame_reader *reader, hbs_problem problem, hbs_drawn *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t size;
    hbs_drawn_clear(drawn, problem);
    const uint64_t claim = hbs_frame_read(reader), kind = hbs_frame_read(reader);
    drawn->certificate.size = hbs_frame_read(reader);
    const uint8_t *bytes = hbs_frame_read_blob(reader, &size);
    if (claim > 2 || kind > HBS_CERTIFICATE_ENCODING_REFUTATION) reader->bad = true;
    if (reader->bad) HBS_FAIL(error, HBS_ERROR_FAULT, "what came back cannot be read");
    drawn->claim = (int)claim - 1;
    drawn->certificate.kind = (hbs_certificate_kind)kind;
    if (size) HBS_TRY(hbs_bytes_append(&drawn->certificate.bytes, bytes, size, error));
    bytes = hbs_frame_read_blob(reader, &size);
    if (reader->bad) HBS_FAIL(error, HBS_ERROR_FAULT, "what came back cannot be read");
    HBS_TRY(hbs_instance_decode(&drawn->instance, problem, bytes, size, error));
    if (problem == HBS_CQC) HBS_TRY(check_relations(&drawn->instance.pair, error));
    HBS_TRY(check_certificate(drawn, error));
done:
    return status;
}

static hbs_status raise_said(hbs_frame_reader *reader, hbs_drawing *drawing, uint64_t result, const char *from) {
    char text[900];
    const char *const said = hbs_frame_read_text(reader);
    if (reader->bad || !said) return hbs_unit_raise(&drawing->unit, HBS_ERROR_FAULT, "what came back from %s cannot be read", from);
    snprintf(text, sizeof text, "%s", said);
    hbs_make_printable(text);
    for (char *at = text; !hbs_is_line(text) && *at; at++)
        if ((unsigned char)*at >= 0x80) *at = '?';
    return hbs_unit_raise(&drawing->unit, status_of(result), "%s (%s)", text, from);
}

hbs_status hbs_answer_read(hbs_frame_reader *reader, hbs_drawing *drawing, bool drawn, const char *from) {
    hbs_error why = {0};
    uint64_t count = 0;
    const uint64_t result = hbs_frame_read(reader);
    if (result != HBS_OK) {
        const hbs_status status = raise_said(reader, drawing, result, from);
        if (drawn && !reader->bad) (void)take_stream(reader, &drawing->rng);
        return status;
    }
    if (drawn && !reader->bad && !take_stream(reader, &drawing->rng)) reader->bad = true;
    if (drawn) count = hbs_frame_read(reader);
    if (count > HBS_UNIT_INSTANCES_MAX) reader->bad = true;
    const hbs_problem problem = drawing->generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT;
    for (drawing->count = 0; !reader->bad && drawing->count < count; drawing->count++) {
        const hbs_status status = read_drawn(reader, problem, &drawing->drawn[drawing->count], &why);
        if (status == HBS_ERROR_MEMORY) return hbs_unit_raise(&drawing->unit, status, "%s", why.message);
        if (status != HBS_OK) return hbs_unit_raise(&drawing->unit, HBS_ERROR_FAULT, "%s gave what no instance is: %s", from, why.message);
    }
    if (!hbs_frame_finished(reader)) return hbs_unit_raise(&drawing->unit, HBS_ERROR_FAULT, "what came back from %s cannot be read", from);
    return HBS_OK;
}
