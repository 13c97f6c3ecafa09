/* The paragraph of a report: what was found, what was looked for and not found, what is not known. */
#ifndef HBS_ANALYSIS_REPORT_SUMMARY_H
#define HBS_ANALYSIS_REPORT_SUMMARY_H

#include "analysis/report/report.h"

/* *out is owned by the caller. */
hbs_status hbs_summarise(const hbs_report_part *part, char **out, hbs_error *error);

#endif
