/* Generalised arc consistency alone. A wipe-out is a no, always. Without one it says nothing in general (a triangle into an edge both ways
 * survives), but when the variables with more than one value left form a Berge-acyclic hypergraph (their incidence graph with the atoms is a
 * forest), any value of one can be extended along the forest to the others: a yes. In particular when every domain has come down to one value. */
#include <stdlib.h>

#include "analysis/deciders/decider.h"
#include "analysis/deciders/incidence.h"
#include "solvers/containment/arc_consistency.h"

static bool is_open(const hbs_network *network, hbs_term term) {
    return !hbs_is_constant(term) && network->forced[term] == HBS_NO_TERM && hbs_network_domain_size(network, term) > 1;
}

/* Joins the atom to its open variables. False: two of them hung together already. */
static bool join_atom(const hbs_network *network, size_t a, uint32_t *parent) {
    const hbs_query *q2 = &network->pair->q2;
    const hbs_term *argument = hbs_atom(q2, a);
    const size_t arity = hbs_atom_arity(q2, a);
    const uint32_t atom = q2->variables + (uint32_t)a;
    for (size_t p = 0; p < arity; p++) {
        if (!is_open(network, argument[p]) || hbs_stands_before(argument, p)) continue;
        const uint32_t left = hbs_root_of(parent, atom), right = hbs_root_of(parent, argument[p]);
        if (left == right) return false;
        parent[left] = right;
    }
    return true;
}

static hbs_status is_forest(const hbs_network *network, bool *forest, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *q2 = &network->pair->q2;
    uint32_t *parent = NULL;
    const size_t nodes = (size_t)q2->variables + q2->atoms;
    if (nodes > UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "a query of %zu terms and atoms is beyond what a decider can hold", nodes);
    HBS_TRY(hbs_allocate(&parent, nodes, sizeof *parent, error));
    for (size_t i = 0; i < nodes; i++) parent[i] = (uint32_t)i;
    *forest = true;
    for (size_t a = 0; a < q2->atoms && *forest; a++) *forest = join_atom(network, a, parent);
done:
    free(parent);
    return status;
}

static hbs_status decide(const hbs_instance *instance, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_network network = {0};
    bool possible, forest = false;
    HBS_TRY(hbs_network_build(&network, &instance->pair, &possible, error));
    if (!possible || !hbs_network_propagate(&network)) {
        *label = HBS_LABEL_NO;
    } else {
        HBS_TRY(is_forest(&network, &forest, error));
        *label = forest ? HBS_LABEL_YES : HBS_LABEL_UNKNOWN;
    }
done:
    hbs_network_free(&network);
    return status;
}

const hbs_decider hbs_cqc_decider_arc_consistency = {
    .name = "arc_consistency",
    .summary = "generalised arc consistency: a wipe-out is a no; a yes when the variables left open form a Berge-acyclic hypergraph",
    .cost = "O(atoms(q1) * atoms(q2) * arity * domain)",
    .source = "Kolaitis, Vardi, JCSS 2000; Freuder, A sufficient condition for backtrack-free search, JACM 1982",
    .problem = HBS_CQC,
    .yes = true,
    .no = true,
    .decide = decide,
};
