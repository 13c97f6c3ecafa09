/* cross_check_cqc [COUNT [SEED]]: every solver for containment labels the same COUNT random pairs (100000), certificates made and checked; the counter of
 * homomorphisms counts them, as does the counter of models on the support encoding. All must agree. Exit status 1 at the first disagreement, which is
 * printed with the pair.
 *
 * Nine in ten pairs are small and of any shape: relations of arity 0 to 3, constants, heads that repeat or hold constants, loops, empty bodies; these are counted
 * by trying all maps as well. The others are near the transition: digraphs of 8 to 20 variables. */
#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/datalog.h"
#include "solvers/count.h"
#include "solvers/count_homomorphisms.h"
#include "solvers/query_cnf.h"
#include "solvers/solver.h"
#include "tests/unit/brute_cqc.h"

#define SOLVERS_MAX 8u
#define COUNT_STEPS 20000u

typedef struct check {
    hbs_labeller labeller[SOLVERS_MAX];
    size_t solvers;
    hbs_instance instance;
    hbs_verdict verdict;
    hbs_query_cnf encoding;
    hbs_counter *models;
    hbs_homomorphism_counter *homomorphisms;
    mpz_t number[2];
    bool small;
    uint64_t labels[2], counted, verdicts;
} check;

static hbs_status open_all(check *c, hbs_error *error)
{
    hbs_status status = HBS_OK;
    memset(c, 0, sizeof *c);
    mpz_inits(c->number[0], c->number[1], NULL);
    c->instance.problem = HBS_CQC;
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++)
        if ((*s)->problem == HBS_CQC && c->solvers < SOLVERS_MAX) {
            HBS_TRY(hbs_labeller_open(&c->labeller[c->solvers], (*s)->name, HBS_CQC, 0, true, error));
            c->solvers++;
        }
    HBS_TRY(hbs_counter_new(&c->models, 0, error));
    HBS_TRY(hbs_homomorphism_counter_new(&c->homomorphisms, 0, error));
done:
    return status;
}

static void close_all(check *c)
{
    for (size_t s = 0; s < c->solvers; s++) hbs_labeller_close(&c->labeller[s]);
    hbs_instance_free(&c->instance);
    hbs_verdict_free(&c->verdict);
    hbs_query_cnf_free(&c->encoding);
    hbs_counter_free(c->models);
    hbs_homomorphism_counter_free(c->homomorphisms);
    mpz_clears(c->number[0], c->number[1], NULL);
}

static hbs_status draw(check *c, hbs_rng *rng, hbs_error *error)
{
    c->small = hbs_rng_below(rng, 10) > 0;
    if (c->small) return hbs_random_pair(rng, &c->instance.pair, error);
    const uint32_t n = (uint32_t)hbs_rng_between(rng, 8, hbs_rng_below(rng, 20) ? 10 : 20);
    const uint32_t m1 = (uint32_t)hbs_rng_between(rng, 2 * n, 3 * n), m2 = (uint32_t)hbs_rng_between(rng, n, 2 * n);
    return hbs_random_digraph_pair(rng, &c->instance.pair, n, m1, n, m2, error);
}

static hbs_status label_all(check *c, int *label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t s = 0; s < c->solvers; s++) {
        HBS_TRY(hbs_label(&c->labeller[s], &c->instance, &c->verdict, error));
        if (!s) *label = c->verdict.label;
        if (c->verdict.label != *label)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s says %s, %s says %s", c->labeller[0].solver->name, hbs_label_name(HBS_CQC, *label), c->labeller[s].solver->name,
                     hbs_label_name(HBS_CQC, c->verdict.label));
        c->verdicts++;
    }
done:
    return status;
}

static hbs_status count_both(check *c, int label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool known[2] = {false, false};
    HBS_TRY(hbs_count_homomorphisms(c->homomorphisms, &c->instance.pair, COUNT_STEPS, c->number[0], &known[0], error));
    if (known[0] && (mpz_sgn(c->number[0]) > 0) != (label == HBS_LABEL_YES))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%shomomorphisms counted, the solvers say %s", mpz_sgn(c->number[0]) ? "" : "no ", hbs_label_name(HBS_CQC, label));
    if (c->small && (!known[0] || mpz_cmp_ui(c->number[0], hbs_brute_homomorphisms(&c->instance.pair)) != 0))
        HBS_FAIL(error, HBS_ERROR_FAULT, "the number of homomorphisms is not that of the maps that are some");
    HBS_TRY(hbs_query_cnf_build(&c->encoding, &c->instance.pair, error));
    HBS_TRY(hbs_count_models(c->models, &c->encoding.cnf, 200, c->number[1], &known[1], error));
    if (known[0] && known[1] && mpz_cmp(c->number[0], c->number[1]) != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "the encoding has another number of models than there are homomorphisms");
    c->counted += known[0] && known[1];
done:
    return status;
}

static void print_pair(const hbs_query_pair *pair)
{
    hbs_bytes text = {0};
    if (hbs_datalog_write(pair, false, &text, NULL) == HBS_OK) fwrite(text.data, 1, text.size, stdout);
    hbs_bytes_free(&text);
}

static hbs_status check_one(check *c, uint64_t seed, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    int label = HBS_LABEL_UNKNOWN;
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, unit, HBS_LANE_INSTANCE);
    HBS_TRY(draw(c, &rng, error));
    HBS_TRY(label_all(c, &label, error));
    HBS_TRY(count_both(c, label, error));
    c->labels[label == HBS_LABEL_YES]++;
done:
    return status;
}

int main(int words, char **word)
{
    const uint64_t count = words > 1 ? strtoull(word[1], NULL, 10) : 100000, seed = words > 2 ? strtoull(word[2], NULL, 10) : 1;
    hbs_error error = {0};
    check c;
    hbs_status status = open_all(&c, &error);
    for (uint64_t i = 0; status == HBS_OK && i < count; i++) {
        status = check_one(&c, seed, i, &error);
        if (status == HBS_OK) continue;
        printf("%% pair %" PRIu64 " of seed %" PRIu64 ": %s\n", i, seed, error.message);
        print_pair(&c.instance.pair);
    }
    if (status == HBS_OK)
        printf("%" PRIu64 " pairs (%" PRIu64 " contained, %" PRIu64 " not), %" PRIu64 " certified verdicts of %zu solvers, %" PRIu64 " counted twice: no disagreement\n", count, c.labels[1],
               c.labels[0], c.verdicts, c.solvers, c.counted);
    close_all(&c);
    return hbs_exit_status(status);
}
