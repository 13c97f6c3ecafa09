/* The spaces that "uniform" is said of, exactly: how many instances a size signature has, each by its number, uniform draws without rejection.
 *
 *     hbs_space_new(&space, &signature, HBS_SETS, error);
 *     hbs_space_size(space, size);
 *     hbs_space_unrank(space, number, &instance, error);     // 0 <= number < size
 *     hbs_space_rank(space, &instance, number, error);       // and back
 *     hbs_space_draw(space, &rng, &instance, error);
 *
 * SAT: sets of distinct clauses, or sequences of clauses. The lengths are those of a signature; HBS_ANY_LENGTH stands for clauses of every length from 1 to n
 * (3^n - 1 of them). A clause of length k over v_1 < .. < v_k has the number (sum over i of C(v_i - 1, i)) 2^k + sum over negative literals i of
 * 2^(i-1), a clause of any length sum over v of d_v 3^(v-1) - 1, d_v = 0 absent, 1 positive, 2 negative. A set has the colex rank of its numbers, a sequence
 * sum over i of c_i N^(i-1); several lengths are digits of mixed radix, the shortest least significant, and for sequences the order of the
 * lengths most significant.
 *
 * CQC: pairs of safe queries over named variables and constants; the number of a pair is number(q1) + size(q1) number(q2). Sizes by inclusion-exclusion over
 * the terms that must occur:  sum over j of (-1)^j C(o, j) prod over relations of C(A_r(t - j), a_r),  A_r(t) = t^arity or, without repeats, t (t-1) .. */
#ifndef HBS_GENERATORS_SPACES_SPACES_H
#define HBS_GENERATORS_SPACES_SPACES_H

#include <gmp.h>

#include "generators/spaces/signature.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_ANY_LENGTH UINT32_MAX

/* What a SAT instance is in its space. CQC bodies are sets whatever is said. */
typedef enum hbs_collection { HBS_SETS = 0, HBS_SEQUENCES = 1 } hbs_collection;

typedef struct hbs_space hbs_space;

/* Bits of all numbers that a size is computed from, at most: seconds. Signatures can come from strangers' files. */
#define HBS_SPACE_BITS_MAX (1u << 23)
/* HBS_ERROR_USAGE: HBS_ANY_LENGTH beside other lengths; a size that takes more than HBS_SPACE_BITS_MAX. */
hbs_status hbs_space_new(hbs_space **out, const hbs_signature *signature, hbs_collection of, hbs_error *error);
/* CQC over variables and constants that may occur, except those of the heads, which must: what cqc/uniform draws from. `repeats` then allows repeated
 * arguments instead of asking for some. SAT: the same as hbs_space_new. */
hbs_status hbs_space_new_loose(hbs_space **out, const hbs_signature *signature, hbs_collection of, hbs_error *error);
void hbs_space_free(hbs_space *space);   /* NULL is legal */

void hbs_space_size(const hbs_space *space, mpz_t out);
/* SAT, HBS_SETS: the multisets C(N+m-1, m), all lengths multiplied. */
void hbs_space_multisets(const hbs_space *space, mpz_t out);
/* HBS_ERROR_INPUT when the instance is not in the space. Literals in any order; for sets clauses too. CQC: atoms in any order, variables and constants by
 * number; HBS_ERROR_USAGE beyond HBS_RANKED_TERMS_MAX terms that must occur in a query (the work doubles with each), or 2^22 atoms of a relation. */
#define HBS_RANKED_TERMS_MAX 10u
hbs_status hbs_space_rank(const hbs_space *space, const hbs_instance *instance, mpz_t out, hbs_error *error);
/* Replaces *out: clauses by rising number, literals by variable, atoms by relation and rising number. HBS_ERROR_USAGE when the number is not below the size. */
hbs_status hbs_space_unrank(const hbs_space *space, const mpz_t number, hbs_instance *out, hbs_error *error);
/* One uniform instance, as unranked from a uniform number: no instance is ever rejected, only numbers beyond the size are. HBS_ERROR_USAGE when the space is
 * empty, or as for unrank; hbs_signature_draw has no such bounds, and rejects instead. */
hbs_status hbs_space_draw(const hbs_space *space, hbs_rng *rng, hbs_instance *out, hbs_error *error);

/* CQC: how many queries of which a pair is the first (q = 0) or second (q = 1) there are up to renaming of the variables that are not in the head; names of constants
 * stay. Pairs: the product, as variables of q1 and q2 are renamed apart. HBS_ERROR_USAGE as for rank, and beyond 32 variables. O(partitions of the variables) passes
 * over the atoms for each set of terms. */
hbs_status hbs_space_query_classes(const hbs_space *space, unsigned q, mpz_t out, hbs_error *error);

/* "n=3 2:6", "n=3 any:6", or the text of a pair as hbs_signature_print writes it, into *out (replaced). HBS_ERROR_USAGE says which word is not understood. */
hbs_status hbs_signature_parse(const char *text, hbs_signature *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
