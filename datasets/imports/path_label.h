/* What a path says of a file: its label, its split, its twin. hbs_label_of_path is in import.h. */
#ifndef HBS_DATASETS_IMPORTS_PATH_LABEL_H
#define HBS_DATASETS_IMPORTS_PATH_LABEL_H

#include "core/memory.h"

/* Words that tell a label, for messages and help. */
#define HBS_LABEL_WORDS "sat/unsat, contained/not_contained, pos/neg, uf20/uuf20, folders yes/no"

/* The label that is told by a word that stands for itself, as in a table; HBS_LABEL_UNKNOWN: none. Numbers are no words. */
int hbs_label_of_word(const char *word);
/* Appends the path with each token that tells a label replaced by `*`: equal for twins. Names and folders that tell both labels tell none. */
hbs_status hbs_path_without_label(const char *path, hbs_bytes *out, hbs_error *error);
/* "train", "valid" or "test" by the last folder that is named so (train, training; valid, validation, val, dev; test, testing; any case), or NULL. */
const char *hbs_split_of_path(const char *path);

#endif
