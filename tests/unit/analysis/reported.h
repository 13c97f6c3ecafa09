/* Reports of small datasets, for the tests of what they say. */
#ifndef HBS_TESTS_REPORTED_H
#define HBS_TESTS_REPORTED_H

#include <stdio.h>
#include <string.h>

#include "analysis/report/report.h"
#include "tests/unit/audited.h"
#include "tests/unit/paragraph.h"
#include "tests/unit/test.h"

static const hbs_measure_options options = {.seed = 1, .threads = 2};

static inline hbs_report build(audited *a, const char *name) {
    hbs_error error = {0};
    hbs_report report = {0};
    CHECK_OK(hbs_report_build(&report, a->catalog, &name, 1, &options, &error));
    paragraph_check(&report);
    return report;
}

/* Of a catalog that is opened, with one dataset. */
static inline hbs_report report_of(audited *a, const char *spec, uint64_t count, uint64_t seed, bool balance) {
    audited_open(a);
    a->dataset = audited_make(a, "d", spec, count, seed, balance, NULL);
    return build(a, "d");
}

static inline bool says(const char *text, const char *what) { return strstr(text, what) != NULL; }

#endif
