#include "tests/unit/generators/sat/cells.h"

/* Equation i of a formula: its variables (a bit set) and right side; each clause of its block must forbid one assignment of the wrong sum. */
static bool read_equation(const hbs_cnf *cnf, size_t first, size_t k, uint32_t *set, bool *side) {
    *set = 0;
    for (size_t j = 0; j < k; j++) *set |= UINT32_C(1) << abs(hbs_cnf_clause(cnf, first)[j]);
    bool seen[64] = {false};
    for (size_t c = first; c < first + (UINT64_C(1) << (k - 1)); c++) {
        uint32_t here = 0;
        size_t ones = 0, negative = 0;
        for (size_t j = 0; j < k; j++) {
            const int32_t literal = hbs_cnf_clause(cnf, c)[j];
            here |= UINT32_C(1) << abs(literal);
            ones += literal < 0;
            negative |= (size_t)(literal < 0) << j;
        }
        if (here != *set || seen[negative]) return false;
        seen[negative] = true;
        if (c == first) *side = !(ones & 1);
        if (*side != !(ones & 1)) return false;
    }
    return true;
}

/* Blocks are what they should be, equations distinct, right sides fair. */
static void equations(void) {
    static const char *const spec[] = {"sat/xor n=8 k=3 m=20", "sat/xor n=6 k=4 m=15", "sat/xor n=8 k=2 m=12 planted=yes", "sat/xor n=5 k=1 m=5"};
    static const size_t length[] = {3, 4, 2, 1};
    for (int i = 0; i < 4; i++) {
        workbench *const bench = bench_open(spec[i]);
        double ones = 0, all = 0;
        for (uint64_t u = 0; u < 300; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
            const size_t block = UINT64_C(1) << (length[i] - 1);
            uint32_t seen[64];
            for (size_t e = 0; e * block < cnf->clauses; e++) {
                bool side = false;
                CU_ASSERT_FATAL(read_equation(cnf, e * block, length[i], &seen[e], &side));
                ones += side;
                all++;
                seen[e] |= (uint32_t)side;
                for (size_t f = 0; f < e; f++) CU_ASSERT(seen[f] != seen[e]);
            }
        }
        CU_ASSERT(fabs(ones / all - .5) < 4.5 * .5 / sqrt(all / 4));   /* equations of a unit depend a little on each other */
        bench_close(bench);
    }
}

/* The label is true by brute force, for both labels. */
static void labels(void) {
    workbench *const bench = bench_open("sat/xor n=5..10 k=2..3 ratio=1");
    unsigned of[2] = {0};
    for (uint64_t u = 0; u < 400; u++) {
        const hbs_drawn *const drawn = bench_draw(bench, 1, u);
        of[drawn->claim]++;
        CU_ASSERT_EQUAL(drawn->claim, hbs_brute_sat_count(&drawn->instance.cnf, NULL) > 0);
        CU_ASSERT_EQUAL(drawn->certificate.kind, drawn->claim ? HBS_CERTIFICATE_MODEL : HBS_CERTIFICATE_NONE);
    }
    CU_ASSERT(of[0] > 50 && of[1] > 50);
    bench_close(bench);
}

/* Larger systems: a model is checked, and random systems above .918 n equations are hardly ever satisfiable. */
static void large(void) {
    static const char *const spec[] = {"sat/xor n=200 ratio=.8", "sat/xor n=200 ratio=1.1", "sat/xor n=200 ratio=3 planted=yes"};
    static const unsigned low[] = {30, 0, 50}, high[] = {50, 2, 50};
    for (int i = 0; i < 3; i++) {
        workbench *const bench = bench_open(spec[i]);
        unsigned yes = 0;
        for (uint64_t u = 0; u < 50; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            yes += drawn->claim == HBS_LABEL_YES;
            if (drawn->claim == HBS_LABEL_YES) check_proved(drawn);
        }
        CU_ASSERT(yes >= low[i] && yes <= high[i]);
        bench_close(bench);
    }
}

const hbs_test hbs_tests[] = {{"equations", equations}, {"labels", labels}, {"large", large}, {NULL, NULL}};
