/* Names numbered 0, 1, 2, .. in order of first appearance. */
#ifndef HBS_DATASETS_FORMATS_NAME_INDEX_H
#define HBS_DATASETS_FORMATS_NAME_INDEX_H

#include <stdbool.h>

#include "core/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_name_index {
    char **name;             /* by number */
    size_t count, capacity;
    size_t *slot;            /* hash table of number + 1; 0 is free */
    size_t slots;            /* a power of two, or 0 */
} hbs_name_index;            /* {0} is empty and valid */

void hbs_name_index_free(hbs_name_index *index);
/* False when it is not there. Expected O(length). */
bool hbs_name_find(const hbs_name_index *index, const char *name, size_t *number);
/* Adds the name unless it is there; *fresh tells (may be NULL). */
hbs_status hbs_name_add(hbs_name_index *index, const char *name, size_t *number, bool *fresh, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
