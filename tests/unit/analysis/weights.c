/* Weights back to uniform: on a space whose law is known, with what they estimate there; and reasons where there are none. */
#include "analysis/bias/weights.h"

#include <math.h>
#include <string.h>

#include "tests/unit/audited.h"
#include "tests/unit/test.h"

static hbs_weights weights_of(audited *a, const hbs_dataset *d) {
    hbs_error error = {0};
    hbs_weights w = {0};
    CHECK_OK(hbs_weights_of(&w, a->catalog, d, NULL, &error));
    return w;
}

static unsigned models(const hbs_cnf *cnf) {
    unsigned count = 0;
    for (unsigned assignment = 0; assignment < 1u << cnf->variables; assignment++) {
        bool all = true;
        for (size_t c = 0; c < cnf->clauses && all; c++) {
            bool any = false;
            for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) {
                const int32_t x = hbs_cnf_clause(cnf, c)[i];
                any = any || (assignment >> (x > 0 ? x - 1 : -x - 1) & 1) == (x > 0);
            }
            all = any;
        }
        count += all;
    }
    return count;
}

/* Planted formulas have more models than uniform satisfiable ones; weighed, as many. */
static void the_mean_number_of_models(void) {
    hbs_error error = {0};
    audited a;
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_instance instance = {.problem = HBS_SAT};
    bool more = true;
    double plain = 0, weighed = 0, sum = 0;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/planted n=3 k=2 m=6", 3000, 5, false, NULL);
    hbs_weights w = weights_of(&a, &d);
    CU_ASSERT(w.count == 3000 && w.unknown == 0 && !w.why[0][0]);
    CHECK_OK(hbs_rows_open(&rows, a.catalog, d.id, &error));
    for (size_t i = 0; i < w.count; i++) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        CHECK_OK(hbs_row_instance(&row, HBS_SAT, &instance, &error));
        CU_ASSERT_EQUAL_FATAL(w.item[i].idx, row.idx);
        const double z = models(&instance.cnf);
        plain += z / 3000, weighed += w.item[i].weight * z, sum += w.item[i].weight;
    }
    /* E[Z] = 8 C(9,6) / C(12,6) = 8/11 over all 924, 572 of them satisfiable. */
    const double truth = 8. / 11 * 924 / 572;
    CU_ASSERT_DOUBLE_EQUAL(sum, 3000, 1e-6);
    CU_ASSERT(fabs(weighed / sum - truth) < .02 && plain > truth + .1);
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    hbs_weights_free(&w);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void parts_and_reasons(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/planted n=8 m=30 + sat/uniform n=8 m=30 label=0 + sat/nae n=8 m=30", 30, 1, false, NULL);
    hbs_weights w = weights_of(&a, &d);
    CU_ASSERT(w.count == 30 && w.unknown == 10 && !w.why[0][0] && !w.why[1][0] && strstr(w.why[2], "does not state") != NULL);
    unsigned ones = 0, missing = 0;
    for (size_t i = 0; i < w.count; i++) ones += w.item[i].weight == 1, missing += isnan(w.item[i].weight) ? 1 : 0;
    CU_ASSERT(ones == 10 && missing == 10);
    hbs_weights_free(&w);
    hbs_dataset_free(&d);
    d = audited_make(&a, "e", "cqc/uniform v1=3 m1=3 v2=3 m2=2", 20, 1, false, NULL);
    w = weights_of(&a, &d);
    CU_ASSERT(w.unknown == 0 && w.item[19].weight == 1);
    hbs_weights_free(&w);
    hbs_dataset_free(&d);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"weighed planted formulas have as many models as uniform satisfiable ones", the_mean_number_of_models},
    {"parts, and reasons for what has no weight", parts_and_reasons},
    {NULL, NULL},
};
