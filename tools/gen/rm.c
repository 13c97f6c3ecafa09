/* gen rm: takes a dataset out of a catalog, with all that belongs to it. */
#include "datasets/catalog/catalog.h"
#include "tools/gen/verbs.h"

static void say_removed(void *context, const char *reference, bool removed) {
    cli_run *run = context;
    if (removed) cli_say(&run->terminal, "%s, the reference of %s, is removed too", reference, run->argument[1]);
    else cli_say(&run->terminal, "%s says that it is a reference of %s, and was not made as one: it stays; gen rm %s %s removes it", reference, run->argument[1], run->argument[0], reference);
}

static hbs_status run_rm(cli_run *run, const void *target, hbs_error *error) {
    (void)target;
    hbs_catalog *catalog = NULL;
    hbs_status status = hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_WRITE, &run->listener, error);
    if (status == HBS_OK) status = hbs_dataset_remove_all(catalog, run->argument[1], say_removed, run, error);
    hbs_catalog_close(catalog);
    return status;
}

const cli_verb gen_rm = {
    .name = "rm",
    .arguments = "CATALOG DATASET",
    .summary = "takes a dataset out of a catalog",
    .about = "Removes a dataset with its instances, features and findings, and the uniform reference that was made for it. Its name is free again; the file keeps its size until SQLite reuses the "
             "room.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 100 --seed 1\n  gen rm data.db train",
    .arguments_low = 2,
    .arguments_high = 2,
    .run = run_rm,
};
