/* The question "is q1 contained in q2?" as a formula: the support encoding, in which unit propagation does what generalised arc consistency does
 * (Gent, "Arc consistency in SAT", ECAI 2002; Bessiere, Hebrard, Walsh, "Local consistencies in SAT", SAT 2003).
 *
 * The terms of q1 are its variables ascending, then the pair's constants ascending. A variable of q2 that its head holds is *frozen* to the term of
 * q1's head at that place. An atom f of q1 *matches* an atom a of q2 when it is over the same relation, agrees with its constants and frozen
 * variables and has equal terms where a repeats a variable. The *candidates* of a variable v that some atom has and that is not frozen are the terms
 * that, for every atom a and place where v stands, some matching atom has there.
 *
 *   variables   x[v,t] for v ascending and its candidates t ascending; then y[a,f] for the atoms a of q2 and the matching atoms f of q1 as they stand, when
 *               all that f puts at places of variables that are not frozen are candidates. Numbered through from 1 in this order.
 *   clauses     for each v: some x[v,t], and no two of them; for each a: some y[a,f]; y[a,f] implies x[v,t] for each v of a, t what f has there;
 *               x[v,t] implies that some y[a,f] with t at v holds, for each a that has v.
 *
 * Where the heads clash the formula is the empty clause over no variables. It is satisfiable iff q1 is contained in q2. */
#ifndef HBS_SOLVERS_CONTAINMENT_QUERY_CNF_H
#define HBS_SOLVERS_CONTAINMENT_QUERY_CNF_H

#include "core/cnf.h"
#include "core/query.h"

#define HBS_QUERY_CNF_LITERALS_MAX ((size_t)1 << 27)

/* A workspace: {0} is valid, memory is kept from pair to pair. */
typedef struct hbs_query_cnf {
    hbs_cnf cnf;
    uint32_t terms;           /* of q1 */
    uint32_t *number;         /* v * terms + t -> x[v,t], 0 when t is no candidate */
    hbs_term *frozen;         /* variable of q2 -> what its head makes of it, or UINT32_MAX */
    uint8_t *used;            /* variable of q2 -> some atom has it */
    uint32_t *stamp;          /* scratch, by term */
    uint32_t *pair_of;        /* scratch: q1's atoms that an atom of q2 may go to */
    int32_t *clause;          /* scratch */
    uint32_t *chain;          /* scratch, by y of one atom */
    size_t number_capacity, frozen_capacity, used_capacity, stamp_capacity, pair_capacity, clause_capacity, chain_capacity;
} hbs_query_cnf;

void hbs_query_cnf_free(hbs_query_cnf *encoding);   /* what it holds; leaves {0} */

/* Writes the formula of the pair into encoding->cnf. HBS_ERROR_MEMORY when it would have more than about HBS_QUERY_CNF_LITERALS_MAX literals.
 * O(atoms(q1) * atoms(q2) + variables(q2) * terms(q1)^2 + literals). */
hbs_status hbs_query_cnf_build(hbs_query_cnf *encoding, const hbs_query_pair *pair, hbs_error *error);

/* After a build: the homomorphism that a model of the formula is (model[i] for its variables i = 1..); image has variables(q2) entries.
 * Variables in neither head nor body are sent to variable 0. */
void hbs_query_cnf_image(const hbs_query_cnf *encoding, const hbs_query_pair *pair, const uint8_t *model, hbs_term *image);

#endif
