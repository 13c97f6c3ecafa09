/* Checked allocation, growable arrays and byte buffers. Sizes are multiplied with overflow checks; nothing here aborts. */
#ifndef HBS_CORE_MEMORY_H
#define HBS_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* count * size zeroed bytes in *out (never NULL on success, also for 0). Release with free(). */
hbs_status hbs_allocate(void *out, size_t count, size_t size, hbs_error *error);

/* Grows the array at *(void **)array so that it holds at least `needed` elements of `size` bytes; *capacity counts elements.
 * Amortised O(1) an element (doubling). On failure the array is as it was. */
hbs_status hbs_grow(void *array, size_t *capacity, size_t needed, size_t size, hbs_error *error);

/* A copy of the text in *out; release with free(). */
hbs_status hbs_copy_text(char **out, const char *text, hbs_error *error);

/* A byte buffer; {0} is empty and valid. Text appended with hbs_bytes_print is kept 0-terminated one past `size`. */
typedef struct hbs_bytes {
    uint8_t *data;
    size_t size, capacity;
} hbs_bytes;

void hbs_bytes_free(hbs_bytes *bytes);      /* NULL is legal; leaves {0} */
void hbs_bytes_clear(hbs_bytes *bytes);     /* size 0, memory kept */
hbs_status hbs_bytes_append(hbs_bytes *bytes, const void *data, size_t size, hbs_error *error);
hbs_status hbs_bytes_copy(hbs_bytes *to, const hbs_bytes *from, hbs_error *error);
/* LEB128: seven bits a byte, low first. put writes where there is room for HBS_VARINT_MAX bytes and tells where it ended. */
#define HBS_VARINT_MAX 10
static inline uint8_t *hbs_put_varint(uint8_t *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) *at++ = (uint8_t)(value | 0x80);
    *at++ = (uint8_t)value;
    return at;
}
hbs_status hbs_bytes_varint(hbs_bytes *bytes, uint64_t value, hbs_error *error);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hbs_status hbs_bytes_print(hbs_bytes *bytes, hbs_error *error, const char *format, ...);

/* Reads what hbs_bytes_varint wrote, from untrusted bytes. *at advances; HBS_ERROR_INPUT when the bytes end early, the value does
 * not fit 64 bits or is not in shortest form. */
hbs_status hbs_read_varint(const uint8_t *data, size_t size, size_t *at, uint64_t *value, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
