/* Uniform clauses over distinct variables, numbered and drawn: what all SAT families and the reference share.
 *
 * The clauses of length k over variables 1..n are numbered colexicographically: (sum over i of C(v_i - 1, i)) * 2^k + sum over negative literals i
 * of 2^(i-1), for v_1 < .. < v_k. One clause is one choice among them as long as 2^k C(n,k) < 2^63; beyond, it is a choice of variables and one of
 * signs. */
#ifndef HBS_GENERATORS_SAT_CLAUSES_H
#define HBS_GENERATORS_SAT_CLAUSES_H

#include "core/cnf.h"
#include "generators/spaces/signature.h"
#include "generators/unit.h"

/* 2^k C(n,k), or UINT64_MAX when it does not fit 63 bits. O(k). */
uint64_t hbs_clause_count(uint32_t n, uint32_t k);

/* Which clauses of each length are drawn. */
typedef struct hbs_clause_law {
    const uint8_t *satisfied_by;   /* not NULL: only clauses that this assignment [1..n] satisfies */
    bool distinct;                 /* no clause twice; else independent */
} hbs_clause_law;

typedef struct hbs_clause_sampler hbs_clause_sampler;
hbs_status hbs_clause_sampler_new(hbs_clause_sampler **out, hbs_error *error);
void hbs_clause_sampler_free(hbs_clause_sampler *sampler);
/* Makes drawing->scratch a sampler when it is none yet. */
hbs_status hbs_clause_sampler_of(hbs_drawing *drawing);
/* Room for an assignment [1..n], of unknown content, that lives as long as the sampler. */
hbs_status hbs_clause_sampler_assignment(hbs_clause_sampler *sampler, uint32_t n, uint8_t **out, hbs_error *error);

/* Appends clauses over cnf->variables with the lengths of the profile (lengths differ): a uniform sequence under the law, lengths in uniform
 * order, literals by variable. The bits are those of the sequences. Never rejects, but for repeats among clauses too many to be numbered.
 * HBS_ERROR_USAGE when a length has too few clauses. */
hbs_status hbs_clauses_draw(hbs_clause_sampler *sampler, hbs_rng *rng, const hbs_length_count *profile, size_t lengths, hbs_clause_law law,
                            hbs_cnf *cnf, hbs_error *error);
/* For hbs_generator.check: that alone, and whether the formula is small enough (generators/sat/size.h). Returns the unit's status. */
hbs_status hbs_unit_check_clauses(hbs_unit *unit, uint32_t variables, const hbs_length_count *profile, size_t lengths, hbs_clause_law law);

#endif
