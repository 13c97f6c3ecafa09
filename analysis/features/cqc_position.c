/* Features of how evenly a query's terms are spread over the argument positions of its relations: out-degree and in-degree for any schema, where a
 * relation of arity k has k of them. Counted are the atoms of a relation that have a term in a position, for every relation and position that the
 * query uses and every term of its body, those with none included. Sorted triples instead of tables, which would be positions times terms. */
#include <stdlib.h>

#include "analysis/features/cqc_profile.h"

/* Where the positions of each relation of the query begin among all. */
static hbs_status number_positions(const uint32_t *atoms, const hbs_symbols *relations, size_t **out, size_t *all, hbs_error *error) {
    const hbs_status status = hbs_allocate(out, relations->count, sizeof **out, error);
    *all = 0;
    for (size_t r = 0; r < relations->count && status == HBS_OK; r++) {
        (*out)[r] = *all;
        *all += atoms[r] ? relations->item[r].kind : 0;
    }
    return status;
}

/* The sorted triples of one position and one term stand side by side. */
static void count_runs(const hbs_cqc_edges *triples, size_t positions, hbs_cqc_side *side) {
    uint64_t runs = 0;
    hbs_moments_start(&side->position, 0);
    for (size_t i = 0, next; i < triples->count; i = next, runs++) {
        for (next = i + 1; next < triples->count && triples->item[next] == triples->item[i];) next++;
        hbs_moments_add(&side->position, (int64_t)(next - i));
    }
    hbs_moments_repeat(&side->position, 0, positions * side->occurrence.count - runs);
}

hbs_status hbs_cqc_collect_positions(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t *base = NULL, positions;
    for (size_t which = 0; which < 2; which++) {
        const hbs_query *query = hbs_cqc_query(pair, which);
        hbs_cqc_edges *triples = &profile->ahead;
        free(base);
        base = NULL;
        HBS_TRY(number_positions(profile->count[which], &pair->relations, &base, &positions, error));
        HBS_TRY(hbs_cqc_edges_start(triples, hbs_query_arguments(query), error));
        for (size_t a = 0; a < query->atoms; a++)
            for (size_t p = 0; p < hbs_atom_arity(query, a); p++)
                hbs_cqc_edges_add(triples, base[query->relation[a]] + p, hbs_cqc_term_number(query, hbs_atom(query, a)[p]));
        hbs_cqc_edges_sort(triples);
        count_runs(triples, positions, &profile->side[which]);
    }
done:
    free(base);
    return status;
}

#define BOTH(id, before, after, expression) HBS_CQC_BOTH(id, before, after, HBS_CONTAINMENT_STUDY, expression)

BOTH(sd_position, "standard deviation of the number of atoms of a relation with a term in a position, over the relations and positions and the terms of ",
     "'s body; not defined without terms", hbs_moments_sd(&side->position, 1));
BOTH(max_position, "most atoms of one relation with one term in one position in ", "'s body; not defined without terms", hbs_moments_greatest(&side->position, 1));
