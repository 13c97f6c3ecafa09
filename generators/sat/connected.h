/* Whether the variable incidence graph of a formula (an edge between two variables that share a clause) is connected on all its variables. */
#ifndef HBS_GENERATORS_SAT_CONNECTED_H
#define HBS_GENERATORS_SAT_CONNECTED_H

#include "core/cnf.h"

typedef struct hbs_connected {
    uint32_t *parent;
    size_t capacity;
} hbs_connected;             /* {0} is valid; memory is kept */

void hbs_connected_free(hbs_connected *connected);
/* A variable without clauses, or in unit clauses alone, is a part of its own. The formula over no variables is connected. O(literals + variables), nearly. */
hbs_status hbs_connected_test(hbs_connected *connected, const hbs_cnf *cnf, bool *out, hbs_error *error);

#endif
