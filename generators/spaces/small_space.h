/* Whole spaces of formulas over at most five variables, counted: how many formulas have how many models, how many classes up to renaming and flips there are,
 * and how many of them are unsatisfiable. All by formulas, whatever the number of clauses; generators/spaces/small_space.c says how.
 *
 *     const uint32_t length[] = {3};
 *     hbs_small_space_new(&space, 4, length, 1, error);
 *     hbs_small_space_models(space, (const size_t[]){12}, HBS_SETS, by_models);      // by_models[0 .. 2^n] */
#ifndef HBS_GENERATORS_SPACES_SMALL_SPACE_H
#define HBS_GENERATORS_SPACES_SMALL_SPACE_H

#include <gmp.h>

#include "core/listener.h"
#include "generators/spaces/spaces.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_SMALL_VARIABLES_MAX 5u
#define HBS_SMALL_LENGTHS_MAX 6u

typedef struct hbs_small_space hbs_small_space;

/* lengths: different ones, or HBS_ANY_LENGTH alone. HBS_ERROR_USAGE beyond the bounds above. Milliseconds up to n = 4, a second at n = 5. */
hbs_status hbs_small_space_new(hbs_small_space **out, uint32_t n, const uint32_t *lengths, size_t count, hbs_error *error);
void hbs_small_space_free(hbs_small_space *space);

/* The formulas with count[i] clauses of lengths[i] that have exactly j models, into by_models[j], j = 0 .. 2^n. For sequences the order of the lengths
 * counts too. O(distinct pairs of a subset's size and the clauses falsified inside it) big operations. */
void hbs_small_space_models(const hbs_small_space *space, const size_t *count, hbs_collection of, mpz_t *by_models);

/* Sets up to B_n, renaming times flips of polarity: all classes, and those without a model. The first call does the work that does not depend on `count`: at
 * n = 5 some seconds and 128 MB. */
hbs_status hbs_small_space_classes(hbs_small_space *space, const size_t *count, mpz_t all, mpz_t unsatisfiable, const hbs_listener *listener, hbs_error *error);

/* Classes by size and label, for every number of clauses up to `most`, by visiting all of the 2^N sets that have no more: N <= HBS_ORBIT_CLAUSES_MAX clauses of the one length (or any length). Order of B_n is
 * 2^n n!; a class whose members are fixed by h elements has 2^n n! / h members. */
#define HBS_ORBIT_CLAUSES_MAX 26u
typedef struct hbs_orbit_table {
    uint32_t clauses, order;
    uint64_t *classes;        /* [(m * 2 + satisfiable) * (order + 1) + size]: classes of that size */
} hbs_orbit_table;
static inline uint64_t hbs_orbits_of(const hbs_orbit_table *table, size_t m, bool satisfiable, uint32_t size) {
    return table->classes[(m * 2 + satisfiable) * (table->order + 1) + size];
}
/* SIZE_MAX: every number. O(2^n n! times the number of classes) and 2^N bytes or two. Release with hbs_orbit_table_free. */
hbs_status hbs_orbit_table_make(hbs_orbit_table *out, uint32_t n, uint32_t length, size_t most, const hbs_listener *listener, hbs_error *error);
void hbs_orbit_table_free(hbs_orbit_table *table);

#ifdef __cplusplus
}
#endif
#endif
