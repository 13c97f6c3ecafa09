/* Exact moments of integers: sums in 128 bits, so mean, standard deviation and skewness depend neither on the order of the items
 * nor on the machine. Deviations from a pivot near the mean keep the third moment free of cancellation. */
#ifndef HBS_ANALYSIS_FEATURES_MOMENTS_H
#define HBS_ANALYSIS_FEATURES_MOMENTS_H

#include <stdint.h>

__extension__ typedef __int128 hbs_wide;

typedef struct hbs_moments {
    uint64_t count;
    int64_t pivot, least, greatest;
    hbs_wide sum, squares, cubes;   /* of item - pivot */
} hbs_moments;

void hbs_moments_start(hbs_moments *moments, int64_t pivot);
/* |item - pivot| <= 2^32, at most 2^31 items. */
void hbs_moments_add(hbs_moments *moments, int64_t item);
/* The same item `times` times, in one step. */
void hbs_moments_repeat(hbs_moments *moments, int64_t item, uint64_t times);

/* NAN without items; the skewness also when all items are equal. `unit` divides the items: mean of item / unit. */
double hbs_moments_mean(const hbs_moments *moments, double unit);
/* Population standard deviation (divides by the count). */
double hbs_moments_sd(const hbs_moments *moments, double unit);
double hbs_moments_least(const hbs_moments *moments, double unit);
double hbs_moments_greatest(const hbs_moments *moments, double unit);
/* Mean cubed deviation over the cubed standard deviation. */
double hbs_moments_skewness(const hbs_moments *moments);

#endif
