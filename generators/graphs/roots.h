/* Edge probabilities at which one subgraph of a kind is expected, as fractions over 2^32, exact on every machine. */
#ifndef HBS_GENERATORS_GRAPHS_ROOTS_H
#define HBS_GENERATORS_GRAPHS_ROOTS_H

#include <stdint.h>

#include "core/status.h"

typedef struct hbs_fraction {
    uint64_t numerator, denominator;   /* denominator 0: none */
} hbs_fraction;

/* One k-clique is expected in G(n,p): p = C(n,k)^(-2/(k(k-1))). Needs 2 <= k <= n. */
hbs_status hbs_clique_probability(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error);
/* One dominating set of k vertices: p = 1 - (1 - C(n,k)^(-1/(n-k)))^(1/k). Needs 1 <= k < n. */
hbs_status hbs_domination_probability(uint32_t n, uint32_t k, hbs_fraction *out, hbs_error *error);

#endif
