/* gen merge: puts shards, or whole catalogs, together. */
#include "datasets/catalog.h"
#include "tools/gen/verbs.h"

static hbs_status run_merge(cli_run *run, const void *target, hbs_error *error) {
    (void)target;
    hbs_catalog *catalog = NULL;
    hbs_status status = hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_CREATE, &run->listener, error);
    if (status == HBS_OK) status = hbs_catalog_merge(catalog, run->argument + 1, run->arguments - 1, error);
    if (status == HBS_OK) hbs_catalog_close(catalog);
    else hbs_catalog_abandon(catalog);
    return status;
}

const cli_verb gen_merge = {
    .name = "merge",
    .arguments = "CATALOG SHARD...",
    .summary = "puts shards, or whole catalogs, together",
    .about = "Copies the datasets of other catalogs into CATALOG, which is made when missing. Shards of one dataset become one; when all its "
             "instances are there, its digest is the one "
             "that a single run would have given.\n",
    .example = "  for i in 0 1 2; do\n    gen make part$i.db train sat/sr n=10..20 --count 100 --seed 1 --shard $i/3\n  done\n"
               "  gen merge data.db part0.db part1.db part2.db\n  gen ls data.db",
    .arguments_low = 2,
    .arguments_high = SIZE_MAX,
    .run = run_merge,
};
