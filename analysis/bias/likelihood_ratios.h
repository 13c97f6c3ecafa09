/* Distances of a law P from uniform U, from instances drawn by P whose likelihood ratios r = P/U are known. */
#ifndef HBS_ANALYSIS_BIAS_LIKELIHOOD_RATIOS_H
#define HBS_ANALYSIS_BIAS_LIKELIHOOD_RATIOS_H

#include <stddef.h>
#include <stdint.h>

#include "core/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_distance { HBS_DISTANCE_KL, HBS_DISTANCE_TV, HBS_DISTANCE_CHI2 } hbs_distance;

/* Which share of a signature's uniform instances has the label; draws 0: exactly, else as so many uniform draws say. */
typedef struct hbs_known_share {
    double share;
    uint64_t draws;
} hbs_known_share;

typedef struct hbs_ratios {
    const double *bits;              /* log2 r */
    const size_t *signature;         /* of each */
    size_t count;
    const hbs_known_share *share;    /* by signature: against uniform given the label, where r becomes r times the share; NULL: against uniform */
    size_t signatures;
} hbs_ratios;

/* KL = mean log2 r, in bits; TV = mean (1 - 1/r)+, the mass that P has beyond U; chi^2 = mean r - 1. Limits: Student's t, of the variance over instances and that of drawn shares (delta
 * method: shares of 200 draws and more are near enough to their truth). NAN limits below two instances. O(count). */
hbs_estimate hbs_ratio_distance(const hbs_ratios *ratios, hbs_distance of, double level);

#ifdef __cplusplus
}
#endif
#endif
