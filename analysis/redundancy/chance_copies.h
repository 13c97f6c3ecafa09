/* How many copies chance would make: from the sizes of spaces where they are large, else from the reference. */
#ifndef HBS_ANALYSIS_REDUNDANCY_CHANCE_COPIES_H
#define HBS_ANALYSIS_REDUNDANCY_CHANCE_COPIES_H

#include "analysis/redundancy/copies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Groups of one kind together; a group is what has one signature and one label. Copies of one family are known to be copies, and no repeats: of each family that holds something its first copy of it counts. */
typedef struct hbs_copy_stratum {
    uint64_t instances, repeats; /* where they are held against the reference, instances without copies of their own family */
    double expected; /* at most; NAN: not known for some */
    double variance; /* of the number of repeats, where they are held against the reference */
} hbs_copy_stratum;

/* Large spaces are weighed by themselves, all others against the reference: their instances are marked as compared. Of unknown labels no reference can tell: they count
 * in large spaces only. */
void hbs_chance_divide(hbs_copies *copies, hbs_sameness by, hbs_copy_stratum *large, hbs_copy_stratum *small);
/* Marks in the reference what stands for what is compared in `own`, instance by instance (matched) or group by group, leaves out in `own` what has nothing there, and counts
 * both. */
void hbs_chance_match(hbs_copies *own, hbs_copies *reference, bool matched, hbs_sameness by, hbs_copy_stratum *here, hbs_copy_stratum *there);
/* The share of repeats here less that there; instances and repeats of one family come together. n = instances here. Neither may be without instances. */
hbs_estimate hbs_chance_excess(const hbs_copy_stratum *here, const hbs_copy_stratum *there, double level);
/* P(X >= count), X Poisson. */
double hbs_poisson_tail(uint64_t count, double mean);

#ifdef __cplusplus
}
#endif
#endif
