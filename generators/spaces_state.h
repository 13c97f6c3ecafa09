/* What the two halves of generators/spaces.h share. Internal. */
#ifndef HBS_GENERATORS_SPACES_STATE_H
#define HBS_GENERATORS_SPACES_STATE_H

#include "generators/spaces.h"

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

hbs_status hbs_clause_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error);
hbs_status hbs_clause_space_rank(const hbs_space *space, const hbs_cnf *cnf, mpz_t out, hbs_error *error);
hbs_status hbs_clause_space_unrank(const hbs_space *space, const mpz_t number, hbs_cnf *out, hbs_error *error);

hbs_status hbs_query_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error);
hbs_status hbs_query_space_rank(const hbs_space *space, const hbs_query_pair *pair, mpz_t out, hbs_error *error);
hbs_status hbs_query_space_unrank(const hbs_space *space, const mpz_t number, hbs_query_pair *out, hbs_error *error);

#endif
