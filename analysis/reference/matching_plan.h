/* What is settled for a whole dataset before its reference is drawn: sets or sequences, and labels that signatures cannot be expected to have. */
#ifndef HBS_ANALYSIS_REFERENCE_MATCHING_PLAN_H
#define HBS_ANALYSIS_REFERENCE_MATCHING_PLAN_H

#include "analysis/reference/matched_draw.h"
#include "analysis/measure.h"
#include "generators/spec.h"

#define HBS_PLAN_SHARED 8u  /* a signature with this many instances of one label is tried once for all of them */
#define HBS_PLAN_PILOTS 64u /* of each label: signatures tried first, to see how much of the search is in vain */
#define HBS_PLAN_VAIN 50u   /* so many whole searches in vain, and HBS_PLAN_FRUITFUL times the work of those that find, are all that a reference may cost; */
#define HBS_PLAN_FRUITFUL 1u /* where more is to be expected, each search gets less */

typedef struct hbs_shared_match {
    uint64_t signature; /* hash */
    int label;
    bool distinct;
    uint64_t instances, first; /* how many; the first one's idx */
    bool tried;
    hbs_match match;           /* of the trial */
} hbs_shared_match;

typedef struct hbs_matching_plan {
    bool sequences[HBS_PARTS_MAX]; /* by part: sequences rather than sets of distinct clauses */
    bool as_sets;                  /* the user says that they are sets: formulas that repeat a clause are none */
    hbs_shared_match *shared;      /* sorted; only what was tried and not found is kept */
    size_t count;
    hbs_match_limits limits;       /* of each search */
    bool is_cut;                   /* they are lower than asked for, to keep the whole within bounds */
} hbs_matching_plan;

/* What the options ask for, or the defaults. */
hbs_match_limits hbs_match_limits_asked(const hbs_measure_options *options);

/* Does a clause repeat, as a set of literals? Tautologies do not count. O(L log L). */
hbs_status hbs_formula_repeats(const hbs_cnf *formula, bool *repeats, hbs_error *error);

/* Sequences where the spec says distinct=no or a formula of the part repeats a clause. Depends on the dataset, the seed and nothing else. */
hbs_status hbs_matching_plan_make(hbs_matching_plan *out, hbs_catalog *catalog, const hbs_dataset *dataset, uint64_t seed,
                                  const hbs_measure_options *options, hbs_error *error);
void hbs_matching_plan_free(hbs_matching_plan *plan);
/* By the parameter `distinct` of the dataset's spec alone: true where it says sequences, else as it was. */
void hbs_sequences_by_spec(const hbs_dataset *dataset, bool sequences[HBS_PARTS_MAX]);
/* The trial that found nothing for this signature and label, or NULL: draw. */
const hbs_match *hbs_plan_gave_up(const hbs_matching_plan *plan, uint64_t signature, int label, bool distinct);

#endif
