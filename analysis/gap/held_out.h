/* Rows held out of a fit, the rows of the reference that stand for them, and the units that make both into clusters. */
#ifndef HBS_ANALYSIS_GAP_HELD_OUT_H
#define HBS_ANALYSIS_GAP_HELD_OUT_H

#include "analysis/gap/accuracy.h"
#include "analysis/features/feature_table.h"

/* held_out[row] = the row's unit is in the second half of a seeded division of the units; whole units only. The first half has the odd one. */
hbs_status hbs_halve_units(const hbs_feature_table *table, uint64_t seed, bool *held_out, hbs_error *error);
/* The same for the rows that are not settled; those that are stay where held_out has them. */
hbs_status hbs_halve_rest(const hbs_feature_table *table, uint64_t seed, const bool *settled, bool *held_out, hbs_error *error);
/* Settles the rows of `table` that have relatives in `other` (hbs_feature_table.lineage): they are held out where those are. Units of both are whole. */
hbs_status hbs_follow_relatives(const hbs_feature_table *table, const hbs_feature_table *other, const bool *other_held_out, bool *settled, bool *held_out,
                                hbs_error *error);
/* Rows of a table, picked by a mask: of a reference that stands for the table, these are all that a trial needs (an hbs_want_row). */
typedef struct hbs_masked_rows {
    const hbs_feature_table *table;
    const bool *mask;
} hbs_masked_rows;
bool hbs_is_masked_row(const void *masked_rows, uint64_t idx);
/* Both labels among the rows with mask[row] == wanted? */
bool hbs_has_both_labels(const hbs_feature_table *table, const bool *mask, bool wanted);

typedef struct hbs_trial {
    const hbs_feature_table *own, *reference; /* borrowed; reference may be NULL */
    bool matched;
    uint32_t *own_cluster, *reference_cluster; /* UINT32_MAX: not used */
    size_t *partner;                           /* matched: row of `own` that a row of the reference stands for, or SIZE_MAX */
    bool *has_partner;
    size_t clusters;
} hbs_trial;

/* `ever[row]`: held out in some repeat. matched: rows of the reference stand for rows of `own` with the same idx and join their units; else their
 * units are clusters of their own, but for
 * relatives of units of `own`, which join these. */
hbs_status hbs_trial_open(hbs_trial *out, const hbs_feature_table *own, const hbs_feature_table *reference, bool matched, const bool *ever,
                          hbs_error *error);
void hbs_trial_close(hbs_trial *trial);
/* Adds the predictions of one repeat to score (clusters as in the trial). guess: label of a row of features, 0 or 1. Rows of unknown label are left
 * out. */
typedef int (*hbs_guess)(void *context, const double *values);
void hbs_trial_score(const hbs_trial *trial, const bool *held_out, hbs_guess guess, void *context, unsigned repeat, hbs_score *score);

#endif
