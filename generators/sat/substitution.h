/* Formula transformations: every variable becomes a function of new ones, every clause the clauses of what that makes of it. */
#ifndef HBS_GENERATORS_SAT_SUBSTITUTION_H
#define HBS_GENERATORS_SAT_SUBSTITUTION_H

#include "generators/sat/craft.h"

/* As hbs_generator.check, for the text parameter. */
hbs_status hbs_craft_check_substitution(hbs_unit *unit, uint32_t parameter);

#define HBS_SUBSTITUTION_PARAMETER                                                                                                         \
    {                                                                                                                                      \
        "substitution", HBS_TEXT, 0, 0, "none", "every variable becomes a function of new ones: xor:2, or:2, and:2, maj:3, eq:2, neq:3, ite, " \
                                                "one:3, exact:3:2, atleast:3:2, atmost:3:1, anybut:3:1, lift:2, flip"                      \
    }

/* Replaces the formula, and the model when there is one, as the text says. Functions are not constant, so the label stays. */
hbs_status hbs_craft_substitute(hbs_craft *craft, const char *text);

#endif
