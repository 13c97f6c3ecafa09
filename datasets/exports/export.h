/* Exports as descriptors: one file each under datasets/exports/, one line in its registry. */
#ifndef HBS_DATASETS_EXPORTS_EXPORT_H
#define HBS_DATASETS_EXPORTS_EXPORT_H

#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_export hbs_export;

/* What else may be asked for; {0} asks for nothing. */
typedef struct hbs_export_options {
    const char *graph;        /* npz: the instances as graphs too: lcg, vcg, vig of formulas, incidence of pairs; NULL: none */
    bool features;            /* csv, npz: the features that the catalog holds, which must be there for all instances */
    bool certificates;        /* dimacs: the stored certificates too, each beside its instance */
} hbs_export_options;

struct hbs_export {
    const char *name;         /* "dimacs" */
    const char *summary;
    const char *layout;       /* what is written where */
    bool sat, cqc;            /* problems it can write */
    bool folder;              /* output is a folder (made when missing, must be empty), else a file ("-": stdout is the tool's business) */
    bool graphs, features, certificates; /* whether those options mean something to it */
    hbs_status (*write)(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error);
};

const hbs_export *const *hbs_exports(void);
hbs_status hbs_export_find(const char *name, const hbs_export **out, hbs_error *error);
/* HBS_ERROR_USAGE: an option that the format has no place for. */
hbs_status hbs_export_check(const hbs_export *export_, const hbs_export_options *options, hbs_error *error);
/* Writes to a temporary beside the output and renames, so that nothing half-written is left. `options` may be NULL. HBS_ERROR_USAGE where hbs_export_check says so, and for instances of a problem that the format cannot
 * write, HBS_ERROR_NOT_FOUND for features that the catalog does not hold. What is written is one state of the catalog, whoever writes to it meanwhile. */
hbs_status hbs_export_run(const hbs_export *export_, hbs_catalog *catalog, const char *dataset, const hbs_export_options *options, const char *output,
                          const hbs_listener *listener, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
