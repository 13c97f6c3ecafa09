#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

/* Share of contained pairs. */
static double share(const char *spec, unsigned pairs) {
    workbench *const bench = bench_open(spec);
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_error error = {0};
    unsigned yes = 0;
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_CQC, 0, true, &error));
    for (uint64_t u = 0; u < pairs; u++) {
        CHECK_OK(hbs_label(&labeller, &bench_draw(bench, 1, u)->instance, &verdict, &error));
        yes += verdict.label == HBS_LABEL_YES;
    }
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
    return yes / (double)pairs;
}

/* P(contained) by kappa as measured elsewhere on 60 to 100 pairs; the first four to .06, the others to what so few pairs leave open. */
static void shares_by_kappa(void) {
    static const struct {
        const char *spec;
        double share;
    } rows[] = {{"cqc/threshold v1=10 m1=20 v2=10 kappa=.70", .82},
                {"cqc/threshold v1=10 m1=20 v2=10 kappa=.91", .54},
                {"cqc/threshold v1=10 m1=20 v2=10 kappa=1.12", .25},
                {"cqc/threshold v1=10 m1=20 v2=10 kappa=1.33", .08},
                {"cqc/threshold v1=15 m1=40 v2=15 kappa=.85", .72},
                {"cqc/threshold v1=15 m1=40 v2=15 kappa=1.02", .53},
                {"cqc/threshold schema=t/3 v1=10 m1=60 v2=10 kappa=.98", .32},
                {"cqc/threshold schema=r/2,s/2,u/2 loops=yes v1=12 m1=12 v2=12 kappa=.50", .63},
                {"cqc/threshold v1=15 m1=40 v2=15 head=1 kappa=.73", .67}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double found = share(rows[i].spec, i < 4 ? 4000 : 600);
        const double within = i < 4 ? .06 : .13;
        CU_ASSERT_DOUBLE_EQUAL(found, rows[i].share, within);
        if (fabs(found - rows[i].share) > within) fprintf(stderr, "\n    %s: %.3f, %.2f expected", rows[i].spec, found, rows[i].share);
    }
}

/* What is drawn is what cqc/uniform draws with that many atoms. */
static void is_uniform_at_its_atoms(void) { check_same_units("cqc/threshold v1=10 m1=20 v2=10", "cqc/uniform v1=10 m1=20 v2=10 m2=14", 50); }

static void refusals(void) {
    check_refused("cqc/threshold schema=e/2:20:5", "kappa decides");
    check_refused("cqc/threshold v1=10 m1=90", "there are only 90");   /* 219 of them asked for */
}

const hbs_test hbs_tests[] = {{"shares_by_kappa", shares_by_kappa}, {"is_uniform_at_its_atoms", is_uniform_at_its_atoms}, {"refusals", refusals}, {NULL, NULL}};
