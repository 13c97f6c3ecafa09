/* How far one exact law is from another: both given as rationals, instance by instance or, where many instances have the same pair of probabilities, kind by
 * kind. Nothing here knows what an instance is, so any two laws that can be listed can be compared: a generator's, a uniform one, one worked out by hand.
 *
 *     hbs_law_pair pair = {0};
 *     hbs_law_pair_add(&pair, count, p, u, error);      // `count` instances have probability p each under P and u each under U
 *     hbs_distances_new(&d);
 *     hbs_distances_of(&pair, &d, error);
 *
 * TV = 1/2 sum |p-u|; KL(P||U) = sum p log2(p/u) in bits; chi^2 = sum p^2/u - 1; collision = sum p^2; support share = #{p>0, u>0} / #{u>0}; largest ratio = max p/u. */
#ifndef HBS_ANALYSIS_EXACT_DISTANCES_H
#define HBS_ANALYSIS_EXACT_DISTANCES_H

#include <gmp.h>
#include <stdbool.h>

#include "core/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_law_cell {
    mpz_t count;
    mpq_t p, u;
} hbs_law_cell;

typedef struct hbs_law_pair {
    hbs_law_cell *cell;
    size_t cells, capacity;
} hbs_law_pair;               /* {0} is empty */

void hbs_law_pair_free(hbs_law_pair *pair);
/* A count of 0 is passed over. The values are copied. */
hbs_status hbs_law_pair_add(hbs_law_pair *pair, const mpz_t count, const mpq_t p, const mpq_t u, hbs_error *error);

typedef struct hbs_distances {
    mpq_t total_p, total_u;   /* sums of the probabilities; 1 for laws that are listed whole */
    mpq_t tv, support_share, collision;
    bool outside;             /* P can be where U cannot: then chi2, largest_ratio and kl are infinite and hold 0 */
    bool not_reached;         /* U can be where P cannot: then kl_back is infinite and holds 0 */
    mpq_t chi2, largest_ratio;
    mpq_t kl, kl_back;        /* KL(P||U), KL(U||P) in bits, to within 2^-80; 0 where they are below that */
} hbs_distances;

void hbs_distances_new(hbs_distances *distances);
void hbs_distances_free(hbs_distances *distances);
/* Sorts the cells. O(c log c) for c cells, and a logarithm for each different p/u. HBS_ERROR_USAGE when no cell has u > 0. */
hbs_status hbs_distances_of(hbs_law_pair *pair, hbs_distances *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
