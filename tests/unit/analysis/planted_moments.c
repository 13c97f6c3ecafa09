/* Closed forms for n = 20 and 50 against known values, and for small n against the whole space. */
#include "analysis/bias/planted_moments.h"

#include "core/rationals.h"
#include "generators/spaces/small_space.h"
#include "tests/unit/exact_cases.h"

static void known(void) {
    json_t *const document = case_file("planted_moments.json"), *row;
    size_t i;
    hbs_error error = {0};
    hbs_planted_moments moments;
    mpq_t bits;
    mpq_init(bits);
    hbs_planted_moments_new(&moments);
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        CHECK_OK(hbs_planted_moments_of((uint32_t)case_number(row, "n"), (uint32_t)case_number(row, "k"), case_number(row, "m"), HBS_SETS, &moments, &error));
        CU_ASSERT(same_ratio(moments.models, json_object_get(row, "E_models")));
        const json_t *const chi2 = json_object_get(row, "chi2_planted_vs_uniform");
        CU_ASSERT(!json_object_get(chi2, "num") || same_ratio(moments.chi2, chi2));
        CU_ASSERT(same_digits(moments.chi2, case_text(chi2, "dec")));
        mpq_inv(bits, moments.collision);
        hbs_rational_log2(bits, bits);
        CU_ASSERT(same_digits(bits, case_text(row, "renyi2_bits_planted")));
        mpq_set_z(bits, moments.space);
        hbs_rational_log2(bits, bits);
        CU_ASSERT(same_digits(bits, case_text(row, "log2_space")));
    }
    CU_ASSERT_EQUAL(i, 12);
    hbs_planted_moments_free(&moments);
    mpq_clear(bits);
    json_decref(document);
}

/* E[Z^2] of a whole space, sum over j of j^2 times the formulas with j models. */
static void whole_spaces(void) {
    hbs_error error = {0};
    hbs_planted_moments moments;
    mpz_t by_models[33], sum[2];
    mpq_t wanted;
    mpz_inits(sum[0], sum[1], NULL);
    mpq_init(wanted);
    for (size_t j = 0; j < 33; j++) mpz_init(by_models[j]);
    hbs_planted_moments_new(&moments);
    for (uint32_t n = 1; n <= 5; n++)
        for (uint32_t k = 1; k <= n && k <= 3; k++)
            for (size_t m = 0; m <= 12; m += 4)
                for (unsigned of = HBS_SETS; of <= HBS_SEQUENCES; of++) {
                    hbs_small_space *space = NULL;
                    CHECK_OK(hbs_small_space_new(&space, n, &k, 1, &error));
                    hbs_small_space_models(space, &m, (hbs_collection)of, by_models);
                    for (unsigned power = 0; power < 2; power++) mpz_set_ui(sum[power], 0);
                    for (unsigned j = 0; j <= 1u << n; j++) {
                        mpz_addmul_ui(sum[0], by_models[j], j);
                        mpz_addmul_ui(sum[1], by_models[j], j * j);
                    }
                    const hbs_status status = hbs_planted_moments_of(n, k, m, (hbs_collection)of, &moments, &error);
                    CU_ASSERT_EQUAL(status, mpz_sgn(sum[0]) ? HBS_OK : HBS_ERROR_USAGE);
                    for (unsigned power = 0; power < 2 && status == HBS_OK; power++) {
                        mpz_set(mpq_numref(wanted), sum[power]);
                        mpz_set(mpq_denref(wanted), moments.space);
                        mpq_canonicalize(wanted);
                        CU_ASSERT(mpq_equal(wanted, power ? moments.models_squared : moments.models));
                    }
                    hbs_small_space_free(space);
                }
    for (size_t j = 0; j < 33; j++) mpz_clear(by_models[j]);
    mpz_clears(sum[0], sum[1], NULL);
    mpq_clear(wanted);
    hbs_planted_moments_free(&moments);
}

const hbs_test hbs_tests[] = {{"known", known}, {"whole_spaces", whole_spaces}, {NULL, NULL}};
