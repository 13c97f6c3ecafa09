/* Which part makes which unit. After every instance each part should have made its share of them; the part that lags most comes next, if what then
 * remains can still be filled exactly by whole units. Everything is in exact fractions, so any machine and any shard finds the same schedule. */
#include <assert.h>

#include "generators/numbers.h"
#include "generators/spec.h"

__extension__ typedef __int128 wide;

#define TABLE 128u   /* with unit sizes up to 8 every larger multiple of their greatest common divisor can be filled (Frobenius: at most 7 * 8) */

/* Is `count` a sum of unit sizes? */
static bool fillable(const hbs_spec *spec, uint64_t count) {
    bool sum[TABLE] = {true};
    uint64_t common = 0;
    for (size_t p = 0; p < spec->parts; p++) common = hbs_gcd(common, spec->part[p].generator->instances_per_unit);
    if (count >= TABLE) return count % common == 0;
    for (size_t c = 1; c <= count; c++)
        for (size_t p = 0; p < spec->parts && !sum[c]; p++) {
            const uint32_t size = spec->part[p].generator->instances_per_unit;
            sum[c] = c >= size && sum[c - size];
        }
    return sum[count];
}

hbs_status hbs_schedule_start(hbs_schedule *schedule, const hbs_spec *spec, uint64_t count, hbs_error *error) {
    if (spec->parts == 0) return hbs_raise(error, HBS_ERROR_USAGE, "nothing to make: the spec has no parts");
    if (count > INT64_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "%llu instances: at most %lld are possible", (unsigned long long)count,
            (long long)INT64_MAX);
    if (!fillable(spec, count)) {
        uint64_t below = count, above = count;
        while (!fillable(spec, below)) below--;
        while (!fillable(spec, above)) above++;
        return hbs_raise(error, HBS_ERROR_USAGE, "%llu instances cannot be made of whole units (twins come together): ask for %llu or %llu",
                (unsigned long long)count, (unsigned long long)below, (unsigned long long)above);
    }
    *schedule = (hbs_schedule){.spec = spec, .count = count};
    return HBS_OK;
}

/* share * idx - made over the share's denominator. */
static wide lag_numerator(const hbs_schedule *schedule, size_t p) {
    const hbs_part *const part = &schedule->spec->part[p];
    return (wide)part->share_numerator * (wide)schedule->idx - (wide)schedule->made[p] * (wide)part->share_denominator;
}

static bool lags_more(const hbs_schedule *schedule, size_t a, size_t b) {
    return lag_numerator(schedule, a) * (wide)schedule->spec->part[b].share_denominator > lag_numerator(schedule,
            b) * (wide)schedule->spec->part[a].share_denominator;
}

int hbs_schedule_next(hbs_schedule *schedule, uint64_t *unit, uint64_t *idx) {
    const uint64_t left = schedule->count - schedule->idx;
    int next = -1;
    for (size_t p = 0; p < schedule->spec->parts; p++) {
        const uint32_t size = schedule->spec->part[p].generator->instances_per_unit;
        if (size > left || !fillable(schedule->spec, left - size)) continue;
        if (next < 0 || lags_more(schedule, p, (size_t)next)) next = (int)p;
    }
    if (next < 0) return -1;
    *unit = schedule->unit++;
    *idx = schedule->idx;
    const uint32_t size = schedule->spec->part[next].generator->instances_per_unit;
    schedule->idx += size;
    schedule->made[next] += size;
    return next;
}

uint64_t hbs_schedule_units(const hbs_spec *spec, uint64_t count) {
    hbs_schedule schedule = {.spec = spec, .count = count};
    uint64_t unit, idx, units = 0;
    if (spec->parts == 0) return 0;
    const uint32_t first = spec->part[0].generator->instances_per_unit;
    bool same = true;
    for (size_t p = 1; p < spec->parts; p++) same = same && spec->part[p].generator->instances_per_unit == first;
    if (same) return count / first;
    while (hbs_schedule_next(&schedule, &unit, &idx) >= 0) units++;
    return units;
}
