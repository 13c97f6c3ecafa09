/* What a catalog holds, asked in SQL. */
#ifndef HBS_TESTS_CATALOG_NUMBER_H
#define HBS_TESTS_CATALOG_NUMBER_H

#include "datasets/catalog/catalog.h"

/* The number in the first column of the first row; -1: it is NULL; -99, and the test fails: no row, or no such query. */
long long catalog_number(hbs_catalog *catalog, const char *sql);

#endif
