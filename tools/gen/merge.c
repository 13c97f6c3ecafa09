/* gen merge: puts shards, or whole catalogs, together. */
#include <inttypes.h>
#include <stdlib.h>

#include "datasets/catalog/catalog.h"
#include "tools/gen/verbs.h"

/* What still lacks instances. */
static hbs_status say_open(cli_run *run, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset *all = NULL;
    size_t count = 0;
    HBS_TRY(hbs_dataset_list(catalog, &all, &count, error));
    for (size_t i = 0; i < count; i++) {
        hbs_dataset_counts counts;
        if (all[i].complete) continue;
        HBS_TRY(hbs_dataset_count(catalog, all[i].id, &counts, error));
        cli_say(&run->terminal, "%s: %" PRIu64 " of %" PRIu64 " instances are there; merge the shards that are missing", all[i].name, counts.instances + counts.infeasible, all[i].count);
    }
done:
    for (size_t i = 0; i < count; i++) hbs_dataset_free(&all[i]);
    free(all);
    return status;
}

static hbs_status run_merge(cli_run *run, const void *target, hbs_error *error) {
    (void)target;
    hbs_catalog *catalog = NULL;
    hbs_status status = hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_CREATE, &run->listener, error);
    if (status == HBS_OK) status = hbs_catalog_merge(catalog, run->argument + 1, run->arguments - 1, error);
    if (status == HBS_OK) status = say_open(run, catalog, error);
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
