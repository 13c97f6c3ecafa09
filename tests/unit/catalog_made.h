/* Catalogs opened, filled and changed for tests; what is not said to give a status must succeed, and CUnit fails otherwise. */
#ifndef HBS_TESTS_CATALOG_MADE_H
#define HBS_TESTS_CATALOG_MADE_H

#include "datasets/make/make.h"

hbs_catalog *open_ok(const char *path, hbs_catalog_mode mode);
/* Makes a dataset from a spec given as text. */
hbs_status make_from(hbs_catalog *catalog, const char *name, const char *text, const hbs_make_options *options, hbs_dataset *out, hbs_error *error);
hbs_dataset make_ok(hbs_catalog *catalog, const char *name, const char *text, const hbs_make_options *options);
/* Runs SQL past the library. */
void execute(hbs_catalog *catalog, const char *sql);

#endif
