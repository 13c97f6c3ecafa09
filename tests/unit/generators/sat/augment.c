/* Augmented formulas: every kind of edit keeps label and certificate, replaced clauses keep what proves it, and parents are picked as asked. */
#include "generators/parents.h"
#include "generators/sat/clause_edits.h"
#include "generators/sat/clause_replace.h"
#include "solvers/checking/certificate.h"
#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

typedef struct subject {
    hbs_parent parent;
    hbs_instance now;
    uint8_t model[16];
    bool yes;
} subject;

static void take(subject *s, uint64_t i) {
    hbs_error error = {0};
    hbs_problem problem = HBS_SAT;
    CHECK_OK(bench_parent(&problem, HBS_LABEL_UNKNOWN, i, &s->parent, &error));
    s->now.problem = HBS_SAT;
    CHECK_OK(hbs_cnf_copy(&s->now.cnf, &s->parent.instance.cnf, &error));
    s->yes = s->parent.label == HBS_LABEL_YES;
    if (s->yes) CHECK_OK(hbs_certificate_read_model(&s->parent.certificate, s->now.cnf.variables, s->model, &error));
}

static void release(subject *s) {
    hbs_parent_free(&s->parent);
    hbs_instance_free(&s->now);
}

/* The label by brute force; the certificate, of which a model may have moved. */
static void check_still_proved(subject *s) {
    hbs_error error = {0};
    CU_ASSERT_EQUAL(hbs_brute_sat_label(&s->now.cnf), s->parent.label);
    CU_ASSERT(!s->yes || hbs_cnf_satisfied(&s->now.cnf, s->model));
    if (!s->yes) CHECK_OK(hbs_certificate_check(NULL, &s->now, HBS_LABEL_NO, &s->parent.certificate, &error));
}

static void each_edit_keeps_the_label(void) {
    unsigned changed[HBS_CLAUSE_EDITS] = {0}, fewer_models = 0;
    for (uint64_t i = 0; i < 12; i++)
        for (int kind = 0; kind < HBS_CLAUSE_EDITS; kind++) {
            subject s = {0};
            hbs_rng rng;
            hbs_error error = {0};
            take(&s, i);
            hbs_rng_seed(&rng, 4, i, HBS_LANE_INSTANCE);
            hbs_clause_editor editor = {.cnf = &s.now.cnf, .model = s.yes ? s.model : NULL, .rng = &rng};
            for (unsigned step = 0; step < 12; step++) {
                const size_t clauses = s.now.cnf.clauses;
                const uint64_t models = hbs_brute_sat_count(&s.now.cnf, NULL);
                const bool first = kind == HBS_EDIT_DROP && step % 2 == 0;   /* so that there is something to drop */
                CHECK_OK(hbs_clause_edit_make(&editor, first ? HBS_EDIT_WEAKEN : (hbs_clause_edit)kind, &error));
                changed[kind] += s.now.cnf.clauses != clauses;
                const uint64_t left = hbs_brute_sat_count(&s.now.cnf, NULL);
                CU_ASSERT(kind == HBS_EDIT_BLOCKED ? left <= models : left == models);
                fewer_models += left < models;
                check_still_proved(&s);
            }
            hbs_clause_editor_free(&editor);
            release(&s);
        }
    for (int kind = 0; kind < HBS_CLAUSE_EDITS; kind++) CU_ASSERT(changed[kind] > 20);
    CU_ASSERT(fewer_models > 0);
}

/* Of a no: clauses go only as far as the refutation allows, so at least one stays; of a yes as many as asked. */
static void replacing_keeps_the_proof(void) {
    for (uint64_t i = 0; i < 12; i++)
        for (size_t count = 0; count <= 26; count += 13) {
            subject s = {0};
            hbs_rng rng;
            hbs_rup *rup = NULL;
            hbs_error error = {0};
            take(&s, i);
            CHECK_OK(hbs_rup_new(&rup, &error));
            hbs_rng_seed(&rng, 4, i, HBS_LANE_INSTANCE);
            CHECK_OK(hbs_clauses_replace(&s.now.cnf, count, s.yes ? s.model : NULL, rup, s.yes ? NULL : &s.parent.certificate.bytes, &rng, &error));
            CU_ASSERT_EQUAL(s.now.cnf.clauses, s.parent.instance.cnf.clauses);
            size_t kept = 0;
            for (size_t c = 0; c < s.now.cnf.clauses; c++) {
                CU_ASSERT_EQUAL(hbs_cnf_length(&s.now.cnf, c), 3);
                kept += hbs_clause_is_there(&s.parent.instance.cnf, hbs_cnf_clause(&s.now.cnf, c), 3);
            }
            CU_ASSERT(count || kept == 26);
            CU_ASSERT(count != 26 || (s.yes ? kept < 20 : kept > 4 && kept < 26));
            check_still_proved(&s);
            hbs_rup_free(rup);
            release(&s);
        }
}

static void parents_take_turns_or_are_drawn(void) {
    hbs_error error = {0};
    unsigned seen[12] = {0};
    workbench *turns = bench_open("sat/augment from=seeds parents=5"), *drawn = bench_open("sat/augment from=seeds pick=random");
    for (uint64_t u = 0; u < 300; u++) {
        bench_draw(turns, 1, u);
        CU_ASSERT(turns->drawing.has_parent);
        CU_ASSERT_EQUAL(turns->drawing.parent, u % 5);
        bench_draw(drawn, 1, u);
        seen[drawn->drawing.parent % 12]++;
    }
    for (unsigned i = 0; i < 12; i++) CU_ASSERT(seen[i] > 8);
    CU_ASSERT_EQUAL(hbs_draw(&turns->drawing, turns->spec.part[0].generator, &turns->values, 0, &error), HBS_OK);
    turns->drawing.parents = NULL;
    CU_ASSERT_EQUAL(hbs_draw(&turns->drawing, turns->spec.part[0].generator, &turns->values, 0, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "only `gen make`"));
    bench_close(turns);
    bench_close(drawn);
}

static void names_alone(void) {
    hbs_error error = {0};
    workbench *bench = bench_open("sat/augment from=seeds rename=no flip=no"), *flips = bench_open("sat/augment from=seeds rename=no");
    for (uint64_t u = 0; u < 12; u++) {
        hbs_parent parent = {0};
        hbs_problem problem = HBS_SAT;
        uint8_t a[HBS_HASH_SIZE], b[HBS_HASH_SIZE];
        CHECK_OK(bench_parent(&problem, HBS_LABEL_UNKNOWN, u, &parent, &error));
        CHECK_OK(hbs_cnf_content_hash(&parent.instance.cnf, a, &error));
        CHECK_OK(hbs_cnf_content_hash(&bench_draw(bench, 1, u)->instance.cnf, b, &error));
        CU_ASSERT(!memcmp(a, b, sizeof a));
        const hbs_cnf *const flipped = &bench_draw(flips, 1, u)->instance.cnf;
        for (size_t i = 0; i < hbs_cnf_literals(flipped); i++) CU_ASSERT_EQUAL(abs(flipped->literal[i]), abs(parent.instance.cnf.literal[i]));
        hbs_parent_free(&parent);
    }
    bench_close(bench);
    bench_close(flips);
}

static void bad_parameters(void) {
    static const char *const bad[] = {"sat/augment", "sat/augment from=a pick=any", "sat/augment from=a kinds=weak", "sat/augment from=a kinds=drop,drop", "sat/augment from=a kinds=drop,",
                                      "cqc/augment from=a kinds=fold", "cqc/augment from=a side=q3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) check_refused(bad[i], "");
}

const hbs_test hbs_tests[] = {
    {"each_edit_keeps_the_label", each_edit_keeps_the_label},
    {"replacing_keeps_the_proof", replacing_keeps_the_proof},
    {"parents_take_turns_or_are_drawn", parents_take_turns_or_are_drawn},
    {"names_alone", names_alone},
    {"bad_parameters", bad_parameters},
    {NULL, NULL},
};
