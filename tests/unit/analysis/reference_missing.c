/* What a reference cannot have: labels that no formula of the signature has, names that are taken, catalogs that are only read. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "analysis/reference/reference.h"
#include "tests/unit/audited.h"
#include "tests/unit/test.h"

static const int32_t once[] = {1, 2, 0, 3, 1, 0, 0};

/* 2-clauses over 6 variables, all but four of the 60: no model can be left, but nothing cheap says so. */
static void too_many_clauses(int32_t *out) {
    int left_out = 0;
    for (int v = 1; v <= 6; v++)
        for (int w = v + 1; w <= 6; w++)
            for (int signs = 0; signs < 4; signs++) {
                if (signs == 3 && left_out++ < 4) continue;
                *out++ = signs & 1 ? -v : v;
                *out++ = signs & 2 ? -w : w;
                *out++ = 0;
            }
    *out = 0;
}

static void read_infeasible(audited *a, int64_t dataset, int64_t idx, char reason[200], int64_t *tries) {
    sqlite3_stmt *statement = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(hbs_catalog_sqlite(a->catalog), "SELECT reason, tries FROM infeasible WHERE dataset = ?1 AND idx = ?2",
                                             -1, &statement, NULL),
                          SQLITE_OK);
    sqlite3_bind_int64(statement, 1, dataset);
    sqlite3_bind_int64(statement, 2, idx);
    CU_ASSERT_EQUAL_FATAL(sqlite3_step(statement), SQLITE_ROW);
    snprintf(reason, 200, "%s", (const char *)sqlite3_column_text(statement, 0));
    *tries = sqlite3_column_int64(statement, 1);
    sqlite3_finalize(statement);
}

static void what_cannot_be_matched_is_recorded(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset_counts counts;
    static int32_t many[400];
    char reason[200];
    int64_t tries;
    too_many_clauses(many);
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    audited_add(&a, &d, 0, 0, HBS_LABEL_NO, NULL, 3, once); /* labels no formula of the signature has */
    audited_add(&a, &d, 1, 1, HBS_LABEL_YES, NULL, 6, many);
    audited_add(&a, &d, 2, 2, HBS_LABEL_YES, NULL, 3, once);
    audited_add(&a, &d, 3, 3, HBS_LABEL_UNKNOWN, NULL, 3, once);
    audited_finish(&a, &d);
    hbs_dataset r = audited_reference(&a, &d, NULL);
    CHECK_OK(hbs_dataset_count(a.catalog, r.id, &counts, &error));
    CU_ASSERT(counts.instances == 1 && counts.infeasible == 2 && counts.unknown == 0);
    read_infeasible(&a, r.id, 0, reason, &tries);
    CU_ASSERT(tries == 0 && strstr(reason, "satisfiable") != NULL);
    read_infeasible(&a, r.id, 1, reason, &tries);
    CU_ASSERT(tries == 10000 && strstr(reason, "none of 10000") != NULL);
    hbs_dataset_free(&r);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void count_infeasible(audited *a, int64_t dataset, int64_t *rows, int64_t *kinds) {
    sqlite3_stmt *statement = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(hbs_catalog_sqlite(a->catalog),
                                             "SELECT count(*), count(DISTINCT tries || reason) FROM infeasible WHERE dataset = ?1", -1, &statement,
                                             NULL),
                          SQLITE_OK);
    sqlite3_bind_int64(statement, 1, dataset);
    CU_ASSERT_EQUAL_FATAL(sqlite3_step(statement), SQLITE_ROW);
    *rows = sqlite3_column_int64(statement, 0);
    *kinds = sqlite3_column_int64(statement, 1);
    sqlite3_finalize(statement);
}

/* Forty instances that share a hopeless signature and label are tried once, together; others of the signature are drawn as ever. */
static void hopeless_signatures_are_tried_once(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset_counts counts;
    static int32_t many[400];
    int64_t rows, kinds;
    too_many_clauses(many);
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 60; i++) audited_add(&a, &d, i, i, i % 3 ? HBS_LABEL_YES : HBS_LABEL_NO, NULL, 6, many);
    audited_finish(&a, &d);
    hbs_dataset r = audited_reference(&a, &d, NULL);
    CHECK_OK(hbs_dataset_count(a.catalog, r.id, &counts, &error));
    CU_ASSERT(counts.label[0] == 20 && counts.label[1] == 0 && counts.infeasible == 40);
    count_infeasible(&a, r.id, &rows, &kinds);
    CU_ASSERT(rows == 40 && kinds == 1);
    hbs_dataset_free(&r);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void what_is_missing_is_said(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset r = {0};
    bool available, matched;
    char why[400];
    const hbs_measure_options plain = {0}, named = {.reference = "other", .unmatched_reference = true}, nowhere = {.reference = "nowhere"};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT), taken = audited_create(&a, "d@uniform", HBS_SAT);
    audited_add(&a, &d, 0, 0, HBS_LABEL_YES, NULL, 3, once);
    CU_ASSERT_EQUAL(hbs_reference(a.catalog, &d, &plain, &r, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "not complete") != NULL);
    audited_finish(&a, &d);
    CU_ASSERT_EQUAL(hbs_reference(a.catalog, &d, &plain, &r, &error), HBS_ERROR_EXISTS);
    CHECK_OK(hbs_dataset_remove(a.catalog, "d@uniform", &error));
    CU_ASSERT_EQUAL(hbs_reference(a.catalog, &d, &nowhere, &r, &error), HBS_ERROR_NOT_FOUND);
    hbs_dataset other = audited_make(&a, "other", "sat/uniform n=5 m=20", 10, 1, false, NULL);
    CHECK_OK(hbs_reference_if_any(a.catalog, &d, &named, &r, &available, &matched, why, sizeof why, &error));
    CU_ASSERT(available && !matched && strcmp(r.name, "other") == 0);
    hbs_dataset_free(&r);
    hbs_dataset pairs = audited_create(&a, "pairs", HBS_CQC);
    CU_ASSERT_EQUAL(hbs_reference(a.catalog, &pairs, &named, &r, &error), HBS_ERROR_USAGE);
    audited_reopen(&a, HBS_CATALOG_READ);
    CHECK_OK(hbs_reference_if_any(a.catalog, &d, &plain, &r, &available, &matched, why, sizeof why, &error));
    CU_ASSERT(!available && strstr(why, "reading only") != NULL);
    hbs_dataset_free(&d);
    hbs_dataset_free(&taken);
    hbs_dataset_free(&other);
    hbs_dataset_free(&pairs);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"what cannot be matched is recorded", what_cannot_be_matched_is_recorded},
    {"hopeless signatures are tried once", hopeless_signatures_are_tried_once},
    {"what is missing is said", what_is_missing_is_said},
    {NULL, NULL},
};
