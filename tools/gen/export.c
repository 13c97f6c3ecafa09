/* gen export: a dataset as files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/features/feature_missing.h"
#include "datasets/exports/export.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"
#include "tools/gen/verbs.h"

typedef struct options {
    const char *format, *output, *certificates, *graph;
    bool no_features;
} options;

static hbs_status copy_to_stdout(const char *path, hbs_error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) return hbs_raise(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    char piece[1 << 16];
    size_t size;
    hbs_status status = HBS_OK;
    while (status == HBS_OK && (size = fread(piece, 1, sizeof piece, file)) > 0) status = cli_write(piece, size, error);
    fclose(file);
    return status;
}

/* An export is written whole or not at all, so standard output gets a copy of a temporary file. */
static hbs_status export_to_stdout(const cli_run *run, const hbs_export *format, const hbs_export_options *extra, hbs_catalog *catalog, hbs_error *error) {
    if (format->folder) return hbs_raise(error, HBS_ERROR_USAGE, "--output: %s writes a folder; give a path instead of -", format->name);
    const char *base = getenv("TMPDIR");
    char folder[4096], path[4200];
    snprintf(folder, sizeof folder, "%s/hardbias-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) return hbs_raise(error, HBS_ERROR_IO, "%s: %s; set TMPDIR to a folder with room", folder, strerror(errno));
    snprintf(path, sizeof path, "%s/export", folder);
    hbs_status status = hbs_export_run(format, catalog, run->argument[1], extra, path, &run->listener, error);
    if (status == HBS_OK) status = copy_to_stdout(path, error);
    unlink(path);
    rmdir(folder);
    return status;
}

/* Features that the catalog lacks are computed first, so that one command is enough. Where nothing can be written to it, what it holds must do. */
static hbs_status open_catalog(const cli_run *run, bool features, hbs_catalog **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {0};
    const bool fill = features && access(run->argument[0], W_OK) == 0;
    const hbs_measure_options measure = {.threads = cli_processors(), .listener = &run->listener};
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], fill ? HBS_CATALOG_WRITE : HBS_CATALOG_READ, &run->listener, error));
    if (fill) HBS_TRY(hbs_dataset_find(catalog, run->argument[1], &dataset, error));
    if (fill) HBS_TRY(hbs_feature_store_missing(catalog, &dataset, &measure, error));
    *out = catalog;
    catalog = NULL;
done:
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    return status;
}

static hbs_status run_export(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    const hbs_export *format;
    hbs_catalog *catalog = NULL;
    struct stat there;
    if (!given->format) HBS_FAIL(error, HBS_ERROR_USAGE, "which format? give --format; --help lists them");
    if (!given->output) HBS_FAIL(error, HBS_ERROR_USAGE, "where to? give --output PATH");
    HBS_TRY(hbs_export_find(given->format, &format, error));
    const hbs_export_options extra = {.graph = given->graph, .features = format->features && !given->no_features, .certificates = given->certificates != NULL};
    HBS_TRY(hbs_export_check(format, &extra, error));
    if (strcmp(given->output, "-") != 0 && !format->folder && lstat(given->output, &there) == 0)
        HBS_FAIL(error, HBS_ERROR_EXISTS, "%s exists; remove it or give another --output", given->output);
    HBS_TRY(open_catalog(run, extra.features, &catalog, error));
    if (!strcmp(given->output, "-")) HBS_TRY(export_to_stdout(run, format, &extra, catalog, error));
    else HBS_TRY(hbs_export_run(format, catalog, run->argument[1], &extra, given->output, &run->listener, error));
done:
    hbs_catalog_close(catalog);
    return status;
}

static hbs_status print_format(const hbs_export *format, hbs_error *error) {
    hbs_bytes text = {0};
    hbs_status status = hbs_bytes_print(&text, error, "%s (%s): %s", format->summary, format->sat && format->cqc ? "sat, cqc" : format->sat ? "sat" : "cqc", format->layout);
    if (status == HBS_OK) status = cli_term(format->name, (const char *)text.data, 12, error);
    hbs_bytes_free(&text);
    return status;
}

static hbs_status names(hbs_error *error) {
    hbs_status status = cli_print(error, "\nFormats:\n");
    for (const hbs_export *const *at = hbs_exports(); *at && status == HBS_OK; at++)
        status = print_format(*at, error);
    return status;
}

static const cli_option table[] = {
    {"format", "F", "what to write", CLI_TEXT, offsetof(options, format), 0, 0, NULL},
    {"certificates", "FORM", "dimacs: also write the stored certificates, refutations as DRAT and models as literals: drat", CLI_CHOICE, offsetof(options, certificates), 0, 0,
     "drat"},
    {"graph", "G", "npz: the instances as graphs too; of formulas lcg (literals and clauses), vcg (variables and clauses) or vig (variables that share clauses), of pairs "
     "incidence (atoms and terms)", CLI_CHOICE, offsetof(options, graph), 0, 0, "lcg|vcg|vig|incidence"},
    {"no-features", NULL, "csv, npz: without the features, which are computed first where the catalog lacks them", CLI_FLAG, offsetof(options, no_features), 0, 0, NULL},
    {"output", "PATH", "where to; - is standard output for formats of a single file", CLI_TEXT, offsetof(options, output), 0, 0, NULL},
};

const cli_verb gen_export = {
    .name = "export",
    .arguments = "CATALOG DATASET --format F --output PATH",
    .summary = "a dataset as files",
    .about = "Writes a dataset for other programs. Nothing half-written is left, and nothing that exists is overwritten.\n"
             "With --certificates drat each .cnf file has its stored certificate beside it, NAME.drat or NAME.model, for outside checkers and for gen label --proof and --model. They are "
             "there when the dataset was made or imported with --certify store.\n"
             "docs/exports.md shows how NumPy and PyTorch Geometric read --format npz.\n",
    .example = "  gen make data.db train sat/sr n=10..20 --count 10 --seed 1\n  gen export data.db train --format dimacs --output train/\n"
               "  gen make data.db proved sat/sr n=10..20 --count 10 --seed 1 --certify store\n"
               "  gen export data.db proved --format dimacs --certificates drat --output proved/\n"
               "  gen label proved/000000_unsat.cnf --proof proved/000000_unsat.drat\n"
               "  gen export data.db train --format csv --output train.csv\n"
               "  gen export data.db train --format npz --graph lcg --output train.npz",
    .arguments_low = 2,
    .arguments_high = 2,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_export,
    .names = names,
};
