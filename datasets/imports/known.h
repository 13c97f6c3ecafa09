/* What is known of a file that is imported before it is solved: its claimed label, its split and its unit. */
#ifndef HBS_DATASETS_IMPORTS_KNOWN_H
#define HBS_DATASETS_IMPORTS_KNOWN_H

#include "datasets/formats/csv.h"
#include "datasets/formats/jsonl.h"
#include "datasets/imports/import.h"
#include "datasets/imports/twin_paths.h"

typedef struct hbs_known {
    const hbs_import_options *options;
    hbs_csv labels, splits, units;
    bool numbered;                             /* all units of the table are numbers */
    hbs_name_index unit_names, told_splits;
    hbs_twin_paths twins;
    uint64_t unit_base, units_end;             /* units of a file of JSON Lines count from unit_base; units_end is above all that were given */
    char *told_file, *first_unsplit;
    uint64_t count, unsplit, silent, telling;  /* telling: paths that tell a label which nobody asked for */
} hbs_known;

/* An instance by the names it goes by: its file; the file with "#2" behind it where that holds several; as users see it. */
typedef struct hbs_named {
    const char *file, *name, *shown;
    const hbs_told *told;                      /* what its line of JSON says; NULL: none */
} hbs_named;

typedef struct hbs_known_item {
    int claim;                                 /* HBS_LABEL_UNKNOWN: none */
    const char *split;                         /* NULL: none; lives as long as the hbs_known */
    uint64_t unit;
} hbs_known_item;

/* Reads the tables that the options name. `options` must outlive it; hbs_known_free also on failure. */
hbs_status hbs_known_open(hbs_known *k, const hbs_import_options *options, hbs_error *error);
/* Instances in their order. HBS_ERROR_INPUT: a table has no line for it, or one that cannot be. */
hbs_status hbs_known_of(hbs_known *k, const hbs_named *of, hbs_known_item *out, hbs_error *error);
/* Where files are to be read strictly, HBS_ERROR_INPUT naming the first line of a table that no instance asked for. */
hbs_status hbs_known_check_used(const hbs_known *k, hbs_error *error);
/* Warns of what was missing or too much, and says what was taken for twins. */
void hbs_known_tell(const hbs_known *k, const hbs_listener *listener);
void hbs_known_free(hbs_known *k);

#endif
