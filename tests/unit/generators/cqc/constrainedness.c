/* The number of atoms at a kappa, against its definition in powers of integers: m is right when m - 1/2 <= kappa n ln d / S < m + 1/2, S = ln(d^(sum of arities) / product
 * of atoms), which is (d^A / M)^((2m-1) q) <= d^(2pn) < (d^A / M)^((2m+1) q). */
#include "generators/cqc/constrainedness.h"

#include <gmp.h>

#include "tests/unit/generators/draw.h"

static hbs_shape shape_of(const char *schema, uint32_t v1, size_t m1, uint32_t v2) {
    hbs_shape shape = {.variables = {v1, v2}};
    hbs_error error = {0};
    CHECK_OK(hbs_schema_read(schema, &shape.schema, &error));
    for (size_t r = 0; r < shape.schema.relations; r++) shape.schema.relation[r].atoms[0] = m1;
    return shape;
}

/* -1, 0, 1: (odd) q S against 2 p n ln d. */
static int compare(const hbs_shape *shape, unsigned long odd, unsigned long p, unsigned long q) {
    mpz_t left, right, product;
    mpz_inits(left, right, product, NULL);
    unsigned long places = 0;
    mpz_set_ui(product, 1);
    for (size_t r = 0; r < shape->schema.relations; r++) {
        places += shape->schema.relation[r].arity;
        mpz_mul_ui(product, product, shape->schema.relation[r].atoms[0]);
    }
    const unsigned long d = shape->variables[0] + shape->constants;
    mpz_ui_pow_ui(left, d, places * odd * q);
    mpz_ui_pow_ui(right, d, 2 * p * (shape->variables[1] - shape->head));
    mpz_pow_ui(product, product, odd * q);
    mpz_mul(right, right, product);
    const int sign = mpz_cmp(left, right);
    mpz_clears(left, right, product, NULL);
    return sign < 0 ? -1 : sign > 0;
}

static void nearest(void) {
    static const char *const schemas[] = {"e/2", "t/3", "r/2,s/3", "u/1,e/2"};
    hbs_error error = {0};
    unsigned ties = 0, cases = 0;
    for (size_t s = 0; s < 4; s++)
        for (uint32_t d = 3; d <= 12; d++)
            for (size_t m1 = 1; m1 < d; m1++)
                for (unsigned long p = 1; p <= 7; p++) {
                    const unsigned long q = 4;
                    const hbs_shape shape = shape_of(schemas[s], d, m1, 5);
                    size_t m = 0;
                    CHECK_OK(hbs_atoms_at_kappa(&shape, (int64_t)p, (int64_t)q, &m, &error));
                    const int low = m ? compare(&shape, 2 * m - 1, p, q) : -1, high = compare(&shape, 2 * m + 1, p, q);
                    CU_ASSERT(low <= 0 && high > 0);   /* ties up */
                    ties += low == 0;
                    cases++;
                }
    CU_ASSERT(ties > 20 && ties < cases / 4);
}

static void head_and_constants(void) {
    hbs_error error = {0};
    size_t with = 0, without = 0;
    hbs_shape shape = shape_of("e/2", 12, 30, 9);
    shape.head = 2;
    CHECK_OK(hbs_atoms_at_kappa(&shape, 1, 1, &with, &error));
    CU_ASSERT(compare(&shape, 2 * with - 1, 1, 1) <= 0 && compare(&shape, 2 * with + 1, 1, 1) > 0);
    shape = shape_of("e/2", 10, 30, 7);
    shape.constants = 2;
    CHECK_OK(hbs_atoms_at_kappa(&shape, 1, 1, &without, &error));
    CU_ASSERT_EQUAL(with, without);   /* 12 terms and 7 free variables both */
    shape.head = 7;
    CHECK_OK(hbs_atoms_at_kappa(&shape, 1, 1, &without, &error));
    CU_ASSERT_EQUAL(without, 0);
}

static void known(void) {   /* 10 ln 10 / ln 5 = 14.307 */
    static const struct {
        int64_t p, q;
        size_t atoms;
    } rows[] = {{1, 1, 14}, {7, 10, 10}, {91, 100, 13}, {112, 100, 16}, {133, 100, 19}, {0, 1, 0}, {100, 1, 1431}, {INT64_C(1000000000000000001), INT64_C(1000000000000000000), 14}};
    hbs_error error = {0};
    const hbs_shape shape = shape_of("e/2", 10, 20, 10);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t atoms = 99;
        CHECK_OK(hbs_atoms_at_kappa(&shape, rows[i].p, rows[i].q, &atoms, &error));
        CU_ASSERT_EQUAL(atoms, rows[i].atoms);
    }
}

static void refusals(void) {
    static const struct {
        uint32_t v1;
        size_t m1;
        int64_t kappa;
        const char *part;
    } rows[] = {{1, 1, 1, "two terms"}, {4, 0, 1, "raise m1"}, {4, 16, 1, "lower m1"}, {100000, 1000000000, 1, NULL}, {100, 9999, 100, "lower kappa"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hbs_shape shape = shape_of("e/2", rows[i].v1, rows[i].m1, 100000);
        size_t atoms = 77;
        hbs_error error = {0};
        CU_ASSERT_EQUAL(hbs_atoms_at_kappa(&shape, rows[i].kappa, 1, &atoms, &error), rows[i].part ? HBS_ERROR_USAGE : HBS_OK);
        CU_ASSERT(!rows[i].part || (atoms == 77 && strstr(error.message, rows[i].part)));
    }
}

const hbs_test hbs_tests[] = {{"nearest", nearest}, {"head_and_constants", head_and_constants}, {"known", known}, {"refusals", refusals}, {NULL, NULL}};
