/* What the two halves of generators/spaces/spaces.h share. Internal. */
#ifndef HBS_GENERATORS_SPACES_SPACES_STATE_H
#define HBS_GENERATORS_SPACES_SPACES_STATE_H

#include "generators/cqc/bodies.h"
#include "generators/spaces/spaces.h"

/* All clauses of one length of the profile. */
typedef struct hbs_clause_digit {
    uint32_t length;
    size_t count;             /* clauses of this length in an instance */
    mpz_t clauses, size;      /* N; C(N, count) or N^count */
} hbs_clause_digit;

struct hbs_space {
    hbs_problem problem;
    hbs_collection of;
    bool loose;
    mpz_t size;
    /* SAT */
    uint32_t variables;
    size_t digits, clauses;
    hbs_clause_digit *digit;
    mpz_t arrangements;       /* orders of the lengths of a sequence; 1 for sets */
    /* CQC */
    hbs_signature signature;
    mpz_t query_size[2];
};

/* HBS_ERROR_USAGE where numbers of so many bits would have to be computed, in all. */
hbs_status hbs_space_check_bits(double bits, hbs_error *error);

hbs_status hbs_clause_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error);
hbs_status hbs_clause_space_rank(const hbs_space *space, const hbs_cnf *cnf, mpz_t out, hbs_error *error);
hbs_status hbs_clause_space_unrank(const hbs_space *space, const mpz_t number, hbs_cnf *out, hbs_error *error);

hbs_status hbs_query_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error);
hbs_status hbs_query_space_rank(const hbs_space *space, const hbs_query_pair *pair, mpz_t out, hbs_error *error);
hbs_status hbs_query_space_unrank(const hbs_space *space, const mpz_t number, hbs_query_pair *out, hbs_error *error);

/* One query of the pair as a space of its own. */
#define HBS_ATOM_REPEATS (1u << 31)   /* in a mask: the atom repeats an argument */
typedef struct hbs_one_query {
    const hbs_signature *signature;
    const hbs_query_signature *wanted;
    uint32_t terms, required; /* variables, then constants; the first `required` variables, or all terms, must occur */
    bool repeats, some_repeat;
    uint32_t *constant;       /* of the signature, by term - variables */
    uint32_t **mask;          /* by relation and atom: required terms used */
} hbs_one_query;              /* {0} is valid to free */

hbs_status hbs_one_query_start(hbs_one_query *own, const hbs_space *space, unsigned q, hbs_error *error);
/* Fills the masks: HBS_ERROR_USAGE when there are too many terms that must occur, or atoms. */
hbs_status hbs_one_query_list(hbs_one_query *own, hbs_error *error);
void hbs_one_query_free(hbs_one_query *own);
hbs_atom_space hbs_one_query_atoms(const hbs_one_query *own, size_t relation);

#endif
