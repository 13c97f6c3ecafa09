/* Exports: the registry, and the frame that all share.
 *
 * An export writes into a temporary file or folder beside the output, which is renamed when all is there, so that nothing half-written is ever seen under the output's
 * name. A regular file is replaced; a folder must be missing or empty. What is neither (a pipe, a terminal) is written directly. */
#include "datasets/exports/export.h"

#include <dirent.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/exports/unfinished.h"

/* A new format is a descriptor hbs_export_NAME in its own file and a line here. */
#define EXPORTS(X) \
    X(csv)         \
    X(datalog)     \
    X(dimacs)      \
    X(jsonl)       \
    X(npz)

#define DECLARE(name) extern const hbs_export hbs_export_##name;
#define LIST(name) &hbs_export_##name,
EXPORTS(DECLARE)

static const hbs_export *const exports[] = {EXPORTS(LIST) NULL};

const hbs_export *const *hbs_exports(void) { return exports; }

/* Raises HBS_ERROR_USAGE: what is wrong, and the names of those that will do. */
static hbs_status refuse(const char *wrong, bool (*will_do)(const hbs_export *export_), hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes names = {0};
    for (const hbs_export *const *e = exports; *e; e++)
        if (will_do(*e)) HBS_TRY(hbs_bytes_print(&names, error, "%s%s", names.size ? ", " : "", (*e)->name));
    HBS_FAIL(error, HBS_ERROR_USAGE, "%s; use one of %s", wrong, (const char *)names.data);
done:
    hbs_bytes_free(&names);
    return status;
}

static bool any(const hbs_export *export_) { return export_ != NULL; }
static bool holds_graphs(const hbs_export *export_) { return export_->graphs; }
static bool holds_features(const hbs_export *export_) { return export_->features; }
static bool holds_certificates(const hbs_export *export_) { return export_->certificates; }
static bool writes_sat(const hbs_export *export_) { return export_->sat; }
static bool writes_cqc(const hbs_export *export_) { return export_->cqc; }

hbs_status hbs_export_find(const char *name, const hbs_export **out, hbs_error *error) {
    char wrong[100];
    for (const hbs_export *const *e = exports; *e; e++) {
        if (strcmp((*e)->name, name) != 0) continue;
        *out = *e;
        return HBS_OK;
    }
    snprintf(wrong, sizeof wrong, "unknown format `%.60s`", name);
    return refuse(wrong, any, error);
}

static bool is_empty_folder(const char *path) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    bool empty = folder != NULL;
    while (folder && empty && (entry = readdir(folder))) empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    if (folder) closedir(folder);
    return empty;
}

/* The folder that the output is to lie in. */
static hbs_status look_above(const char *output, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *above = NULL;
    HBS_TRY(hbs_copy_text(&above, output, error));
    size_t length = strlen(above);
    while (length > 1 && above[length - 1] == '/') length--;
    while (length && above[length - 1] != '/') length--;
    above[length] = 0;
    if (length && access(above, F_OK) != 0) HBS_FAIL(error, HBS_ERROR_IO, "%s: %s: %s; make the folder first, or give another output", output, above, strerror(errno));
    if (access(length ? above : ".", W_OK) != 0)
        HBS_FAIL(error, HBS_ERROR_IO, "%s: cannot write into %s: %s; give another output", output, length ? above : "this folder", strerror(errno));
done:
    free(above);
    return status;
}

/* What stands in the way of the output, and whether it is written directly. */
static hbs_status look(const hbs_export *export_, const char *output, bool *direct, hbs_error *error) {
    struct stat info;
    *direct = false;
    if (!output[0]) return hbs_raise(error, HBS_ERROR_USAGE, "the name of the output is empty");
    if (stat(output, &info) != 0) return errno == ENOENT ? look_above(output, error) : hbs_raise(error, HBS_ERROR_IO, "%s: %s", output, strerror(errno));
    if (export_->folder && !S_ISDIR(info.st_mode)) return hbs_raise(error, HBS_ERROR_EXISTS, "%s: exists and is no folder; %s writes a folder", output, export_->name);
    if (export_->folder && !is_empty_folder(output)) return hbs_raise(error, HBS_ERROR_EXISTS, "%s: the folder is not empty; give a new one", output);
    if (!export_->folder && S_ISDIR(info.st_mode)) return hbs_raise(error, HBS_ERROR_EXISTS, "%s: is a folder; %s writes a file", output, export_->name);
    *direct = !export_->folder && !S_ISREG(info.st_mode);
    return HBS_OK;
}

/* Who reads the message has named the output, and knows nothing of the temporary one; nor is that there any more. */
static void name_output(const char *temporary, const char *output, hbs_error *error) {
    char before[sizeof error->message];
    const char *const at = error ? strstr(error->message, temporary) : NULL;
    if (!at) return;
    memcpy(before, error->message, sizeof before);
    hbs_raise(error, error->code, "%.*s%.600s%s%s", (int)(at - error->message), before, output, before + (at - error->message) + strlen(temporary),
              strstr(before, strerror(ENOSPC))  ? "; free some space, or give an output on another disk"
              : strstr(before, strerror(EFBIG)) ? "; raise the limit on the size of files (ulimit -f)"
                                                : "");
}

static hbs_status write_and_rename(const hbs_export *export_, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output,
                                   const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_unfinished unfinished = {.lock = -1};
    HBS_TRY(hbs_unfinished_open(&unfinished, output, export_->folder, listener, error));
    status = export_->write(catalog, dataset, options, unfinished.path, listener, error);
    if (status != HBS_OK) name_output(unfinished.path, output, error);
    if (status != HBS_OK) goto done;
    HBS_TRY(hbs_unfinished_finish(&unfinished, output, error));
done:
    hbs_unfinished_close(&unfinished);
    return status;
}

/* Reading begins with the first statement and ends with the transaction; one that the caller has open serves as well. */
static hbs_status write_snapshot(const hbs_export *export_, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output,
                                 bool direct, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool mine = sqlite3_get_autocommit(hbs_catalog_sqlite(catalog)) != 0;
    if (mine) HBS_TRY(hbs_catalog_execute(catalog, "BEGIN", "read for an export", error));
    status = direct ? export_->write(catalog, dataset, options, output, listener, error) : write_and_rename(export_, catalog, dataset, options, output, listener, error);
    if (mine) sqlite3_exec(hbs_catalog_sqlite(catalog), "ROLLBACK", NULL, NULL, NULL);   /* nothing was written */
done:
    return status;
}

hbs_status hbs_export_check(const hbs_export *export_, const hbs_export_options *options, hbs_error *error) {
    const struct {
        bool asked;
        bool (*holds)(const hbs_export *export_);
        const char *what;
    } extra[] = {{options->graph != NULL, holds_graphs, "graphs"}, {options->features, holds_features, "features"}, {options->certificates, holds_certificates, "certificates"}};
    char wrong[100];
    for (size_t i = 0; i < sizeof extra / sizeof *extra; i++) {
        if (!extra[i].asked || extra[i].holds(export_)) continue;
        snprintf(wrong, sizeof wrong, "%.60s has no form for %s", export_->name, extra[i].what);
        return refuse(wrong, extra[i].holds, error);
    }
    return HBS_OK;
}

static hbs_status check_problem(const hbs_export *export_, const hbs_dataset *dataset, hbs_error *error) {
    bool (*const writes)(const hbs_export *export_) = dataset->problem == HBS_SAT ? writes_sat : writes_cqc;
    char wrong[300];
    if (writes(export_)) return HBS_OK;
    snprintf(wrong, sizeof wrong, "%s holds %s instances, and %s cannot write them", dataset->name, hbs_problem_name(dataset->problem), export_->name);
    return refuse(wrong, writes, error);
}

hbs_status hbs_export_run(const hbs_export *export_, hbs_catalog *catalog, const char *name, const hbs_export_options *options, const char *output,
                          const hbs_listener *listener, hbs_error *error) {
    static const hbs_export_options nothing = {0};
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    bool direct;
    if (!options) options = &nothing;
    HBS_TRY(hbs_dataset_find(catalog, name, &dataset, error));
    HBS_TRY(check_problem(export_, &dataset, error));
    HBS_TRY(hbs_export_check(export_, options, error));
    if (!dataset.complete) hbs_warn(listener, "%s is not complete: what is there is exported", name);
    HBS_TRY(look(export_, output, &direct, error));
    HBS_TRY(write_snapshot(export_, catalog, &dataset, options, output, direct, listener, error));
done:
    hbs_dataset_free(&dataset);
    return status;
}
