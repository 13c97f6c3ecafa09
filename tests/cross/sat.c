/* Formulas, counted by the tree and by the counter of models where they can.
 *
 * Three in four formulas have at most 20 variables and any shape: clause lengths 1 to 6, any density, now and then empty clauses, repeated literals, tautologies and
 * repeated clauses. The others are near the transition: up to 36 variables, which is where the tree ends, and one in a hundred up to 100. */
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/dimacs.h"
#include "solvers/bit_tree/bit_tree.h"
#include "solvers/count/count.h"
#include "tests/cross/cross.h"

#define TREE_MAX 36u
#define LENGTH_MAX 8u

typedef struct counters {
    hbs_bit_tree *tree;
    hbs_counter *counter;
    mpz_t models[2];
} counters;

static void close_counters(void *context)
{
    counters *const c = context;
    hbs_bit_tree_free(c->tree);
    hbs_counter_free(c->counter);
    mpz_clears(c->models[0], c->models[1], NULL);
    free(c);
}

static hbs_status open_counters(void **context, hbs_error *error)
{
    hbs_status status = HBS_OK;
    counters *c = NULL;
    HBS_TRY(hbs_allocate(&c, 1, sizeof *c, error));
    mpz_inits(c->models[0], c->models[1], NULL);
    *context = c;
    HBS_TRY(hbs_bit_tree_new(&c->tree, error));
    HBS_TRY(hbs_counter_new(&c->counter, 0, error));
done:
    return status;
}

/* --- Formulas ------------------------------------------------------------------------------------------------------------------- */

static hbs_status add_clause(hbs_cnf *cnf, hbs_rng *rng, uint32_t length, bool odd, hbs_error *error)
{
    int32_t clause[LENGTH_MAX];
    uint32_t place[LENGTH_MAX] = {0};
    const uint32_t n = cnf->variables;
    if (odd && cnf->clauses && hbs_rng_below(rng, 2)) {   /* an earlier clause again */
        const size_t earlier = hbs_rng_below(rng, cnf->clauses), count = hbs_cnf_length(cnf, earlier);
        memcpy(clause, hbs_cnf_clause(cnf, earlier), count * sizeof *clause);
        return hbs_cnf_add(cnf, clause, count, error);
    }
    if (odd && !hbs_rng_below(rng, 30)) length = 0;
    if (!odd && length > n) length = n;
    if (odd)
        for (uint32_t i = 0; i < length; i++) place[i] = (uint32_t)hbs_rng_below(rng, n);   /* repeated literals, tautologies */
    else hbs_rng_sample(rng, n, length, place);
    for (uint32_t i = 0; i < length; i++) clause[i] = hbs_rng_below(rng, 2) ? -(int32_t)place[i] - 1 : (int32_t)place[i] + 1;
    return hbs_cnf_add(cnf, clause, length, error);
}

static hbs_status draw_any(hbs_cnf *cnf, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t n = (uint32_t)hbs_rng_below(rng, 21), longest = 1 + (uint32_t)hbs_rng_below(rng, 6);
    const uint32_t m = (uint32_t)hbs_rng_below(rng, (UINT64_C(1) << longest) * n / 2 + 3);
    hbs_cnf_clear(cnf, n);
    for (uint32_t i = 0; n && i < m; i++) {
        const uint32_t length = longest - (uint32_t)hbs_rng_below(rng, longest > 2 ? 3 : longest);
        const bool odd = !hbs_rng_below(rng, 16);
        HBS_TRY(add_clause(cnf, rng, length, odd, error));
    }
done:
    return status;
}

static hbs_status draw_transition(hbs_cnf *cnf, hbs_rng *rng, uint32_t high, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t n = (uint32_t)hbs_rng_between(rng, 13, high), m = (uint32_t)(n * (uint32_t)hbs_rng_between(rng, 380, 480) / 100);
    hbs_cnf_clear(cnf, n);
    for (uint32_t i = 0; i < m; i++) HBS_TRY(add_clause(cnf, rng, 3, false, error));
done:
    return status;
}

static hbs_status draw(void *context, hbs_rng *rng, hbs_instance *out, hbs_error *error)
{
    const uint64_t kind = hbs_rng_below(rng, 100);
    (void)context;
    if (kind < 75) return draw_any(&out->cnf, rng, error);
    return draw_transition(&out->cnf, rng, kind < 99 ? TREE_MAX : 100, error);
}

/* --- Judging -------------------------------------------------------------------------------------------------------------------- */

static bool can_solve(const char *solver, const hbs_instance *instance) { return strcmp(solver, "bit_tree") != 0 || instance->cnf.variables <= TREE_MAX; }

static hbs_status count(void *context, const hbs_instance *instance, int label, bool *twice, hbs_error *error)
{
    hbs_status status = HBS_OK;
    counters *const c = context;
    bool fits, known[2] = {false, false};
    HBS_TRY(hbs_bit_tree_load(c->tree, &instance->cnf, &fits, error));
    if (fits) HBS_TRY(hbs_bit_tree_count(c->tree, 100000, c->models[0], &known[0], error));
    HBS_TRY(hbs_count_models(c->counter, &instance->cnf, 2000, c->models[1], &known[1], error));
    for (unsigned i = 0; i < 2; i++)
        if (known[i] && (mpz_sgn(c->models[i]) > 0) != (label == HBS_LABEL_YES))
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s finds %smodels, the solvers say %s", i ? "count" : "bit_tree", mpz_sgn(c->models[i]) ? "" : "no ", hbs_label_name(HBS_SAT, label));
    if (known[0] && known[1] && mpz_cmp(c->models[0], c->models[1]) != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "bit_tree and count find different numbers of models");
    *twice = known[0] && known[1];
done:
    return status;
}

static hbs_status write(const hbs_instance *instance, hbs_bytes *out, hbs_error *error) { return hbs_dimacs_write(&instance->cnf, out, error); }

const cross_subject cross_checked = {
    .problem = HBS_SAT,
    .instances = "formulas",
    .yes = "satisfiable",
    .comment = "c",
    .open = open_counters,
    .close = close_counters,
    .draw = draw,
    .can_solve = can_solve,
    .count = count,
    .write = write,
};
