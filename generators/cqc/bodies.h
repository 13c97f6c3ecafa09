/* Uniform bodies of conjunctive queries: sets of distinct atoms by number. Shared by the families and the reference. */
#ifndef HBS_GENERATORS_CQC_BODIES_H
#define HBS_GENERATORS_CQC_BODIES_H

#include "core/query.h"
#include "generators/distinct.h"

#define HBS_ARITY_MAX 64u
#define HBS_RELATIONS_MAX 256u

/* Atoms of one relation over a number of terms. */
typedef struct hbs_atom_space {
    uint32_t terms, arity;
    bool repeats;             /* arguments may repeat; else all arguments of an atom differ */
} hbs_atom_space;

/* How many there are: terms^arity or terms (terms-1) .., or UINT64_MAX when that passes 63 bits. */
uint64_t hbs_atom_count(hbs_atom_space space);
/* The atom of a number below the count, as numbers of terms. O(arity), without repeats O(arity^2). */
void hbs_atom_of(hbs_atom_space space, uint64_t number, uint32_t *out);
/* The inverse. */
uint64_t hbs_atom_number(hbs_atom_space space, const uint32_t *term);

/* A relation of a schema and its place in a pair. */
typedef struct hbs_schema_relation {
    char name[64];
    uint32_t arity, index;
    bool counted;             /* `atoms` was given */
    size_t atoms[2];          /* of q1 and q2 */
} hbs_schema_relation;
typedef struct hbs_schema {
    hbs_schema_relation relation[HBS_RELATIONS_MAX];
    size_t relations;
} hbs_schema;

#define HBS_BODY_ATOMS_MAX 10000000
/* "e/2" or "r/2,s/3:20:5": lower-case names, arities 0..64, and for some relations their atoms in q1 and q2. HBS_ERROR_USAGE says what is wrong. */
hbs_status hbs_schema_read(const char *text, hbs_schema *out, hbs_error *error);

bool hbs_schema_counted(const hbs_schema *schema);   /* some relation's atoms were given */

/* What atoms are made of: terms 0..variables-1 are variables, the others constants term - variables, mapped through `constant` when it is not
 * NULL. */
typedef struct hbs_body_terms {
    uint32_t variables, constants;
    const uint32_t *constant;
    bool repeats;             /* arguments of an atom may repeat */
} hbs_body_terms;

/* Appends `count` distinct atoms of the relation, uniform, to the query. HBS_ERROR_USAGE when there are not so many. */
hbs_status hbs_body_draw(hbs_distinct *distinct, hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint32_t relation, size_t count,
                         hbs_body_terms terms, hbs_error *error);
/* The same check alone. */
hbs_status hbs_body_check(const char *name, uint32_t arity, uint64_t count, hbs_body_terms terms, hbs_error *error);

/* Do all of variables 0..variables-1 occur in atoms? O(size). `seen` has room for that many bytes. */
bool hbs_all_occur(const hbs_query *query, uint32_t variables, uint8_t *seen);

#endif
