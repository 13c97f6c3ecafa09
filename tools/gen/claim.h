/* A claim about one formula, checked: a solver's model, or a proof that there is none. */
#ifndef HBS_TOOLS_GEN_CLAIM_H
#define HBS_TOOLS_GEN_CLAIM_H

#include "tools/cli/verb.h"

typedef struct claim {
    const char *model, *proof; /* one of them; a file, or - for standard input */
    const char *problem;       /* as --problem says it, or NULL */
    bool strict, json;
} claim;

/* Prints that the claim about the run's one path is right. HBS_ERROR_FAULT says where it is wrong, HBS_ERROR_INPUT what cannot be read. */
hbs_status claim_check(cli_run *run, const claim *given, hbs_error *error);

#endif
