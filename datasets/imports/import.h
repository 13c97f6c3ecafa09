/* Import of folders and files of DIMACS (.cnf, .dimacs), and pairs of queries as Datalog (.dlog, .datalog, .cq), SPARQL (.rq, .sparql)
 * and SQL (.sql), either as JSON Lines (.jsonl, .ndjson; datasets/formats/jsonl.h), compressed and archived too. */
#ifndef HBS_DATASETS_IMPORTS_IMPORT_H
#define HBS_DATASETS_IMPORTS_IMPORT_H

#include "datasets/catalog/catalog.h"
#include "datasets/formats/datalog.h"
#include "datasets/make/make.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_label_origin { HBS_LABELS_SOLVE, HBS_LABELS_FROM_PATH, HBS_LABELS_FROM_FILE, HBS_LABELS_INLINE } hbs_label_origin;

typedef struct hbs_import_options {
    bool any_problem;               /* true: the problem is taken from the first readable file */
    hbs_problem problem;
    bool strict;                    /* DIMACS that breaks the rules, and lines of tables for no file, are errors, not warnings */
    hbs_variables variables;
    hbs_label_origin labels;        /* labels from a path or file, and those in JSON Lines (INLINE, and with SOLVE too), are claims, which the solver checks unless trust_labels */
    const char *labels_file;        /* CSV: path or file name, label */
    bool trust_labels;
    bool split_from_path;           /* folders named train, valid/val/validation/dev, test */
    const char *split_file;         /* CSV: path, split */
    bool unit_from_path;            /* twins by path: equal but for the words that tell the label, in the name or in folders (datasets/imports/twin_paths.h), */
    bool unit_from_name;            /* or in the name alone */
    const char *unit_file;          /* CSV: path, unit */
    bool ignore_certificates;       /* those beside formulas (datasets/imports/beside.h); else each is checked: a right one proves the label, and no solver is asked */
    const char *solver;
    uint64_t budget;
    hbs_certify certify;
    unsigned threads;
} hbs_import_options;

/* All or nothing: on HBS_ERROR_INPUT the catalog is as it was, and up to 20 of the files that cannot be read have been warned about. Files that are neither by name nor by content of the problem are passed over with a warning; none at
 * all is an error. A file label that the solver refutes is stored (label: the solver's; claim: the file's), warned about, and makes the result HBS_ERROR_FAULT. So does a certificate that is
 * wrong; then the label is the solver's. A label that a certificate proves has source "file" and no solver. */
hbs_status hbs_import(hbs_catalog *catalog, const char *name, const char *const *paths, size_t count, const hbs_import_options *options, const hbs_listener *listener,
                      hbs_dataset *out, hbs_error *error);
/* The label a path tells: "sat=1", "uuf", "unsat", "_sat.", "_neg.", folders SAT/UNSAT, yes/no, ..; HBS_LABEL_UNKNOWN when it tells none or two that differ. The
 * words are tokens: "UNSAT" is never read as "SAT". The last part that tells one wins over folders above it. */
int hbs_label_of_path(const char *path);

#ifdef __cplusplus
}
#endif
#endif
