/* Distances from likelihood ratios: values by hand, variances against resampled shares, and a law whose distances are known. */
#include "analysis/bias/likelihood_ratios.h"

#include <math.h>

#include "core/rng.h"
#include "tests/unit/test.h"

/* r = 2, 1/2, 4, 1 */
static const double bits[] = {1, -1, 2, 0};
static const size_t signature[] = {0, 0, 1, 1};

static void by_hand(void) {
    const hbs_ratios r = {bits, signature, 4, NULL, 2};
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_KL, .95).estimate, .5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_TV, .95).estimate, (.5 + .75) / 4, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_CHI2, .95).estimate, (2 + .5 + 4 + 1) / 4 - 1, 1e-12);
    const hbs_estimate kl = hbs_ratio_distance(&r, HBS_DISTANCE_KL, .9);
    const double half = hbs_student_quantile(.95, 3) * sqrt((.25 + 2.25 + 2.25 + .25) / 3 / 4);
    CU_ASSERT_DOUBLE_EQUAL(kl.ci_low, .5 - half, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(kl.ci_high, .5 + half, 1e-12);
    CU_ASSERT(kl.n == 4 && kl.level == .9);
}

/* Exact shares 1/2 and 1/4: r becomes 1, 1/4, 1, 1/4. */
static void given_a_label(void) {
    const hbs_known_share share[] = {{.5, 0}, {.25, 0}};
    const hbs_ratios r = {bits, signature, 4, share, 2};
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_KL, .95).estimate, -1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_TV, .95).estimate, 0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(hbs_ratio_distance(&r, HBS_DISTANCE_CHI2, .95).estimate, 2.5 / 4 - 1, 1e-12);
}

static void too_few(void) {
    hbs_ratios r = {bits, signature, 1, NULL, 2};
    CU_ASSERT(hbs_ratio_distance(&r, HBS_DISTANCE_KL, .95).estimate == 1 && isnan(hbs_ratio_distance(&r, HBS_DISTANCE_KL, .95).ci_low));
    r.count = 0;
    CU_ASSERT(isnan(hbs_ratio_distance(&r, HBS_DISTANCE_TV, .95).estimate));
}

static double estimate_at(const double share[2], hbs_distance of) {
    const hbs_known_share known[] = {{share[0], 0}, {share[1], 0}};
    const hbs_ratios r = {bits, signature, 4, known, 2};
    return hbs_ratio_distance(&r, of, .95).estimate;
}

/* What drawn shares add to the variance is that of the estimate over shares drawn again and again. */
static void drawn_shares_widen(void) {
    enum { DRAWS = 2000, TIMES = 2000 };
    const hbs_known_share drawn[] = {{.8, DRAWS}, {.6, DRAWS}}, exact[] = {{.8, 0}, {.6, 0}};
    const hbs_ratios wide = {bits, signature, 4, drawn, 2}, narrow = {bits, signature, 4, exact, 2};
    for (hbs_distance of = HBS_DISTANCE_KL; of <= HBS_DISTANCE_CHI2; of++) {
        const hbs_estimate a = hbs_ratio_distance(&wide, of, .95), b = hbs_ratio_distance(&narrow, of, .95);
        const double t = hbs_student_quantile(.975, 3), added = pow((a.ci_high - a.estimate) / t, 2) - pow((b.ci_high - b.estimate) / t, 2);
        hbs_rng rng;
        double sum = 0, squares = 0;
        hbs_rng_seed(&rng, 3, of, HBS_LANE_INSTANCE);
        for (int i = 0; i < TIMES; i++) {
            unsigned yes[2] = {0, 0};
            for (int k = 0; k < 2 * DRAWS; k++) yes[k & 1] += hbs_rng_below(&rng, 10) < (k & 1 ? 6 : 8);
            const double share[2] = {yes[0] / (double)DRAWS, yes[1] / (double)DRAWS}, x = estimate_at(share, of);
            sum += x, squares += x * x;
        }
        const double variance = squares / TIMES - pow(sum / TIMES, 2);
        CU_ASSERT(a.estimate == b.estimate && fabs(added / variance - 1) < .15); /* 4.7 standard errors of the variance */
    }
}

const hbs_test hbs_tests[] = {
    {"by hand", by_hand},
    {"given a label", given_a_label},
    {"too few", too_few},
    {"drawn shares widen the limits by what they vary", drawn_shares_widen},
    {NULL, NULL},
};
