/* Signatures and kinds of an exact law while it is filled: groups, then kinds of cells in them, then hbs_exact_finish. */
#ifndef HBS_ANALYSIS_EXACT_EXACT_GROUPS_H
#define HBS_ANALYSIS_EXACT_EXACT_GROUPS_H

#include "analysis/exact/exact.h"

/* The group of the member's signature, a new one where there is none; *signature is then taken over. */
hbs_status hbs_exact_group_of(hbs_exact_law *law, unsigned member, hbs_signature *signature, size_t *out, hbs_error *error);
/* One more cell of this kind, a new one where there is none. Expected O(limbs of the numbers). */
hbs_status hbs_exact_count_kind(hbs_exact_law *law, size_t group, int label, const mpq_t mass, const mpz_t members, uint32_t *out, hbs_error *error);
/* Groups by member, likeliest first, kinds and cells by group in the order in which they came; sums of the groups from their kinds. O(groups log groups + kinds + cells). */
hbs_status hbs_exact_finish(hbs_exact_law *law, hbs_error *error);

#endif
