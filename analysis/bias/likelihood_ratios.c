/* A mean over instances; each drawn share adds its binomial variance times the square of the mean's slope in it. */
#include "analysis/bias/likelihood_ratios.h"

#include <math.h>

#define LN2 0.69314718055994530942

static double share_bits(const hbs_ratios *r, size_t i) { return r->share ? log2(r->share[r->signature[i]].share) : 0; }

static double term(hbs_distance of, double bits) {
    switch (of) {
    case HBS_DISTANCE_KL: return bits;
    case HBS_DISTANCE_TV: return bits > 0 ? -expm1(-bits * LN2) : 0;
    default: return expm1(bits * LN2);
    }
}

/* d term / d log(share). */
static double slope(hbs_distance of, double bits) {
    switch (of) {
    case HBS_DISTANCE_KL: return 1 / LN2;
    case HBS_DISTANCE_TV: return bits > 0 ? exp2(-bits) : 0;
    default: return exp2(bits);
    }
}

static double share_variance(const hbs_ratios *r, hbs_distance of) {
    double variance = 0;
    for (size_t s = 0; r->share && s < r->signatures; s++) {
        const double p = r->share[s].share;
        double sum = 0;
        if (!r->share[s].draws) continue;
        for (size_t i = 0; i < r->count; i++)
            if (r->signature[i] == s) sum += slope(of, r->bits[i] + log2(p));
        sum /= (double)r->count;
        variance += sum * sum * (1 - p) / (p * (double)r->share[s].draws);
    }
    return variance;
}

hbs_estimate hbs_ratio_distance(const hbs_ratios *r, hbs_distance of, double level) {
    const double n = (double)r->count;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < r->count; i++) { /* Welford 1962 */
        const double x = term(of, r->bits[i] + share_bits(r, i)), step = x - mean;
        mean += step / (double)(i + 1);
        squares += step * (x - mean);
    }
    if (!r->count) mean = NAN;
    const double variance = r->count > 1 ? squares / (n - 1) / n + share_variance(r, of) : NAN;
    const double half = r->count > 1 ? hbs_student_quantile(.5 + level / 2, n - 1) * sqrt(variance) : NAN;
    return (hbs_estimate){mean, mean - half, mean + half, level, r->count, "mean over instances, Student's t"};
}
