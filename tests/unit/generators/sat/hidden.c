#include "tests/unit/generators/sat/cells.h"

/* Shares of clauses by the number of literals that the planted assignment makes true. */
static void true_literals(const char *spec, uint64_t units, double *share, unsigned k) {
    workbench *const bench = bench_open(spec);
    uint8_t model[128];
    hbs_error error = {0};
    double clauses = 0;
    for (unsigned i = 0; i <= k; i++) share[i] = 0;
    for (uint64_t u = 0; u < units; u++) {
        const hbs_drawn *const drawn = bench_draw(bench, 1, u);
        const hbs_cnf *const cnf = &drawn->instance.cnf;
        CHECK_OK(hbs_certificate_read_model(&drawn->certificate, cnf->variables, model, &error));
        for (size_t c = 0; c < cnf->clauses; c++) {
            unsigned met = 0;
            for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) met += (model[abs(hbs_cnf_clause(cnf, c)[i])] != 0) == (hbs_cnf_clause(cnf, c)[i] > 0);
            share[met]++;
            clauses++;
        }
    }
    for (unsigned i = 0; i <= k; i++) share[i] /= clauses;
    bench_close(bench);
}

static void check_shares(const char *spec, unsigned k, const double *weight) {
    enum { UNITS = 400, CLAUSES = 100 * UNITS };
    double share[16], sum = 0;
    true_literals(spec, UNITS, share, k);
    for (unsigned i = 0; i <= k; i++) sum += weight[i] * exp(lgamma(k + 1.) - lgamma(i + 1.) - lgamma(k - i + 1.));
    for (unsigned i = 0; i <= k; i++) {
        const double p = weight[i] * exp(lgamma(k + 1.) - lgamma(i + 1.) - lgamma(k - i + 1.)) / sum;
        CU_ASSERT(fabs(share[i] - p) <= 4.5 * sqrt(p * (1 - p) / CLAUSES));
    }
}

/* C(k,i) p_i over their sum, for q, for lists, and 1 as for planted formulas. */
static void shares(void) {
    check_shares("sat/hidden n=60 m=100 distinct=no q=1", 3, (double[]){0, 1, 1, 1});
    check_shares("sat/hidden n=60 m=100 distinct=no q=.3", 3, (double[]){0, .3, .09, .027});
    check_shares("sat/hidden n=60 m=100 distinct=no q=2 k=4", 4, (double[]){0, 2, 4, 8, 16});
    check_shares("sat/hidden n=60 m=100 distinct=no weights=1,0,1/3", 3, (double[]){0, 1, 0, 1 / 3.});
    check_shares("sat/hidden n=60 m=100 distinct=no weights=0,0,.5,1,0 k=5", 5, (double[]){0, 0, 0, .5, 1, 0});
}

/* The unbiased q: true literals are half of all, for several k; below it they are fewer, above more. */
static void polarity_trace(void) {
    for (unsigned k = 3; k <= 8; k++) {
        enum { UNITS = 400, CLAUSES = 100 * UNITS };
        char text[80];
        double share[16], mean = 0, square = 0;
        snprintf(text, sizeof text, "sat/hidden n=60 m=100 distinct=no k=%u", k);
        true_literals(text, UNITS, share, k);
        for (unsigned i = 0; i <= k; i++) mean += share[i] * i, square += share[i] * i * i;
        const double rounding = k * ldexp(1, -(int)(62 / k - 1)) / 2;   /* of q, as it moves the mean at most */
        CU_ASSERT(fabs(mean - k / 2.) < 4.5 * sqrt((square - mean * mean) / CLAUSES) + rounding);
    }
    double share[4];
    true_literals("sat/hidden n=60 m=100 distinct=no q=.55", 400, share, 3);
    CU_ASSERT(share[1] + 2 * share[2] + 3 * share[3] < 1.49);
    true_literals("sat/hidden n=60 m=100 distinct=no q=.7", 400, share, 3);
    CU_ASSERT(share[1] + 2 * share[2] + 3 * share[3] > 1.51);
}

/* Two distinct clauses over 3 variables, exactly: given the assignment the first by weight, the second by weight among the others; summed over assignments. */
static void successive_law(void) {
    enum { N = 3, BASE = 27, DRAWS = 60000 };
    static const double weight[] = {0, 1, 0, .5};
    double *const expected = rooms(BASE * BASE, sizeof *expected), *const count = count_cells("sat/hidden n=3 m=2 weights=1,0,1/2", BASE, BASE * BASE, DRAWS);
    hbs_cnf cnf = {0};
    for (uint32_t row = 0; row < 8; row++) {
        double of[BASE] = {0}, sum = 0;
        for (size_t cell = 1; cell < BASE; cell++) {
            unsigned met = 0;
            formula_of(cell, N, BASE, 1, &cnf);
            if (hbs_cnf_length(&cnf, 0) != 3) continue;
            for (size_t i = 0; i < 3; i++) met += (row >> i & 1) == (hbs_cnf_clause(&cnf, 0)[i] > 0);
            sum += of[cell] = weight[met];
        }
        for (size_t a = 0; a < BASE; a++)
            for (size_t b = 0; b < BASE; b++)
                if (a != b && of[a] > 0) expected[a * BASE + b] += DRAWS / 8. * of[a] / sum * of[b] / (sum - of[a]);
    }
    CU_ASSERT(fit(count, expected, BASE * BASE) > 1e-3);
    hbs_cnf_free(&cnf);
    free(expected);
    free(count);
}

static void refused(void) {
    static const char *const text[][2] = {{"sat/hidden n=9 k=2", "no unbiased q"},         {"sat/hidden n=9 weights=1,1", "must be k=3 numbers"},
                                          {"sat/hidden n=9 weights=1,1,1,1", "k=3 numbers"}, {"sat/hidden n=9 weights=0,0,0", "all weights are 0"},
                                          {"sat/hidden n=9 weights=1,1,x", "k=3 numbers"},   {"sat/hidden n=9 q=.5 weights=1,1,1", "leave one out"},
                                          {"sat/hidden n=30 k=20 q=.123", "use fewer"},      {"sat/hidden n=3 m=4 weights=1,0,0", "only 3"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) check_refused(text[i][0], text[i][1]);
}

const hbs_test hbs_tests[] = {{"shares", shares}, {"polarity_trace", polarity_trace}, {"successive_law", successive_law}, {"refused", refused}, {NULL, NULL}};
