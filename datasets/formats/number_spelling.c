/* A number's value is its digits without zeros at either end, times a power of ten; it is written plainly while that is short. */
#include "datasets/formats/number_spelling.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define EXPONENT_MAX 1000000
#define PLAIN_MAX 40         /* zeros to write out */

typedef struct decimal {
    hbs_bytes digits;        /* without zeros at either end; none: zero */
    int64_t exponent;        /* of ten, of the last digit */
    bool negative;
} decimal;

static hbs_status read_decimal(const char *text, size_t length, decimal *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool behind_dot = false;
    size_t i = 0, zeros = 0;
    if (i < length && text[i] == '-') out->negative = true, i++;
    for (; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
        if (text[i] == '.') {
            behind_dot = true;
            continue;
        }
        out->exponent -= behind_dot;
        if (text[i] == '0') {
            zeros += out->digits.size > 0;
            continue;
        }
        for (; zeros; zeros--) HBS_TRY(hbs_bytes_append(&out->digits, "0", 1, error));
        HBS_TRY(hbs_bytes_append(&out->digits, &text[i], 1, error));
    }
    out->exponent += (int64_t)zeros;
    if (i < length) {
        const long long given = strtoll(text + i + 1, NULL, 10);
        if (given > EXPONENT_MAX || given < -EXPONENT_MAX) HBS_FAIL(error, HBS_ERROR_INPUT, "an exponent beyond %d", EXPONENT_MAX);
        out->exponent += given;
    }
done:
    return status;
}

static hbs_status print_zeros(hbs_bytes *out, int64_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (; count > 0 && status == HBS_OK; count--) status = hbs_bytes_append(out, "0", 1, error);
    return status;
}

static hbs_status print_decimal(const decimal *d, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *const digits = (const char *)d->digits.data;
    const int64_t size = (int64_t)d->digits.size, whole = size + d->exponent;   /* digits before the dot */
    if (!size) return hbs_bytes_append(out, "0", 1, error);
    if (d->negative) HBS_TRY(hbs_bytes_append(out, "-", 1, error));
    if (d->exponent > PLAIN_MAX || whole < -PLAIN_MAX) {
        HBS_TRY(hbs_bytes_append(out, digits, (size_t)size, error));
        HBS_TRY(hbs_bytes_print(out, error, "e%" PRId64, d->exponent));
        return HBS_OK;
    }
    if (whole <= 0) HBS_TRY(hbs_bytes_append(out, "0.", 2, error));
    HBS_TRY(print_zeros(out, -whole, error));
    for (int64_t i = 0; i < size; i++) {
        if (i && i == whole) HBS_TRY(hbs_bytes_append(out, ".", 1, error));
        HBS_TRY(hbs_bytes_append(out, &digits[i], 1, error));
    }
    HBS_TRY(print_zeros(out, d->exponent, error));
done:
    return status;
}

hbs_status hbs_number_spelling(const char *text, size_t length, hbs_bytes *out, hbs_error *error) {
    decimal d = {0};
    hbs_status status = read_decimal(text, length, &d, error);
    if (status == HBS_OK) status = print_decimal(&d, out, error);
    hbs_bytes_free(&d.digits);
    return status;
}
