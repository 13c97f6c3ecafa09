/* How many instances of a signature's space have which label, and which share of it has label 1. */
#ifndef HBS_ANALYSIS_BIAS_LABEL_SHARE_H
#define HBS_ANALYSIS_BIAS_LABEL_SHARE_H

#include "analysis/bias/bias.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was counted, kept for the next measure that asks. */
typedef struct hbs_label_memo hbs_label_memo;
hbs_status hbs_label_memo_new(hbs_label_memo **out, const hbs_listener *listener, hbs_error *error);
void hbs_label_memo_free(hbs_label_memo *counts);

/* As hbs_space_labels_count, in floating point. Pairs of queries are decided one by one: a hundred thousand in all, then *known is false. */
hbs_status hbs_label_memo_of(hbs_label_memo *counts, const hbs_signature *signature, hbs_collection of, double count[2], bool *known, hbs_error *error);

typedef struct hbs_label_share {
    bool exact;          /* counted over the whole space; else from `draws` uniform draws, decided exactly */
    double share;
    uint64_t yes, draws, undecided;
} hbs_label_share;

/* `stream`: streams of the draws, apart for each signature. More than one draw in a hundred undecided: the share is NAN. The draws depend on the dataset's digest and the seed. */
hbs_status hbs_label_share_of(const hbs_bias_work *work, const hbs_signature *signature, hbs_collection of, uint64_t stream, uint64_t draws, hbs_label_share *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
