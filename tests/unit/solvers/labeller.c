#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static void contract(void)
{
    hbs_error error;
    size_t count = 0;
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++, count++) {
        const hbs_solver *found = NULL;
        CU_ASSERT((*s)->name[0] && (*s)->summary[0] && (*s)->step[0] && (*s)->source[0]);
        CHECK_OK(hbs_solver_find((*s)->name, (*s)->problem, &found, &error));
        CU_ASSERT_PTR_EQUAL(found, *s);
        for (const hbs_solver *const *t = hbs_solvers(); t < s; t++) CU_ASSERT(strcmp((*s)->name, (*t)->name) != 0);
    }
    CU_ASSERT(count >= 3);
}

static void names(void)
{
    hbs_error error;
    const hbs_solver *found = NULL;
    CHECK_OK(hbs_solver_find("auto", HBS_SAT, &found, &error));
    CU_ASSERT_EQUAL(found->problem, HBS_SAT);
    CHECK_OK(hbs_solver_find("auto", HBS_CQC, &found, &error));
    CU_ASSERT_EQUAL(found->problem, HBS_CQC);
    const hbs_solver *const before = found;
    CU_ASSERT_EQUAL(hbs_solver_find("minisat", HBS_SAT, &found, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "'minisat'") && strstr(error.message, "picosat") && strstr(error.message, "cdcl") && strstr(error.message, "auto"));
    CU_ASSERT(!strstr(error.message, "homomorphism"));
    CU_ASSERT_EQUAL(hbs_solver_find("picosat", HBS_CQC, &found, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_EQUAL(found, before);
}

/* A solver that says what it is told, with the certificate that it is given. */
typedef struct liar {
    int label;
    hbs_certificate certificate;
} liar;

static hbs_status lie(void *workspace, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    const liar *const l = workspace;
    (void)instance, (void)budget, (void)certify;
    out->label = l->label;
    out->effort = 1;
    return hbs_certificate_copy(&out->certificate, &l->certificate, error);
}

static const hbs_solver lying = {.name = "liar", .summary = "lies", .step = "lies", .source = "this test", .problem = HBS_SAT, .solve = lie};

static void faults(void)
{
    hbs_error error;
    hbs_labeller labeller;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    liar l = {.label = HBS_LABEL_NO, .certificate = {.kind = HBS_CERTIFICATE_REFUTATION}};
    const int32_t clause[] = {1, -2};
    const uint8_t model[] = {0, 0, 1};
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_SAT, 0, true, &error));
    hbs_labeller told = {.solver = &lying, .workspace = &l, .checker = labeller.checker, .check = true};
    hbs_cnf_clear(&instance.cnf, 2);
    CHECK_OK(hbs_cnf_add(&instance.cnf, clause, 2, &error));
    CU_ASSERT_EQUAL(hbs_label(&told, &instance, &verdict, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "liar") && strstr(error.message, "unsatisfiable") && strstr(error.message, "refutation"));
    CU_ASSERT_EQUAL(verdict.label, HBS_LABEL_UNKNOWN);
    CHECK_OK(hbs_certificate_of_model(model, 2, &l.certificate, &error));
    CU_ASSERT_EQUAL(hbs_label(&told, &instance, &verdict, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "model where a refutation is needed") != NULL);
    l.label = HBS_LABEL_YES;
    CU_ASSERT_EQUAL(hbs_label(&told, &instance, &verdict, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "clause 1 is false") != NULL);
    told.check = false;
    CHECK_OK(hbs_label(&told, &instance, &verdict, &error));
    CU_ASSERT_EQUAL(verdict.label, HBS_LABEL_YES);
    instance.problem = HBS_CQC;
    CU_ASSERT_EQUAL(hbs_label(&told, &instance, &verdict, &error), HBS_ERROR_USAGE);
    hbs_labeller_close(&labeller);
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
    hbs_certificate_free(&l.certificate);
}

/* Without checking no certificate is made, and the labels are the same. */
static void unchecked(void)
{
    hbs_error error;
    hbs_rng rng;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_verdict verdict = {0};
    hbs_rng_seed(&rng, 31, 0, HBS_LANE_INSTANCE);
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++) {
        hbs_labeller labeller;
        if ((*s)->problem != HBS_SAT) continue;
        CHECK_OK(hbs_labeller_open(&labeller, (*s)->name, HBS_SAT, 0, false, &error));
        for (unsigned i = 0; i < 500; i++) {
            hbs_brute_sat_mixed(&instance.cnf, &rng, i % 12, 4 * (i % 12), 3);
            CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
            CU_ASSERT_EQUAL(verdict.label, hbs_brute_sat_label(&instance.cnf));
            CU_ASSERT_EQUAL(verdict.certificate.kind, HBS_CERTIFICATE_NONE);
        }
        hbs_labeller_close(&labeller);
    }
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
}

/* One more pigeon than holes; and a complete graph that is to go into one with a vertex less. */
static void pigeons(hbs_cnf *cnf, int holes)
{
    hbs_error error;
    int32_t clause[32];
    hbs_cnf_clear(cnf, (uint32_t)((holes + 1) * holes));
    for (int p = 0; p <= holes; p++) {
        for (int h = 0; h < holes; h++) clause[h] = p * holes + h + 1;
        CHECK_OK(hbs_cnf_add(cnf, clause, (size_t)holes, &error));
        for (int q = 0; q < p; q++)
            for (int h = 0; h < holes; h++) CHECK_OK(hbs_cnf_add(cnf, (const int32_t[]){-(p * holes + h + 1), -(q * holes + h + 1)}, 2, &error));
    }
}

static void complete_graph(const hbs_query_pair *pair, hbs_query *query, uint32_t vertices)
{
    hbs_error error;
    query->variables = vertices;
    for (uint32_t a = 0; a < vertices; a++)
        for (uint32_t b = 0; b < vertices; b++)
            if (a != b) CHECK_OK(hbs_query_atom(query, pair, 0, (const hbs_term[]){a, b}, NULL, &error));
}

static void make_hard(hbs_instance *instance, hbs_problem problem, int size)
{
    hbs_error error;
    hbs_instance_clear(instance, problem);
    if (problem == HBS_SAT) {
        pigeons(&instance->cnf, size);
        return;
    }
    uint32_t relation;
    CHECK_OK(hbs_symbol_intern(&instance->pair.relations, "r", 1, 2, &relation, &error));
    complete_graph(&instance->pair, &instance->pair.q1, (uint32_t)size);
    complete_graph(&instance->pair, &instance->pair.q2, (uint32_t)size + 1);
}

static bool yes_at_third(void *context) { return ++*(unsigned *)context >= 3; }
static bool yes_at_first(void *context) { return ++*(unsigned *)context >= 1; }

/* Each solver stops within one search, and works on as if it had not been. */
static void stopping(void)
{
    hbs_error error;
    hbs_instance instance = {0};
    hbs_verdict verdict = {0};
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++) {
        const bool tree = !strcmp((*s)->name, "bit_tree"); /* only its refutations ask */
        unsigned asked = 0;
        hbs_labeller labeller;
        CHECK_OK(hbs_labeller_open(&labeller, (*s)->name, (*s)->problem, 0, true, &error));
        hbs_labeller_stop_when(&labeller, tree ? yes_at_first : yes_at_third, &asked);
        make_hard(&instance, (*s)->problem, tree ? 5 : 12);
        CU_ASSERT_EQUAL(hbs_label(&labeller, &instance, &verdict, &error), HBS_ERROR_INTERRUPTED);
        CU_ASSERT(strstr(error.message, "stopped") != NULL);
        CU_ASSERT_EQUAL(asked, tree ? 1 : 3);
        hbs_labeller_stop_when(&labeller, NULL, NULL);
        make_hard(&instance, (*s)->problem, 3);
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        CU_ASSERT_EQUAL(verdict.label, HBS_LABEL_NO);
        hbs_labeller_close(&labeller);
    }
    hbs_instance_free(&instance);
    hbs_verdict_free(&verdict);
}

const hbs_test hbs_tests[] = {
    {"a search can be stopped", stopping},
    {"every solver says what it is, under a name of its own", contract},
    {"finding solvers by name", names},
    {"an answer that its certificate does not prove", faults},
    {"labels without certificates", unchecked},
    {NULL, NULL},
};
