/* Twins told by paths: equal but for the words that tell the label (path_label.h), in the name of the file, or in a folder above files of one name. */
#ifndef HBS_DATASETS_IMPORTS_TWIN_PATHS_H
#define HBS_DATASETS_IMPORTS_TWIN_PATHS_H

#include "core/listener.h"
#include "core/memory.h"
#include "datasets/formats/name_index.h"

typedef struct hbs_twin_paths {
    bool names_alone;        /* folders are kept apart, whatever they tell */
    hbs_name_index keys;     /* one a unit */
    char **first;            /* the first path of each of the first units, for examples */
    size_t firsts;
    hbs_bytes joined;        /* of each key: not 0, where more than one path has it */
    uint64_t by_name, by_folder; /* paths that have a twin, by the rule that the later one of both told */
    char *example[2][2];     /* of both rules */
    uint64_t paths;
} hbs_twin_paths;            /* {0} is empty */

void hbs_twin_paths_free(hbs_twin_paths *twins);
/* *unit: the number of its unit, in order of first appearance. */
hbs_status hbs_twin_paths_add(hbs_twin_paths *twins, const char *path, uint64_t *unit, hbs_error *error);
/* What was taken for twins, by which rule, and what to do if they are none. */
void hbs_twin_paths_tell(const hbs_twin_paths *twins, const hbs_listener *listener);

#endif
