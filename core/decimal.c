/* strtoull would take blanks, signs and what follows the number, and tells of overflow by errno alone. */
#include "core/decimal.h"

bool hbs_read_uint64(const char *text, size_t length, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9' || __builtin_mul_overflow(value, UINT64_C(10), &value) || __builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value)) return false;
    if (length) *out = value;
    return length > 0;
}
