/* Which share of a signature's space has label 1. */
#ifndef HBS_ANALYSIS_LABEL_SHARE_H
#define HBS_ANALYSIS_LABEL_SHARE_H

#include "analysis/bias.h"
#include "analysis/space_labels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_label_share {
    bool exact;          /* counted over the whole space; else from `draws` uniform draws, decided exactly */
    double share;
    uint64_t yes, draws, undecided;
} hbs_label_share;

/* `stream`: streams of the draws, apart for each signature. More than one draw in a hundred undecided: the share is NAN. The draws depend on the dataset's digest and the seed. */
hbs_status hbs_label_share_of(const hbs_bias_work *work, hbs_space_labels *labels, const hbs_signature *signature, hbs_collection of, uint64_t stream, uint64_t draws, hbs_label_share *out,
                              hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
