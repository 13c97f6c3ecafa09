/* Measures of bias that need no model, as descriptors: one file each, analysis/bias/NAME.c, and one line in analysis/bias/bias.c. `analyze bias` runs them all over one pass
 * through the dataset. */
#ifndef HBS_ANALYSIS_BIAS_BIAS_H
#define HBS_ANALYSIS_BIAS_BIAS_H

#include "analysis/measure.h"
#include "generators/spaces/spaces.h"
#include "generators/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_BIAS_COUNTED 4000u /* models are counted of instances below this index, unless all are asked for */

/* What is kept of an instance. */
typedef struct hbs_bias_instance {
    uint64_t idx, unit, signature; /* unit: hbs_row.family; signature: its hash */
    uint64_t stratum;              /* signature, and for pairs which constants have which part in it */
    uint64_t cell;                 /* equal for instances that are the same up to the order of clauses, or the names of variables in queries */
    double symmetries;             /* orders of its clauses, or renamings, that leave it as it is; NAN: no canonical form was found */
    double size[2];                /* SAT: variables, clauses; CQC: atoms of q1, of q2 */
    double choice_bits;            /* NAN: not known */
    double space_bits[2];          /* as sets, as sequences; NAN: not known */
    double class_bits[2];          /* the same less log2 of all orders of its clauses, or renamings */
    double ratio_bits;             /* log2 P/U by counting models, where the part's generator states that; -INFINITY: not counted within the budget; NAN: not counted */
    uint32_t part;
    int8_t label;
} hbs_bias_instance;

typedef struct hbs_bias_sample {
    hbs_bias_instance *item; /* in order of idx */
    size_t count, capacity;
    hbs_spec spec;           /* parts = 0: the dataset's spec is none of a known generator */
    bool sequences[HBS_PARTS_MAX]; /* by part: sequences of clauses rather than sets */
    hbs_as as;               /* what the user says they are */
    bool balanced;           /* made with --balance */
    bool renamed;            /* made with --rename */
    bool selected;           /* made with --distinct: repeats were refused */
    bool dropped[HBS_PARTS_MAX]; /* by part: draws whose own label was not reached within the budget are missing */
} hbs_bias_sample;

/* One at work. */
typedef struct hbs_bias_work {
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    const hbs_measure_options *options; /* complete */
    const hbs_bias_sample *sample;
    struct hbs_label_memo *counts; /* analysis/bias/label_share.h */
    hbs_findings *out;
    hbs_finding head;
} hbs_bias_work;

typedef struct hbs_bias {
    const char *name; /* "support" */
    const char *summary, *source;
    /* Appends findings of measure "bias". One that does not apply says why: hbs_bias_not_applicable. */
    hbs_status (*run)(hbs_bias_work *work, hbs_error *error);
} hbs_bias;
const hbs_bias *const *hbs_biases(void);

/* For the measures. count_all: models of all instances, not of the first HBS_BIAS_COUNTED at the most. */
hbs_status hbs_bias_sample_read(hbs_bias_sample *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, bool count_all, hbs_error *error);
/* Part of it: ratio_bits. */
hbs_status hbs_bias_count_models(hbs_bias_sample *sample, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, bool all, hbs_error *error);
void hbs_bias_sample_free(hbs_bias_sample *sample);
static inline hbs_collection hbs_bias_collection(const hbs_bias_sample *sample, const hbs_bias_instance *item) {
    if (sample->as != HBS_AS_DRAWN) return sample->as == HBS_AS_SEQUENCES ? HBS_SEQUENCES : HBS_SETS;
    return sample->sequences[item->part < HBS_PARTS_MAX ? item->part : HBS_PARTS_MAX - 1] ? HBS_SEQUENCES : HBS_SETS;
}
/* Are the part's instances taken for something else than what its generator draws? Then its stated density does not speak of them. */
static inline bool hbs_bias_taken_otherwise(const hbs_bias_sample *sample, uint32_t part) {
    return sample->spec.problem == HBS_SAT && sample->as != HBS_AS_DRAWN && (sample->as == HBS_AS_SEQUENCES) != sample->sequences[part];
}
/* Why the law of the part's instances is not that which its generator states; NULL: it is. */
const char *hbs_bias_changed_law(const hbs_bias_sample *sample, uint32_t part);
/* The signature of the dataset's instance idx. Free it. */
hbs_status hbs_bias_signature(const hbs_bias_work *work, uint64_t idx, hbs_signature *out, hbs_error *error);
/* An array of pointers to the instances, sorted; free it. */
hbs_status hbs_bias_sorted(const hbs_bias_sample *sample, int (*compare)(const void *, const void *), const hbs_bias_instance ***out, hbs_error *error);
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
hbs_status
hbs_bias_not_applicable(hbs_bias_work *work, const char *quantity, const char *subject, hbs_error *error, const char *format, ...);

#ifdef __cplusplus
}
#endif
#endif
