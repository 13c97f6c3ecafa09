#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

/* Unit i is satisfiable iff unit i of cqc/uniform is contained. */
static void same_labels(void) {
    static const char *const parameters[] = {"", "v1=6 m1=9 v2=6 m2=7", "schema=r/2,s/3 v1=5 m1=20 v2=6 m2=3 head=1 constants=2 loops=yes", "schema=r/2:9:5,u/1:2:2 v1=5 v2=5 all=yes",
                                              "schema=t/3 v1=10 m1=60 m2=8", "v1=15 m1=40 v2=15 m2=23"};
    char text[200];
    hbs_error error = {0};
    hbs_labeller sat = {0}, cqc = {0};
    hbs_verdict one = {0}, two = {0};
    CHECK_OK(hbs_labeller_open(&sat, NULL, HBS_SAT, 0, true, &error));
    CHECK_OK(hbs_labeller_open(&cqc, NULL, HBS_CQC, 0, true, &error));
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        snprintf(text, sizeof text, "sat/containment %s", parameters[i]);
        workbench *const formulas = bench_open(text);
        snprintf(text, sizeof text, "cqc/uniform %s", parameters[i]);
        workbench *const pairs = bench_open(text);
        unsigned yes = 0;
        for (uint64_t u = 0; u < 100; u++) {
            CHECK_OK(hbs_label(&sat, &bench_draw(formulas, 1, u)->instance, &one, &error));
            CHECK_OK(hbs_label(&cqc, &bench_draw(pairs, 1, u)->instance, &two, &error));
            CU_ASSERT_EQUAL(one.label, two.label);
            CU_ASSERT_EQUAL(hbs_rng_choice_bits(&formulas->drawing.rng), hbs_rng_choice_bits(&pairs->drawing.rng));
            yes += one.label == HBS_LABEL_YES;
        }
        CU_ASSERT(yes > 5 && yes < 95);
        if (yes <= 5 || yes >= 95) fprintf(stderr, "\n    %s: %u", text, yes);
        bench_close(formulas);
        bench_close(pairs);
    }
    hbs_verdict_free(&one);
    hbs_verdict_free(&two);
    hbs_labeller_close(&sat);
    hbs_labeller_close(&cqc);
}

const hbs_test hbs_tests[] = {{"same_labels", same_labels}, {NULL, NULL}};
