/* One reader for all numbers in parameters. strtoll would take blanks, plus signs and, with base 0, octal; sscanf would not tell about overflow. */
#include "generators/numbers.h"

#include <assert.h>

/* Digits text[0..length-1], at least one, onto *value (which may hold digits before). */
static bool read_digits(const char *text, size_t length, int64_t *value) {
    int64_t v = *value;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, text[i] - '0', &v)) return false;
    }
    *value = v;
    return true;
}

/* The one value whose magnitude does not fit, -2^63, is refused too: nothing here needs it. */
bool hbs_read_integer(const char *text, size_t length, int64_t *out) {
    const bool negative = length > 0 && text[0] == '-';
    int64_t value = 0;
    if (length == negative || !read_digits(text + negative, length - negative, &value)) return false;
    *out = negative ? -value : value;
    return true;
}

uint64_t hbs_gcd(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static size_t position(const char *text, size_t length, char wanted) {
    size_t i = 0;
    while (i < length && text[i] != wanted) i++;
    return i;
}

/* "213/50" without its sign. */
static bool read_fraction(const char *text, size_t length, size_t slash, int64_t *p, int64_t *q) {
    return slash > 0 && slash + 1 < length && read_digits(text, slash, p) && read_digits(text + slash + 1, length - slash - 1, q) && *q > 0;
}

/* "4.26", "4.", ".5" or "4" without its sign. */
static bool read_decimal(const char *text, size_t length, int64_t *p, int64_t *q) {
    const size_t point = position(text, length, '.');
    const bool pointed = point < length;
    size_t digits = length - pointed, after = pointed ? length - point - 1 : 0;
    if (digits == 0) return false;
    while (after > 0 && text[length - 1] == '0') after--, length--;
    if (!read_digits(text, point, p) || (pointed && !read_digits(text + point + 1, after, p))) return false;
    for (*q = 1; after > 0; after--)
        if (__builtin_mul_overflow(*q, 10, q)) return false;
    return true;
}

bool hbs_read_rational(const char *text, size_t length, int64_t *numerator, int64_t *denominator) {
    const bool negative = length > 0 && text[0] == '-';
    text += negative;
    length -= negative;
    const size_t slash = position(text, length, '/');
    int64_t p = 0, q = 0;
    if (slash < length ? !read_fraction(text, length, slash, &p, &q) : !read_decimal(text, length, &p, &q)) return false;
    const int64_t common = p ? (int64_t)hbs_gcd((uint64_t)p, (uint64_t)q) : q;
    *numerator = negative ? -(p / common) : p / common;
    *denominator = q / common;
    return true;
}

hbs_status hbs_print_rational(hbs_bytes *out, int64_t numerator, int64_t denominator, hbs_error *error) {
    assert(denominator > 0);
    int64_t scale = 1, scaled;
    int digits = 0;
    while (scale % denominator && digits < 18) scale *= 10, digits++;
    if (scale % denominator || __builtin_mul_overflow(numerator, scale / denominator, &scaled))
        return hbs_bytes_print(out, error, "%lld/%lld", (long long)numerator, (long long)denominator);
    const uint64_t size = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled, unit = (uint64_t)scale;
    if (!digits) return hbs_bytes_print(out, error, "%lld", (long long)scaled);
    return hbs_bytes_print(out, error, "%s%llu.%0*llu", scaled < 0 ? "-" : "", (unsigned long long)(size / unit), digits, (unsigned long long)(size % unit));
}
