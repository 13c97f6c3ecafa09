/* Generalised arc consistency of a containment network, with a trail: a value stays in a domain while every constraint on its variable has a
 * tuple that uses it and whose other values are still in their domains. The fixpoint is unique, whatever the order. */
#ifndef HBS_SOLVERS_CONTAINMENT_ARC_CONSISTENCY_H
#define HBS_SOLVERS_CONTAINMENT_ARC_CONSISTENCY_H

#include "solvers/containment/containment_network.h"

typedef struct hbs_network_mark {
    size_t domains, tuples;
} hbs_network_mark;

/* Takes what is queued to the fixpoint. False: a domain got empty (nothing is queued any more; undo or rebuild before going on). When all
 * domains are single values and it returns true, they are a homomorphism. O(sum over constraints of tuples * domain) at worst. */
bool hbs_network_propagate(hbs_network *network);

/* D(variable) = {value}, which must be in it, then to the fixpoint; what changes goes on the trail. */
hbs_status hbs_network_assign(hbs_network *network, uint32_t variable, uint32_t value, bool *consistent, hbs_error *error);
static inline hbs_network_mark hbs_network_take_mark(const hbs_network *network) {
    return (hbs_network_mark){network->domain_trail, network->tuples_trail};
}
/* Back to the domains at the mark. */
void hbs_network_undo(hbs_network *network, hbs_network_mark mark);

#endif
