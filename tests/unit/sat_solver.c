#include "tests/unit/sat_solver.h"

#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

typedef struct bench {      /* one solver at work */
    hbs_labeller labeller;
    hbs_instance instance;
    hbs_verdict verdict;
    hbs_rng rng;
} bench;

static void set_up(bench *b, const char *name, uint64_t seed)
{
    hbs_error error;
    memset(b, 0, sizeof *b);
    b->instance.problem = HBS_SAT;
    CHECK_OK(hbs_labeller_open(&b->labeller, name, HBS_SAT, 0, true, &error));
    hbs_rng_seed(&b->rng, seed, 0, HBS_LANE_INSTANCE);
}

static void tear_down(bench *b)
{
    hbs_labeller_close(&b->labeller);
    hbs_instance_free(&b->instance);
    hbs_verdict_free(&b->verdict);
}

static void draw_small(bench *b, uint32_t variables_max)
{
    const uint32_t n = (uint32_t)hbs_rng_below(&b->rng, variables_max + 1), length = 1 + (uint32_t)hbs_rng_below(&b->rng, 4);
    static const uint32_t density[] = {0, 2, 3, 6, 12};
    const uint32_t clauses = (uint32_t)hbs_rng_below(&b->rng, density[length] * n + 3);
    hbs_brute_sat_mixed(&b->instance.cnf, &b->rng, n, clauses, length);
}

void hbs_test_solver_small(const char *name, unsigned rounds)
{
    bench b;
    hbs_error error;
    unsigned yes = 0, wrong = 0;
    set_up(&b, name, 1);
    for (unsigned i = 0; i < rounds; i++) {
        draw_small(&b, 12);
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        wrong += b.verdict.label != hbs_brute_sat_label(&b.instance.cnf);
        yes += b.verdict.label == HBS_LABEL_YES;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(yes > rounds / 5 && yes < rounds - rounds / 5);   /* both labels are well represented */
    tear_down(&b);
}

void hbs_test_solver_larger(const char *name, const char *other)
{
    static const struct {
        uint32_t n, m, rounds;
    } row[] = {{50, 213, 100}, {100, 426, 30}, {150, 639, 4}};
    bench a, b;
    hbs_error error;
    unsigned yes = 0, no = 0;
    set_up(&a, name, 2);
    set_up(&b, other, 2);
    for (size_t r = 0; r < sizeof row / sizeof *row; r++)
        for (uint32_t i = 0; i < row[r].rounds; i++) {
            hbs_brute_sat_uniform(&a.instance.cnf, &a.rng, row[r].n, row[r].m, 3);
            CHECK_OK(hbs_label(&a.labeller, &a.instance, &a.verdict, &error));
            CHECK_OK(hbs_label(&b.labeller, &a.instance, &b.verdict, &error));
            CU_ASSERT_EQUAL(a.verdict.label, b.verdict.label);
            yes += a.verdict.label == HBS_LABEL_YES;
            no += a.verdict.label == HBS_LABEL_NO;
        }
    CU_ASSERT(yes > 10 && no > 10);
    tear_down(&a);
    tear_down(&b);
}

/* One mutation: a byte flipped, cut off, or put in. */
static void mutate(hbs_bytes *bytes, hbs_rng *rng)
{
    hbs_error error;
    const size_t at = bytes->size ? hbs_rng_below(rng, bytes->size) : 0;
    switch (hbs_rng_below(rng, 4)) {
    case 0:
        bytes->size = at;
        break;
    case 1: {
        const uint8_t more = (uint8_t)hbs_rng_below(rng, 256);
        CHECK_OK(hbs_bytes_append(bytes, &more, 1, &error));
        break;
    }
    default:
        if (bytes->size) bytes->data[at] = (uint8_t)(bytes->data[at] ^ 1u << hbs_rng_below(rng, 8));
    }
}

void hbs_test_solver_mutated(const char *name, unsigned rounds)
{
    bench b;
    hbs_error error;
    hbs_certificate damaged = {0};
    unsigned refused = 0, crossed = 0, other = 0;
    set_up(&b, name, 3);
    for (unsigned i = 0; i < rounds; i++) {
        hbs_brute_sat_uniform(&b.instance.cnf, &b.rng, 12, 52, 3);
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        for (unsigned k = 0; k < 8; k++) {
            CHECK_OK(hbs_certificate_copy(&damaged, &b.verdict.certificate, &error));
            mutate(&damaged.bytes, &b.rng);
            const hbs_status status = hbs_certificate_check(b.labeller.checker, &b.instance, b.verdict.label, &damaged, &error);
            refused += status == HBS_ERROR_FAULT;
            other += status != HBS_ERROR_FAULT && status != HBS_OK;
            crossed += hbs_certificate_check(b.labeller.checker, &b.instance, !b.verdict.label, &damaged, &error) == HBS_OK;
            damaged.kind = damaged.kind == HBS_CERTIFICATE_MODEL ? HBS_CERTIFICATE_REFUTATION : HBS_CERTIFICATE_MODEL;
            crossed += hbs_certificate_check(b.labeller.checker, &b.instance, !b.verdict.label, &damaged, &error) == HBS_OK;
        }
    }
    CU_ASSERT_EQUAL(other, 0);
    CU_ASSERT_EQUAL(crossed, 0);
    CU_ASSERT(refused > rounds);
    hbs_certificate_free(&damaged);
    tear_down(&b);
}

void hbs_test_solver_deterministic(const char *name)
{
    bench used, fresh;
    hbs_error error;
    set_up(&used, name, 4);
    for (unsigned i = 0; i < 40; i++) {
        hbs_brute_sat_uniform(&used.instance.cnf, &used.rng, 30 + i, 4 * (30 + i) + i, 3);
        CHECK_OK(hbs_label(&used.labeller, &used.instance, &used.verdict, &error));
        set_up(&fresh, name, 4);
        CHECK_OK(hbs_label(&fresh.labeller, &used.instance, &fresh.verdict, &error));
        CU_ASSERT_EQUAL(used.verdict.label, fresh.verdict.label);
        CU_ASSERT_EQUAL(used.verdict.effort, fresh.verdict.effort);
        const hbs_bytes *const a = &used.verdict.certificate.bytes, *const c = &fresh.verdict.certificate.bytes;
        CU_ASSERT_EQUAL_FATAL(a->size, c->size);
        CU_ASSERT(!a->size || !memcmp(a->data, c->data, a->size));
        tear_down(&fresh);
    }
    tear_down(&used);
}

void hbs_test_solver_budget(const char *name)
{
    bench b;
    hbs_error error;
    set_up(&b, name, 5);
    for (unsigned i = 0; i < 10; i++) {
        hbs_brute_sat_uniform(&b.instance.cnf, &b.rng, 120, 511, 3);
        b.labeller.budget = 0;
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        const uint64_t effort = b.verdict.effort;
        const int label = b.verdict.label;
        CU_ASSERT(label != HBS_LABEL_UNKNOWN && effort > 100);
        b.labeller.budget = effort + 1;
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        CU_ASSERT_EQUAL(b.verdict.label, label);
        b.labeller.budget = 1;
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        CU_ASSERT_EQUAL(b.verdict.label, HBS_LABEL_UNKNOWN);
        CU_ASSERT(b.verdict.effort < effort);
        CU_ASSERT_EQUAL(b.verdict.certificate.kind, HBS_CERTIFICATE_NONE);
    }
    tear_down(&b);
}

void hbs_test_solver_huge_header(const char *name)
{
    bench b;
    hbs_error error;
    const int32_t top = (int32_t)HBS_CNF_VARIABLES_MAX;
    const int32_t clause[][2] = {{top, 7}, {-top, 7}, {top, -7}, {-top, -7}};
    set_up(&b, name, 6);
    hbs_cnf_clear(&b.instance.cnf, HBS_CNF_VARIABLES_MAX);
    for (size_t c = 0; c < 4; c++) {
        CHECK_OK(hbs_cnf_add(&b.instance.cnf, clause[c], 2, &error));
        CHECK_OK(hbs_label(&b.labeller, &b.instance, &b.verdict, &error));
        CU_ASSERT_EQUAL(b.verdict.label, c < 3 ? HBS_LABEL_YES : HBS_LABEL_NO);
    }
    tear_down(&b);
}
