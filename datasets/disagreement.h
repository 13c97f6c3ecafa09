/* Two solvers that disagree have found a fault, and the instance is what shows it. */
#ifndef HBS_DATASETS_DISAGREEMENT_H
#define HBS_DATASETS_DISAGREEMENT_H

#include "core/instance.h"

/* Writes the instance, as DIMACS or Datalog, to a new file in the working directory, disagreement-HASH.cnf or .dlog, where HASH begins its content hash, and
 * adds to the error's text, which says who disagrees, where it is, or why it could not be written. `error` may be NULL. Returns the error's code. */
hbs_status hbs_disagreement_save(const hbs_instance *instance, hbs_error *error);

#endif
