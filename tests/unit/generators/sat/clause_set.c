#include "generators/sat/clause_set.h"

#include "core/rng.h"
#include "tests/unit/generators/draw.h"

static void add(hbs_cnf *cnf, int32_t a, int32_t b, int32_t c) {
    hbs_error error = {0};
    const int32_t literal[] = {a, b, c};
    CHECK_OK(hbs_cnf_add(cnf, literal, c ? 3 : b ? 2 : 1, &error));
}

/* The order of literals does not matter, signs and lengths do; what stays keeps its order. */
static void merging(void) {
    hbs_cnf cnf = {0};
    hbs_clause_set set = {0};
    hbs_error error = {0};
    hbs_cnf_clear(&cnf, 5);
    add(&cnf, 1, 2, 3), add(&cnf, -1, 2, 3), add(&cnf, 3, 1, 2), add(&cnf, 1, 2, 0), add(&cnf, 2, 3, -1), add(&cnf, 4, 0, 0), add(&cnf, 2, 1, 0), add(&cnf, 4, 5, 1);
    CHECK_OK(hbs_clause_set_merge(&set, &cnf, &error));
    CU_ASSERT_EQUAL_FATAL(cnf.clauses, 5);
    static const int32_t left[] = {1, 2, 3, -1, 2, 3, 1, 2, 4, 4, 5, 1};
    static const size_t start[] = {0, 3, 6, 8, 9, 12};
    CU_ASSERT(!memcmp(cnf.literal, left, sizeof left));
    CU_ASSERT(!memcmp(cnf.start, start, sizeof start));
    hbs_cnf_clear(&cnf, 5);
    CHECK_OK(hbs_clause_set_merge(&set, &cnf, &error));
    CU_ASSERT_EQUAL(cnf.clauses, 0);
    hbs_clause_set_free(&set);
    hbs_cnf_free(&cnf);
}

/* Random formulas with many repeats against hbs_cnf_clean, which sorts. */
static void against_sorting(void) {
    workbench *const bench = bench_open("sat/uniform n=4..30 k=2 ratio=8 distinct=no");
    hbs_clause_set set = {0};
    hbs_cnf cleaned = {0}, merged = {0}, again = {0};
    hbs_error error = {0};
    for (uint64_t u = 0; u < 300; u++) {
        hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        hbs_rng rng;
        hbs_rng_seed(&rng, 9, u, HBS_LANE_ORDER);
        CHECK_OK(hbs_cnf_shuffle(cnf, &rng, &error));
        CHECK_OK(hbs_cnf_clean(&cleaned, cnf, &error));
        CHECK_OK(hbs_cnf_copy(&merged, cnf, &error));
        CHECK_OK(hbs_clause_set_merge(&set, &merged, &error));
        CHECK_OK(hbs_cnf_clean(&again, &merged, &error));
        CU_ASSERT(merged.clauses == cleaned.clauses && merged.clauses < cnf->clauses);
        CU_ASSERT(again.clauses == cleaned.clauses && !memcmp(again.literal, cleaned.literal, hbs_cnf_literals(&again) * sizeof *again.literal));
    }
    hbs_clause_set_free(&set);
    hbs_cnf_free(&cleaned);
    hbs_cnf_free(&merged);
    hbs_cnf_free(&again);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {{"merging", merging}, {"against_sorting", against_sorting}, {NULL, NULL}};
