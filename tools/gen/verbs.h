/* The verbs of `gen`, each defined in the file of its name. Adding one: its file, its line here, its line in main.c. */
#ifndef HBS_TOOLS_GEN_VERBS_H
#define HBS_TOOLS_GEN_VERBS_H

#include "tools/cli/verb.h"

extern const cli_verb gen_list, gen_describe, gen_sample, gen_calibrate, gen_label, gen_make, gen_import, gen_ls, gen_rm, gen_merge, gen_export, gen_verify;

#endif
