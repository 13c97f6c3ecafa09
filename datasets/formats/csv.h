/* Tables that say something of each file: "path,label", as CSV (RFC 4180), tab- or semicolon-separated, with or without a header. */
#ifndef HBS_DATASETS_FORMATS_CSV_H
#define HBS_DATASETS_FORMATS_CSV_H

#include "datasets/formats/name_index.h"

typedef struct hbs_csv_entry {
    char *value;
    size_t line;
    size_t owner;            /* number of the file that it was found for, plus 1; 0: none yet */
} hbs_csv_entry;

typedef struct hbs_csv {
    char *path;
    hbs_name_index keys;
    hbs_csv_entry *entry;    /* by number of the key */
    size_t entries, capacity;
    hbs_name_index owners;
} hbs_csv;                   /* {0} is valid */

void hbs_csv_free(hbs_csv *csv);
/* `column`: the value's name in a header ("label", "split", "unit"); `better` (NULL: none): another one that goes before it where the header has it. With a header the value is in that column and the key in the column named file, path, name,
 * filename or instance, else in the first other one; without, there must be two columns. HBS_ERROR_INPUT gives line and what is wrong; a key that comes twice is wrong. */
hbs_status hbs_csv_read(hbs_csv *out, const char *path, const char *column, const char *better, hbs_error *error);
/* The entry for a file: by its whole name, or by the longest end of it, cut at slashes, that is a key. `name` may carry "#2" where the file holds several instances;
 * `file` is without it, and is looked for when the other is not there. HBS_ERROR_INPUT: not found, or the key fits two files. */
hbs_status hbs_csv_find(hbs_csv *csv, const char *name, const char *file, const hbs_csv_entry **found, hbs_error *error);
/* How many entries no file asked for; *first: which, if there are any. */
size_t hbs_csv_unused(const hbs_csv *csv, size_t *first);
/* HBS_ERROR_INPUT naming the first entry that no file asked for. */
hbs_status hbs_csv_check_used(const hbs_csv *csv, hbs_error *error);

#endif
