/* Exact labels and model counts of formulas over few variables, 512 assignments at a time.
 *
 *     hbs_bit_tree_load(tree, cnf, &fits, error);                    // fits: at most HBS_BIT_TREE_VARIABLES_MAX variables occur
 *     hbs_bit_tree_decide(tree, 0, &label, error);                   // label, and hbs_bit_tree_model
 *     hbs_bit_tree_count(tree, 0, count, &known, error);             // number of models
 *
 * Cost: up to about 13 variables the whole truth table is computed, beyond that a tree is searched, whose size goes with the share of the
 * assignments of the first variables that falsify no clause: some hundred nodes for uniform 3-SAT at 4.26 clauses a variable and n = 20, some
 * thousand at n = 30, and 2^(n-9) where there are hardly any clauses (solvers/count/count.h is for those). Technique and source: solvers/bit_tree/bit_tree.c.
 * Counts, labels, models and nodes are the same on every machine. */
#ifndef HBS_SOLVERS_BIT_TREE_BIT_TREE_H
#define HBS_SOLVERS_BIT_TREE_BIT_TREE_H

#include <gmp.h>

#include "core/cnf.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_BIT_TREE_VARIABLES_MAX 72u   /* variables that occur */
#define HBS_BIT_TREE_FREE_MAX (UINT32_C(1) << 24)   /* variables that do not occur, when models are counted: each doubles the count */

typedef struct hbs_bit_tree hbs_bit_tree;

hbs_status hbs_bit_tree_new(hbs_bit_tree **out, hbs_error *error);
void hbs_bit_tree_free(hbs_bit_tree *tree);   /* NULL is legal */

/* Replaces the formula. Repeated literals, repeated and tautological clauses, units, the empty clause and no clauses at all are legal. *fits false: too many
 * variables occur, nothing else may be asked then. O(L + n log n), without memory by variable when a header promises more than occur. */
hbs_status hbs_bit_tree_load(hbs_bit_tree *tree, const hbs_cnf *cnf, bool *fits, hbs_error *error);

/* All within `budget` nodes (0: no limit); a node is an assignment of the first few variables that was looked at. */
/* *label = HBS_LABEL_YES, _NO, or _UNKNOWN when the budget ran out. */
hbs_status hbs_bit_tree_decide(hbs_bit_tree *tree, uint64_t budget, int *label, hbs_error *error);
/* After a yes: replaces *out by the model. Variables that do not occur are false. */
hbs_status hbs_bit_tree_model(hbs_bit_tree *tree, hbs_certificate *out, hbs_error *error);
/* The number of models over all variables of the formula. *known false when the budget ran out; `out` is then untouched. HBS_ERROR_MEMORY when more than
 * HBS_BIT_TREE_FREE_MAX variables do not occur. */
hbs_status hbs_bit_tree_count(hbs_bit_tree *tree, uint64_t budget, mpz_t out, bool *known, hbs_error *error);

/* Of the last decide or count. */
uint64_t hbs_bit_tree_nodes(const hbs_bit_tree *tree);

/* The kernels there are: "avx512", "avx2", "portable"; NULL beyond. A new tree takes the first that this machine has. */
const char *hbs_bit_tree_kernel(size_t i);
const char *hbs_bit_tree_kernel_of(const hbs_bit_tree *tree);
/* Changes it, for tests. HBS_ERROR_NOT_FOUND when there is none of this name, or not on this machine. */
hbs_status hbs_bit_tree_use(hbs_bit_tree *tree, const char *kernel, hbs_error *error);
/* From the next load on, formulas of more than so many variables are searched, at most and at first HBS_BIT_TREE_FLAT_MAX. For measurements and tests. */
#define HBS_BIT_TREE_FLAT_MAX 13u
void hbs_bit_tree_search_above(hbs_bit_tree *tree, uint32_t variables);

#ifdef __cplusplus
}
#endif
#endif
