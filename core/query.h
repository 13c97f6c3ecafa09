/* Pairs of conjunctive queries under set semantics. The question is: is q1 contained in q2, that is, is there a homomorphism from q2
 * to q1 that maps head to head by position, is the identity on constants and sends every atom of q2 to an atom of q1?
 * A body is a set: a repeated atom counts once. A relation is (name, arity). Variables of q1 and q2 are unrelated. */
#ifndef HBS_CORE_QUERY_H
#define HBS_CORE_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hash.h"
#include "core/memory.h"
#include "core/rng.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t hbs_term;                       /* variable index, or HBS_CONSTANT | constant index */
#define HBS_CONSTANT UINT32_C(0x80000000)
static inline bool hbs_is_constant(hbs_term term) { return (term & HBS_CONSTANT) != 0; }
static inline uint32_t hbs_constant_index(hbs_term term) { return term & ~HBS_CONSTANT; }

/* A relation or a constant, named by text. For relations `kind` is the arity; for constants one of the two kinds below. */
typedef struct hbs_symbol {
    char *text;
    uint32_t kind;
} hbs_symbol;
#define HBS_CONSTANT_NUMBER 0u   /* 3 */
#define HBS_CONSTANT_STRING 1u   /* 'joe', "joe" and the word joe are one constant; 3 and '3' differ */

typedef struct hbs_symbols {
    hbs_symbol *item;
    size_t count, capacity;
    uint32_t *slot;          /* hash table over item once there are many; kept by hbs_symbol_intern */
    size_t slots, hashed;
} hbs_symbols;

typedef struct hbs_query {
    uint32_t variables;      /* number of variables, numbered 0.. in order of first occurrence, head first */
    hbs_term *head;
    size_t head_arity, head_capacity;
    size_t atoms;
    uint32_t *relation;      /* per atom: index into the pair's relations */
    size_t *start;           /* atom a has arguments argument[start[a] .. start[a+1]-1]; atoms + 1 entries once an atom was added, else may be NULL */
    hbs_term *argument;
    size_t relation_capacity, start_capacity, argument_capacity;
    char **variable_name;    /* `variables` names for people, or NULL; not part of the payload */
} hbs_query;

typedef struct hbs_query_pair {
    hbs_symbols relations, constants;   /* shared by both queries */
    hbs_query q1, q2;
} hbs_query_pair;                       /* {0} is Q() :- . twice */

void hbs_query_pair_free(hbs_query_pair *pair);
void hbs_query_pair_clear(hbs_query_pair *pair);
hbs_status hbs_query_pair_copy(hbs_query_pair *to, const hbs_query_pair *from, hbs_error *error);

/* Index of the symbol (text, kind), added when new. O(count) for small tables, hashing above. */
hbs_status hbs_symbol_intern(hbs_symbols *symbols, const char *text, size_t length, uint32_t kind, uint32_t *index, hbs_error *error);
/* The same without adding: *found is symbols->count when it is not there. The table may be brought up to date. */
hbs_status hbs_symbol_find(hbs_symbols *symbols, const char *text, size_t length, uint32_t kind, size_t *found, hbs_error *error);

/* Adds the constants c1, .., c<count>, as drawn pairs name theirs. */
hbs_status hbs_query_pair_constants(hbs_query_pair *pair, size_t count, hbs_error *error);

/* Builders. `variables` must be set, or grown, by the caller; terms are checked: HBS_ERROR_INPUT when out of range. An atom already there
 * is not added again (*added tells; may be NULL). */
hbs_status hbs_query_head(hbs_query *query, hbs_term term, hbs_error *error);
hbs_status hbs_query_atom(hbs_query *query, const hbs_query_pair *pair, uint32_t relation, const hbs_term *arguments, bool *added, hbs_error *error);
/* The same without looking for a repetition, then dropping all repetitions at once (first occurrences stay): O(k log k) for large bodies. */
hbs_status hbs_query_append(hbs_query *query, const hbs_query_pair *pair, uint32_t relation, const hbs_term *arguments, hbs_error *error);
hbs_status hbs_query_merge_repeats(hbs_query *query, hbs_error *error);
/* Arguments of all atoms together. */
static inline size_t hbs_query_arguments(const hbs_query *query) { return query->atoms ? query->start[query->atoms] : 0; }
static inline size_t hbs_atom_arity(const hbs_query *query, size_t atom) { return query->start[atom + 1] - query->start[atom]; }
static inline const hbs_term *hbs_atom(const hbs_query *query, size_t atom) { return query->argument + query->start[atom]; }
/* Whether one stands twice. O(arity^2). */
bool hbs_repeats_argument(const hbs_term *argument, size_t arity);
/* The largest arity in the body, at least 1. O(atoms). */
size_t hbs_query_widest(const hbs_query *query);
/* HBS_ERROR_INPUT naming the first head variable that no atom uses. */
hbs_status hbs_query_check_safe(const hbs_query *query, hbs_error *error);

/* Compact binary form: relation and constant tables, then both queries; variable names are left out. Bounds-checked decoding. Before encoding
 * a pair is made canonical in *spelling* only: relations and constants in order of first use, variables of each query in order
 * of first occurrence (head first); symbols and variables that do not occur are dropped. So text -> pair -> bytes -> text -> pair -> bytes is
 * stable. Decoding refuses bytes in any other spelling, with repeated atoms or with anything after the end. */
hbs_status hbs_query_pair_encode(const hbs_query_pair *pair, hbs_bytes *out, hbs_error *error);   /* appends */
hbs_status hbs_query_pair_decode(hbs_query_pair *pair, const uint8_t *data, size_t size, hbs_error *error);

/* SHA-256 of both queries as sets of atoms with their variables numbered as they stand (order of atoms does not matter). A payload numbers
 * variables by first occurrence: hash the decoded pair, as hbs_instance_content_hash does, where the hash must agree with what is stored. */
hbs_status hbs_query_pair_content_hash(const hbs_query_pair *pair, uint8_t out[HBS_HASH_SIZE], hbs_error *error);

/* Uniformly shuffles the atoms of both bodies (variables keep their numbers), or renames the variables of each query. */
hbs_status hbs_query_pair_shuffle(hbs_query_pair *pair, hbs_rng *rng, hbs_error *error);
hbs_status hbs_query_pair_rename(hbs_query_pair *pair, hbs_rng *rng, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
