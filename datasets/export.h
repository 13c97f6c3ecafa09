/* Exports as descriptors: one file each under datasets/exports/, one line in its registry. */
#ifndef HBS_DATASETS_EXPORT_H
#define HBS_DATASETS_EXPORT_H

#include "datasets/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_export hbs_export;
struct hbs_export {
    const char *name;         /* "dimacs" */
    const char *summary;
    const char *layout;       /* what is written where */
    bool sat, cqc;            /* problems it can write */
    bool folder;              /* output is a folder (made when missing, must be empty), else a file ("-": stdout is the tool's business) */
    hbs_status (*write)(hbs_catalog *catalog, const hbs_dataset *dataset, const char *output, const hbs_listener *listener, hbs_error *error);
    const hbs_export *certified;   /* the same with the stored certificates beside the instances; NULL: it has no form for them */
};

const hbs_export *const *hbs_exports(void);
hbs_status hbs_export_find(const char *name, const hbs_export **out, hbs_error *error);
/* Writes to a temporary beside the output and renames, so that nothing half-written is left. */
hbs_status hbs_export_run(const hbs_export *export_, hbs_catalog *catalog, const char *dataset, const char *output, const hbs_listener *listener, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
