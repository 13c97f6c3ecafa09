/* Numbering a drawn pair of queries as its payload does, so that a witness speaks of the numbers that a reader of the payload sees. */
#ifndef HBS_GENERATORS_RENAMING_RENUMBER_H
#define HBS_GENERATORS_RENAMING_RENUMBER_H

#include "generators/unit.h"

/* Relations and constants by first use, variables by first occurrence (head first), those that occur nowhere dropped; a homomorphism in the
 * certificate is renumbered alike. HBS_ERROR_FAULT: a head variable that no atom uses. O(size). */
hbs_status hbs_drawn_renumber(hbs_drawn *drawn, hbs_error *error);

#endif
