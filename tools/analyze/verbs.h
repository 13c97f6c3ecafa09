/* The verbs of `analyze`, each defined in the file of its name. Adding one: its file, its line here, its line in main.c. */
#ifndef HBS_TOOLS_ANALYZE_VERBS_H
#define HBS_TOOLS_ANALYZE_VERBS_H

#include "tools/cli/verb.h"

extern const cli_verb analyze_exact, analyze_features, analyze_redundancy, analyze_bias, analyze_weights, analyze_shortcuts, analyze_collapse, analyze_study, analyze_compare, analyze_report;

#endif
