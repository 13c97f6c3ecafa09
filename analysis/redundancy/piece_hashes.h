/* An instance as a set of small pieces, to see how much two have in common: clauses, or atoms. */
#ifndef HBS_ANALYSIS_REDUNDANCY_PIECE_HASHES_H
#define HBS_ANALYSIS_REDUNDANCY_PIECE_HASHES_H

#include "core/instance.h"
#include "solvers/used_variables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NAMED: clauses or atoms as they stand, but for the order of literals, repeated literals and clauses, and tautologies. RENAMED: in these each variable gives way to how often it occurs (formulas: each sign,
 * flips do not matter; queries: in its query), so that renamed copies have the same pieces, and a changed clause spoils only those that share its variables. REPEATED: clauses as they
 * stand, each as often as it occurs. */
typedef enum hbs_piece_kind { HBS_PIECES_NAMED, HBS_PIECES_RENAMED, HBS_PIECES_REPEATED } hbs_piece_kind;

typedef struct hbs_pieces {
    uint64_t *hash;          /* ascending; the i-th of the same is told from the others, so that this is a set */
    uint32_t *uses;
    hbs_used_variables names;
    hbs_cnf set;
    size_t count, capacity, use_capacity;
    double orders;           /* of the pieces that make the same sequence: the product of the factorials of how often each occurs */
} hbs_pieces;                /* {0} is valid */

void hbs_pieces_free(hbs_pieces *pieces);
hbs_status hbs_pieces_of(hbs_pieces *pieces, const hbs_instance *instance, hbs_piece_kind kind, hbs_error *error);
/* How many both have. */
size_t hbs_pieces_common(const hbs_pieces *a, const hbs_pieces *b);

#ifdef __cplusplus
}
#endif
#endif
