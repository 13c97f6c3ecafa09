/* Likelihood ratios of the instances of one part of a dataset, whose generator states its density by models. */
#ifndef HBS_ANALYSIS_BIAS_PART_RATIOS_H
#define HBS_ANALYSIS_BIAS_PART_RATIOS_H

#include "analysis/bias/bias.h"
#include "analysis/bias/label_share.h"
#include "analysis/bias/likelihood_ratios.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_PART_SIGNATURES_MAX 64u

typedef struct hbs_part_ratios {
    uint32_t part;
    double *bits;              /* log2 r, those that were counted */
    size_t *signature;         /* of each */
    uint64_t *idx;
    size_t count, uncounted;
    uint64_t first[HBS_PART_SIGNATURES_MAX]; /* idx of an instance of each signature */
    size_t signatures;         /* more than HBS_PART_SIGNATURES_MAX: too many for shares */
    hbs_known_share share[HBS_PART_SIGNATURES_MAX]; /* of label 1, once hbs_part_shares has found them */
    hbs_label_share first_share; /* of the first signature */
    bool drawn;                /* some share is not exact */
    uint64_t draws;            /* wanted for each that is not */
} hbs_part_ratios;             /* {0} is valid */

void hbs_part_ratios_free(hbs_part_ratios *ratios);
/* Does the part's generator state its density by models, of what it may be asked for? */
bool hbs_part_goes_by_models(const hbs_spec *spec, uint32_t part);
/* By signature. */
hbs_status hbs_part_ratios_of(const hbs_bias_sample *sample, uint32_t part, hbs_part_ratios *out, hbs_error *error);
/* *known false: there are too many signatures, or a share could not be found. */
hbs_status hbs_part_shares(const hbs_bias_work *work, hbs_part_ratios *ratios, bool *known, hbs_error *error);
/* The ratios for hbs_ratio_distance. */
hbs_ratios hbs_part_as_ratios(const hbs_part_ratios *ratios, bool given_label);
/* U/P given label 1, as a multiple of their mean. O(count) all together: pass what the first call leaves in *mean, which begins as 0. */
double hbs_part_weight(const hbs_part_ratios *ratios, size_t i, double *mean);

#ifdef __cplusplus
}
#endif
#endif
