/* What names in the results mean, for the help of the verbs that print them. */
#ifndef HBS_TOOLS_ANALYZE_NAMING_H
#define HBS_TOOLS_ANALYZE_NAMING_H

#include "core/status.h"

/* Each on standard output, with what its descriptor says of it. */
hbs_status naming_deciders(hbs_error *error);
hbs_status naming_features(hbs_error *error);
/* The list of features is long: where it is. */
hbs_status naming_where(hbs_error *error);

#endif
