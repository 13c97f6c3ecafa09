/* Which datasets are certified by construction, and what the overview says of them. */
#include "analysis/certified.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/measure.h"
#include "tests/unit/audited.h"
#include "tests/unit/test.h"

static const hbs_finding *found(audited *a, const hbs_dataset *d, hbs_findings *findings) {
    hbs_error error = {0};
    const hbs_measure *overview = NULL;
    CHECK_OK(hbs_measure_find("overview", &overview, &error));
    CHECK_OK(overview->run(a->catalog, d, NULL, findings, &error));
    return audited_find(findings, "overview", "certified_by_construction", NULL);
}

static void by_generator(void) {
    static const struct {
        const char *spec, *part;
        double value;
    } rows[] = {{"sat/planted_or_core n=10", "both labels are known without a solver", 1},
                {"cqc/constructed", "both labels are known without a solver", 1},
                {"sat/planted n=10 + sat/core n=10", "both labels are known without a solver", 1},
                {"sat/planted n=10", "one label alone", 1},
                {"sat/planted n=20 m=85 + sat/uniform n=20 m=85 label=0", "labels of sat/uniform come from a solver", 0},
                {"sat/sr n=10", "labels of sat/sr come from a solver", 0}};
    audited a;
    char name[8];
    audited_open(&a);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "d%zu", i);
        hbs_dataset d = audited_make(&a, name, rows[i].spec, 40, 1, false, NULL);
        hbs_findings findings = {0};
        const hbs_finding *const f = found(&a, &d, &findings);
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        CU_ASSERT_PTR_NOT_NULL(strstr(f->sentence, rows[i].part));
        CU_ASSERT(f->value.estimate == rows[i].value && f->value.n == 40 && f->weight == HBS_FINDING_PLAIN);
        hbs_findings_free(&findings);
        hbs_dataset_free(&d);
    }
    audited_close(&a);
}

static void of_strangers(void) {
    static const int32_t formula[] = {1, 2, 0, 0};
    audited a;
    hbs_findings findings = {0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    audited_add(&a, &d, 0, 0, HBS_LABEL_YES, NULL, 2, formula);
    audited_finish(&a, &d);
    const hbs_finding *const f = found(&a, &d, &findings);
    CU_ASSERT(f->weight == HBS_FINDING_NOT_APPLICABLE && isnan(f->value.estimate));
    CU_ASSERT_PTR_NOT_NULL(strstr(f->sentence, "Certificates by construction: these instances were imported"));
    hbs_findings_free(&findings);
    hbs_dataset_free(&d);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {{"by_generator", by_generator}, {"of_strangers", of_strangers}, {NULL, NULL}};
