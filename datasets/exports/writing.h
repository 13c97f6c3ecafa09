/* What the exports share: a pass over the rows, files written with their errors seen, and the folder of one text file an instance. */
#ifndef HBS_DATASETS_EXPORTS_WRITING_H
#define HBS_DATASETS_EXPORTS_WRITING_H

#include <stdio.h>

#include "datasets/catalog/catalog.h"

/* Calls `visit` for every row in order, with progress and stopping. */
typedef hbs_status (*hbs_visit_function)(void *context, const hbs_row *row, const hbs_instance *instance, hbs_error *error);
hbs_status hbs_export_rows(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_visit_function visit, void *context, const hbs_listener *listener, hbs_error *error);

hbs_status hbs_export_open(FILE **out, const char *path, hbs_error *error);
hbs_status hbs_export_put(FILE *file, const hbs_bytes *bytes, const char *path, hbs_error *error);
/* Closes it, if it is open. `status`, or, where that is HBS_OK, the failure of closing: a full disk may show only here. */
hbs_status hbs_export_close(FILE *file, const char *path, hbs_status status, hbs_error *error);

/* Appends a field of CSV, in quotes where it needs them (RFC 4180), or where a reader may trim blanks or take another separator. */
hbs_status hbs_export_field(hbs_bytes *out, const char *text, hbs_error *error);

/* A folder of files "000012_LABEL.EXTENSION" and labels.csv. `word` is by label 0, 1, unknown. */
typedef struct hbs_export_folder {
    const char *extension;
    const char *word[3];
    hbs_status (*text)(const hbs_instance *instance, hbs_bytes *out, hbs_error *error);
    /* Appends the row's stored certificate and gives the extension of its file, which is named like the instance's; NULL: certificates are not written. A dataset without
     * any stored certificate is refused then; instances without one are counted in a warning. */
    hbs_status (*certificate)(const hbs_row *row, const hbs_instance *instance, hbs_bytes *out, const char **extension, hbs_error *error);
} hbs_export_folder;
hbs_status hbs_export_write_folder(const hbs_export_folder *kind, hbs_catalog *catalog, const hbs_dataset *dataset, const char *folder, const hbs_listener *listener,
                                   hbs_error *error);

#endif
