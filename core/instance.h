/* An instance of one of the problems: a CNF formula (sat) or a pair of conjunctive queries (cqc). */
#ifndef HBS_CORE_INSTANCE_H
#define HBS_CORE_INSTANCE_H

#include "core/cnf.h"
#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_problem { HBS_SAT = 0, HBS_CQC = 1 } hbs_problem;

/* Labels. 1: satisfiable / q1 contained in q2. 0: unsatisfiable / not contained. */
#define HBS_LABEL_UNKNOWN (-1)
#define HBS_LABEL_NO 0
#define HBS_LABEL_YES 1

typedef struct hbs_instance {
    hbs_problem problem;
    hbs_cnf cnf;            /* used when problem is HBS_SAT */
    hbs_query_pair pair;    /* used when problem is HBS_CQC */
} hbs_instance;

const char *hbs_problem_name(hbs_problem problem);                          /* "sat", "cqc" */
hbs_status hbs_problem_parse(const char *name, hbs_problem *out, hbs_error *error);
/* "satisfiable", "unsatisfiable", "contained", "not contained", "unknown" */
const char *hbs_label_name(hbs_problem problem, int label);

void hbs_instance_free(hbs_instance *instance);
void hbs_instance_clear(hbs_instance *instance, hbs_problem problem);
hbs_status hbs_instance_copy(hbs_instance *to, const hbs_instance *from, hbs_error *error);
/* Payload: the compact binary form of what the problem says. encode replaces `out`. */
hbs_status hbs_instance_encode(const hbs_instance *instance, hbs_bytes *out, hbs_error *error);
hbs_status hbs_instance_decode(hbs_instance *instance, hbs_problem problem, const uint8_t *data, size_t size, hbs_error *error);
hbs_status hbs_instance_content_hash(const hbs_instance *instance, uint8_t out[HBS_HASH_SIZE], hbs_error *error);
hbs_status hbs_instance_shuffle(hbs_instance *instance, hbs_rng *rng, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
