/* A descriptor crosses as a frame: its numbers, its texts, its parameters, and of its functions only whether they are there. The writing side follows the plugin's pointers
 * and may die of it, which is why it is another process; the reading side refuses whatever the rest of the library takes for granted of a descriptor: names of one shape,
 * texts that are there and are UTF-8 without control characters, numbers inside their ranges, defaults that are values of their parameters. */
#include "generators/plugins/descriptor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "generators/params.h"
#include "generators/registry.h"

#define TEXT_MAX 4096u
#define NAME_MAX_HERE 64u
#define BOUND_MAX (INT64_C(1) << 62)   /* the distance of two bounds fits */

/* ---- writing ---- */

size_t hbs_descriptors_count(const hbs_generator *const *generators) {
    size_t count = 0;
    while (generators && count <= HBS_PLUGIN_GENERATORS_MAX && generators[count]) count++;
    return count;
}

static hbs_status write_parameter(const hbs_parameter *parameter, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_frame_text(frame, parameter->name, error));
    HBS_TRY(hbs_bytes_varint(frame, (uint64_t)parameter->type, error));
    HBS_TRY(hbs_frame_signed(frame, parameter->low, error));
    HBS_TRY(hbs_frame_signed(frame, parameter->high, error));
    HBS_TRY(hbs_frame_text(frame, parameter->fallback, error));
    HBS_TRY(hbs_frame_text(frame, parameter->meaning, error));
done:
    return status;
}

static hbs_status write_descriptor(const hbs_generator *generator, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_varint(frame, generator->abi, error));
    HBS_TRY(hbs_bytes_varint(frame, generator->struct_size, error));
    if (generator->abi != HBS_PLUGIN_ABI || generator->struct_size != sizeof *generator) goto done;
    const char *const text[] = {generator->name, generator->summary, generator->distribution, generator->uniform_over, generator->rejects,
                                generator->cost, generator->source, generator->group, generator->example};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) HBS_TRY(hbs_frame_text(frame, text[i], error));
    const uint64_t number[] = {(uint64_t)generator->problem, (uint64_t)generator->labels, generator->instances_per_unit, (uint64_t)generator->density, generator->check != NULL,
                               generator->generate != NULL, generator->parameter_count, generator->parameters != NULL};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) HBS_TRY(hbs_bytes_varint(frame, number[i], error));
    for (uint32_t i = 0; generator->parameters && generator->parameter_count <= HBS_PARAMETERS_MAX && i < generator->parameter_count; i++)
        HBS_TRY(write_parameter(&generator->parameters[i], frame, error));
done:
    return status;
}

hbs_status hbs_descriptors_write(const hbs_generator *const *generators, hbs_bytes *frame, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t count = hbs_descriptors_count(generators);
    HBS_TRY(hbs_bytes_varint(frame, count, error));
    for (size_t i = 0; count <= HBS_PLUGIN_GENERATORS_MAX && i < count; i++) HBS_TRY(write_descriptor(generators[i], frame, error));
done:
    return status;
}

/* ---- reading ---- */

__attribute__((format(printf, 4, 5))) static hbs_status refuse(hbs_error *error, const char *file, const char *name, const char *format, ...) {
    char why[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return hbs_raise(error, HBS_ERROR_INPUT, "plugin %s: generator %s: %s", file, name, why);
}

/* Letters, digits and _ (and - where `dashes`), a letter first. */
static bool is_name(const char *text, bool dashes) {
    if (*text < 'a' || *text > 'z' || strlen(text) > NAME_MAX_HERE) return false;
    for (; *text; text++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') || *text == '_' || (dashes && *text == '-'))) return false;
    return true;
}

static bool is_generator_name(const char *text) { return (!strncmp(text, "sat/", 4) || !strncmp(text, "cqc/", 4)) && is_name(text + 4, true); }

bool hbs_is_line(const char *text) {
    uint32_t code;
    if (!*text || strlen(text) > TEXT_MAX) return false;
    for (size_t size; *text; text += size) {
        size = hbs_utf8_character(text, &code);
        if (!size || code < ' ' || (code >= 127 && code < 0xa0)) return false;   /* a control character */
    }
    return true;
}

static hbs_status read_numbers(hbs_frame_reader *reader, const char *file, hbs_generator *out, bool *parameters, hbs_error *error) {
    uint64_t number[8];
    for (size_t i = 0; i < 8; i++) number[i] = hbs_frame_read(reader);
    if (reader->bad) return HBS_OK;   /* told by the caller */
    if (number[0] > HBS_GENERATES_CQC || (number[0] == HBS_GENERATES_CQC) != !strncmp(out->name, "cqc/", 4))
        return refuse(error, file, out->name, "its problem is not the one of its name");
    if (number[1] > HBS_LABELS_ALL_YES) return refuse(error, file, out->name, "%llu is no label source", (unsigned long long)number[1]);
    if (number[2] < 1 || number[2] > HBS_UNIT_INSTANCES_MAX)
        return refuse(error, file, out->name, "%llu instances a unit: it must be 1 to %u", (unsigned long long)number[2], HBS_UNIT_INSTANCES_MAX);
    if (number[3] > HBS_DENSITY_MODELS) return refuse(error, file, out->name, "%llu is no density", (unsigned long long)number[3]);
    if (!number[5]) return refuse(error, file, out->name, "it has no generate function");
    if (number[6] > HBS_PARAMETERS_MAX) return refuse(error, file, out->name, "%llu parameters: at most %u are possible", (unsigned long long)number[6], HBS_PARAMETERS_MAX);
    if (number[6] && !number[7]) return refuse(error, file, out->name, "it counts %llu parameters and has none (NULL)", (unsigned long long)number[6]);
    out->problem = (hbs_generated)number[0];
    out->labels = (hbs_label_source)number[1];
    out->instances_per_unit = (uint32_t)number[2];
    out->density = (hbs_density)number[3];
    out->parameter_count = (uint32_t)number[6];
    *parameters = number[4] != 0;
    return HBS_OK;
}

static hbs_status read_texts(hbs_frame_reader *reader, const char *file, size_t number, hbs_generator *out, hbs_error *error) {
    const struct {
        const char *name, **text;
        bool optional;
    } field[] = {{"name", &out->name, false},       {"summary", &out->summary, false}, {"distribution", &out->distribution, false},
                 {"uniform_over", &out->uniform_over, false}, {"rejects", &out->rejects, false}, {"cost", &out->cost, false},
                 {"source", &out->source, false},   {"group", &out->group, true},      {"example", &out->example, true}};
    char which[32];
    snprintf(which, sizeof which, "%zu", number);
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        const char *const text = *field[i].text = hbs_frame_read_text(reader);
        if (reader->bad) return HBS_OK;
        if (i == 0 && (!text || !is_generator_name(text)))
            return refuse(error, file, which, "its name is not sat/ or cqc/ with up to %u small letters, digits, _ and - behind it", NAME_MAX_HERE);
        if (text ? !hbs_is_line(text) : !field[i].optional)
            return refuse(error, file, out->name, "its %s must be a line of text of 1 to %u bytes in UTF-8", field[i].name, TEXT_MAX);
    }
    return HBS_OK;
}

static hbs_status read_parameter(hbs_frame_reader *reader, const char *file, const hbs_generator *generator, hbs_parameter *out, hbs_error *error) {
    *out = (hbs_parameter){.name = hbs_frame_read_text(reader)};
    const uint64_t type = hbs_frame_read(reader);
    out->low = hbs_frame_read_signed(reader);
    out->high = hbs_frame_read_signed(reader);
    out->fallback = hbs_frame_read_text(reader);
    out->meaning = hbs_frame_read_text(reader);
    if (reader->bad) return HBS_OK;
    if (!out->name || !is_name(out->name, false) || !strcmp(out->name, "label") || !strcmp(out->name, "share"))
        return refuse(error, file, generator->name, "the name of a parameter must be up to %u small letters, digits and _, and not label or share", NAME_MAX_HERE);
    if (type > HBS_TEXT) return refuse(error, file, generator->name, "parameter %s: %llu is no type", out->name, (unsigned long long)type);
    out->type = (hbs_parameter_type)type;
    if (out->low > out->high || out->low < -BOUND_MAX || out->high > BOUND_MAX)
        return refuse(error, file, generator->name, "parameter %s: its range %lld..%lld is none", out->name, (long long)out->low, (long long)out->high);
    if (!out->meaning || !hbs_is_line(out->meaning) || (out->fallback && *out->fallback && !hbs_is_line(out->fallback)))
        return refuse(error, file, generator->name, "parameter %s: its meaning and default must be lines of text in UTF-8", out->name);
    return HBS_OK;
}

static hbs_status read_parameters(hbs_frame_reader *reader, const char *file, const hbs_generator *generator, hbs_parameter *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (uint32_t i = 0; i < generator->parameter_count && !reader->bad; i++) {
        HBS_TRY(read_parameter(reader, file, generator, &out[i], error));
        for (uint32_t j = 0; j < i && !reader->bad; j++)
            if (!strcmp(out[i].name, out[j].name)) HBS_TRY(refuse(error, file, generator->name, "parameter %s comes twice", out[i].name));
    }
done:
    return status;
}

static hbs_status check_defaults(const char *file, const hbs_generator *generator, hbs_error *error) {
    hbs_settings settings = {0};
    hbs_error why = {0};
    const hbs_status status = hbs_settings_defaults(&settings, generator, &why);
    hbs_settings_free(&settings);
    return status == HBS_OK ? HBS_OK : hbs_raise(error, status == HBS_ERROR_MEMORY ? status : HBS_ERROR_INPUT, "plugin %s: a default of %s", file, why.message);
}

static int present(hbs_unit *unit) { return hbs_unit_fail(unit, "a descriptor that nobody has completed"); }

hbs_status hbs_descriptor_read(hbs_frame_reader *reader, const char *file, size_t number, hbs_generator *out, hbs_parameter **parameters, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_parameter *own = NULL;
    bool checks = false;
    hbs_generator read = {.generate = present};
    read.abi = (uint32_t)hbs_frame_read(reader);
    read.struct_size = (uint32_t)hbs_frame_read(reader);
    if (!reader->bad && read.abi != HBS_PLUGIN_ABI)
        HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: generator %zu is made for plugin interface %u, and this program has %u: build it against this program's plugin.h", file,
                 number, read.abi, HBS_PLUGIN_ABI);
    if (!reader->bad && read.struct_size != sizeof read)
        HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: generator %zu has a descriptor of %u bytes, and this program's has %zu: build it against this program's plugin.h", file, number,
                 read.struct_size, sizeof read);
    HBS_TRY(read_texts(reader, file, number, &read, error));
    if (!reader->bad) HBS_TRY(read_numbers(reader, file, &read, &checks, error));
    HBS_TRY(hbs_allocate(&own, read.parameter_count, sizeof *own, error));
    HBS_TRY(read_parameters(reader, file, &read, own, error));
    if (reader->bad) HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: what it says of generator %zu cannot be read", file, number);
    read.parameters = own;
    if (checks) read.check = present;
    HBS_TRY(check_defaults(file, &read, error));
    *out = read;
    *parameters = own;
    own = NULL;
done:
    free(own);
    return status;
}
