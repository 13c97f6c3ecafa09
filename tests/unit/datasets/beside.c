/* Certificates beside formulas: names, strange files, and what they prove. */
#include "datasets/imports/beside.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/checking/drat.h"
#include "solvers/checking/model_text.h"
#include "solvers/solver.h"
#include "tests/unit/datasets/fixture.h"

static void names_tell(void) {
    static const struct {
        const char *name, *formula;
        bool belongs;
    } cases[] = {
        {"d/a.drat", "d/a.cnf", true},      {"d/a.DRAT.xz", "d/a.cnf.gz", true}, {"d/a.cnf.rup", "d/a.cnf", true}, {"d/a.model", "d/a.dimacs", true},
        {"d/a.cnf.gz.proof", "d/a.cnf.gz", true}, {"d/a.drat", "e/a.cnf", false}, {"d/ab.drat", "d/a.cnf", false}, {"d/a.drat", "d/ab.cnf", false},
        {"d/a.txt", "d/a.cnf", false},      {"d/.drat", "d/.cnf", false},       {"a.b.model", "a.b.cnf", true},   {"a.b.model", "a.cnf", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (hbs_beside_belongs(cases[i].name, cases[i].formula) != cases[i].belongs) fprintf(stderr, "\n    %s %s\n", cases[i].name, cases[i].formula);
        CU_ASSERT_EQUAL(hbs_beside_belongs(cases[i].name, cases[i].formula), cases[i].belongs);
    }
    CU_ASSERT_EQUAL(hbs_beside_kind_of("x/a.model.bz2"), HBS_BESIDE_MODEL);
    CU_ASSERT_EQUAL(hbs_beside_kind_of("x/a.proof"), HBS_BESIDE_PROOF);
    CU_ASSERT_EQUAL(hbs_beside_kind_of("x/a.cnf"), HBS_BESIDE_NONE);
    CU_ASSERT_EQUAL(hbs_beside_kind_of("x/.model"), HBS_BESIDE_NONE);
}

static void strange_files_are_known(void) {
    static const struct {
        const char *name, *text;
        size_t size;
        bool strange;
    } cases[] = {
        {"a.proof", "1 -2 0\n", 7, false},      {"a.proof", "d 1 0", 5, false},       {"a.proof", "c x\n\n  0\n", 9, false}, {"a.proof", "5 1 0 2 3 0\n", 12, true},
        {"a.proof", "pseudo-Boolean\n", 15, true}, {"a.proof", "1 2\n", 4, true},      {"a.proof", "1 - 0\n", 6, true},      {"a.proof", "a\2\0", 3, false},
        {"a.proof", "x\2\0", 3, true},          {"a.proof", "", 0, false},            {"a.drat", "5 1 0 2 3 0\n", 12, false}, {"a.model", "s SATISFIABLE\n", 14, false},
        {"a.model", "v", 1, false},             {"a.model", "verify me\n", 10, true}, {"a.model", "SAT\n1 0\n", 8, false}, {"a.model", "-1 2 0\n", 7, false},
        {"a.model", "PK\3\4", 4, true},         {"a.model", "v 1\0", 4, true},        {"a.model", "<xml>\n", 6, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (hbs_beside_is_strange(cases[i].name, cases[i].text, cases[i].size) != cases[i].strange) fprintf(stderr, "\n    %s %s\n", cases[i].name, cases[i].text);
        CU_ASSERT_EQUAL(hbs_beside_is_strange(cases[i].name, cases[i].text, cases[i].size), cases[i].strange);
    }
}

static void write_text(const hbs_certificate *certificate, uint32_t variables, hbs_bytes *out) {
    hbs_error error = {0};
    uint8_t model[64];
    hbs_bytes_clear(out);
    if (certificate->kind == HBS_CERTIFICATE_MODEL) {
        CHECK_OK(hbs_certificate_read_model(certificate, variables, model, &error));
        CHECK_OK(hbs_model_text_write(model, variables, out, &error));
    } else {
        CHECK_OK(hbs_drat_write(certificate->bytes.data, certificate->bytes.size, variables, out, &error));
    }
}

/* What a solver's certificate is written as comes back as it was, proves the label, and no other label; cut short it proves nothing, or is refused. */
static void what_is_written_comes_back(void) {
    hbs_error error = {0};
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_checker *checker = NULL;
    hbs_certificate back = {0};
    hbs_beside beside = {0};
    unsigned labels[2] = {0};
    hbs_instance instance = {.problem = HBS_SAT};
    CHECK_OK(hbs_checker_new(&checker, &error));
    CHECK_OK(hbs_labeller_open(&labeller, "cdcl", HBS_SAT, 0, true, &error));
    for (uint64_t i = 0; i < 200; i++) {
        int label = HBS_LABEL_UNKNOWN;
        bool kept = false;
        uint64_t size = 0;
        random_formula(&instance.cnf, i, 5 + (uint32_t)(i % 40), (3 + (unsigned)(i % 3)) * (5 + (unsigned)(i % 40)));
        CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
        labels[verdict.label]++;
        write_text(&verdict.certificate, instance.cnf.variables, &beside.text);
        beside.name = (char *)(verdict.label ? "x.model" : "x.drat");
        CHECK_OK(hbs_beside_check(checker, &instance, &beside, &label, &back, &kept, &error));
        CU_ASSERT(kept);
        CU_ASSERT_EQUAL(label, verdict.label);
        CU_ASSERT_EQUAL(back.kind, verdict.certificate.kind);
        CU_ASSERT_EQUAL(back.size, verdict.certificate.size);
        CU_ASSERT(back.bytes.size == verdict.certificate.bytes.size && (!back.bytes.size || !memcmp(back.bytes.data, verdict.certificate.bytes.data, back.bytes.size)));
        CHECK_OK(hbs_certificate_measure(&back, &size, &error));
        CU_ASSERT_EQUAL(size, back.size);
        beside.name = (char *)(verdict.label ? "x.drat" : "x.model");
        CU_ASSERT_EQUAL(hbs_beside_check(checker, &instance, &beside, &label, &back, &kept, &error), HBS_ERROR_FAULT);
    }
    CU_ASSERT(labels[0] > 50 && labels[1] > 50);
    hbs_bytes_free(&beside.text);
    hbs_certificate_free(&back);
    hbs_checker_free(checker);
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    hbs_instance_free(&instance);
}

const hbs_test hbs_tests[] = {
    {"names tell", names_tell},
    {"strange files are known", strange_files_are_known},
    {"what is written comes back", what_is_written_comes_back},
    {NULL, NULL},
};
