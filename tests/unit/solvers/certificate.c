#include "solvers/checking/certificate.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static void models(void)
{
    hbs_error error;
    hbs_rng rng;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_certificate certificate = {0};
    unsigned held = 0;
    hbs_rng_seed(&rng, 41, 0, HBS_LANE_INSTANCE);
    for (uint32_t i = 0; i < 4000; i++) {
        const uint32_t n = i % 40;
        uint8_t model[41] = {0}, read[41];
        for (uint32_t v = 1; v <= n; v++) model[v] = (uint8_t)hbs_rng_below(&rng, 2);
        CHECK_OK(hbs_certificate_of_model(model, n, &certificate, &error));
        CU_ASSERT(certificate.kind == HBS_CERTIFICATE_MODEL && certificate.size == n && certificate.bytes.size == 1 + (n + 7) / 8);
        CHECK_OK(hbs_certificate_read_model(&certificate, n, read, &error));
        CU_ASSERT(!memcmp(model, read, n + 1));
        hbs_brute_sat_mixed(&instance.cnf, &rng, n, n / 2, 3);
        const bool holds = hbs_cnf_satisfied(&instance.cnf, model);
        held += holds;
        CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &instance, HBS_LABEL_YES, &certificate, &error), holds ? HBS_OK : HBS_ERROR_FAULT);
    }
    CU_ASSERT(held > 500 && held < 3500);
    hbs_instance_free(&instance);
    hbs_certificate_free(&certificate);
}

static void damaged_models(void)
{
    hbs_error error;
    hbs_certificate certificate = {0}, copy = {0};
    const uint8_t model[11] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1};
    uint8_t read[11];
    memset(read, 7, sizeof read);
    CHECK_OK(hbs_certificate_of_model(model, 10, &certificate, &error));
    CU_ASSERT_EQUAL(hbs_certificate_read_model(&certificate, 9, read, &error), HBS_ERROR_FAULT);
    for (size_t size = 0; size < certificate.bytes.size; size++) {
        CHECK_OK(hbs_certificate_copy(&copy, &certificate, &error));
        copy.bytes.size = size;
        CU_ASSERT_EQUAL(hbs_certificate_read_model(&copy, 10, read, &error), HBS_ERROR_FAULT);
    }
    CHECK_OK(hbs_certificate_copy(&copy, &certificate, &error));
    CHECK_OK(hbs_bytes_append(&copy.bytes, model, 1, &error));
    CU_ASSERT_EQUAL(hbs_certificate_read_model(&copy, 10, read, &error), HBS_ERROR_FAULT);
    CHECK_OK(hbs_certificate_copy(&copy, &certificate, &error));
    copy.bytes.data[2] |= 0x80;
    CU_ASSERT_EQUAL(hbs_certificate_read_model(&copy, 10, read, &error), HBS_ERROR_FAULT);
    copy.kind = HBS_CERTIFICATE_REFUTATION;
    CU_ASSERT_EQUAL(hbs_certificate_read_model(&copy, 10, read, &error), HBS_ERROR_FAULT);
    for (size_t i = 0; i < sizeof read; i++) CU_ASSERT_EQUAL(read[i], 7);   /* untouched by failures */
    hbs_certificate_free(&certificate);
    hbs_certificate_free(&copy);
}

static void homomorphisms(void)
{
    hbs_error error;
    hbs_certificate certificate = {0};
    const hbs_term image[] = {0, HBS_CONSTANT | 5, 300, HBS_CONSTANT | 0x7fffffff};
    hbs_term read[4] = {9, 9, 9, 9};
    CHECK_OK(hbs_certificate_of_homomorphism(image, 4, &certificate, &error));
    CHECK_OK(hbs_certificate_read_homomorphism(&certificate, 4, read, &error));
    CU_ASSERT(!memcmp(image, read, sizeof image));
    read[0] = 9;
    CU_ASSERT_EQUAL(hbs_certificate_read_homomorphism(&certificate, 3, read, &error), HBS_ERROR_FAULT);
    for (certificate.bytes.size--; certificate.bytes.size; certificate.bytes.size--)
        CU_ASSERT_EQUAL(hbs_certificate_read_homomorphism(&certificate, 4, read, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(hbs_certificate_read_homomorphism(&certificate, 4, read, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(read[0], 9);
    hbs_certificate_free(&certificate);
}

/* q1() :- e(X,Y), e(Y,c).  q2(..) :- e(U,V). with the head terms given, -1: no head. */
static void draw_pair(hbs_query_pair *pair, int head1, int head2)
{
    hbs_error error;
    uint32_t e, c;
    hbs_query_pair_clear(pair);
    CHECK_OK(hbs_symbol_intern(&pair->relations, "e", 1, 2, &e, &error));
    CHECK_OK(hbs_symbol_intern(&pair->constants, "c", 1, HBS_CONSTANT_STRING, &c, &error));
    pair->q1.variables = pair->q2.variables = 2;
    if (head1 >= 0) CHECK_OK(hbs_query_head(&pair->q1, (hbs_term)head1, &error));
    if (head2 >= 0) CHECK_OK(hbs_query_head(&pair->q2, (hbs_term)head2, &error));
    const hbs_term atoms[][2] = {{0, 1}, {1, HBS_CONSTANT | c}};
    for (size_t a = 0; a < 2; a++) CHECK_OK(hbs_query_atom(&pair->q1, pair, e, atoms[a], NULL, &error));
    CHECK_OK(hbs_query_atom(&pair->q2, pair, e, atoms[0], NULL, &error));
}

static hbs_status try_image(const hbs_instance *instance, hbs_term first, hbs_term second, hbs_error *error)
{
    hbs_certificate certificate = {0};
    const hbs_term image[] = {first, second};
    hbs_status status = hbs_certificate_of_homomorphism(image, 2, &certificate, error);
    if (status == HBS_OK) status = hbs_certificate_check(NULL, instance, HBS_LABEL_YES, &certificate, error);
    hbs_certificate_free(&certificate);
    return status;
}

static void containment(void)
{
    hbs_error error;
    hbs_instance instance = {.problem = HBS_CQC};
    const hbs_term c = HBS_CONSTANT;
    hbs_certificate tree = {.kind = HBS_CERTIFICATE_SEARCH_TREE};
    draw_pair(&instance.pair, -1, -1);
    CHECK_OK(try_image(&instance, 0, 1, &error));
    CHECK_OK(try_image(&instance, 1, c, &error));
    CU_ASSERT_EQUAL(try_image(&instance, 1, 0, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(try_image(&instance, 1, 7, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(try_image(&instance, 1, c | 7, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &instance, HBS_LABEL_NO, &tree, &error), HBS_ERROR_FAULT);
    draw_pair(&instance.pair, 0, 0);
    CHECK_OK(try_image(&instance, 0, 1, &error));
    CU_ASSERT_EQUAL(try_image(&instance, 1, c, &error), HBS_ERROR_FAULT);
    draw_pair(&instance.pair, 0, 1);   /* no atom of q1 ends in X */
    CU_ASSERT_EQUAL(try_image(&instance, 0, 1, &error), HBS_ERROR_FAULT);
    CHECK_OK(hbs_certificate_check(NULL, &instance, HBS_LABEL_NO, &tree, &error));
    draw_pair(&instance.pair, 0, -1);   /* heads of different length */
    CU_ASSERT_EQUAL(try_image(&instance, 0, 1, &error), HBS_ERROR_FAULT);
    CHECK_OK(hbs_certificate_check(NULL, &instance, HBS_LABEL_NO, &tree, &error));
    hbs_instance_free(&instance);
}

static void labels(void)
{
    hbs_error error;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_certificate certificate = {0};
    hbs_cnf_clear(&instance.cnf, 0);
    CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &instance, HBS_LABEL_UNKNOWN, &certificate, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &instance, HBS_LABEL_YES, &certificate, &error), HBS_ERROR_FAULT);
    CU_ASSERT(strstr(error.message, "nothing where a model is needed") != NULL);
    CHECK_OK(hbs_certificate_of_model(NULL, 0, &certificate, &error));
    CHECK_OK(hbs_certificate_check(NULL, &instance, HBS_LABEL_YES, &certificate, &error));
    hbs_certificate_clear(&certificate);
    certificate.kind = HBS_CERTIFICATE_REFUTATION;
    CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &instance, HBS_LABEL_NO, &certificate, &error), HBS_ERROR_FAULT);
    CHECK_OK(hbs_cnf_add(&instance.cnf, NULL, 0, &error));
    CHECK_OK(hbs_certificate_check(NULL, &instance, HBS_LABEL_NO, &certificate, &error));
    CU_ASSERT_STRING_EQUAL(hbs_certificate_name(HBS_CERTIFICATE_SEARCH_TREE), "search tree");
    CU_ASSERT_STRING_EQUAL(hbs_certificate_name((hbs_certificate_kind)77), "unknown");
    hbs_certificate_free(&certificate);
    hbs_certificate_free(NULL);
    hbs_instance_free(&instance);
}

const hbs_test hbs_tests[] = {
    {"models are written, read and judged", models},
    {"damaged models are refused and leave the output alone", damaged_models},
    {"homomorphisms are written and read", homomorphisms},
    {"homomorphisms and search trees are judged", containment},
    {"labels and kinds", labels},
    {NULL, NULL},
};
