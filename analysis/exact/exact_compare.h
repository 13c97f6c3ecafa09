/* An exact law against uniform ones, signature by signature. */
#ifndef HBS_ANALYSIS_EXACT_EXACT_COMPARE_H
#define HBS_ANALYSIS_EXACT_EXACT_COMPARE_H

#include "analysis/exact/distances.h"
#include "analysis/exact/exact.h"
#include "analysis/exact/space_labels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_exact_reference {
    HBS_REFERENCE_NO = 0,     /* the law given label 0 against uniform given label 0 */
    HBS_REFERENCE_YES,
    HBS_REFERENCE_UNIFORM,    /* the law against uniform over the signature's space */
    HBS_REFERENCE_CLASSES     /* SAT sets: against a uniform class up to renaming and flips, then a uniform member of it */
} hbs_exact_reference;
#define HBS_REFERENCES 4u

/* What a cut may still change. TV, support share and collision lie in low .. high whatever the left-over mass does; KL(P||U) too, in bits (NaN where there is
 * no such bound). */
typedef struct hbs_exact_range {
    double tv[2], support_share[2], collision[2], kl[2];
} hbs_exact_range;

typedef struct hbs_exact_comparison {
    bool known;               /* else `why` says what is missing */
    bool cut;                 /* some mass of the law was left over: see range */
    char why[256];
    mpz_t size;               /* instances that the reference is over; classes for HBS_REFERENCE_CLASSES */
    mpq_t share;              /* of the group's mass: the label's, or 1 */
    hbs_distances distances;  /* of the mass that was found */
    hbs_exact_range range;
} hbs_exact_comparison;
void hbs_exact_comparison_new(hbs_exact_comparison *comparison);
void hbs_exact_comparison_free(hbs_exact_comparison *comparison);

hbs_status hbs_exact_compare(const hbs_exact_law *law, size_t group, hbs_exact_reference reference, hbs_space_labels *labels, hbs_exact_comparison *out, hbs_error *error);

/* One member of the unit over all its signatures, each against uniform over its own space with the generator's own law of signatures: TV and KL are then means over
 * signatures. Of the mass that was found. */
typedef struct hbs_exact_overall {
    bool known;               /* tv and kl_bits: the size of every signature's space is */
    mpq_t mass, tv, label_1;
    mpq_t reference_label_1;  /* share of label 1 among uniform instances of the same sizes; only where it is known */
    bool reference_known;
    double kl_bits;
} hbs_exact_overall;
void hbs_exact_overall_new(hbs_exact_overall *overall);
void hbs_exact_overall_free(hbs_exact_overall *overall);
hbs_status hbs_exact_overall_of(const hbs_exact_law *law, unsigned member, hbs_space_labels *labels, hbs_exact_overall *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
