/* A formula without the variables that no clause uses, so that memory goes with the formula and not with the count in its header. */
#ifndef HBS_ANALYSIS_COMPACT_H
#define HBS_ANALYSIS_COMPACT_H

#include "solvers/used_variables.h"

typedef struct hbs_compact {
    hbs_used_variables names;
    hbs_cnf formula;
} hbs_compact;                /* {0} is valid; memory is reused */

void hbs_compact_free(hbs_compact *compact);
/* *out is `cnf` itself when it uses a fair share of its variables, else a copy in `compact` whose variables are the used ones, numbered through in
 * their old order; valid as long as both. O(L log L). */
hbs_status hbs_compact_formula(hbs_compact *compact, const hbs_cnf *cnf, const hbs_cnf **out, hbs_error *error);

#endif
