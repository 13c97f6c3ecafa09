/* The checker of clausal refutations of containment, straight: refutations of PicoSAT, none at all, damaged ones, and those of other pairs. */
#include "solvers/checking/query_cnf_check.h"

#include <stdio.h>

#include "core/rng.h"
#include "solvers/solver.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/naive_consistency.h"
#include "tests/unit/test.h"

typedef struct fixture {
    hbs_labeller formula;
    hbs_verdict verdict;
    hbs_instance instance;
    hbs_bytes bytes;
    hbs_rup *rup;
    hbs_rng rng;
    hbs_error error;
} fixture;

static void set_up(fixture *f) {
    *f = (fixture){.instance = {.problem = HBS_CQC}};
    CU_ASSERT_EQUAL_FATAL(hbs_labeller_open(&f->formula, "query_cnf", HBS_CQC, 0, true, &f->error), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(hbs_rup_new(&f->rup, &f->error), HBS_OK);
}

static void tear_down(fixture *f) {
    hbs_labeller_close(&f->formula);
    hbs_verdict_free(&f->verdict);
    hbs_instance_free(&f->instance);
    hbs_bytes_free(&f->bytes);
    hbs_rup_free(f->rup);
}

static hbs_status check(fixture *f, const uint8_t *bytes, size_t size) { return hbs_query_cnf_check(f->rup, &f->instance.pair, bytes, size, &f->error); }

static void draw(fixture *f, uint64_t seed, unsigned i) {
    hbs_rng_seed(&f->rng, seed, i, HBS_LANE_INSTANCE);
    const hbs_status status = i % 3 ? hbs_random_pair(&f->rng, &f->instance.pair, &f->error) : hbs_random_digraph_pair(&f->rng, &f->instance.pair, 7, 14, 7, 10, &f->error);
    CU_ASSERT_EQUAL_FATAL(status, HBS_OK);
}

/* Nothing at all refutes exactly the pairs that arc consistency refutes, whatever code finds that out. */
static void no_lemma_is_arc_consistency(void) {
    fixture f;
    unsigned wrong = 0, refuted = 0;
    const unsigned pairs = 6000;
    set_up(&f);
    for (unsigned i = 0; i < pairs; i++) {
        hbs_naive naive;
        draw(&f, 51, i);
        const bool wiped = !hbs_naive_start(&naive, &f.instance.pair) || !hbs_naive_settle(&naive);
        wrong += check(&f, NULL, 0) != (wiped ? HBS_OK : HBS_ERROR_FAULT);
        refuted += wiped;
        hbs_naive_free(&naive);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(refuted > pairs / 8 && refuted < pairs - pairs / 8);
    tear_down(&f);
}

/* What PicoSAT writes holds for its pair, and for no pair that is contained. */
static void refutations_hold_for_their_pairs(void) {
    fixture f;
    unsigned wrong = 0, with_lemmas = 0, contained = 0;
    set_up(&f);
    for (unsigned i = 0; i < 3000; i++) {
        draw(&f, 52, 3 * i);
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.verdict, &f.error), HBS_OK);
        if (f.verdict.label == HBS_LABEL_YES) {
            wrong += check(&f, f.bytes.data, f.bytes.size) != HBS_ERROR_FAULT;   /* an earlier pair's */
            contained++;
            continue;
        }
        wrong += check(&f, f.verdict.certificate.bytes.data, f.verdict.certificate.bytes.size) != HBS_OK;
        with_lemmas += f.verdict.certificate.size > 1;
        CU_ASSERT_EQUAL_FATAL(hbs_bytes_copy(&f.bytes, &f.verdict.certificate.bytes, &f.error), HBS_OK);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(with_lemmas > 50 && contained > 200);
    tear_down(&f);
}

/* A byte changed anywhere: it holds or is refused, and a number that does not end is refused. */
static void damaged_refutations(void) {
    fixture f;
    unsigned wrong = 0, refused = 0, cut_short = 0;
    set_up(&f);
    for (unsigned i = 0; i < 1500; i++) {
        draw(&f, 53, 3 * i);
        CU_ASSERT_EQUAL_FATAL(hbs_label(&f.formula, &f.instance, &f.verdict, &f.error), HBS_OK);
        hbs_bytes *const bytes = &f.verdict.certificate.bytes;
        if (f.verdict.label == HBS_LABEL_YES || !bytes->size) continue;
        for (unsigned k = 0; k < 20; k++) {
            uint8_t *const at = bytes->data + hbs_rng_below(&f.rng, bytes->size), before = *at;
            *at ^= (uint8_t)(1u << hbs_rng_below(&f.rng, 8));
            const hbs_status status = check(&f, bytes->data, bytes->size);
            wrong += status != HBS_OK && status != HBS_ERROR_FAULT;
            refused += status != HBS_OK;
            *at = before;
        }
        uint8_t *const last = bytes->data + bytes->size - 1;
        *last |= 0x80;
        wrong += check(&f, bytes->data, bytes->size) != HBS_ERROR_FAULT;
        cut_short++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(cut_short > 50 && refused > 3 * cut_short);
    tear_down(&f);
}

/* No bytes whatever refute a contained pair. */
static void contained_pairs_are_never_refuted(void) {
    fixture f;
    unsigned wrong = 0, tried = 0;
    set_up(&f);
    for (unsigned i = 0; i < 3000; i++) {
        draw(&f, 54, 3 * i + 1);
        if (!hbs_brute_homomorphisms(&f.instance.pair)) continue;
        for (unsigned k = 0; k < 12; k++, tried++) {
            uint8_t bytes[12];
            const size_t size = hbs_rng_below(&f.rng, sizeof bytes + 1);
            for (size_t b = 0; b < size; b++) bytes[b] = (uint8_t)hbs_rng_below(&f.rng, 6);
            wrong += check(&f, bytes, size) != HBS_ERROR_FAULT;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(tried > 5000);
    tear_down(&f);
}

const hbs_test hbs_tests[] = {
    {"no lemma is arc consistency", no_lemma_is_arc_consistency},
    {"refutations hold for their pairs", refutations_hold_for_their_pairs},
    {"damaged refutations", damaged_refutations},
    {"contained pairs are never refuted", contained_pairs_are_never_refuted},
    {NULL, NULL},
};
