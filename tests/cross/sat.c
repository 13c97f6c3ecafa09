/* cross_check_sat [COUNT [SEED]]: every solver for formulas labels the same COUNT random formulas (100000), certificates made and checked; both counters count
 * them where they can. All must agree. Exit status 1 at the first disagreement, which is printed with the formula.
 *
 * Three in four formulas have at most 20 variables and any shape: clause lengths 1 to 6, any density, now and then empty clauses, repeated literals, tautologies and
 * repeated clauses. The others are near the transition: up to 36 variables, which is where the tree ends, and one in a hundred up to 100. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/dimacs.h"
#include "solvers/bit_tree.h"
#include "solvers/count.h"
#include "solvers/solver.h"

#define SOLVERS_MAX 8u
#define TREE_MAX 36u
#define LENGTH_MAX 8u

typedef struct check {
    hbs_labeller labeller[SOLVERS_MAX];
    size_t solvers;
    hbs_instance instance;
    hbs_verdict verdict;
    hbs_bit_tree *tree;
    hbs_counter *counter;
    mpz_t models[2];
    uint64_t labels[2], counted, verdicts;
} check;

static hbs_status open_all(check *c, hbs_error *error)
{
    hbs_status status = HBS_OK;
    memset(c, 0, sizeof *c);
    mpz_inits(c->models[0], c->models[1], NULL);
    c->instance.problem = HBS_SAT;
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++)
        if ((*s)->problem == HBS_SAT && c->solvers < SOLVERS_MAX) {
            HBS_TRY(hbs_labeller_open(&c->labeller[c->solvers], (*s)->name, HBS_SAT, 0, true, error));
            c->solvers++;
        }
    HBS_TRY(hbs_bit_tree_new(&c->tree, error));
    HBS_TRY(hbs_counter_new(&c->counter, 0, error));
done:
    return status;
}

static void close_all(check *c)
{
    for (size_t s = 0; s < c->solvers; s++) hbs_labeller_close(&c->labeller[s]);
    hbs_instance_free(&c->instance);
    hbs_verdict_free(&c->verdict);
    hbs_bit_tree_free(c->tree);
    hbs_counter_free(c->counter);
    mpz_clears(c->models[0], c->models[1], NULL);
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

static hbs_status draw(hbs_cnf *cnf, hbs_rng *rng, hbs_error *error)
{
    const uint64_t kind = hbs_rng_below(rng, 100);
    if (kind < 75) return draw_any(cnf, rng, error);
    return draw_transition(cnf, rng, kind < 99 ? TREE_MAX : 100, error);
}

/* --- Judging -------------------------------------------------------------------------------------------------------------------- */

static hbs_status label_all(check *c, int *label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const char *first = NULL;
    for (size_t s = 0; s < c->solvers; s++) {
        const char *const name = c->labeller[s].solver->name;
        if (!strcmp(name, "bit_tree") && c->instance.cnf.variables > TREE_MAX) continue;
        HBS_TRY(hbs_label(&c->labeller[s], &c->instance, &c->verdict, error));
        if (!first) first = name, *label = c->verdict.label;
        if (c->verdict.label != *label)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s says %s, %s says %s", first, hbs_label_name(HBS_SAT, *label), name, hbs_label_name(HBS_SAT, c->verdict.label));
        c->verdicts++;
    }
done:
    return status;
}

static hbs_status count_both(check *c, int label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool fits, known[2] = {false, false};
    HBS_TRY(hbs_bit_tree_load(c->tree, &c->instance.cnf, &fits, error));
    if (fits) HBS_TRY(hbs_bit_tree_count(c->tree, 100000, c->models[0], &known[0], error));
    HBS_TRY(hbs_count_models(c->counter, &c->instance.cnf, 2000, c->models[1], &known[1], error));
    for (unsigned i = 0; i < 2; i++)
        if (known[i] && (mpz_sgn(c->models[i]) > 0) != (label == HBS_LABEL_YES))
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s finds %smodels, the solvers say %s", i ? "count" : "bit_tree", mpz_sgn(c->models[i]) ? "" : "no ", hbs_label_name(HBS_SAT, label));
    if (known[0] && known[1] && mpz_cmp(c->models[0], c->models[1]) != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "bit_tree and count find different numbers of models");
    c->counted += known[0] && known[1];
done:
    return status;
}

static void print_formula(const hbs_cnf *cnf)
{
    hbs_bytes text = {0};
    if (hbs_dimacs_write(cnf, &text, NULL) == HBS_OK) fwrite(text.data, 1, text.size, stdout);
    hbs_bytes_free(&text);
}

static hbs_status check_one(check *c, uint64_t seed, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    int label = HBS_LABEL_UNKNOWN;
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, unit, HBS_LANE_INSTANCE);
    HBS_TRY(draw(&c->instance.cnf, &rng, error));
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
        printf("c formula %" PRIu64 " of seed %" PRIu64 ": %s\n", i, seed, error.message);
        print_formula(&c.instance.cnf);
    }
    if (status == HBS_OK)
        printf("%" PRIu64 " formulas (%" PRIu64 " satisfiable, %" PRIu64 " not), %" PRIu64 " certified verdicts of %zu solvers, %" PRIu64 " counted twice: no disagreement\n", count,
               c.labels[1], c.labels[0], c.verdicts, c.solvers, c.counted);
    close_all(&c);
    return hbs_exit_status(status);
}
