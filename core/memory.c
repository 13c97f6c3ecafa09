/* Allocation with checked sizes: arrays that double, byte buffers, and numbers of variable length (LEB128). Nothing aborts; a size that overflows is told like memory that ran out. */
#include "core/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hbs_status out_of_memory(hbs_error *error, size_t count, size_t size) {
    return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory: %zu items of %zu bytes; free memory or use smaller sizes", count, size);
}

static bool too_large(size_t count, size_t size) { return size && count > (SIZE_MAX / 2) / size; }

hbs_status hbs_allocate(void *out, size_t count, size_t size, hbs_error *error) {
    if (too_large(count, size)) return out_of_memory(error, count, size);
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory) return out_of_memory(error, count, size);
    memcpy(out, &memory, sizeof memory);
    return HBS_OK;
}

hbs_status hbs_grow(void *array, size_t *capacity, size_t needed, size_t size, hbs_error *error) {
    if (needed <= *capacity) return HBS_OK;
    size_t target = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    if (target < needed) target = needed;
    if (too_large(target, size)) return out_of_memory(error, needed, size);
    void *memory;
    memcpy(&memory, array, sizeof memory);
    memory = realloc(memory, target * size);
    if (!memory) return out_of_memory(error, needed, size);
    memcpy(array, &memory, sizeof memory);
    *capacity = target;
    return HBS_OK;
}

hbs_status hbs_copy_text(char **out, const char *text, hbs_error *error) {
    char *copy = strdup(text);
    if (!copy) return out_of_memory(error, strlen(text) + 1, 1);
    *out = copy;
    return HBS_OK;
}

void hbs_bytes_free(hbs_bytes *bytes) {
    if (!bytes) return;
    free(bytes->data);
    *bytes = (hbs_bytes){0};
}

void hbs_bytes_clear(hbs_bytes *bytes) { bytes->size = 0; }

/* Room for `more` bytes beyond size. */
static hbs_status reserve(hbs_bytes *bytes, size_t more, hbs_error *error) {
    if (more > SIZE_MAX / 2 - bytes->size) return out_of_memory(error, more, 1);
    return hbs_grow(&bytes->data, &bytes->capacity, bytes->size + more, 1, error);
}

hbs_status hbs_bytes_append(hbs_bytes *bytes, const void *data, size_t size, hbs_error *error) {
    if (!size) return HBS_OK;
    hbs_status status = reserve(bytes, size, error);
    if (status != HBS_OK) return status;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return HBS_OK;
}

hbs_status hbs_bytes_copy(hbs_bytes *to, const hbs_bytes *from, hbs_error *error) {
    hbs_status status = hbs_grow(&to->data, &to->capacity, from->size, 1, error);
    if (status != HBS_OK) return status;
    if (from->size) memcpy(to->data, from->data, from->size);
    to->size = from->size;
    return HBS_OK;
}

hbs_status hbs_bytes_varint(hbs_bytes *bytes, uint64_t value, hbs_error *error) {
    hbs_status status = reserve(bytes, HBS_VARINT_MAX, error);
    if (status != HBS_OK) return status;
    bytes->size = (size_t)(hbs_put_varint(bytes->data + bytes->size, value) - bytes->data);
    return HBS_OK;
}

hbs_status hbs_bytes_print(hbs_bytes *bytes, hbs_error *error, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    hbs_status status = reserve(bytes, (size_t)length + 1, error);
    if (status == HBS_OK) {
        vsnprintf((char *)bytes->data + bytes->size, (size_t)length + 1, format, again);
        bytes->size += (size_t)length;
    }
    va_end(again);
    return status;
}

hbs_status hbs_read_varint(const uint8_t *data, size_t size, size_t *at, uint64_t *value, hbs_error *error) {
    uint64_t result = 0;
    size_t i = *at;
    for (unsigned shift = 0;; shift += 7) {
        if (i >= size) return hbs_raise(error, HBS_ERROR_INPUT, "byte %zu: the bytes end inside a number", i);
        const uint8_t byte = data[i++];
        const uint64_t part = byte & 0x7f;
        if (shift == 63 && byte > 1) return hbs_raise(error, HBS_ERROR_INPUT, "byte %zu: a number does not fit 64 bits", i - 1);
        result |= part << shift;
        if (byte & 0x80) continue;
        if (shift && !byte) return hbs_raise(error, HBS_ERROR_INPUT, "byte %zu: a number is not in shortest form", i - 1);
        break;
    }
    *at = i;
    *value = result;
    return HBS_OK;
}
