/* What holds of every paragraph of a report, whatever is found. */
#ifndef HBS_TESTS_PARAGRAPH_H
#define HBS_TESTS_PARAGRAPH_H

#include "analysis/report/report.h"

/* The first flaw of the text (doubled punctuation, a raw name, something told twice, …), or NULL. Valid until the next call. */
const char *paragraph_flaw(const char *text);
/* Checks the paragraph of each part, and that each of its findings has words. */
void paragraph_check(const hbs_report *report);

#endif
