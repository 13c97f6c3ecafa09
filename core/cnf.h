/* Formulas in conjunctive normal form, exactly as given: clause order, literal order, repeated literals, repeated and tautological
 * clauses are kept. Literals are DIMACS integers: +v / -v with v in 1..variables. */
#ifndef HBS_CORE_CNF_H
#define HBS_CORE_CNF_H

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

#define HBS_CNF_LITERALS_MAX (UINT64_C(1) << 27)     /* literals, and clauses, of formulas that strangers give and that generators make: half a gigabyte */
#define HBS_CNF_VARIABLES_MAX UINT32_C(536870911)   /* 2^29 - 1: literals, doubled, still fit every solver's int */

typedef struct hbs_cnf {
    uint32_t variables;
    size_t clauses;          /* number of clauses */
    size_t *start;           /* clause c is literal[start[c] .. start[c+1]-1]; clauses + 1 entries once a clause was added, else may be NULL */
    int32_t *literal;        /* never NULL once a clause was added */
    size_t start_capacity, literal_capacity;
} hbs_cnf;                   /* {0} is the empty formula over no variables */

/* 2(v-1) + (sign < 0): a literal as an index, and as certificates and payloads write it. */
static inline uint32_t hbs_literal_code(int32_t literal)
{
    const uint32_t negative = literal < 0, variable = negative ? 0u - (uint32_t)literal : (uint32_t)literal;
    return 2 * (variable - 1) + negative;
}

void hbs_cnf_free(hbs_cnf *cnf);
void hbs_cnf_clear(hbs_cnf *cnf, uint32_t variables);    /* empty formula over `variables`; memory kept */
hbs_status hbs_cnf_copy(hbs_cnf *to, const hbs_cnf *from, hbs_error *error);
/* Appends a clause (count 0: the empty clause). Literals must be non-zero with |l| <= variables: HBS_ERROR_INPUT otherwise. */
hbs_status hbs_cnf_add(hbs_cnf *cnf, const int32_t *literals, size_t count, hbs_error *error);
static inline size_t hbs_cnf_length(const hbs_cnf *cnf, size_t clause) { return cnf->start[clause + 1] - cnf->start[clause]; }
static inline size_t hbs_cnf_literals(const hbs_cnf *cnf) { return cnf->clauses ? cnf->start[cnf->clauses] : 0; }
static inline const int32_t *hbs_cnf_clause(const hbs_cnf *cnf, size_t clause) { return cnf->literal + cnf->start[clause]; }

/* model[v] != 0 means variable v is true, v = 1..variables (model[0] unused). O(literals). */
bool hbs_cnf_satisfied(const hbs_cnf *cnf, const uint8_t *model);

/* The cleaned formula as a set: tautologies dropped, repeated literals and repeated clauses merged, literals sorted by variable,
 * clauses sorted. Same n. O(L log L). Class tests and isomorphism work on it. */
hbs_status hbs_cnf_clean(hbs_cnf *to, const hbs_cnf *from, hbs_error *error);
/* The cleaned formula as a sequence: as above, but clauses stay in their order, and those that repeat stay. O(L log L). */
hbs_status hbs_cnf_clean_clauses(hbs_cnf *to, const hbs_cnf *from, hbs_error *error);

/* Compact binary form, order kept: varints n, m, then per clause its length and 2(v-1)+(sign<0) per literal. Decoding is bounds-checked
 * against untrusted bytes and allocates O(size of the bytes). Equal formulas have equal bytes. */
hbs_status hbs_cnf_encode(const hbs_cnf *cnf, hbs_bytes *out, hbs_error *error);      /* appends */
hbs_status hbs_cnf_decode(hbs_cnf *cnf, const uint8_t *data, size_t size, hbs_error *error);

/* SHA-256 of n and the formula as a *set* of clause sets (order and repetition do not matter, tautologies do not count). O(L log L). */
hbs_status hbs_cnf_content_hash(const hbs_cnf *cnf, uint8_t out[HBS_HASH_SIZE], hbs_error *error);
/* The hash GBD uses (Iser, Jabs): MD5 over literals and zeros in file order, single blanks, no header. 32 hex digits and 0. */
void hbs_cnf_gbd_hash(const hbs_cnf *cnf, char out[33]);

/* Uniformly shuffles clause order and literal order within clauses. Two formulas with the same list of clause lengths are permuted alike by equal streams. */
hbs_status hbs_cnf_shuffle(hbs_cnf *cnf, hbs_rng *rng, hbs_error *error);
/* Uniform renaming of variables and flips of polarity: new literal = sign * permutation. `map` (variables + 1 entries, may be NULL) gets
 * the new literal of each old variable. */
hbs_status hbs_cnf_rename(hbs_cnf *cnf, hbs_rng *rng, int32_t *map, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
