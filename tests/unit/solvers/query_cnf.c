/* Containment by way of a formula against all maps and against the direct search; every certificate goes through the independent checker. */
#include "solvers/containment/query_cnf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "solvers/cdcl/cdcl.h"
#include "solvers/solver.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

typedef struct fixture {
    hbs_labeller formula, direct;
    hbs_verdict by_formula, by_search;
    hbs_instance instance;
    hbs_error error;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.instance = {.problem = HBS_CQC}};
    CU_ASSERT_EQUAL_FATAL(hbs_labeller_open(&f->formula, "query_cnf", HBS_CQC, 0, true, &f->error), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(hbs_labeller_open(&f->direct, "homomorphism", HBS_CQC, 0, true, &f->error), HBS_OK);
}

static void tear_down(fixture *f)
{
    hbs_labeller_close(&f->formula);
    hbs_labeller_close(&f->direct);
    hbs_verdict_free(&f->by_formula);
    hbs_verdict_free(&f->by_search);
    hbs_instance_free(&f->instance);
}

/* Small pairs of every kind; digraphs and relations of arity 3 at their transitions, where refutations need lemmas and branches. */
static hbs_status draw(fixture *f, uint64_t i)
{
    hbs_rng rng;
    hbs_rng_seed(&rng, 21, i, HBS_LANE_INSTANCE);
    if (i % 16 == 0) return hbs_random_digraph_pair(&rng, &f->instance.pair, 8, 18, 9, 14, &f->error);
    if (i % 512 == 1) return hbs_random_digraph_pair(&rng, &f->instance.pair, 20, 60, 20, 32, &f->error);
    return hbs_random_pair(&rng, &f->instance.pair, &f->error);
}

static void tell(const fixture *f, uint64_t i)
{
    fprintf(stderr, "\n    pair %llu: formula %d, search %d: %s", (unsigned long long)i, f->by_formula.label, f->by_search.label, f->error.message);
}

static void agrees_with_the_direct_search(void)
{
    fixture f;
    set_up(&f);
    const uint64_t pairs = 20000;
    uint64_t wrong = 0, lemmas = 0, yes = 0;
    for (uint64_t i = 0; i < pairs && wrong < 10; i++) {
        CU_ASSERT_EQUAL_FATAL(draw(&f, i), HBS_OK);
        const bool labelled = hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error) == HBS_OK && hbs_label(&f.direct, &f.instance, &f.by_search, &f.error) == HBS_OK;
        if (!labelled || f.by_formula.label != f.by_search.label || f.by_formula.label == HBS_LABEL_UNKNOWN) wrong++, tell(&f, i);
        yes += f.by_formula.label == HBS_LABEL_YES;
        if (f.by_formula.label == HBS_LABEL_NO) lemmas += f.by_formula.certificate.size;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(yes > pairs / 5 && yes < pairs - pairs / 5);
    CU_ASSERT(lemmas > pairs / 100);
    tear_down(&f);
}

static void agrees_with_all_maps(void)
{
    fixture f;
    set_up(&f);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 6000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 22, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_pair(&rng, &f.instance.pair, &f.error), HBS_OK);
        const int label = hbs_brute_homomorphisms(&f.instance.pair) > 0;
        wrong += hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error) != HBS_OK || f.by_formula.label != label;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&f);
}

/* Unit propagation refutes whenever arc consistency at the root does: an empty search tree means an empty refutation. */
static void propagation_is_arc_consistency(void)
{
    fixture f;
    set_up(&f);
    hbs_cdcl *cdcl = NULL;
    hbs_query_cnf encoding = {.terms = 0};
    unsigned at_root = 0, wrong = 0;
    CU_ASSERT_EQUAL_FATAL(hbs_cdcl_new(&cdcl, &f.error), HBS_OK);
    for (unsigned i = 0; i < 4000; i++) {
        CU_ASSERT_EQUAL_FATAL(draw(&f, i), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.direct, &f.instance, &f.by_search, &f.error), HBS_OK);
        if (f.by_search.label != HBS_LABEL_NO) continue;
        CU_ASSERT_EQUAL_FATAL(hbs_query_cnf_build(&encoding, &f.instance.pair, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_cdcl_reset(cdcl, encoding.cnf.variables, false, &f.error), HBS_OK);
        for (size_t c = 0; c < encoding.cnf.clauses; c++)
            CU_ASSERT_EQUAL_FATAL(hbs_cdcl_add(cdcl, hbs_cnf_clause(&encoding.cnf, c), hbs_cnf_length(&encoding.cnf, c), &f.error), HBS_OK);
        int label;
        CU_ASSERT_EQUAL_FATAL(hbs_cdcl_solve(cdcl, 0, &label, &f.error), HBS_OK);
        const bool root = f.by_search.certificate.bytes.size == 0;
        at_root += root;
        wrong += label != HBS_LABEL_NO || (root && hbs_cdcl_conflicts(cdcl) > 1);
        if (!root) continue;   /* and the checker sees it so, without a lemma */
        const hbs_certificate none = {.kind = HBS_CERTIFICATE_ENCODING_REFUTATION};
        wrong += hbs_certificate_check(NULL, &f.instance, HBS_LABEL_NO, &none, &f.error) != HBS_OK;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(at_root > 500);
    hbs_cdcl_free(cdcl);
    hbs_query_cnf_free(&encoding);
    tear_down(&f);
}

/* The models are the homomorphisms: blocking one after the other counts them. */
static void models_are_homomorphisms(void)
{
    fixture f;
    set_up(&f);
    hbs_cdcl *cdcl = NULL;
    hbs_query_cnf encoding = {.terms = 0};
    int32_t block[4096];
    unsigned wrong = 0;
    CU_ASSERT_EQUAL_FATAL(hbs_cdcl_new(&cdcl, &f.error), HBS_OK);
    for (unsigned i = 0; i < 600; i++) {
        CU_ASSERT_EQUAL_FATAL(draw(&f, 1 + 16 * i + i % 7), HBS_OK);
        if (f.instance.pair.q1.atoms > 20) continue;
        CU_ASSERT_EQUAL_FATAL(hbs_query_cnf_build(&encoding, &f.instance.pair, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_cdcl_reset(cdcl, encoding.cnf.variables, false, &f.error), HBS_OK);
        for (size_t c = 0; c < encoding.cnf.clauses; c++)
            CU_ASSERT_EQUAL_FATAL(hbs_cdcl_add(cdcl, hbs_cnf_clause(&encoding.cnf, c), hbs_cnf_length(&encoding.cnf, c), &f.error), HBS_OK);
        uint64_t models = 0;
        for (int label = HBS_LABEL_YES;;) {
            CU_ASSERT_EQUAL_FATAL(hbs_cdcl_solve(cdcl, 0, &label, &f.error), HBS_OK);
            if (label != HBS_LABEL_YES) break;
            models++;
            const uint8_t *const model = hbs_cdcl_model(cdcl);
            for (uint32_t v = 1; v <= encoding.cnf.variables; v++) block[v - 1] = model[v] ? -(int32_t)v : (int32_t)v;
            CU_ASSERT_EQUAL_FATAL(hbs_cdcl_add(cdcl, block, encoding.cnf.variables, &f.error), HBS_OK);
        }
        wrong += models != hbs_brute_homomorphisms(&f.instance.pair);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    hbs_cdcl_free(cdcl);
    hbs_query_cnf_free(&encoding);
    tear_down(&f);
}

/* A refutation proves no yes, and that of one pair does not pass for another that is contained. */
static void wrong_certificates_are_refused(void)
{
    fixture f;
    set_up(&f);
    hbs_certificate kept = {.kind = HBS_CERTIFICATE_NONE};
    unsigned passed = 0, tried = 0;
    for (unsigned i = 0; i < 2000; i++) {
        CU_ASSERT_EQUAL_FATAL(draw(&f, i), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error), HBS_OK);
        if (f.by_formula.label == HBS_LABEL_NO) {
            CU_ASSERT_EQUAL_FATAL(hbs_certificate_copy(&kept, &f.by_formula.certificate, &f.error), HBS_OK);
            passed += hbs_certificate_check(NULL, &f.instance, HBS_LABEL_YES, &kept, &f.error) != HBS_ERROR_FAULT;
        } else if (kept.kind) {
            tried++;
            passed += hbs_certificate_check(NULL, &f.instance, HBS_LABEL_NO, &kept, &f.error) != HBS_ERROR_FAULT;
        }
    }
    CU_ASSERT_EQUAL(passed, 0);
    CU_ASSERT(tried > 500);
    hbs_certificate_free(&kept);
    tear_down(&f);
}

static void the_budget_is_kept(void)
{
    fixture f;
    set_up(&f);
    unsigned unknown = 0;
    for (unsigned i = 0; i < 60; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 23, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.instance.pair, 12, 34, 12, 20, &f.error), HBS_OK);
        f.formula.budget = 0;
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error), HBS_OK);
        const int label = f.by_formula.label;
        const uint64_t effort = f.by_formula.effort;
        f.formula.budget = 1 + effort / 8;
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error), HBS_OK);
        CU_ASSERT(f.by_formula.label == label || f.by_formula.label == HBS_LABEL_UNKNOWN);
        unknown += f.by_formula.label == HBS_LABEL_UNKNOWN;
        CU_ASSERT_EQUAL(f.by_formula.certificate.kind == HBS_CERTIFICATE_NONE, f.by_formula.label == HBS_LABEL_UNKNOWN);
        f.formula.budget = 0;
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.by_formula, &f.error), HBS_OK);
        CU_ASSERT(f.by_formula.label == label && f.by_formula.effort == effort);
    }
    CU_ASSERT(unknown > 10);
    tear_down(&f);
}

const hbs_test hbs_tests[] = {
    {"agrees with the direct search", agrees_with_the_direct_search},
    {"agrees with all maps on 6,000 random pairs", agrees_with_all_maps},
    {"unit propagation is arc consistency", propagation_is_arc_consistency},
    {"the models are the homomorphisms", models_are_homomorphisms},
    {"wrong certificates are refused", wrong_certificates_are_refused},
    {"the budget is kept", the_budget_is_kept},
    {NULL, NULL},
};
