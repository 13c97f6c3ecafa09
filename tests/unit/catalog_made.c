/* The three lines in front of nearly every test of datasets. */
#include "tests/unit/catalog_made.h"

#include <sqlite3.h>
#include <stdio.h>

#include "tests/unit/test.h"

hbs_catalog *open_ok(const char *path, hbs_catalog_mode mode) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    CHECK_OK(hbs_catalog_open(&catalog, path, mode, NULL, &error));
    return catalog;
}

hbs_status make_from(hbs_catalog *catalog, const char *name, const char *text, const hbs_make_options *options, hbs_dataset *out, hbs_error *error) {
    hbs_spec spec = {0};
    hbs_error parsing = {0};
    CU_ASSERT_EQUAL_FATAL(hbs_spec_parse_text(&spec, text, &parsing), HBS_OK);
    const hbs_status status = hbs_make(catalog, name, &spec, options, NULL, out, error);
    hbs_spec_free(&spec);
    return status;
}

hbs_dataset make_ok(hbs_catalog *catalog, const char *name, const char *text, const hbs_make_options *options) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    CHECK_OK(make_from(catalog, name, text, options, &dataset, &error));
    return dataset;
}

void execute(hbs_catalog *catalog, const char *sql) {
    const int code = sqlite3_exec(hbs_catalog_sqlite(catalog), sql, NULL, NULL, NULL);
    if (code != SQLITE_OK) fprintf(stderr, "\n    %s: %s\n", sql, sqlite3_errmsg(hbs_catalog_sqlite(catalog)));
    CU_ASSERT_EQUAL_FATAL(code, SQLITE_OK);
}
