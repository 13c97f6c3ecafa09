/* Formula transformations: every variable becomes a function of new ones, every clause the clauses of what that makes of it. */
#ifndef HBS_GENERATORS_SAT_SUBSTITUTION_H
#define HBS_GENERATORS_SAT_SUBSTITUTION_H

#include "generators/sat/craft.h"

/* HBS_ERROR_USAGE when the text names no function. */
hbs_status hbs_check_substitution(const char *text, hbs_error *error);
/* Replaces the formula, and the model when there is one, as the text says. Functions are not constant, so the label stays. */
hbs_status hbs_craft_substitute(hbs_craft *craft, const char *text);

#endif
