/* Signatures of an exact law while it is filled. */
#ifndef HBS_ANALYSIS_EXACT_GROUPS_H
#define HBS_ANALYSIS_EXACT_GROUPS_H

#include "analysis/exact.h"

/* The group of the member's signature, a new one without mass where there is none; *signature is then taken over. */
hbs_status hbs_exact_group_of(hbs_exact_law *law, unsigned member, hbs_signature *signature, size_t *out, hbs_error *error);
/* Groups by member, likeliest first; cells by group, in the order of their starts. O((groups + cells) log). */
hbs_status hbs_exact_sort(hbs_exact_law *law, hbs_error *error);

#endif
