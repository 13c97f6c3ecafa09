/* What several verbs say of a dataset, and choose for its making. */
#ifndef HBS_TOOLS_CLI_DATASET_H
#define HBS_TOOLS_CLI_DATASET_H

#include <jansson.h>

#include "datasets/catalog/catalog.h"
#include "datasets/make/make.h"
#include "tools/cli/terminal.h"

typedef struct cli_dataset_facts {
    hbs_dataset_counts counts;
    uint64_t tries; /* of all instances and infeasible units together */
} cli_dataset_facts;

hbs_status cli_dataset_count(hbs_catalog *catalog, const hbs_dataset *dataset, cli_dataset_facts *out, hbs_error *error);
/* An object; NULL when memory is short. */
json_t *cli_dataset_json(const hbs_dataset *dataset, const cli_dataset_facts *facts);

/* On stderr, a line each: how many of which label; `more`; the digest, or that this is a part. */
void cli_dataset_say(cli_terminal *terminal, const hbs_dataset *dataset, const cli_dataset_facts *facts, const char *more);

/* ", 5 labels believed, not checked (gen verify checks)", or nothing where there are none. */
#define CLI_BELIEVED 96
void cli_believed(uint64_t labels, char out[CLI_BELIEVED]);

/* "none", "check", "store" */
hbs_certify cli_certify(const char *name);
/* Processors that this process may use. */
unsigned cli_processors(void);

#endif
