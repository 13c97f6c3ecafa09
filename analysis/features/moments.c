/* Moments of integers from exact sums. A feature that is invariant under renaming must not change in its last bit when the
 * variables come in another order, or equal fingerprints stop being equal; floating-point sums do not give that, integer sums do.
 * Only the last few operations round, each one correctly (IEEE 754 division and square root). */
#include "analysis/features/moments.h"

#include <math.h>

void hbs_moments_start(hbs_moments *moments, int64_t pivot) {
    *moments = (hbs_moments){.pivot = pivot, .least = INT64_MAX, .greatest = INT64_MIN};
}

void hbs_moments_add(hbs_moments *moments, int64_t item) { hbs_moments_repeat(moments, item, 1); }

void hbs_moments_repeat(hbs_moments *moments, int64_t item, uint64_t times) {
    const hbs_wide deviation = (hbs_wide)item - moments->pivot, weight = (hbs_wide)times;
    if (!times) return;
    moments->count += times;
    moments->sum += weight * deviation;
    moments->squares += weight * deviation * deviation;
    /* 2^31 items of size 2^32 stay below 2^127. */
    moments->cubes += weight * deviation * deviation * deviation;
    if (item < moments->least) moments->least = item;
    if (item > moments->greatest) moments->greatest = item;
}

double hbs_moments_mean(const hbs_moments *moments, double unit) {
    if (!moments->count) return NAN;
    const hbs_wide total = moments->sum + (hbs_wide)moments->pivot * (hbs_wide)moments->count;
    return (double)total / (double)moments->count / unit;
}

/* count^2 times the population variance: an integer. */
static double scaled_variance(const hbs_moments *moments) {
    return (double)((hbs_wide)moments->count * moments->squares - moments->sum * moments->sum);
}

double hbs_moments_sd(const hbs_moments *moments, double unit) {
    if (!moments->count) return NAN;
    return sqrt(scaled_variance(moments)) / (double)moments->count / unit;
}

double hbs_moments_least(const hbs_moments *moments, double unit) { return moments->count ? (double)moments->least / unit : NAN; }

double hbs_moments_greatest(const hbs_moments *moments, double unit) { return moments->count ? (double)moments->greatest / unit : NAN; }

double hbs_moments_skewness(const hbs_moments *moments) {
    if (!moments->count) return NAN;
    const double count = (double)moments->count, scaled = scaled_variance(moments);
    if (!(scaled > 0)) return NAN;
    const double mean = (double)moments->sum / count, square = (double)moments->squares / count, cube = (double)moments->cubes / count;
    const double variance = scaled / count / count, third = cube - 3 * mean * square + 2 * mean * mean * mean;
    return third / (variance * sqrt(variance));
}
