/* Augmented pairs: every change keeps the label, by trying all maps or, where those are many, by the solver that knows clauses alone; names are exchanged one to one. */
#include "generators/parents.h"
#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

static const char *const specs[] = {"cqc/augment from=seeds edits=2", "cqc/augment from=seeds edits=3 side=q1", "cqc/augment from=seeds edits=8 kinds=drop", "cqc/augment from=seeds edits=6 kinds=add,drop",
                                    "cqc/augment from=seeds edits=0 relations=yes constants=yes", "cqc/augment from=seeds edits=2 side=q2 constants=yes"};

static int judge(hbs_labeller *labeller, const hbs_instance *instance) {
    hbs_error error = {0};
    hbs_verdict verdict = {0};
    if (instance->pair.q2.variables <= 6) return contained(&instance->pair);
    CHECK_OK(hbs_label(labeller, instance, &verdict, &error));
    const int label = verdict.label;
    hbs_verdict_free(&verdict);
    return label;
}

static void labels_are_kept(void) {
    hbs_error error = {0};
    hbs_labeller labeller = {0};
    CHECK_OK(hbs_labeller_open(&labeller, "query_cnf", HBS_CQC, 0, false, &error));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        unsigned certified = 0;
        for (uint64_t u = 0; u < 48; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 3, u);
            CU_ASSERT_EQUAL(drawn->claim, (int)(u % 2));
            CU_ASSERT_EQUAL(judge(&labeller, &drawn->instance), drawn->claim);
            if (drawn->certificate.kind == HBS_CERTIFICATE_NONE) continue;
            certified++;
            CHECK_OK(hbs_certificate_check(NULL, &drawn->instance, drawn->claim, &drawn->certificate, &error));
        }
        CU_ASSERT(strstr(specs[i], "drop") ? certified <= 24 : certified == 24);   /* every yes, where nothing was dropped */
        bench_close(bench);
    }
    hbs_labeller_close(&labeller);
}

static void sizes_change_as_said(void) {
    hbs_error error = {0};
    workbench *const added = bench_open("cqc/augment from=seeds edits=3 side=q1"), *const both = bench_open("cqc/augment from=seeds edits=9 kinds=add,drop");
    unsigned dropped = 0;
    for (uint64_t u = 0; u < 48; u++) {
        hbs_parent parent = {0};
        hbs_problem problem = HBS_CQC;
        CHECK_OK(bench_parent(&problem, HBS_LABEL_UNKNOWN, u % 12, &parent, &error));
        const hbs_query_pair *pair = &bench_draw(added, 1, u)->instance.pair;
        CU_ASSERT_EQUAL(pair->q1.atoms, parent.instance.pair.q1.atoms + 3);
        CU_ASSERT_EQUAL(pair->q2.atoms, parent.instance.pair.q2.atoms);
        pair = &bench_draw(both, 1, u)->instance.pair;
        dropped += pair->q1.atoms + pair->q2.atoms < parent.instance.pair.q1.atoms + parent.instance.pair.q2.atoms + 9;
        hbs_parent_free(&parent);
    }
    CU_ASSERT(dropped > 40);
    bench_close(added);
    bench_close(both);
}

const hbs_test hbs_tests[] = {{"labels_are_kept", labels_are_kept}, {"sizes_change_as_said", sizes_change_as_said}, {NULL, NULL}};
