/* Pairs of queries, counted by the counter of homomorphisms and by the counter of models on the support encoding.
 *
 * Nine in ten pairs are small and of any shape: relations of arity 0 to 3, constants, heads that repeat or hold constants, loops, empty bodies; these are counted
 * by trying all maps as well. The others are near the transition: digraphs of 8 to 20 variables, and, one pair in a hundred, relations of arity up to 4 with
 * up to 500 atoms. */
#include <gmp.h>
#include <stdlib.h>

#include "datasets/formats/datalog.h"
#include "solvers/count/count.h"
#include "solvers/containment/count_homomorphisms.h"
#include "solvers/containment/query_cnf.h"
#include "tests/cross/cross.h"
#include "tests/unit/brute_cqc.h"

#define COUNT_STEPS 20000u
#define WIDE_MAX 500u

typedef struct counters {
    hbs_query_cnf encoding;
    hbs_counter *models;
    hbs_homomorphism_counter *homomorphisms;
    mpz_t number[2];
    bool small;
} counters;

static void close_counters(void *context)
{
    counters *const c = context;
    hbs_query_cnf_free(&c->encoding);
    hbs_counter_free(c->models);
    hbs_homomorphism_counter_free(c->homomorphisms);
    mpz_clears(c->number[0], c->number[1], NULL);
    free(c);
}

static hbs_status open_counters(void **context, hbs_error *error)
{
    hbs_status status = HBS_OK;
    counters *c = NULL;
    HBS_TRY(hbs_allocate(&c, 1, sizeof *c, error));
    mpz_inits(c->number[0], c->number[1], NULL);
    *context = c;
    HBS_TRY(hbs_counter_new(&c->models, 0, error));
    HBS_TRY(hbs_homomorphism_counter_new(&c->homomorphisms, 0, error));
done:
    return status;
}

/* Not the largest: their encodings are rare, and what they take would pass for memory that grows. */
static hbs_status draw_wide(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error)
{
    hbs_status status;
    do status = hbs_random_wide_pair(rng, pair, error);
    while (status == HBS_OK && (pair->q1.atoms > WIDE_MAX || pair->q1.variables > 64));
    return status;
}

static hbs_status draw(void *context, hbs_rng *rng, hbs_instance *out, hbs_error *error)
{
    counters *const c = context;
    const uint64_t kind = hbs_rng_below(rng, 100);
    c->small = kind < 90;
    if (c->small) return hbs_random_pair(rng, &out->pair, error);
    if (kind == 90) return draw_wide(rng, &out->pair, error);
    const uint32_t n = (uint32_t)hbs_rng_between(rng, 8, hbs_rng_below(rng, 20) ? 10 : 20);
    const uint32_t m1 = (uint32_t)hbs_rng_between(rng, 2 * n, 3 * n), m2 = (uint32_t)hbs_rng_between(rng, n, 2 * n);
    return hbs_random_digraph_pair(rng, &out->pair, n, m1, n, m2, error);
}

static hbs_status count(void *context, const hbs_instance *instance, int label, bool *twice, hbs_error *error)
{
    hbs_status status = HBS_OK;
    counters *const c = context;
    bool known[2] = {false, false};
    HBS_TRY(hbs_count_homomorphisms(c->homomorphisms, &instance->pair, COUNT_STEPS, c->number[0], &known[0], error));
    if (known[0] && (mpz_sgn(c->number[0]) > 0) != (label == HBS_LABEL_YES))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%shomomorphisms counted, the solvers say %s", mpz_sgn(c->number[0]) ? "" : "no ", hbs_label_name(HBS_CQC, label));
    if (c->small && (!known[0] || mpz_cmp_ui(c->number[0], hbs_brute_homomorphisms(&instance->pair)) != 0))
        HBS_FAIL(error, HBS_ERROR_FAULT, "the number of homomorphisms is not that of the maps that are some");
    HBS_TRY(hbs_query_cnf_build(&c->encoding, &instance->pair, error));
    HBS_TRY(hbs_count_models(c->models, &c->encoding.cnf, 200, c->number[1], &known[1], error));
    if (known[0] && known[1] && mpz_cmp(c->number[0], c->number[1]) != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "the encoding has another number of models than there are homomorphisms");
    *twice = known[0] && known[1];
done:
    return status;
}

static hbs_status write(const hbs_instance *instance, hbs_bytes *out, hbs_error *error) { return hbs_datalog_write(&instance->pair, false, out, error); }

const cross_subject cross_checked = {
    .problem = HBS_CQC,
    .instances = "pairs",
    .yes = "contained",
    .comment = "%",
    .open = open_counters,
    .close = close_counters,
    .draw = draw,
    .count = count,
    .write = write,
};
