/* What the names in findings mean: deciders, features and probes, from their descriptors. */
#ifndef HBS_ANALYSIS_REPORT_GLOSSARY_H
#define HBS_ANALYSIS_REPORT_GLOSSARY_H

#include "analysis/finding.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_named {
    char name[64], meaning[900];
} hbs_named;

typedef struct hbs_glossary {
    hbs_named *item;
    size_t count, capacity;
} hbs_glossary;

void hbs_glossary_free(hbs_glossary *glossary);
/* The terms that the subjects of these findings use and that are not there yet: deciders in the order of the cascade, then features, then probes.
 * Appends. */
hbs_status hbs_glossary_add(hbs_glossary *glossary, const hbs_findings *findings, hbs_error *error);

#ifdef __cplusplus
}
#endif

#endif
