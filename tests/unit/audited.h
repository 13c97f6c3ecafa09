/* A catalog in a temporary folder with datasets to be audited, for the tests of analysis. */
#ifndef HBS_TESTS_AUDITED_H
#define HBS_TESTS_AUDITED_H

#include "analysis/finding.h"
#include "analysis/measure.h"
#include "datasets/catalog/catalog.h"

typedef struct audited {
    char folder[64], path[96];
    hbs_catalog *catalog;
    hbs_dataset dataset;     /* of audited_one, and what its measure found */
    hbs_findings findings;
} audited;

void audited_open(audited *a);
void audited_close(audited *a);
void audited_reopen(audited *a, hbs_catalog_mode mode);
/* Makes a dataset from a spec; `split` may be NULL. */
hbs_dataset audited_make(audited *a, const char *name, const char *spec, uint64_t count, uint64_t seed, bool balance, const char *split);
/* The same with clauses and literals in the order they were drawn in. */
hbs_dataset audited_make_in_order(audited *a, const char *name, const char *spec, uint64_t count, uint64_t seed);
/* An empty dataset to write rows to, and a row of one formula given in DIMACS literals, 0 ending each clause, 0 0 the list. */
hbs_dataset audited_create(audited *a, const char *name, hbs_problem problem);
void audited_add(audited *a, const hbs_dataset *dataset, uint64_t idx, uint64_t unit, int label, const char *split, uint32_t variables,
                 const int32_t *literals);
void audited_finish(audited *a, hbs_dataset *dataset);
/* The uniform reference of a dataset. */
hbs_dataset audited_reference(audited *a, const hbs_dataset *dataset, const hbs_measure_options *options);
/* Opens, makes the dataset "d", and runs one measure of it. */
void audited_one(audited *a, const char *measure, const char *spec, uint64_t count, uint64_t seed, bool balance, const hbs_measure_options *options);
/* Runs one measure; free the findings. */
hbs_findings audited_measure(audited *a, const char *measure, const hbs_dataset *dataset, const hbs_measure_options *options);
/* The finding, or NULL. subject NULL: any. */
const hbs_finding *audited_find(const hbs_findings *findings, const char *measure, const char *quantity, const char *subject);

#endif
