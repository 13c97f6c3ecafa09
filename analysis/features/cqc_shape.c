/* Features of the shape of q2 once its head is frozen: parts that share no variable, how far its incidence graph is from a forest (0:
 * Berge-acyclic), and what the reduction of Graham leaves of it (0: alpha-acyclic, and containment is polynomial against any q1). In small exact spaces
 * three queries in four or more are acyclic, so a dataset that is cyclic throughout was made to be. */
#include <stdlib.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/deciders/cqc_join_tree.h"
#include "analysis/deciders/incidence.h"
#include "analysis/features/cqc_profile.h"

/* Joins the variables of an atom; every variable met for the first time opens a part, every join closes one. */
static void join_atom(hbs_cqc_profile *profile, const hbs_query *q2, size_t a, const hbs_term *frozen, uint32_t *parent) {
    const hbs_term *argument = hbs_atom(q2, a);
    const size_t arity = hbs_atom_arity(q2, a);
    uint32_t first = UINT32_MAX;
    for (size_t p = 0; p < arity; p++) {
        const hbs_term v = argument[p];
        if (hbs_is_constant(v) || frozen[v] != HBS_NOT_FROZEN || hbs_stands_before(argument, p)) continue;
        profile->incidences++;
        if (parent[v] == UINT32_MAX) {
            parent[v] = v;
            profile->open_variables++;
            profile->components++;
        }
        const uint32_t root = hbs_root_of(parent, v);
        if (first == UINT32_MAX) profile->open_atoms++;
        else if (root != hbs_root_of(parent, first)) profile->components--;
        if (first != UINT32_MAX) parent[root] = hbs_root_of(parent, first);
        first = v;
    }
}

hbs_status hbs_cqc_collect_shape(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *q2 = &pair->q2;
    hbs_term *frozen = NULL;
    uint32_t *parent = NULL;
    hbs_join_tree tree = {0};
    HBS_TRY(hbs_allocate(&frozen, q2->variables, sizeof *frozen, error));
    HBS_TRY(hbs_allocate(&parent, q2->variables, sizeof *parent, error));
    for (uint32_t v = 0; v < q2->variables; v++) frozen[v] = parent[v] = UINT32_MAX;
    for (size_t i = 0; i < q2->head_arity; i++)
        if (!hbs_is_constant(q2->head[i])) frozen[q2->head[i]] = 0;
    profile->components = profile->incidences = profile->open_atoms = profile->open_variables = 0;
    for (size_t a = 0; a < q2->atoms; a++) join_atom(profile, q2, a, frozen, parent);
    HBS_TRY(hbs_join_tree_find(&tree, q2, frozen, error));
    profile->cyclic_atoms = tree.left;
done:
    hbs_join_tree_free(&tree);
    free(frozen);
    free(parent);
    return status;
}

#define FEATURE(id, text, where, expression) HBS_CQC_FEATURE(id, text, where, false, false, true, expression)

FEATURE(q2_components, "parts of q2's body that share no variable once its head is frozen; atoms without other variables are in none",
        "Chekuri, Rajaraman, Conjunctive query containment revisited, TCS 2000", (double)cqc->components);
FEATURE(q2_cycle_rank, "edges - nodes + parts of the graph between q2's atoms and variables once its head is frozen; 0: Berge-acyclic",
        "Fagin, Degrees of acyclicity for hypergraphs and relational database schemes, JACM 1983",
        (double)(cqc->incidences + cqc->components - cqc->open_atoms - cqc->open_variables));
FEATURE(q2_cyclic_atoms, "atoms of q2 that Graham's reduction leaves once its head is frozen; 0: alpha-acyclic", "Yannakakis, VLDB 1981", (double)cqc->cyclic_atoms);
