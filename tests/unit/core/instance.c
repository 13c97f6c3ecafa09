/* Both problems through the one interface; hashes that storage does not change. */
#include "core/instance.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static void make(hbs_instance *instance, hbs_problem problem, uint64_t seed)
{
    hbs_error error;
    hbs_rng rng;
    hbs_instance_clear(instance, problem);
    hbs_rng_seed(&rng, 11, seed, HBS_LANE_INSTANCE);
    if (problem == HBS_SAT) {
        hbs_brute_sat_mixed(&instance->cnf, &rng, 9, 15, 3);
        return;
    }
    uint32_t relation;
    CHECK_OK(hbs_symbol_intern(&instance->pair.relations, "e", 1, 2, &relation, &error));
    for (int which = 0; which < 2; which++) {
        hbs_query *const query = which ? &instance->pair.q2 : &instance->pair.q1;
        query->variables = 5;
        for (int a = 0; a < 6; a++) {
            const hbs_term term[] = {(hbs_term)hbs_rng_below(&rng, 5), (hbs_term)hbs_rng_below(&rng, 5)};
            CHECK_OK(hbs_query_atom(query, &instance->pair, relation, term, NULL, &error));
        }
    }
}

static void test_names(void)
{
    hbs_error error;
    hbs_problem problem = HBS_SAT;
    CU_ASSERT_STRING_EQUAL(hbs_problem_name(HBS_SAT), "sat");
    CU_ASSERT_STRING_EQUAL(hbs_problem_name(HBS_CQC), "cqc");
    CHECK_OK(hbs_problem_parse("cqc", &problem, &error));
    CU_ASSERT_EQUAL(problem, HBS_CQC);
    CU_ASSERT_EQUAL(hbs_problem_parse("SAT", &problem, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "'SAT'"));
    CU_ASSERT_EQUAL(problem, HBS_CQC);
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_SAT, HBS_LABEL_YES), "satisfiable");
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_SAT, HBS_LABEL_NO), "unsatisfiable");
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_CQC, HBS_LABEL_YES), "contained");
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_CQC, HBS_LABEL_NO), "not contained");
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_SAT, HBS_LABEL_UNKNOWN), "unknown");
    CU_ASSERT_STRING_EQUAL(hbs_label_name(HBS_CQC, HBS_LABEL_UNKNOWN), "unknown");
}

static void check_equal(const hbs_instance *a, const hbs_instance *b)
{
    hbs_error error;
    hbs_bytes x = {0}, y = {0};
    uint8_t one[HBS_HASH_SIZE], two[HBS_HASH_SIZE];
    CU_ASSERT_EQUAL(a->problem, b->problem);
    CHECK_OK(hbs_instance_encode(a, &x, &error));
    CHECK_OK(hbs_instance_encode(b, &y, &error));
    CU_ASSERT(x.size == y.size && memcmp(x.data, y.data, x.size) == 0);
    CHECK_OK(hbs_instance_content_hash(a, one, &error));
    CHECK_OK(hbs_instance_content_hash(b, two, &error));
    CU_ASSERT_EQUAL(memcmp(one, two, sizeof one), 0);
    hbs_bytes_free(&x);
    hbs_bytes_free(&y);
}

/* Encoding replaces what is in the buffer; the content hash is that of what was stored, also after a shuffle. */
static void test_stored(void)
{
    hbs_error error;
    hbs_instance instance = {0}, stored = {0}, copy = {0};
    hbs_bytes bytes = {0};
    hbs_rng rng;
    for (uint64_t seed = 0; seed < 400; seed++) {
        make(&instance, seed % 2 ? HBS_CQC : HBS_SAT, seed);
        hbs_rng_seed(&rng, 12, seed, HBS_LANE_ORDER);
        CHECK_OK(hbs_instance_shuffle(&instance, &rng, &error));
        CHECK_OK(hbs_instance_encode(&instance, &bytes, &error));
        CHECK_OK(hbs_instance_decode(&stored, instance.problem, bytes.data, bytes.size, &error));
        check_equal(&instance, &stored);
        CHECK_OK(hbs_instance_copy(&copy, &instance, &error));
        check_equal(&instance, &copy);
    }
    hbs_bytes_free(&bytes);
    hbs_instance_free(&instance);
    hbs_instance_free(&stored);
    hbs_instance_free(&copy);
    hbs_instance_free(NULL);
}

static void test_untouched_on_failure(void)
{
    hbs_error error;
    hbs_instance instance = {0}, before = {0};
    for (int problem = HBS_SAT; problem <= HBS_CQC; problem++) {
        make(&instance, (hbs_problem)problem, 5);
        CHECK_OK(hbs_instance_copy(&before, &instance, &error));
        CU_ASSERT_EQUAL(hbs_instance_decode(&instance, HBS_SAT, (const uint8_t *)"\x01\x07", 2, &error), HBS_ERROR_INPUT);
        CU_ASSERT_EQUAL(hbs_instance_decode(&instance, HBS_CQC, (const uint8_t *)"\x01\x07", 2, &error), HBS_ERROR_INPUT);
        check_equal(&instance, &before);
    }
    hbs_instance_free(&instance);
    hbs_instance_free(&before);
}

const hbs_test hbs_tests[] = {
    {"names", test_names},
    {"stored", test_stored},
    {"untouched on failure", test_untouched_on_failure},
    {NULL, NULL},
};
