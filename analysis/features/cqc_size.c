/* Size features of a pair: functions of its size signature (schema, head shapes, atoms per relation, variables and constants of each query) alone.
 * A probe on these is the sizes-only probe, and a size-matched reference is blind to them by design. Constrainedness kappa (Gent, MacIntyre,
 * Prosser, Walsh, AAAI 1996) is one of them: with d terms in q1, n variables of q2 outside its head, m1 and m2 atoms over R and delta = m1 /
 * d^arity, the expected number of homomorphisms is about d^n * prod delta^m2, and kappa = sum m2 (-ln delta) / (n ln d); half of the uniform
 * loop-free Boolean pairs over one dense relation are contained near 1. */
#include <stdlib.h>
#include <string.h>

#include "analysis/features/cqc_profile.h"
#include "core/ordering.h"

static hbs_status clear_counts(uint32_t **array, size_t *capacity, size_t count, hbs_error *error) {
    const hbs_status status = hbs_grow(array, capacity, count + 1, sizeof **array, error);   /* never NULL */
    if (status == HBS_OK) memset(*array, 0, count * sizeof **array);
    return status;
}

static uint64_t count_nonzero(const uint32_t *count, size_t size) {
    uint64_t nonzero = 0;
    for (size_t i = 0; i < size; i++) nonzero += count[i] > 0;
    return nonzero;
}

/* Uses of each term in the body, in profile->in; then of the head's variables too. */
static hbs_status count_terms(hbs_cqc_profile *profile, const hbs_query_pair *pair, size_t which, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *query = hbs_cqc_query(pair, which);
    hbs_cqc_side *side = &profile->side[which];
    const size_t terms = query->variables + pair->constants.count, arguments = hbs_query_arguments(query);
    HBS_TRY(clear_counts(&profile->in, &profile->in_capacity, terms, error));
    for (size_t i = 0; i < arguments; i++) profile->in[hbs_cqc_term_number(query, query->argument[i])]++;
    hbs_moments_start(&side->occurrence, 0);
    for (size_t t = 0; t < terms; t++)
        if (profile->in[t]) hbs_moments_add(&side->occurrence, profile->in[t]);
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i])) profile->in[query->head[i]]++;
    side->variables = count_nonzero(profile->in, query->variables);
    side->constants = count_nonzero(profile->in + query->variables, pair->constants.count);
    for (size_t c = 0; c < pair->constants.count; c++) profile->out[c] |= profile->in[query->variables + c];
done:
    return status;
}

static hbs_status count_relations(hbs_cqc_profile *profile, const hbs_query_pair *pair, size_t which, hbs_error *error) {
    const hbs_query *query = hbs_cqc_query(pair, which);
    hbs_cqc_side *side = &profile->side[which];
    const hbs_status status = clear_counts(&profile->count[which], &profile->count_capacity[which], pair->relations.count, error);
    if (status != HBS_OK) return status;
    side->atoms = query->atoms;
    side->largest_relation = 0;
    for (size_t a = 0; a < query->atoms; a++) {
        const uint32_t count = ++profile->count[which][query->relation[a]];
        if (count > side->largest_relation) side->largest_relation = count;
    }
    return HBS_OK;
}

static void compare_relations(hbs_cqc_profile *profile, const hbs_query_pair *pair) {
    profile->relations = profile->missing_relations = profile->widest = 0;
    for (size_t r = 0; r < pair->relations.count; r++) {
        const uint32_t in1 = profile->count[0][r], in2 = profile->count[1][r], arity = pair->relations.item[r].kind;
        profile->relations += in1 || in2;
        profile->missing_relations += in2 && !in1;
        if ((in1 || in2) && arity > profile->widest) profile->widest = arity;
    }
}

/* Distinct variables of q2's head. */
static uint64_t frozen_variables(const hbs_query *query) {
    uint64_t frozen = 0;
    for (size_t i = 0; i < query->head_arity; i++) {
        bool before = hbs_is_constant(query->head[i]);
        for (size_t j = 0; j < i && !before; j++) before = query->head[j] == query->head[i];
        frozen += !before;
    }
    return frozen;
}

/* The sum runs from the smallest part on, so that the order of relations does not show. */
static hbs_status measure_kappa(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    const hbs_status status = hbs_grow(&profile->part, &profile->part_capacity, pair->relations.count, sizeof *profile->part, error);
    if (status != HBS_OK) return status;
    const double d = (double)profile->side[0].occurrence.count;
    const uint64_t n = profile->side[1].variables - frozen_variables(&pair->q2);
    profile->kappa = NAN;
    if (!n || d < 2 || profile->missing_relations) return HBS_OK;
    size_t parts = 0;
    for (size_t r = 0; r < pair->relations.count; r++) {
        const double m1 = profile->count[0][r], m2 = profile->count[1][r];
        if (m2 > 0) profile->part[parts++] = m2 * (pair->relations.item[r].kind * log(d) - log(m1));
    }
    double sum = 0;
    if (parts) qsort(profile->part, parts, sizeof *profile->part, hbs_by_double);
    for (size_t i = 0; i < parts; i++) sum += profile->part[i];
    profile->kappa = sum / ((double)n * log(d));
    return HBS_OK;
}

hbs_status hbs_cqc_collect_sizes(hbs_cqc_profile *profile, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(clear_counts(&profile->out, &profile->out_capacity, pair->constants.count, error));
    for (size_t which = 0; which < 2; which++) {
        HBS_TRY(count_terms(profile, pair, which, error));
        HBS_TRY(count_relations(profile, pair, which, error));
    }
    profile->head_arity = pair->q1.head_arity;
    profile->constants = count_nonzero(profile->out, pair->constants.count);
    compare_relations(profile, pair);
    HBS_TRY(measure_kappa(profile, pair, error));
done:
    return status;
}

#define SIZE_FEATURE(id, text, where, expression) HBS_CQC_FEATURE(id, text, where, true, false, true, expression)
#define DEFINITION "Chandra, Merlin, Optimal implementation of conjunctive queries in relational data bases, STOC 1977"

SIZE_FEATURE(q1_atoms, "number of atoms of q1", DEFINITION, (double)cqc->side[0].atoms);
SIZE_FEATURE(q2_atoms, "number of atoms of q2", DEFINITION, (double)cqc->side[1].atoms);
SIZE_FEATURE(q1_variables, "number of variables that occur in q1", DEFINITION, (double)cqc->side[0].variables);
SIZE_FEATURE(q2_variables, "number of variables that occur in q2", DEFINITION, (double)cqc->side[1].variables);
SIZE_FEATURE(body_constants, "number of constants that occur in the body of q1 or of q2", DEFINITION, (double)cqc->constants);
SIZE_FEATURE(head_arity, "number of arguments of the head of q1", DEFINITION, (double)cqc->head_arity);
SIZE_FEATURE(relations, "number of relations that q1 or q2 uses", DEFINITION, (double)cqc->relations);
SIZE_FEATURE(max_arity, "largest arity of a relation that q1 or q2 uses; 0 when there is none", DEFINITION, (double)cqc->widest);
SIZE_FEATURE(missing_relations, "relations of q2 that q1 does not use; from 1 on q1 is not contained", DEFINITION, (double)cqc->missing_relations);
SIZE_FEATURE(q1_largest_relation, "most atoms of q1 over one relation; up to 2 containment is 2-SAT", "Saraiya, PhD thesis, Stanford 1991",
             (double)cqc->side[0].largest_relation);
SIZE_FEATURE(q2_largest_relation, "most atoms of q2 over one relation", "Saraiya, PhD thesis, Stanford 1991", (double)cqc->side[1].largest_relation);
SIZE_FEATURE(kappa, "constrainedness: sum over relations of m2 (arity ln d - ln m1), over n ln d; d terms in q1's body, n variables of q2 outside its head, "
                    "m1 and m2 atoms over the relation; not defined for d < 2, n = 0 or a missing relation",
             "Gent, MacIntyre, Prosser, Walsh, The constrainedness of search, AAAI 1996", cqc->kappa);
