/* From files to instances: which files are of the problem, and what they hold. */
#ifndef HBS_DATASETS_IMPORTS_SOURCE_H
#define HBS_DATASETS_IMPORTS_SOURCE_H

#include "core/instance.h"
#include "datasets/imports/import.h"
#include "datasets/formats/jsonl.h"
#include "datasets/formats/pair_text.h"

/* The problem that a file is about: by its name (.cnf, .dimacs; .dlog, .datalog, .cq, .rq, .sparql, .sql; .jsonl, .ndjson by what the first line holds; a suffix of compression before the end is passed over), else by its first line
 * that is no comment. False when it is neither. */
bool hbs_source_problem(const char *name, const char *text, size_t length, hbs_problem *out);

/* The language of a file of pairs: by its name, else by its text; Datalog when neither tells. */
hbs_language hbs_source_language(const char *name, const char *text, size_t length);

/* Whether it is the table labels.csv of an export. */
bool hbs_source_is_labels(const char *text, size_t length);

/* The length of the name without a suffix of compression, such as .gz. */
size_t hbs_source_bare_length(const char *name);
extern const char *const hbs_source_packed[];   /* those suffixes; NULL at the end */

/* Files that cannot be read are collected: up to 20 are told to the listener, and the result is HBS_ERROR_INPUT with their number; a single one is the result itself.
 * Calls `take` for every instance of the files below the paths. `file` is the member's name, `name` the same or "file#2" for the second and later instances of a file,
 * `shown` the part of `name` that begins at the last component of the path that the user gave: what a path may tell is below there. The instance is
 * the callback's to take (and to leave {0} or valid). `told`: what a line of JSON Lines says of it; NULL for other files. *problem is found at the first file when `any`. */
typedef hbs_status (*hbs_source_function)(void *context, const char *file, const char *name, const char *shown, hbs_told *told, hbs_instance *instance, hbs_error *error);
/* Called for every certificate (datasets/imports/beside.h) but where options say to ignore them, in order with the formulas: those of a.cnf come behind it, and before b.cnf. */
typedef hbs_status (*hbs_source_beside)(void *context, const char *name, const char *text, size_t length, hbs_error *error);
hbs_status hbs_source_read(const char *const *paths, size_t count, const hbs_import_options *options, hbs_problem *problem, hbs_source_function take, hbs_source_beside beside,
                           void *context, const hbs_listener *listener, hbs_error *error);

#endif
