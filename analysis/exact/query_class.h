/* Pairs of queries up to names: variables of each query, and constants, under renaming. Heads, the order of their terms and the names of relations stay. */
#ifndef HBS_ANALYSIS_EXACT_QUERY_CLASS_H
#define HBS_ANALYSIS_EXACT_QUERY_CLASS_H

#include <gmp.h>

#include "core/query.h"

/* Replaces *out by the pair that stands for all pairs with other names: variables numbered by the head first, constants named c1, c2, .. in the order of a signature
 * (those of the heads, then those in both bodies, then by query). *members gets the pairs over so named variables and constants that are equal to it up to
 * names. Every variable must occur. By trying all orders of what is not in a head: HBS_ERROR_USAGE when there are more than HBS_CLASS_ORDERS_MAX for one query, or for
 * the constants. */
#define HBS_CLASS_ORDERS_MAX 5040u
hbs_status hbs_query_class(const hbs_query_pair *pair, hbs_query_pair *out, mpz_t members, hbs_error *error);

#endif
