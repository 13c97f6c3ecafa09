#include "tests/unit/generators/sat/cells.h"

/* Ordered pairs of variables of a clause: w_i / W * w_j / (W - w_i), w_i = i^(-beta), against libm's pow. */
static void pairs(void) {
    enum { N = 6, DRAWS = 40000 };
    static const char *const spec[] = {"sat/scale_free n=6 k=2 m=1", "sat/scale_free n=6 k=2 m=1 beta=1/3", "sat/scale_free n=6 k=2 m=1 beta=1", "sat/scale_free n=6 k=2 m=1 beta=0"};
    static const double beta[] = {.75, 1 / 3., 1, 0};
    for (int s = 0; s < 4; s++) {
        workbench *const bench = bench_open(spec[s]);
        double count[N * N] = {0}, expected[N * N] = {0}, weight[N], sum = 0;
        for (int i = 0; i < N; i++) sum += weight[i] = pow(i + 1, -beta[s]);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (i != j) expected[i * N + j] = DRAWS * weight[i] / sum * weight[j] / (sum - weight[i]);
        for (uint64_t u = 0; u < DRAWS; u++) {
            const int32_t *const literal = hbs_cnf_clause(&bench_draw(bench, 1, u)->instance.cnf, 0);
            count[(abs(literal[0]) - 1) * N + abs(literal[1]) - 1]++;
        }
        CU_ASSERT(fit(count, expected, N * N) > 1e-3);
        bench_close(bench);
    }
}

/* Occurrences of the first variables in a large formula against i^(-beta) / sum: the first literal of a clause has exactly that law. */
static void occurrences(void) {
    enum { N = 5000, M = 200000 };
    workbench *const bench = bench_open("sat/scale_free n=5000 m=200000 beta=.82");
    double *const count = rooms(N + 1, sizeof *count), sum = 0;
    const hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
    for (size_t c = 0; c < cnf->clauses; c++) count[abs(hbs_cnf_clause(cnf, c)[0])]++;
    for (int i = 1; i <= N; i++) sum += pow(i, -.82);
    for (int i = 1; i <= 64; i *= 2) {
        const double p = pow(i, -.82) / sum;
        CU_ASSERT(fabs(count[i] - M * p) < 4.5 * sqrt(M * p));
    }
    double tail = 0, wanted = 0;
    for (int i = 1000; i <= N; i++) tail += count[i], wanted += pow(i, -.82) / sum * M;
    CU_ASSERT(fabs(tail - wanted) < 4.5 * sqrt(wanted));
    free(count);
    bench_close(bench);
}

static void distinct(void) {
    workbench *const bench = bench_open("sat/scale_free n=4 k=2 m=24 distinct=yes");   /* all there are */
    bool seen[81] = {false};
    const hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
    CU_ASSERT_EQUAL(cnf->clauses, 24);
    for (size_t c = 0; c < cnf->clauses; c++) {
        CU_ASSERT(!seen[clause_cell(cnf, c)]);
        seen[clause_cell(cnf, c)] = true;
    }
    bench_close(bench);
    check_refused("sat/scale_free n=4 k=2 m=25 distinct=yes", "there are fewer");
    bench_close(bench_open("sat/scale_free n=4 k=2 m=25"));
}

const hbs_test hbs_tests[] = {{"pairs", pairs}, {"occurrences", occurrences}, {"distinct", distinct}, {NULL, NULL}};
