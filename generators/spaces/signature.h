/* Size signatures and uniform draws from the space of one: the reference that datasets are compared with.
 *
 *   SAT   n and the multiset of clause lengths. A clause counts as a set of literals: repeated literals once; tautologies belong to no signature and are left
 *         out. The space: sets of distinct clauses, or sequences of clauses, each clause over distinct variables of 1..n.
 *   CQC   the schema, and for each query the shape of its head, the number of atoms of each relation, the number of variables and which constants occur in its
 *         body, and whether some atom repeats an argument. The space: the pairs of safe queries with exactly this signature, so every variable and constant occurs.
 *
 * sat/uniform and cqc/uniform, given the signature of what they drew, have exactly the law of hbs_signature_draw. */
#ifndef HBS_GENERATORS_SPACES_SIGNATURE_H
#define HBS_GENERATORS_SPACES_SIGNATURE_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_length_count {
    uint32_t length;
    size_t count;
} hbs_length_count;

typedef struct hbs_query_signature {
    uint32_t variables;       /* number that occur */
    size_t head_arity;
    hbs_term *head;           /* variables numbered by first occurrence in the head; constants as in constant_use */
    size_t *atoms;            /* by relation of the signature */
    bool repeats;             /* some atom repeats an argument; false: loop-free */
} hbs_query_signature;

typedef struct hbs_signature {
    hbs_problem problem;
    /* SAT */
    uint32_t variables;
    size_t lengths;
    hbs_length_count *length; /* ascending, counts positive */
    /* CQC */
    size_t relations;
    hbs_symbol *relation;     /* sorted by name, then arity; each has an atom in one of the queries */
    size_t constants;
    uint8_t *constant_use;    /* bit 0, 1: occurs in the body of q1, q2. First the constants of the heads in order of occurrence, then the others by
                               * falling use. Names are not part of a signature. */
    hbs_query_signature query[2];
} hbs_signature;              /* {0} is valid to free */

void hbs_signature_free(hbs_signature *signature);
/* Replaces *out. HBS_ERROR_INPUT for an unsafe query. O(size log size). */
hbs_status hbs_signature_of(const hbs_instance *instance, hbs_signature *out, hbs_error *error);
/* How many variables stand in the head. */
uint32_t hbs_head_variables(const hbs_query_signature *query);
bool hbs_signature_equal(const hbs_signature *a, const hbs_signature *b);
uint64_t hbs_signature_hash(const hbs_signature *signature);   /* equal signatures have equal hashes */
/* Canonical text: "n=20 3:85", or "q1(X0) v=10 e/2:20 q2(X0) v=8 e/2:13 constants=both,q1". Equal signatures have equal texts. Appends. */
hbs_status hbs_signature_print(const hbs_signature *signature, hbs_bytes *out, hbs_error *error);

/* Gives an empty pair the relations of the signature, and as many constants, c1, c2, .. */
hbs_status hbs_signature_symbols(const hbs_signature *signature, hbs_query_pair *pair, hbs_error *error);
/* Gives the constants of `drawn`, which was drawn from the signature of `like`, the names that they have there; constants of one use are as good as each other. */
hbs_status hbs_signature_name_constants(const hbs_query_pair *like, hbs_query_pair *drawn, hbs_error *error);

/* Memory for draws, reused from draw to draw; one a thread. NULL makes each draw bring its own. */
typedef struct hbs_sampler hbs_sampler;
hbs_status hbs_sampler_new(hbs_sampler **out, hbs_error *error);
void hbs_sampler_free(hbs_sampler *sampler);

/* One uniform instance of the signature into *out (replaced): for SAT a uniform set of distinct clauses in uniform order, or (distinct false) a
 * uniform sequence, literals by variable; for CQC a uniform pair with atoms in uniform order (`distinct` is not looked at: bodies are sets). SAT
 * never rejects (but see generators/sat/clauses.h). CQC draws until every variable and constant occurs and `repeats` is met, retries counted in
 * the stream: HBS_ERROR_BUDGET at its retry limit. HBS_ERROR_USAGE when the space is seen to be empty. O(size of the instance) an attempt. */
hbs_status hbs_signature_draw(hbs_sampler *sampler, const hbs_signature *signature, bool distinct, hbs_rng *rng, hbs_instance *out, hbs_error *error);

#ifdef __cplusplus
}
#endif

#endif
