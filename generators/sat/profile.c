/* Reading clause-length profiles, by hand and whole: a length may come once, counts are positive. Numbers of clauses are exact: ratio * n in 128 bits. */
#include "generators/sat/profile.h"

#include <string.h>

#include "generators/numbers.h"

__extension__ typedef __int128 wide;

static bool has_length(const hbs_profile *profile, int64_t length) {
    for (size_t i = 0; i < profile->lengths; i++)
        if (profile->item[i].length == length) return true;
    return false;
}

/* One "length:count". */
static hbs_status read_pair(const char *text, size_t size, hbs_profile *out, hbs_error *error) {
    const char *const colon = memchr(text, ':', size);
    int64_t length, count;
    if (!colon || !hbs_read_integer(text, (size_t)(colon - text), &length) || !hbs_read_integer(colon + 1, size - (size_t)(colon - text) - 1, &count))
        return hbs_raise(error, HBS_ERROR_USAGE, "lengths: `%.*s` is not length:count; write lengths=2:10,3:80", (int)(size > 64 ? 64 : size), text);
    if (length < 0 || length > (int64_t)HBS_CNF_VARIABLES_MAX || count < 1 || count > HBS_CLAUSES_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "lengths: `%.*s` is out of range: counts are 1..%lld", (int)(size > 64 ? 64 : size), text,
                (long long)HBS_CLAUSES_MAX);
    if (has_length(out, length)) return hbs_raise(error, HBS_ERROR_USAGE, "lengths: length %lld comes twice; add the counts", (long long)length);
    if (out->lengths == HBS_PROFILE_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "lengths: more than %u lengths", HBS_PROFILE_MAX);
    out->item[out->lengths++] = (hbs_length_count){.length = (uint32_t)length, .count = (size_t)count};
    return HBS_OK;
}

hbs_status hbs_profile_read(const char *text, hbs_profile *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    out->lengths = 0;
    for (const char *at = text;; at++) {
        const size_t size = strcspn(at, ",");
        HBS_TRY(read_pair(at, size, out, error));
        at += size;
        if (!*at) break;
    }
done:
    return status;
}

/* floor(ratio * n + halves/2). */
static hbs_status read_clauses(hbs_unit *unit, uint32_t m, uint32_t ratio, int64_t n, int halves, int64_t *out) {
    int64_t p, q;
    *out = hbs_unit_integer(unit, m);
    if (*out) return HBS_OK;
    hbs_unit_rational(unit, ratio, &p, &q);
    const wide clauses = ((wide)2 * p * n + (wide)halves * q) / ((wide)2 * q);
    if (clauses > HBS_CLAUSES_MAX) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "ratio * n is more than %lld: lower ratio or n", (long long)HBS_CLAUSES_MAX);
    *out = (int64_t)clauses;
    return HBS_OK;
}

hbs_status hbs_read_clauses(hbs_unit *unit, uint32_t m, uint32_t ratio, int64_t n, int64_t *out) { return read_clauses(unit, m, ratio, n, 1, out); }

hbs_status hbs_read_clauses_cut(hbs_unit *unit, uint32_t m, uint32_t ratio, int64_t n, int64_t *out) { return read_clauses(unit, m, ratio, n, 0, out); }
